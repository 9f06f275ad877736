import { Checkbox } from '@mantine/core';
import { readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { isSubjectMask, longest, subjectMaskMessage } from '@portal/contract/care-groups/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { sentenceOf } from '#api/failure.ts';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import type { DraftFields } from '#kit/rebase.ts';
import { tooLong } from '#kit/too-long.ts';
import { ConfigurationForm } from './ConfigurationForm.tsx';
import { useConfigureTrial, useSponsors } from '../queries.ts';
import { SponsorField } from './SponsorField.tsx';
import { type FormProps, type Stored, useConfiguring } from './use-configuring.ts';

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

/** Its first configuration gives a trial its mask. */
const stored = (info: TrialInfo): Stored<Draft> => ({
  draft: draftOf(info),
  version: info.version,
  isFirst: info.subjectNumberMask === null,
});

const labels: Record<keyof Draft, string> = {
  mask: 'Subject Number Mask',
  sponsorId: 'Sponsor',
  outreach: 'Outreach Preference',
  shipping: 'Shipment Order',
  card: 'Card',
  pdmi: 'PDMI Group',
  pdmiNumber: 'PDMI Group Number',
};
const fieldsWith = (sponsorName: (spId: number) => string): DraftFields<Draft> => ({
  labels,
  shown: (draft, field) => {
    const value = draft[field];
    if (typeof value === 'boolean') return value ? 'On' : 'Off';
    return typeof value === 'number' ? sponsorName(value) : (value ?? '');
  },
});

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
  !tooLong(draft.mask, longest.subjectMask) &&
  draft.sponsorId !== null &&
  (!draft.card || !draft.pdmi || (draft.pdmiNumber.trim() !== '' && !tooLong(draft.pdmiNumber, longest.pdmiNumber)));

/** TRC-12, TRC-13: what may not be taken away from a trial is said in the screen's own words. */
function refusalOf(failure: unknown): string {
  const said = sentenceOf(failure);
  if (/shipping/i.test(said)) return 'Can not remove Shipment Order from this trial.';
  if (/card/i.test(said)) return 'Can not remove Card from this trial.';
  return said;
}

/** What a trial consists of: its numbers, its card, whether it ships, and its sponsor. */
export function TrialForm({ info, ...props }: FormProps & { info: TrialInfo }) {
  const { gId } = props.group;
  const sponsors = useSponsors();
  const configuring = useConfiguring<Draft>(props, {
    first: stored(info),
    fields: fieldsWith((wanted) => sponsors.data?.find(({ spId }) => spId === wanted)?.sponsorName ?? 'another one'),
    readNow: async () => stored((await call(readTrial, { query: { g_id: gId } })).trialInfo),
    refusalOf,
  });
  const { draft, type, save } = configuring;
  // What is cleared again is as wrong as what is typed wrongly (TRC-04).
  const [isMaskTouched, setMaskTouched] = useState(false);
  const configure = useConfigureTrial(configuring.isFirst);
  return (
    <ConfigurationForm
      configuring={configuring}
      isWhole={isWhole(draft)}
      busy={configure.isPending}
      onSave={() => void save((typed, version) => configure.mutateAsync({ body: bodyOf(typed, gId, version) }))}
    >
      <LimitedTextInput
        label={labels.mask}
        description="Groups of X with single hyphens between them, such as XXX-XXX-XXX."
        required
        autoComplete="off"
        most={longest.subjectMask}
        data-autofocus
        value={draft.mask}
        error={isMaskTouched && !isSubjectMask(draft.mask.trim()) ? subjectMaskMessage : undefined}
        onChange={(event) => {
          setMaskTouched(true);
          type({ mask: event.currentTarget.value });
        }}
      />
      <SponsorField
        value={draft.sponsorId}
        named={info.sponsorId === null ? null : { spId: info.sponsorId, sponsorName: info.sponsorName ?? '' }}
        onChange={(sponsorId) => type({ sponsorId })}
        step={configuring.asking || draft}
      />
      <Checkbox
        label={labels.outreach}
        checked={draft.outreach}
        onChange={(event) => type({ outreach: event.currentTarget.checked })}
      />
      <Checkbox
        label={labels.shipping}
        description="Sites of this trial ask for shipments."
        checked={draft.shipping}
        onChange={(event) => type({ shipping: event.currentTarget.checked })}
      />
      <Checkbox
        label={labels.card}
        description="Participants of this trial get a card."
        checked={draft.card}
        onChange={(event) => type({ card: event.currentTarget.checked })}
      />
      {draft.card && (
        <Checkbox
          label={labels.pdmi}
          checked={draft.pdmi}
          onChange={(event) => type({ pdmi: event.currentTarget.checked })}
        />
      )}
      {draft.card && draft.pdmi && (
        <LimitedTextInput
          label={labels.pdmiNumber}
          required
          autoComplete="off"
          most={longest.pdmiNumber}
          value={draft.pdmiNumber}
          onChange={(event) => type({ pdmiNumber: event.currentTarget.value })}
        />
      )}
    </ConfigurationForm>
  );
}
