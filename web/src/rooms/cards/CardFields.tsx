import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Draft, labels } from './draft.ts';
import { LogoField } from './LogoField.tsx';

const short = ['rxBin', 'rxPcn', 'rxGrp'] as const;
const named = ['cardholderNameLabel', 'cardholderIdLabel'] as const;
const paragraphs = [
  'cardIntroduction',
  'participants',
  'pharmacyInstructions',
  'claimSubmissions',
  'contactInfo',
] as const;
const logos = ['mainLogo', 'optionalLogo'] as const;

/** What stands on a card (CRD-02). */
export function CardFields({ form, disabled }: { form: UseFormReturnType<Draft>; disabled: boolean }) {
  const words = { required: true, disabled, autoComplete: 'off' } as const;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="sm">
        {short.map((name, i) => (
          <TextInput
            key={name}
            label={labels[name]}
            data-autofocus={i === 0 || undefined}
            {...words}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {named.map((name) => (
          <TextInput key={name} label={labels[name]} {...words} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      {paragraphs.map((name) => (
        <Textarea key={name} label={labels[name]} rows={3} disabled={disabled} {...form.getInputProps(name)} />
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {logos.map((name) => (
          <LogoField
            key={name}
            label={labels[name]}
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
