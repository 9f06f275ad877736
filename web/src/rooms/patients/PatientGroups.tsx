import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { listPatientGroups } from '@portal/contract/patients/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { hasRootAccess, shownBirthDate } from '@portal/contract/patients/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { distinctNames } from '#shared/site-names.ts';
import { useAddToGroup, useAskedBy, useRemoveFromGroup } from './queries.ts';
import { seenAfter } from './steps.ts';
import { WaitingNotice } from './WaitingNotice.tsx';

type Joined = Ours<typeof listPatientGroups.reply>['groups'][number];

/** The care groups that a patient is in, and those they can be added to (PCG-11 to PCG-13). */
export function PatientGroups(props: {
  uId: number;
  name: string;
  /** Undefined until it is known. */
  dob: string | undefined;
  own: readonly Joined[];
  groups: readonly CareGroup[];
  /** Whoever is deactivated joins none. */
  mayJoin: boolean;
}) {
  const { uId, name, dob, own, groups, mayJoin } = props;
  const hasRoot = hasRootAccess(useViewer());
  const remove = useRemoveFromGroup();
  const [leaving, setLeaving] = useState<Joined | null>(null);
  const leave = () => {
    if (!leaving) return;
    remove.mutate(
      { query: { u_id: uId, g_id: leaving.gId } },
      {
        onSuccess: () => toastSuccess(`${name} was removed from ${leaving.displayName}.`),
        onSettled: () => setLeaving(null),
      },
    );
  };
  return (
    <Stack gap="xs" component="section" aria-label="Care groups">
      <Title order={4}>Care groups</Title>
      {own.length === 0 && <Text c="gray.7">In no care group.</Text>}
      {own.map((group) => (
        <Group key={group.gId} justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{group.displayName}</Text>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Remove from ${group.displayName}`}
            onClick={() => setLeaving(group)}
          >
            Remove
          </Button>
        </Group>
      ))}
      {mayJoin && <Join uId={uId} name={name} own={own} groups={groups} />}
      <ConfirmDialog
        opened={leaving !== null}
        title={`Remove from ${leaving?.displayName ?? ''}?`}
        confirm="Remove"
        cancel="Close"
        danger
        busy={remove.isPending}
        onConfirm={leave}
        onClose={() => setLeaving(null)}
      >
        <Stack gap="sm">
          <span>
            People who see {name}
            {dob && `, born ${shownBirthDate(dob)},`} by this care group alone no longer do.
          </span>
          {leaving && <AskedNotice uId={uId} gId={leaving.gId} />}
          {own.length === 1 && (
            <WaitingNotice uId={uId} seenBy={hasRoot ? seenAfter.deactivate : 'you no longer see'} />
          )}
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}

/** What ends with the membership, and is not brought back by another one. */
function AskedNotice({ uId, gId }: { uId: number; gId: number }) {
  const open = useAskedBy(gId, uId);
  if (open === 'loading' || open === 'nothing') return null;
  const ends =
    open === null
      ? 'may ask them ends, and so do open assessments'
      : open === 0
        ? 'asks them ends'
        : `asks them ends, and with it ${open} open ${open === 1 ? 'assessment' : 'assessments'}`;
  return <span>What this care group {ends}. If they are added again, it begins anew.</span>;
}

function Join({ uId, name, own, groups }: Omit<Parameters<typeof PatientGroups>[0], 'mayJoin' | 'dob'>) {
  const add = useAddToGroup();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const nameOf = distinctNames(groups, groups, 'displayName');
  const open = groups.filter(({ gId }) => !own.some((one) => one.gId === gId));
  const join = () => {
    const group = open.find(({ gId }) => String(gId) === chosen);
    if (!group) return setProblem('Please select a care group');
    add.mutate(
      { body: { u_id: uId, g_id: group.gId } },
      {
        onSuccess: () => {
          toastSuccess(`${name} was added to ${group.displayName}.`);
          setChosen(null);
        },
      },
    );
  };
  return (
    <Group align="flex-start" gap="xs">
      <Select
        label="Add to care group"
        placeholder="Choose care group"
        data={open.map((group) => ({ value: String(group.gId), label: nameOf(group) }))}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setProblem(null);
        }}
        error={problem && <span role="alert">{problem}</span>}
        searchable
        limit={50}
        nothingFoundMessage="No care groups found."
        flex="1 1 12rem"
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Group mt={24}>
        <SubmitButton busy={add.isPending} onPress={join}>
          Add
        </SubmitButton>
      </Group>
    </Group>
  );
}
