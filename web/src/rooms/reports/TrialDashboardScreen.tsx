import { Group, Stack } from '@mantine/core';
import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { isSite } from '@portal/contract/reports/rules.ts';
import type { ReactNode } from 'react';
import { useChosenGroup } from '#shared/chosen-group.ts';
import { SitePicker } from '#shared/SitePicker.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { Enrollment } from './Enrollment.tsx';
import { NumberCards } from './NumberCards.tsx';
import { useFreshNumbers, useTrials } from './queries.ts';
import { Reports } from './Reports.tsx';

/** The numbers and reports of a trial or of one of its sites (DSH-01 to DSH-12). */
export function TrialDashboardScreen(props: {
  /** The trial or site of the address bar. */
  groupId: number | null;
  onGroup: (gId: number) => void;
  /** What stands above the numbers, or in their place. */
  above?: (gId: number | null) => ReactNode;
  inPlace?: boolean;
  /** What stands at the end, once a trial or a site is chosen. */
  below?: (gId: number) => ReactNode;
}) {
  const { groupId, onGroup, above, inPlace = false, below } = props;
  const trials = useTrials();
  useFreshNumbers();
  const groups = trials.data?.groups ?? [];
  const alone = groups.filter((one) => !isSite(one));
  const [group, pick] = useChosenGroup('trial', groups, groupId, onGroup, alone);
  const gId = group?.gId ?? null;
  const sites = groups.filter(({ parentId }) => parentId === gId && gId !== null);
  return (
    <Stack gap="md">
      {trials.isError && !trials.data ? (
        <Failed message={listTrials.failure} onRetry={() => void trials.refetch()} />
      ) : (
        <Group>
          <SitePicker
            label="Trial"
            placeholder="Choose trial"
            sites={groups.map(indented)}
            value={gId}
            onChange={pick}
            loading={trials.isLoading}
          />
        </Group>
      )}
      {trials.data && groups.length === 0 && <Empty message="There are no trials yet." />}
      {above?.(gId)}
      {!inPlace && (
        <>
          <NumberCards gId={gId} siteCount={sites.length} />
          <Enrollment gId={gId} />
          <Reports group={group} />
        </>
      )}
      {gId !== null && below?.(gId)}
    </Stack>
  );
}

/** A site stands below its trial. The space is one that a browser keeps. */
const indented = (group: CareGroup) => ({
  gId: group.gId,
  displayName: isSite(group) ? `\u2003${group.displayName}` : group.displayName,
});
