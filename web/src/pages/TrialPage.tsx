import { Anchor, Group, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { useHeldGroup } from '#rooms/care-groups/held-group.ts';
import { useGroups } from '#rooms/care-groups/queries.ts';
import { CompleteCopy } from '#shared/CompleteCopy.tsx';
import { TrialSetUp } from './TrialSetUp.tsx';

/** `/settings/caregroup-management?trial=`: one trial, and what it still needs. */
export function TrialPage({ trialId, onBack }: { trialId: number; onBack: () => void }) {
  const groups = useGroups();
  const [isAt, setAt] = useState(false);
  const group = useHeldGroup(groups.data, trialId, isAt);
  const trial = group?.type === 'clinicalTrial' ? group : undefined;
  return (
    <Stack gap="md">
      <Anchor component="button" type="button" size="sm" onClick={onBack} style={{ alignSelf: 'flex-start' }}>
        <IconArrowLeft size={16} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 4 }} />
        All care groups
      </Anchor>
      {groups.isError && !groups.data ? (
        <Failed message={sentenceOf(groups.error)} onRetry={() => void groups.refetch()} />
      ) : !groups.data ? (
        <Loading label="Loading the trial" />
      ) : trial ? (
        <>
          <Group justify="space-between" gap="sm">
            <Title order={2}>{trial.displayName}</Title>
            <CompleteCopy of={trial} />
          </Group>
          <TrialSetUp trial={trial} groups={groups.data} onAt={setAt} />
        </>
      ) : (
        <Empty message="This trial was not found." />
      )}
    </Stack>
  );
}
