import { Box, Group, Stack } from '@mantine/core';
import { countOutreach } from '@portal/contract/reports/reporting-endpoints.ts';
import { outreachChannels } from '@portal/contract/reports/reporting-rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { CsvButton } from './CsvButton.tsx';
import { LazyChart } from './LazyChart.tsx';
import { NumberLink } from './NumberLink.tsx';
import { OutreachRows } from './OutreachRows.tsx';
import { type OutreachMonth, useOutreachNumbers } from './queries.ts';
import type { ShownRows } from './shown-rows.ts';
import { channelWords, monthWords } from './words.ts';

/** OPC-98: mails and texts that were sent to participants. */
export function Outreach({ shown, onHide }: { shown: ShownRows | null; onHide: () => void }) {
  const { data, isLoading, refetch } = useOutreachNumbers();
  return (
    <Section title="Outreach" hint="cards sent to participants, by channel and month (UTC)">
      <Box p="md">
        {isLoading ? (
          <Loading label="Loading outreach" />
        ) : data ? (
          <OutreachNumbers
            months={data.months}
            rows="outreach"
            of="outreach"
            file="Outreach_By_Month"
            empty="Nothing was sent to participants in the last twelve months."
          />
        ) : (
          <Failed message={countOutreach.failure} onRetry={() => void refetch()} />
        )}
        {shown?.rows === 'outreach' && <OutreachRows month={shown.month} channel={shown.channel} onHide={onHide} />}
      </Box>
    </Section>
  );
}

const columnsOf = (rows: Kind, of: string): Column<OutreachMonth>[] => [
  {
    accessor: 'month',
    title: 'Month',
    card: 'head',
    sortable: true,
    noWrap: true,
    render: ({ month }) => monthWords(month),
  },
  ...outreachChannels.map(
    (channel): Column<OutreachMonth> => ({
      accessor: channel,
      title: channelWords[channel],
      textAlign: 'right',
      render: (row) => (
        <NumberLink
          count={row[channel]}
          of={`${of === 'outreach' ? '' : `${of}, `}${channelWords[channel].toLowerCase()} in ${monthWords(row.month)}`}
          to={{ rows, month: row.month, channel }}
        />
      ),
    }),
  ),
];

type Kind = 'outreach' | 'patient-outreach';

/** The months of one kind of outreach, as chart and table. */
export function OutreachNumbers(props: {
  months: readonly OutreachMonth[];
  rows: Kind;
  /** In small letters, for the names of what is shown. */
  of: string;
  file: string;
  empty: string;
}) {
  const { months, rows, of, file, empty } = props;
  if (months.every(({ email, sms }) => email + sms === 0)) return <Empty message={empty} />;
  const named = `${of.charAt(0).toUpperCase()}${of.slice(1)}`;
  return (
    <Stack gap="md">
      <LazyChart
        label={`${named} chart`}
        data={months.map(({ month, email, sms }) => ({ label: monthWords(month), email, sms }))}
        series={[
          { name: 'sms', label: channelWords.sms, color: 'brand.6' },
          { name: 'email', label: channelWords.email, color: 'orange.6' },
        ]}
      />
      <Group justify="flex-end">
        <CsvButton
          of={`${of} by month`}
          file={file}
          rows={() => months.map(({ month, email, sms }) => ({ Month: month, Emails: email, Texts: sms }))}
        />
      </Group>
      <AppTable
        label={`${named} by month`}
        storeKey={`report-${rows}`}
        records={months}
        columns={columnsOf(rows, of)}
        idAccessor="month"
        order={{ accessor: 'month', down: true }}
        empty=""
      />
    </Stack>
  );
}
