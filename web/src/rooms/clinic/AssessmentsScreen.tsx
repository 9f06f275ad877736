import { Button, Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { listSurveysOfProvider } from '@portal/contract/assessments/endpoints.ts';
import { exportResponses } from '@portal/contract/responses/endpoints.ts';
import { useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { isFound } from '#shared/list-search.ts';
import { ClearButton, ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { useAssessments } from './queries.ts';

const ExportResponses = lazyDialog(() => import('./ExportResponses.tsx'), 'ExportResponses');

/** The assessments of the company, and their responses as files (ASL-01 to ASL-04). */
export function AssessmentsScreen() {
  const viewer = useViewer();
  if (!meets(listSurveysOfProvider.access, viewer)) return <Empty message="Your role does not see assessments." />;
  return <Assessments />;
}

function Assessments() {
  const viewer = useViewer();
  const { data, error, isLoading, refetch } = useAssessments(viewer.cpId);
  const [exported, setExported] = useState<{ sId: number; surveyName: string } | null>(null);
  const list = useNarrowedList(data ?? [], ({ surveyName }, text) => isFound(text, [surveyName]));
  // CLN-09: nothing is there where the answer is that there is nothing.
  if (error && !data && !isEmptyList(error))
    return <Failed message="There was a problem fetching assessments." onRetry={() => void refetch()} />;
  const mayExport = meets(exportResponses.access, viewer);
  return (
    <Stack gap="md">
      <ListToolbar list={list} things="assessments" placeholder="Search by name" maxLength={200} />
      <AppTable
        label="Assessments"
        storeKey="clinic:assessments"
        pageKey={list.words}
        records={list.found}
        loading={isLoading}
        idAccessor="sId"
        empty={list.isNarrowed ? `No assessment matches ${list.words}.` : 'There are no assessments yet.'}
        emptyAction={list.isNarrowed && <ClearButton onClear={list.clear} inList />}
        columns={[
          { accessor: 'surveyName', title: 'Assessment', card: 'head', sortable: true },
          {
            accessor: 'timeCreated',
            title: 'Time Created',
            noWrap: true,
            sortable: true,
            sortValue: ({ timeCreated }) => timeCreated.getTime(),
            render: ({ timeCreated }) => asClinicTime(timeCreated),
          },
          {
            accessor: 'action',
            title: 'Action',
            textAlign: 'right',
            card: 'side',
            screenOnly: true,
            render: (one) =>
              mayExport && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Export Responses, ${one.surveyName}`}
                  onClick={() => setExported(one)}
                >
                  Export Responses
                </Button>
              ),
          },
        ]}
      />
      {exported && <ExportResponses of={exported} onClose={() => setExported(null)} />}
    </Stack>
  );
}
