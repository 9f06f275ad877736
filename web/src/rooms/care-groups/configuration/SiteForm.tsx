import '#kit/later-styles.ts';
import { MultiSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { configureSite } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { longest } from '@portal/contract/care-groups/rules.ts';
import { phoneExtension } from '@portal/contract/phone-extension.ts';
import { useState } from 'react';
import { addressLine, emptyAddress, problemsOf, requestsKeepAddress, sameAddress } from '#shared/address-form.ts';
import { useAddressNews } from '#shared/address-service.ts';
import { AddressSection } from '#shared/AddressFields.tsx';
import { phoneProblem } from '#shared/phone.ts';
import { PhoneField } from '#shared/PhoneField.tsx';
import type { DraftFields } from '#kit/rebase.ts';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { tooLong } from '#kit/too-long.ts';
import { ConfigurationForm } from './ConfigurationForm.tsx';
import { readSiteNow, useConfigureSite, usePharmacies } from '../queries.ts';
import { type FormProps, type Stored, useConfiguring } from './use-configuring.ts';

type Reply = Awaited<ReturnType<typeof readSiteNow>>;

const draftOf = ({ siteInfo: info, connected }: Reply) => ({
  // STC-02, OPS-36.
  address: info?.address ?? { ...emptyAddress, country: 'USA' },
  phone: info?.phone ?? '',
  extension: info?.extension ?? '',
  studyContact: info?.studyContact ?? '',
  studyContactEmail: info?.studyContactEmail ?? '',
  notes: info?.notes ?? '',
  pharmacyPartners: connected,
});
type Draft = ReturnType<typeof draftOf>;
type Problems = Partial<Record<Exclude<keyof Draft, 'address'>, string>>;

const stored = (reply: Reply): Stored<Draft> => ({
  draft: draftOf(reply),
  version: reply.version,
  isFirst: reply.siteInfo === null,
});

const labels: Record<keyof Draft, string> = {
  address: 'Address',
  phone: 'Phone',
  extension: 'Extension',
  studyContact: 'Study Contact',
  studyContactEmail: 'Study Contact Email',
  notes: 'Notes',
  pharmacyPartners: 'Pharmacy Partners',
};
const fieldsWith = (pharmacyName: (ppId: number) => string): DraftFields<Draft> => ({
  labels,
  shown: (draft, field) => {
    const value = draft[field];
    if (typeof value === 'string') return value;
    return Array.isArray(value) ? value.map(pharmacyName).join(', ') : addressLine(value);
  },
  // Lists and addresses too.
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  // What the others have connected stays, with what was picked here and without what was taken off here.
  joined: {
    pharmacyPartners: (before, mine, theirs) => [
      ...theirs.filter((ppId) => mine.includes(ppId) || !before.includes(ppId)),
      ...mine.filter((ppId) => !before.includes(ppId) && !theirs.includes(ppId)),
    ],
  },
});

/** The contract's own rules. */
function problemsIn(draft: Draft): Problems {
  const { studyContactEmail } = configureSite.body.shape;
  const email = studyContactEmail.safeParse(draft.studyContactEmail).error?.issues[0]?.message;
  const extension = phoneExtension.safeParse(draft.extension).error?.issues[0]?.message;
  const phone = phoneProblem(draft.phone);
  return {
    ...(email ? { studyContactEmail: email } : {}),
    ...(extension ? { extension } : {}),
    ...(phone ? { phone } : {}),
  };
}

/** Where a site is, whom to ask there, and which pharmacies serve it. */
export function SiteForm({ reply, ...props }: FormProps & { reply: Reply }) {
  const { gId } = props.group;
  const pharmacies = usePharmacies();
  useAddressNews();
  const nameOf = (wanted: number) => pharmacies.data?.find(({ ppId }) => ppId === wanted)?.shownName ?? 'another one';
  const configuring = useConfiguring<Draft>(props, {
    first: stored(reply),
    fields: fieldsWith(nameOf),
    readNow: async () => stored(await readSiteNow(gId)),
  });
  const { draft, before, told, type, forget, save } = configuring;
  // OPS-35: the first configuration only connects, so what is connected by then is not in the field, where it could be taken off.
  const stays = configuring.isFirst ? before.pharmacyPartners : [];
  const isOpen = (ppId: number) => !stays.includes(ppId);
  const configure = useConfigureSite(configuring.isFirst);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problems = problemsIn(draft);
  const isWhole =
    Object.keys({ ...problems, ...problemsOf(draft.address) }).length === 0 &&
    !tooLong(draft.studyContact, longest.studyContact) &&
    !tooLong(draft.notes, longest.notes);
  const errorOf = (field: keyof Problems) => told?.fields[field] ?? (left.has(field) ? problems[field] : undefined);
  const leave = (field: keyof Problems) => setLeft((now) => new Set([...now, field]));
  const addressErrors = Object.fromEntries(
    Object.entries(told?.fields ?? {}).flatMap(([path, message]) =>
      path.startsWith('address.') ? [[path.slice('address.'.length), message]] : [],
    ),
  );
  return (
    <ConfigurationForm
      configuring={configuring}
      isWhole={isWhole}
      busy={configure.isPending}
      onSave={() => void save((typed, version) => configure.mutateAsync({ body: { ...typed, g_id: gId, version } }))}
    >
      <AddressSection
        legend={labels.address}
        data-autofocus
        value={draft.address}
        errors={addressErrors}
        onChange={(address) => {
          forget();
          type({ address });
        }}
      />
      {!configuring.isFirst && !sameAddress(draft.address, before.address) && (
        <Text size="sm" role="status">
          {requestsKeepAddress}
        </Text>
      )}
      <PhoneField
        label={labels.phone}
        value={draft.phone}
        addressCountry={draft.address.country}
        onChange={(phone) => type({ phone })}
        onBlur={() => leave('phone')}
        error={errorOf('phone')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput
          label={labels.extension}
          inputMode="numeric"
          autoComplete="off"
          value={draft.extension}
          // At once: what was stored before there was a rule may break it, and digits on their way never do.
          error={told?.fields['extension'] ?? problems.extension}
          onChange={(event) => type({ extension: event.currentTarget.value })}
        />
        <LimitedTextInput
          label={labels.studyContact}
          autoComplete="off"
          most={longest.studyContact}
          value={draft.studyContact}
          onChange={(event) => type({ studyContact: event.currentTarget.value })}
        />
        <TextInput
          label={labels.studyContactEmail}
          type="email"
          autoComplete="off"
          value={draft.studyContactEmail}
          error={errorOf('studyContactEmail')}
          onBlur={() => leave('studyContactEmail')}
          onChange={(event) => type({ studyContactEmail: event.currentTarget.value })}
        />
      </SimpleGrid>
      <MultiSelect
        label={labels.pharmacyPartners}
        description={
          pharmacies.isError
            ? 'The pharmacies could not be loaded.'
            : pharmacies.data && stays.length > 0
              ? `Connected already: ${stays.map(nameOf).join(', ')}.`
              : undefined
        }
        data={(pharmacies.data ?? [])
          .filter(({ ppId }) => isOpen(ppId))
          .map(({ ppId, shownName }) => ({ value: String(ppId), label: shownName }))}
        value={draft.pharmacyPartners.filter(isOpen).map(String)}
        onChange={(picked) => type({ pharmacyPartners: [...stays, ...picked.map(Number)] })}
        disabled={!pharmacies.data}
        searchable
        nothingFoundMessage="No pharmacies found."
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <LimitedTextarea
        label={labels.notes}
        rows={3}
        resize="vertical"
        most={longest.notes}
        value={draft.notes}
        onChange={(event) => type({ notes: event.currentTarget.value })}
      />
    </ConfigurationForm>
  );
}
