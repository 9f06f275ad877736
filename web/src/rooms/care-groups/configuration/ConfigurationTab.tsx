import { Button, Stack } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { StayQuestion } from '#kit/StayQuestion.tsx';
import { CopyGroup } from '../tree/CopyGroup.tsx';
import { EditGroup } from '../tree/EditGroup.tsx';

const Configuration = lazyDialog(() => import('./Configuration.tsx'), 'Configuration');

/** A group's names and description, and copies to below it; with module TrialCard what a trial or a site is configured with. */
export function ConfigurationTab(props: {
  group: CareGroup;
  groups: readonly CareGroup[];
  isOfTrials: boolean;
  onRemoved: () => void;
}) {
  const { group, groups, isOfTrials, onRemoved } = props;
  const [open, setOpen] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <Stack gap="lg" maw={640}>
      <EditGroup group={group} onChanged={() => undefined} onRemoved={onRemoved} onDirty={setDirty} />
      <StayQuestion dirty={dirty} away="page" />
      {isOfTrials && group.type !== 'careGroup' && (
        <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
          Group configuration
        </Button>
      )}
      <CopyGroup target={group} groups={groups} />
      {open && <Configuration group={group} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
