import { Anchor } from '@mantine/core';
import { listReportedOutreach } from '@portal/contract/reports/reporting-endpoints.ts';
import type { OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { momentInFile } from '#kit/csv.ts';
import { Failed } from '#kit/States.tsx';
import { asMoment } from '#kit/today.ts';
import { ListLink } from '#shared/ListLink.tsx';
import { CsvButton } from './CsvButton.tsx';
import { type ReportedOutreach, rowsForFile } from './queries.ts';
import { RowsSection } from './RowsSection.tsx';
import { channelWords, fileOf, monthWords, oneOf } from './words.ts';

/** What was sent, to participants by their numbers. */
export function OutreachRows(props: { month: string; channel?: OutreachChannel | undefined; onHide: () => void }) {
  const { month, channel, onHide } = props;
  const query = { month, ...(channel && { channel }) };
  const { data, isLoading, isError, refetch } = useQuery(read(listReportedOutreach, { query }));
  const rows = data?.outreach ?? [];
  return (
    <RowsSection
      title={`${channel ? channelWords[channel] : 'Outreach'} sent in ${monthWords(month)}`}
      onHide={onHide}
      csv={
        <CsvButton
          of="this outreach"
          file={fileOf('Outreach', month, channel && channelWords[channel])}
          disabled={rows.length === 0}
          rows={async () =>
            (await rowsForFile(listReportedOutreach, { query: { ...query, file: true } })).outreach.map(csvRow)
          }
        />
      }
    >
      {isError && !data ? (
        <Failed message={listReportedOutreach.failure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Outreach of the number"
          storeKey="report-outreach-rows"
          records={rows}
          columns={columns}
          idAccessor="outreachId"
          loading={isLoading}
          empty="There is no such outreach that you can see."
          pageKey={`${month} ${channel ?? ''}`}
        />
      )}
    </RowsSection>
  );
}

const columns: Column<ReportedOutreach>[] = [
  {
    accessor: 'subjectNumber',
    title: 'Participant',
    card: 'head',
    sortable: true,
    render: ({ subjectNumber, gId }) => (
      <Anchor component={ListLink} to="/participants" search={{ site: gId }} sought={subjectNumber}>
        {subjectNumber}
      </Anchor>
    ),
  },
  { accessor: 'channel', title: 'Channel', card: 'side', render: ({ channel }) => oneOf[channel] },
  {
    accessor: 'sentAt',
    title: 'Sent',
    sortable: true,
    sortValue: ({ sentAt }) => sentAt.getTime(),
    noWrap: true,
    render: ({ sentAt }) => asMoment(sentAt),
  },
  { accessor: 'siteName', title: 'Site', sortable: true },
  { accessor: 'trialName', title: 'Trial', sortable: true },
  { accessor: 'sentBy', title: 'Sent by', sortable: true },
];

/** OPN-59: the same for everybody. */
const csvRow = (row: ReportedOutreach) => ({
  'Subject Number': row.subjectNumber,
  Channel: oneOf[row.channel],
  'Sent (UTC)': momentInFile(row.sentAt),
  Site: row.siteName,
  Trial: row.trialName,
  'Sent By': row.sentBy,
});
