import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AddressSection } from '#shared/AddressFields.tsx';
import { PhoneField } from '#shared/PhoneField.tsx';
import { type Draft, labels } from './form.ts';
import type { Senders } from './queries.ts';
import { showPhone } from '#shared/phone.ts';

type Form = UseFormReturnType<Draft>;

/** What a brand is called, and where it is reached (BST-05). */
export function PharmacyFields({ form, sent }: { form: Form; sent: boolean }) {
  const { address } = form.values;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label={labels.companyName} required autoComplete="off" {...form.getInputProps('companyName')} />
        <TextInput label={labels.shortName} autoComplete="off" {...form.getInputProps('shortName')} />
      </SimpleGrid>
      <PhoneField
        label={labels.supportNumber}
        {...form.getInputProps('supportNumber')}
        value={form.values.supportNumber}
        addressCountry={address.country}
      />
      <PhoneField
        label={labels.contactFax}
        {...form.getInputProps('contactFax')}
        value={form.values.contactFax}
        addressCountry={address.country}
      />
      <TextInput label={labels.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
      <AddressSection
        legend={labels.address}
        optional
        value={address}
        showProblems={sent}
        onChange={(next) => form.setFieldValue('address', next)}
      />
    </Stack>
  );
}

/** BST-09, OPC-97: what it writes from; an address that was not verified is shown and cannot be chosen. */
export function SenderFields({ form, senders }: { form: Form; senders: Senders }) {
  const emails = senders.emails.map(({ email_ID, email, verified }) => ({
    value: String(email_ID),
    label: verified ? email : `${email} (not verified)`,
    disabled: !verified,
  }));
  const phones = senders.phones.map(({ sender_ID, phoneNumber }) => ({
    value: String(sender_ID),
    label: showPhone(phoneNumber),
  }));
  const choice = (field: 'senderEmailId' | 'contactEmailId' | 'senderPhoneId') => ({
    label: labels[field],
    data: field === 'senderPhoneId' ? phones : emails,
    value: form.values[field] === null ? null : String(form.values[field]),
    onChange: (value: string | null) => form.setFieldValue(field, value === null ? null : Number(value)),
    error: form.errors[field],
    clearable: true,
    clearButtonProps: { 'aria-label': `Clear ${labels[field].toLowerCase()}` },
    placeholder: 'None',
    comboboxProps: { transitionProps: { duration: 0 } },
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput label={labels.senderEmailName} autoComplete="off" {...form.getInputProps('senderEmailName')} />
      <Select {...choice('senderEmailId')} />
      <Select {...choice('contactEmailId')} />
      <Select {...choice('senderPhoneId')} />
    </SimpleGrid>
  );
}
