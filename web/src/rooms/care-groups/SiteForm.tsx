import '#kit/later-styles.ts';
import { Button, MultiSelect, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { Address } from '@portal/contract/addresses/rules.ts';
import { configureSite } from '@portal/contract/care-groups/configuration-endpoints.ts';
import type { readSite } from '@portal/contract/care-groups/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useLayoutEffect, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { emptyAddress, problemsOf } from '#kit/address-form.ts';
import { useAddressNews } from '#kit/address-service.ts';
import { AddressFields } from '#kit/AddressFields.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { phoneProblem } from '#kit/phone.ts';
import { PhoneField } from '#kit/PhoneField.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useConfigureSite, usePharmacies } from './queries.ts';
import { type FormProps, useVersion } from './use-version.ts';

type SiteInfo = Ours<typeof readSite.reply>['siteInfo'];

const draftOf = (info: SiteInfo) => ({
  // STC-02, OPS-36.
  address: info?.address ?? { ...emptyAddress, country: 'USA' },
  phone: info?.phone ?? '',
  extension: info?.extension ?? '',
  studyContact: info?.studyContact ?? '',
  studyContactEmail: info?.studyContactEmail ?? '',
  notes: info?.notes ?? '',
  pharmacyPartners: info?.pharmacyPartners ?? [],
});
type Draft = ReturnType<typeof draftOf>;
type Problems = Partial<Record<Exclude<keyof Draft, 'address'>, string>>;

const same = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The contract's own rules; what is stored already was accepted once. */
function problemsIn(draft: Draft): Problems {
  const { studyContactEmail } = configureSite.body.shape;
  const email = studyContactEmail.safeParse(draft.studyContactEmail).error?.issues[0]?.message;
  const phone = phoneProblem(draft.phone);
  return { ...(email ? { studyContactEmail: email } : {}), ...(phone ? { phone } : {}) };
}

/** Where a site is, whom to ask there, and which pharmacies serve it. */
export function SiteForm({ info, group, onClose, onDirty, onBusy }: FormProps & { info: SiteInfo }) {
  const { base, renew } = useVersion(group);
  const configure = useConfigureSite(base.groupConfigMode);
  const pharmacies = usePharmacies();
  useAddressNews();
  const [before] = useState(() => draftOf(info));
  const [draft, setDraft] = useState(before);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<{ text: string; fields: Readonly<Record<string, string>> } | null>(null);
  const type = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const dirty = !same(draft, before);
  const problems = problemsIn(draft);
  const isWhole = Object.keys({ ...problems, ...problemsOf(draft.address) }).length === 0;
  const errorOf = (field: keyof Problems) => told?.fields[field] ?? (left.has(field) ? problems[field] : undefined);
  const leave = (field: keyof Problems) => setLeft((now) => new Set([...now, field]));
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);

  const save = async () => {
    onBusy(true);
    try {
      await configure.mutateAsync({ body: { ...draft, g_id: base.gId, version: base.version } });
      toastSuccess(`Site ${base.groupName} was configured.`);
      onClose();
    } catch (failure) {
      setAsking(false);
      const fields = failure instanceof CallFailure ? failure.fields : {};
      setTold({ text: (await renew(failure)) ?? sentenceOf(failure), fields });
    } finally {
      onBusy(false);
    }
  };
  const addressErrors = Object.fromEntries(
    Object.entries(told?.fields ?? {}).flatMap(([path, message]) =>
      path.startsWith('address.') ? [[path.slice('address.'.length), message]] : [],
    ),
  );

  return (
    <form
      noValidate
      aria-label="Group Configurations"
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && isWhole) setAsking(true);
      }}
    >
      <Stack gap="md">
        {told && <Notice tone="error">{told.text}</Notice>}
        <fieldset style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
          <Title component="legend" order={3} mb="xs">
            Address
          </Title>
          <AddressFields
            value={draft.address}
            errors={addressErrors}
            onChange={(address: Address) => {
              setTold(null);
              type({ address });
            }}
          />
        </fieldset>
        <PhoneField
          label="Phone"
          value={draft.phone}
          onChange={(phone) => type({ phone })}
          onBlur={() => leave('phone')}
          error={errorOf('phone')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput
            label="Extension"
            autoComplete="off"
            maxLength={20}
            value={draft.extension}
            onChange={(event) => type({ extension: event.currentTarget.value })}
          />
          <TextInput
            label="Study Contact"
            autoComplete="off"
            maxLength={100}
            value={draft.studyContact}
            onChange={(event) => type({ studyContact: event.currentTarget.value })}
          />
          <TextInput
            label="Study Contact Email"
            type="email"
            autoComplete="off"
            value={draft.studyContactEmail}
            error={errorOf('studyContactEmail')}
            onBlur={() => leave('studyContactEmail')}
            onChange={(event) => type({ studyContactEmail: event.currentTarget.value })}
          />
        </SimpleGrid>
        <MultiSelect
          label="Pharmacy Partners"
          description={pharmacies.isError ? 'The pharmacies could not be loaded.' : undefined}
          data={(pharmacies.data ?? []).map(({ ppId, pharmacyName }) => ({ value: String(ppId), label: pharmacyName }))}
          value={draft.pharmacyPartners.map(String)}
          onChange={(picked) => type({ pharmacyPartners: picked.map(Number) })}
          disabled={!pharmacies.data}
          searchable
          nothingFoundMessage="No pharmacies found."
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <Textarea
          label="Notes"
          rows={3}
          resize="vertical"
          maxLength={2_000}
          value={draft.notes}
          onChange={(event) => type({ notes: event.currentTarget.value })}
        />
        <DialogFooter>
          <DialogCancel disabled={configure.isPending} />
          <Button type="submit" loading={configure.isPending} disabled={!dirty || !isWhole}>
            Configure
          </Button>
        </DialogFooter>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title="Would you like to configure this care group?"
        confirm="Configure"
        busy={configure.isPending}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      >
        {base.displayName}
      </ConfirmDialog>
    </form>
  );
}
