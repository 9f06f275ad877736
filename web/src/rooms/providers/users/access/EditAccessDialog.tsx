import { Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { messages, seesByGroups, startsListed, wantsConfiguredGroups } from '@portal/contract/providers/user-rules.ts';
import { useMemo, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { CallFailure, isEmptyList } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { inPortions } from '#shared/in-portions.ts';
import { GroupPicker } from '../GroupPicker.tsx';
import classes from '../GroupPicker.module.css';
import {
  useAddGroups,
  useGroups,
  useGroupsFor,
  useGroupsOfUser,
  useRemoveGroups,
  useShowInGroups,
  useSponsorOf,
} from '../queries.ts';
import { nameOf, seesByType, userState } from '../words.ts';
import { type Theirs, useEditedGroups } from './edited-groups.ts';
import { type Difference, differenceOf, type Given, isDifferent } from './difference.ts';
import { isSignedOut, refusalOf } from './refusal.ts';
import { StoppedInvitations } from './StoppedInvitations.tsx';

const sentences = {
  load: 'There was an issue loading care groups.',
  add: 'There was a problem adding care groups.',
  remove: 'There was a problem removing care groups.',
  show: 'There was a problem changing care groups.',
  duplicated: 'Care groups are duplicated.',
};

const none: readonly { gId: number; public: boolean }[] = [];

/** The care groups of somebody (USR-23 to USR-25, CER-47 to CER-49). */
export function EditAccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { modules } = useViewer();
  const mine = useGroupsOfUser(user.cpID);
  const all = useGroups();
  const offered = useGroupsFor(user.type);
  const sponsor = useSponsorOf(user);
  // CLN-09.
  const has = isEmptyList(mine.error) ? none : mine.data;
  const stored: Given | undefined = useMemo(
    () => has && new Map(has.map((one) => [one.gId, one.public] as const)),
    [has],
  );
  const { before, chosen, theirs, choose, show } = useEditedGroups(stored, startsListed(user.type));
  const difference = differenceOf(before, chosen);
  const { save, refused, isSaving, unsay } = useSaving(user);
  const [isWarned, setWarned] = useState(false);
  const isWithout = chosen.size === 0 && seesByGroups(user.type);
  const isFailed = [mine, all, offered].some((one) => one.isError && one.data === undefined && !(one === mine && has));
  const isLoaded = has && all.data && offered.data && !sponsor.isLoading;
  const choices = useMemo(
    () => withOwn(ofSponsor(offered.data ?? [], sponsor.data), all.data ?? [], before),
    [offered.data, sponsor.data, all.data, before],
  );
  const changed = () => {
    setWarned(false);
    unsay();
  };
  const submit = async () => {
    // OPC-90 refuses to save with none; once it is known what that means, it may be.
    if (isWithout && !isWarned) return setWarned(true);
    if (await save(difference)) return onClose();
    // A part of it may be done, or somebody else may have done it.
    await mine.refetch();
  };
  return (
    <Dialog opened title="Edit Access" size="lg" dirty={isDifferent(difference)} mayClose={!isSaving} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLoaded && isDifferent(difference) && !isSaving) void submit();
        }}
      >
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {nameOf(user)} · {user.type}
          </Text>
          {isFailed && (
            <Failed
              message={sentences.load}
              onRetry={() => {
                for (const one of [mine, all, offered]) if (one.isError) void one.refetch();
              }}
            />
          )}
          {!isFailed && !isLoaded && <Loading label="Loading care groups" />}
          {!isFailed && isLoaded && (
            <>
              {theirs.length > 0 && (
                <ChangedNotice what="person’s access" differences={[]} others={theirsSaid(theirs, all.data)} />
              )}
              {isWithout && <Notice tone="warning">{messages.noGroups}</Notice>}
              {difference.remove.length > 0 && invitesByGroups(user) && (
                <StoppedInvitations
                  user={user}
                  says={() =>
                    `Invitations that they sent into ${difference.remove.length === 1 ? 'it' : 'them'} stop working.`
                  }
                />
              )}
              <GroupPicker
                isFirst
                groups={choices}
                chosen={new Set(chosen.keys())}
                onChange={(ids) => {
                  choose(ids);
                  changed();
                }}
                description={
                  [
                    seesByType(user.type, sponsor.data),
                    wantsConfiguredGroups(user.type, modules) && 'Only fully configured care groups can be added.',
                  ]
                    .filter(Boolean)
                    .join(' ') || undefined
                }
                beside={(group) => (
                  <Public
                    group={group}
                    isPublic={chosen.get(group.gId) === true}
                    onChange={(isPublic) => {
                      show(group.gId, isPublic);
                      changed();
                    }}
                  />
                )}
              />
            </>
          )}
          <DialogFooter
            refused={refused}
            says={isWarned ? 'Save again to leave this person without access.' : undefined}
          >
            <DialogCancel disabled={isSaving} />
            <SubmitButton
              busy={isSaving}
              ready={Boolean(isLoaded) && isDifferent(difference)}
              color={isWarned ? 'red.8' : undefined}
            >
              {isWarned ? 'Save without care groups' : 'Save'}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What they sent into a group works as long as they have it. */
