import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import type { readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { isSubjectMask, subjectMaskMessage } from '@portal/contract/care-groups/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useLayoutEffect, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useConfigureTrial } from './queries.ts';
import { SponsorField } from './SponsorField.tsx';
import { type FormProps, useVersion } from './use-version.ts';

type TrialInfo = Ours<typeof readTrial.reply>['trialInfo'];

const draftOf = (info: TrialInfo) => ({
  mask: info.subjectNumberMask ?? '',
  outreach: info.outreachPreference,
  card: info.hasCard,
  shipping: info.hasShippingRequest,
  sponsorId: info.sponsorId,
  pdmi: info.pdmiGroupNumber !== null,
  pdmiNumber: info.pdmiGroupNumber ?? '',
});
type Draft = ReturnType<typeof draftOf>;

/** What is sent; a number that is not asked for is not sent (TRC-02, TRC-07). */
const bodyOf = (draft: Draft, gId: number, version: number) => ({
  g_id: gId,
  outreachPreference: draft.outreach,
  hasCard: draft.card,
  hasShippingRequest: draft.shipping,
  subjectNumberMask: draft.mask.trim(),
  status: 0 as const,
  sponsorId: draft.sponsorId ?? 0,
  ...(draft.card && draft.pdmi ? { pdmiGroupNumber: draft.pdmiNumber.trim() } : {}),
  version,
});

/** TRC-04 to TRC-06. */
const isWhole = (draft: Draft): boolean =>
  isSubjectMask(draft.mask.trim()) &&
  draft.sponsorId !== null &&
  (!draft.card || !draft.pdmi || draft.pdmiNumber.trim() !== '');

/** TRC-12, TRC-13: what may not be taken away from a trial is said in the screen's own words. */
function refusalOf(failure: unknown): string {
  const said = sentenceOf(failure);
  if (/shipping/i.test(said)) return 'Can not remove Shipment Order from this trial.';
  if (/card/i.test(said)) return 'Can not remove Card from this trial.';
  return said;
}

/** What a trial consists of: its numbers, its card, whether it ships, and its sponsor. */
export function TrialForm({ info, group, onClose, onDirty, onBusy }: FormProps & { info: TrialInfo }) {
  const { base, renew } = useVersion(group);
  const configure = useConfigureTrial(base.groupConfigMode);
  const [draft, setDraft] = useState(() => draftOf(info));
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const type = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const before = draftOf(info);
  const dirty = (Object.keys(before) as (keyof Draft)[]).some((field) => draft[field] !== before[field]);
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);

  const save = async () => {
    onBusy(true);
    try {
      await configure.mutateAsync({ body: bodyOf(draft, base.gId, base.version) });
      toastSuccess(`Trial ${base.groupName} was configured.`);
      onClose();
    } catch (failure) {
      setAsking(false);
      setTold((await renew(failure)) ?? refusalOf(failure));
    } finally {
      onBusy(false);
    }
  };

  return (
    <form
      noValidate
      aria-label="Group Configurations"
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && isWhole(draft)) setAsking(true);
      }}
    >
      <Stack gap="md">
        {told && <Notice tone="error">{told}</Notice>}
        <TextInput
          label="Subject Number Mask"
          description="Groups of X with single hyphens between them, such as XXX-XXX-XXX."
          required
          autoComplete="off"
          maxLength={30}
          data-autofocus
          value={draft.mask}
          error={draft.mask !== before.mask && !isSubjectMask(draft.mask.trim()) ? subjectMaskMessage : undefined}
          onChange={(event) => type({ mask: event.currentTarget.value })}
        />
        <SponsorField
          value={draft.sponsorId}
          named={info.sponsorId === null ? null : { spId: info.sponsorId, sponsorName: info.sponsorName ?? '' }}
          onChange={(sponsorId) => type({ sponsorId })}
        />
        <Checkbox
          label="Outreach Preference"
          checked={draft.outreach}
          onChange={(event) => type({ outreach: event.currentTarget.checked })}
        />
        <Checkbox
          label="Shipment Order"
          description="Sites of this trial ask for shipments."
          checked={draft.shipping}
          onChange={(event) => type({ shipping: event.currentTarget.checked })}
        />
        <Checkbox
          label="Card"
          description="Participants of this trial get a card."
          checked={draft.card}
          onChange={(event) => type({ card: event.currentTarget.checked })}
        />
        {draft.card && (
          <Checkbox
            label="PDMI Group"
            checked={draft.pdmi}
            onChange={(event) => type({ pdmi: event.currentTarget.checked })}
          />
        )}
        {draft.card && draft.pdmi && (
          <TextInput
            label="PDMI Group Number"
            required
            autoComplete="off"
            maxLength={50}
            value={draft.pdmiNumber}
            onChange={(event) => type({ pdmiNumber: event.currentTarget.value })}
          />
        )}
        <DialogFooter>
          <DialogCancel disabled={configure.isPending} />
          <Button type="submit" loading={configure.isPending} disabled={!dirty || !isWhole(draft)}>
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
