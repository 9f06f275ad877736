import { Button, Checkbox, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { type InvitedType, isOfAnotherSponsor, wantsConfiguredGroups } from '@portal/contract/providers/user-rules.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { saidAs } from '#shared/way-on.ts';
import { isSignedOut } from '../access/refusal.ts';
import { GroupPicker } from '../GroupPicker.tsx';
import { useGroupsFor, useInvite, useSponsors } from '../queries.ts';
import { seesByType } from '../words.ts';
import {
  bodyOf,
  chosenFirst,
  type Draft,
  emailProblem,
  emptyDraft,
  groupsOf,
  mayChooseAdminRights,
  missingOf,
  rolesFor,
  tooManyGroups,
} from './draft.ts';

/** CCN-13. */
const checkAfterMs = 300;
const noGroups: readonly never[] = [];

/** Invites somebody to the company (USR-12 to USR-22, OPC-85 to OPC-88). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const invite = useInvite();
  const [draft, setDraft] = useState(emptyDraft);
  const { type, email } = draft;
  const checked = useLate(draft);
  const groups = useGroupsFor(type);
  const sponsors = useSponsors(type === 'Sponsor');
  const { sponsorId } = draft;
  const choices = useMemo(
    () => (groups.data ?? noGroups).filter((group) => type === null || !isOfAnotherSponsor({ type, sponsorId }, group)),
    [groups.data, type, sponsorId],
  );
  const offered = useMemo(() => choices.map(({ gId }) => gId), [choices]);
  const first = chosenFirst(draft);
  const missing = missingOf(checked, offered);
  const tooMany = tooManyGroups(draft, offered);
  const sent = invite.isSuccess ? invite.data.message : null;
  const emailField = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Draft>) => {
    invite.reset();
    setDraft({ ...draft, ...part });
  };
  const isReady = checked === draft && missing.length === 0 && tooMany === undefined && groups.data !== undefined;
  const submit = () => {
    if (!isReady || invite.isPending || sent !== null || type === null) return;
    invite.mutate({ body: bodyOf({ ...draft, type }, offered, viewer.companyId) });
  };
  /** Role, groups and rights stay as they are. */
  const another = () => {
    change({ email: '' });
    emailField.current?.focus();
  };
  const wrong = checked.email.trim() === '' || checked.email !== email ? undefined : emailProblem(checked.email);
  return (
    <Dialog
      opened
      title="Invite User"
      size="lg"
      dirty={sent === null && (email.trim() !== '' || draft.gIds.size > 0)}
      mayClose={!invite.isPending}
      onClose={onClose}
    >
      <form
        noValidate
        aria-label="Invite User"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label="Role"
            required
            data-autofocus
            data={[
              ...(type === null ? [{ value: '', label: 'Choose a role', disabled: true }] : []),
              ...rolesFor(viewer),
            ]}
            value={type ?? ''}
            onChange={(event) => change({ type: event.currentTarget.value as InvitedType })}
          />
          <TextInput
            ref={emailField}
            label="Email"
            type="email"
            required
            autoComplete="off"
            value={email}
            error={wrong}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          {type === 'Sponsor' && <SponsorField sponsors={sponsors} draft={draft} onChange={change} />}
          {mayChooseAdminRights(type) && (
            <Switch
              label="Admin rights"
              description="Manages the users and settings of these care groups."
              checked={draft.adminRights}
              onChange={(event) => change({ adminRights: event.currentTarget.checked })}
            />
          )}
          {type === 'Site User' && (
            <Checkbox
              label="Prescriber"
              description="Can be named in shipment requests and asked to sign their order forms."
              checked={draft.prescriber}
              onChange={(event) => change({ prescriber: event.currentTarget.checked })}
            />
          )}
          {groups.isError && groups.data === undefined ? (
            <Failed message="There was an issue loading care groups." onRetry={() => void groups.refetch()} />
          ) : groups.data === undefined ? (
            <Loading label="Loading care groups" />
          ) : (
            <GroupPicker
              groups={choices}
              chosen={new Set(groupsOf(draft, offered))}
              onChange={(gIds) => change({ gIds })}
              disabled={first !== undefined || type === 'Admin'}
              description={
                first
                  ? `Choose a ${first} first.`
                  : type === 'Sponsor'
                    ? aboutSponsor(sponsors.data?.find(({ spId }) => spId === sponsorId)?.sponsorName)
                    : aboutGroups(type, wantsConfiguredGroups(type ?? 'Other', viewer.modules))
              }
            />
          )}
          {sent !== null && <Notice tone="info">{sent}</Notice>}
          <DialogFooter
            refused={
              invite.isError &&
              !isSignedOut(invite.error) &&
              saidAs(invite.error, { of: 'The invitation was', done: 'sent', press: 'Invite' })
            }
            says={tooMany ?? (sent === null && missing.length > 0 ? `Still missing: ${missing.join(', ')}` : undefined)}
          >
            <DialogCancel disabled={invite.isPending}>{sent === null ? 'Cancel' : 'Close'}</DialogCancel>
            {sent === null ? (
              <SubmitButton busy={invite.isPending} ready={isReady}>
                Invite
              </SubmitButton>
            ) : (
              <Button onClick={another}>Invite another</Button>
            )}
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

function aboutGroups(type: InvitedType | null, isNarrowed: boolean): string | undefined {
  if (type === 'Admin') return 'An Admin is given all care groups.';
  return isNarrowed ? 'Only fully configured care groups are offered.' : undefined;
}

const aboutSponsor = (sponsor: string | undefined): string =>
  `${seesByType('Sponsor', sponsor)} Only fully configured care groups of ${sponsor ?? 'their sponsor'} are offered.`;

/** USR-15. */
function SponsorField(props: {
  sponsors: ReturnType<typeof useSponsors>;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { sponsors, draft, onChange } = props;
  if (sponsors.isError && !sponsors.data)
    return <Failed message={sentenceOf(sponsors.error)} onRetry={() => void sponsors.refetch()} />;
  const { sponsorId } = draft;
  return (
    <NativeSelect
      label="Sponsor"
      required
      data={[
        ...(sponsorId === null ? [{ value: '', label: 'Choose a sponsor', disabled: true }] : []),
        ...(sponsors.data ?? []).map(({ spId, sponsorName }) => ({ value: String(spId), label: sponsorName })),
      ]}
      value={sponsorId === null ? '' : String(sponsorId)}
      onChange={(event) => onChange({ sponsorId: Number(event.currentTarget.value) })}
    />
  );
}

/** USR-16: what was typed, once nothing was for a moment. */
function useLate<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), checkAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}
