import { listReportedPatientOutreach } from '@portal/contract/reports/clinic-endpoints.ts';
import type { OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { momentInFile } from '#kit/csv.ts';
import { Failed } from '#kit/States.tsx';
import { CsvButton } from './CsvButton.tsx';
import { PatientName } from './PatientName.tsx';
import { type ReportedPatientOutreach, rowsForFile } from './queries.ts';
import { RowsSection } from './RowsSection.tsx';
import { channelWords, fileOf, monthWords, oneOf } from './words.ts';

export function PatientOutreachRows(props: {
  month: string;
  channel?: OutreachChannel | undefined;
  onHide: () => void;
}) {
  const { month, channel, onHide } = props;
  const query = { month, ...(channel && { channel }) };
  const { data, isLoading, isError, refetch } = useQuery(read(listReportedPatientOutreach, { query }));
  const rows = data?.outreach ?? [];
  return (
    <RowsSection
      title={`${channel ? channelWords[channel] : 'Messages'} sent to patients in ${monthWords(month)}`}
      onHide={onHide}
      csv={
        <CsvButton
          of="this outreach to patients"
          file={fileOf('Outreach_To_Patients', month, channel && channelWords[channel])}
          disabled={rows.length === 0}
          rows={async () =>
            (await rowsForFile(listReportedPatientOutreach, { query: { ...query, file: true } })).outreach.map(csvRow)
          }
        />
      }
    >
      {isError && !data ? (
        <Failed message={listReportedPatientOutreach.failure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Outreach to patients of the number"
          storeKey="report-patient-outreach-rows"
          records={rows}
          columns={columns}
          idAccessor="key"
          loading={isLoading}
          empty="There is no such outreach that you can see."
          pageKey={`${month} ${channel ?? ''}`}
        />
      )}
    </RowsSection>
  );
}

const columns: Column<ReportedPatientOutreach>[] = [
  {
    accessor: 'patientName',
    title: 'Patient',
    card: 'head',
    sortable: true,
    render: ({ u_id, patientName }) => <PatientName uId={u_id} name={patientName} />,
  },
  { accessor: 'channel', title: 'Channel', card: 'side', render: ({ channel }) => oneOf[channel] },
  {
    accessor: 'sentAt',
    title: 'Sent',
    sortable: true,
    sortValue: ({ sentAt }) => sentAt.getTime(),
    noWrap: true,
    render: ({ sentAt }) => asClinicTime(sentAt),
  },
  { accessor: 'surveyName', title: 'Assessment', sortable: true },
  {
    accessor: 'answeredAt',
    title: 'Answered',
    sortable: true,
    sortValue: ({ answeredAt }) => answeredAt?.getTime() ?? 0,
    noWrap: true,
    render: ({ answeredAt }) => (answeredAt ? asClinicTime(answeredAt) : <span data-nothing>–</span>),
  },
  { accessor: 'sentBy', title: 'Sent by', sortable: true, render: ({ sentBy }) => sentBy || 'The portal' },
];

/** Patients by their numbers: names do not leave the portal in a file. */
const csvRow = (row: ReportedPatientOutreach) => ({
  'Patient Number': row.u_id,
  Channel: oneOf[row.channel],
  'Sent (UTC)': momentInFile(row.sentAt),
  Assessment: row.surveyName,
  'Answered (UTC)': momentInFile(row.answeredAt),
  'Sent By': row.sentBy || 'The portal',
});