const invitesByGroups = (user: User): boolean =>
  user.adminRights && userState(user) === 'active' && seesByGroups(user.type);

/** A Sponsor is not given what belongs to another one; names of sponsors are unique in a company. */
const ofSponsor = (groups: readonly CareGroup[], sponsor: string | null | undefined): readonly CareGroup[] =>
  sponsor ? groups.filter(({ sponsorName }) => sponsorName === null || sponsorName === sponsor) : groups;

const said: Record<Theirs['what'], (group: string) => string> = {
  added: (group) => `${group} was added.`,
  removed: (group) => `${group} was taken away.`,
  shown: (group) => `The person is now shown to patients of ${group}.`,
  hidden: (group) => `The person is no longer shown to patients of ${group}.`,
};
const theirsSaid = (theirs: readonly Theirs[], groups: readonly CareGroup[]): string[] =>
  theirs.map(({ gId, what }) =>
    said[what](groups.find((group) => group.gId === gId)?.displayName ?? 'Another care group'),
  );

/** What is offered, and what the person has already, with what that stands below. */
function withOwn(offered: readonly CareGroup[], all: readonly CareGroup[], own: Given): CareGroup[] {
  const ids = new Set([...offered.map(({ gId }) => gId), ...own.keys()]);
  return [...offered, ...all.filter(({ gId }) => ids.has(gId) && !offered.some((one) => one.gId === gId))];
}

/** OPC-86: whether patients can see the person in this group. */
function Public(props: { group: CareGroup; isPublic: boolean; onChange: (isPublic: boolean) => void }) {
  const { group, isPublic, onChange } = props;
  return (
    <label className={classes.public}>
      <input
        type="checkbox"
        aria-label={`Shown to patients of ${group.displayName}`}
        checked={isPublic}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Shown to patients
    </label>
  );
}

/** Sends a difference; groups are added before others go, so that nobody is without any in between. */
function useSaving(user: User) {
  const { companyId } = useViewer();
  const [adding, removing, showing] = [useAddGroups(), useRemoveGroups(), useShowInGroups()];
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isSaving, setSaving] = useState(false);
  const cpId = user.cpID;
  const add = async (groups: Difference['add']) => {
    for (const groupsToAdd of inPortions(groups))
      await adding.mutateAsync({ body: { cp_id: cpId, companyId, groupsToAdd } });
  };
  const remove = async (ids: readonly number[]) => {
    for (const g_id of inPortions(ids))
      await removing.mutateAsync({ query: { company_id: companyId, cp_id: cpId, g_id } });
  };
  const show = async (groups: Difference['show']) => {
    for (const groupsToShow of inPortions(groups))
      await showing.mutateAsync({ body: { cp_id: cpId, companyId, groupsToShow } });
  };
  const save = async (difference: Difference): Promise<boolean> => {
    let title = sentences.add;
    setSaving(true);
    setRefused(null);
    try {
      await add(difference.add);
      title = sentences.remove;
      await remove(difference.remove);
      title = sentences.show;
      await show(difference.show);
      toastSuccess(`Access of ${nameOf(user)} is saved.`);
      return true;
    } catch (failure) {
      // USR-25: whatever a 500 says when groups are added.
      const isDuplicate = title === sentences.add && failure instanceof CallFailure && failure.status === 500;
      if (!isSignedOut(failure))
        setRefused(isDuplicate ? { text: sentences.duplicated } : refusalOf(title, failure, 'Save'));
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, refused, isSaving, unsay: () => setRefused(null) };
}
