import { Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { readCalendar } from '@portal/contract/schedules/endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { useChangeSearch } from '#shared/page-search.ts';
import { ManagementScreen } from '#rooms/care-groups/ManagementScreen.tsx';
import { readShown, shownAsSearch } from '#rooms/care-groups/selection.ts';

const TrialSetUp = lazyPart(
  () => import('./TrialSetUp.tsx'),
  'TrialSetUp',
  <Loading label="Loading what this trial needs" />,
);
const DocumentsTab = lazyPart(
  () => import('#rooms/workflows/DocumentsTab.tsx'),
  'DocumentsTab',
  <Loading label="Loading documents" />,
);

const AssessmentsTab = lazyPart(
  () => import('#rooms/workflows/AssessmentsTab.tsx'),
  'AssessmentsTab',
  <Loading label="Loading assessments" />,
);
const ComingInGroup = lazyPart(() => import('#rooms/schedules/ComingAssessments.tsx'), 'ComingInGroup');
const WorkflowFacts = lazyPart(() => import('#rooms/workflows/WorkflowFacts.tsx'), 'WorkflowFacts');

/** `/management/care-groups`: the group that the address names, and which of its tabs. */
export default function CareGroups() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const changeSearch = useChangeSearch();
  const viewer = useViewer();
  return (
    <ManagementScreen
      shown={readShown(search)}
      onShow={(shown) => changeSearch(shownAsSearch(shown), { whole: true })}
      factsOf={({ gId }) => <WorkflowFacts key={gId} gId={gId} />}
      assessmentsOf={({ gId }) => (
        <Stack gap="xl" key={gId}>
          <AssessmentsTab gId={gId} />
          {meets(readCalendar.access, viewer) && <ComingInGroup gId={gId} />}
        </Stack>
      )}
      documentsOf={({ gId }) => <DocumentsTab key={gId} gId={gId} />}
      setUpOf={(trial, groups) => <TrialSetUp trial={trial} groups={groups} />}
    />
  );
}
