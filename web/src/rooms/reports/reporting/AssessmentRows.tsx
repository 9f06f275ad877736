import { listReportedAssessments } from '@portal/contract/reports/clinic-endpoints.ts';
import type { AssessmentState } from '@portal/contract/reports/reporting-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { momentInFile } from '#kit/csv.ts';
import { Failed } from '#kit/States.tsx';
import { CsvButton } from './CsvButton.tsx';
import { PatientName } from './PatientName.tsx';
import { type ReportedAssessment, rowsForFile } from './queries.ts';
import { RowsSection } from './RowsSection.tsx';
import { fileOf, quarterWords, stateWords } from './words.ts';

/** The assessments that a number counts. */
export function AssessmentRows(props: {
  quarter: string;
  state?: AssessmentState | undefined;
  flagged: boolean;
  onHide: () => void;
}) {
  const { quarter, state, flagged, onHide } = props;
  const query = { quarter, ...(state && { state }), ...(flagged && { flagged }) };
  const { data, isLoading, isError, refetch } = useQuery(read(listReportedAssessments, { query }));
  const rows = data?.assessments ?? [];
  const which = state ? stateWords[state] : flagged ? 'With flags' : undefined;
  return (
    <RowsSection
      title={`Assessments that began in ${quarterWords(quarter)}${which ? `: ${which}` : ''}`}
      onHide={onHide}
      csv={
        <CsvButton
          of="these assessments"
          file={fileOf('Assessments', quarter, which)}
          disabled={rows.length === 0}
          rows={async () =>
            (await rowsForFile(listReportedAssessments, { query: { ...query, file: true } })).assessments.map(csvRow)
          }
        />
      }
    >
      {isError && !data ? (
        <Failed message={listReportedAssessments.failure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Assessments of the number"
          storeKey="report-assessment-rows"
          records={rows}
          columns={columns}
          idAccessor="surveyEventId"
          loading={isLoading}
          empty="There are no such assessments that you can see."
          pageKey={`${quarter} ${state ?? ''} ${flagged}`}
        />
      )}
    </RowsSection>
  );
}

const columns: Column<ReportedAssessment>[] = [
  {
    accessor: 'patientName',
    title: 'Patient',
    card: 'head',
    sortable: true,
    render: ({ u_id, patientName }) => <PatientName uId={u_id} name={patientName} />,
  },
  { accessor: 'state', title: 'State', card: 'side', render: ({ state }) => stateWords[state] },
  { accessor: 'surveyName', title: 'Assessment', sortable: true },
  {
    accessor: 'beganAt',
    title: 'Began',
    sortable: true,
    sortValue: ({ beganAt }) => beganAt.getTime(),
    noWrap: true,
    render: ({ beganAt }) => asClinicTime(beganAt),
  },
  {
    accessor: 'answeredAt',
    title: 'Answered',
    sortable: true,
    sortValue: ({ answeredAt }) => answeredAt?.getTime() ?? 0,
    noWrap: true,
    render: ({ answeredAt }) => (answeredAt ? asClinicTime(answeredAt) : <span data-nothing>–</span>),
  },
  { accessor: 'flagged', title: 'Flags', textAlign: 'right', sortable: true },
];

/** Patients by their numbers: names do not leave the portal in a file. */
const csvRow = (row: ReportedAssessment) => ({
  'Patient Number': row.u_id,
  Assessment: row.surveyName,
  State: stateWords[row.state],
  'Began (UTC)': momentInFile(row.beganAt),
  'Due (UTC)': momentInFile(row.dueAt),
  'Answered (UTC)': momentInFile(row.answeredAt),
  Flags: row.flagged,
});
