import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Draft } from './draft.ts';
import { LogoField } from './LogoField.tsx';

const short = [
  ['rxBin', 'RxBIN'],
  ['rxPcn', 'RxPCN'],
  ['rxGrp', 'RxGRP'],
] as const;
const labels = [
  ['cardholderNameLabel', 'Cardholder name label'],
  ['cardholderIdLabel', 'Cardholder ID label'],
] as const;
const paragraphs = [
  ['cardIntroduction', 'Card introduction'],
  ['participants', 'Participants'],
  ['pharmacyInstructions', 'Pharmacy instructions'],
  ['claimSubmissions', 'Claim submissions'],
  ['contactInfo', 'Contact information'],
] as const;
const logos = [
  ['mainLogo', 'Main logo'],
  ['optionalLogo', 'Optional logo'],
] as const;

/** What stands on a card (CRD-02). */
export function CardFields({ form, disabled }: { form: UseFormReturnType<Draft>; disabled: boolean }) {
  const words = { required: true, disabled, autoComplete: 'off' } as const;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="sm">
        {short.map(([name, label], i) => (
          <TextInput
            key={name}
            label={label}
            data-autofocus={i === 0 || undefined}
            {...words}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {labels.map(([name, label]) => (
          <TextInput key={name} label={label} {...words} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      {paragraphs.map(([name, label]) => (
        <Textarea key={name} label={label} rows={3} disabled={disabled} {...form.getInputProps(name)} />
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {logos.map(([name, label]) => (
          <LogoField
            key={name}
            label={label}
            value={form.values[name]}
            error={form.errors[name] as string | undefined}
            disabled={disabled}
            onChange={(value) => form.setFieldValue(name, value)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
