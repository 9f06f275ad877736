import { Anchor } from '@mantine/core';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { useHistory } from './queries.ts';

/** What a patient has answered (SCH-13 to SCH-15, OPC-42). */
export function AssessmentHistory(props: {
  uId: number;
  /** Leads to the answers; absent for whom there is no such page. */
  onOpen: ((response: { surveyEventId: number; sId: number }) => void) | undefined;
}) {
  const { uId, onOpen } = props;
  const { data, isLoading } = useHistory(uId);
  return (
    <AppTable
      label="Assessment History"
      storeKey="patient:responses"
      pageKey={String(uId)}
      records={data ?? []}
      loading={isLoading}
      idAccessor="responseId"
      empty="No assessment is answered yet"
      columns={[
        {
          accessor: 'surveyName',
          title: 'Assessment',
          card: 'head',
          render: (one) =>
            onOpen ? (
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                ta="left"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => onOpen(one)}
              >
                {one.surveyName}
              </Anchor>
            ) : (
              one.surveyName
            ),
        },
        { accessor: 'surveyTime', title: 'Received', noWrap: true, render: (one) => asClinicTime(one.surveyTime) },
        {
          accessor: 'timeCompleted',
          title: 'Completed',
          noWrap: true,
          render: (one) => asClinicTime(one.timeCompleted),
        },
        {
          accessor: 'reviewedBy',
          title: 'Reviewed By',
          render: ({ reviewedBy }) => reviewedBy || <DotAndWord colour="yellow">Pending Review</DotAndWord>,
        },
      ]}
    />
  );
}
