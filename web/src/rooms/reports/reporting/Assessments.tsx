import { Box, Group, Stack } from '@mantine/core';
import { countAssessments } from '@portal/contract/reports/clinic-endpoints.ts';
import { assessmentStates } from '@portal/contract/reports/reporting-rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { AssessmentRows } from './AssessmentRows.tsx';
import { CsvButton } from './CsvButton.tsx';
import { LazyChart } from './LazyChart.tsx';
import { NumberLink } from './NumberLink.tsx';
import { type AssessmentQuarter, useAssessmentNumbers } from './queries.ts';
import type { ShownRows } from './shown-rows.ts';
import { quarterWords, stateWords } from './words.ts';

/** OPC-98: assessments by the quarter in which they began. */
export function Assessments({ shown, onHide }: { shown: ShownRows | null; onHide: () => void }) {
  const { data, isLoading, refetch } = useAssessmentNumbers();
  return (
    <Section title="Assessments" hint="by the quarter in which they began (UTC)">
      <Box p="md">
        {isLoading ? (
          <Loading label="Loading assessments" />
        ) : data ? (
          <Numbers quarters={data.quarters} />
        ) : (
          <Failed message={countAssessments.failure} onRetry={() => void refetch()} />
        )}
        {shown?.rows === 'assessments' && (
          <AssessmentRows
            quarter={shown.quarter}
            state={shown.state}
            flagged={shown.flagged === 'yes'}
            onHide={onHide}
          />
        )}
      </Box>
    </Section>
  );
}

const allOf = ({ open, answered, ended }: AssessmentQuarter) => open + answered + ended;
const colours = { answered: 'green.7', open: 'brand.6', ended: 'gray.5' } as const;
/** Of those that are over or past their time: what is still open and not due may yet be answered in time. */
const answeredPart = ({ answered, ended, overdue }: AssessmentQuarter) => {
  const all = answered + ended + overdue;
  if (all === 0) return null;
  // All or nothing is said of nothing else: 399 of 400 are not 100%.
  if (answered === 0 || answered === all) return answered === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * answered) / all)));
};

const columns: Column<AssessmentQuarter>[] = [
  {
    accessor: 'quarter',
    title: 'Quarter',
    card: 'head',
    sortable: true,
    noWrap: true,
    render: ({ quarter }) => quarterWords(quarter),
  },
  {
    accessor: 'all',
    title: 'Began',
    textAlign: 'right',
    render: (row) => (
      <NumberLink
        count={allOf(row)}
        of={`assessments began in ${quarterWords(row.quarter)}`}
        to={{ rows: 'assessments', quarter: row.quarter }}
      />
    ),
  },
  ...assessmentStates.map(
    (state): Column<AssessmentQuarter> => ({
      accessor: state,
      title: stateWords[state],
      textAlign: 'right',
      render: (row) => (
        <NumberLink
          count={row[state]}
          of={`assessments of ${quarterWords(row.quarter)}: ${stateWords[state].toLowerCase()}`}
          to={{ rows: 'assessments', quarter: row.quarter, state }}
        />
      ),
    }),
  ),
  {
    accessor: 'flagged',
    title: 'With flags',
    textAlign: 'right',
    render: (row) => (
      <NumberLink
        count={row.flagged}
        of={`assessments of ${quarterWords(row.quarter)} with flags`}
        to={{ rows: 'assessments', quarter: row.quarter, flagged: 'yes' }}
      />
    ),
  },
  {
    accessor: 'part',
    title: 'Answered, of those ended or overdue',
    textAlign: 'right',
    render: (row) => {
      const part = answeredPart(row);
      return part === null ? <span data-nothing>–</span> : `${part}%`;
    },
  },
];

function Numbers({ quarters }: { quarters: readonly AssessmentQuarter[] }) {
  if (quarters.every((row) => allOf(row) === 0))
    return <Empty message="No assessments began in the last eight quarters." />;
  return (
    <Stack gap="md">
      <LazyChart
        label="Assessments chart"
        data={quarters.map(({ quarter, ...counts }) => ({ label: quarterWords(quarter), ...counts }))}
        series={assessmentStates.map((state) => ({ name: state, label: stateWords[state], color: colours[state] }))}
        stacked
      />
      <Group justify="flex-end">
        <CsvButton
          of="assessments by quarter"
          file="Assessments_By_Quarter"
          rows={() =>
            quarters.map((row) => ({
              Quarter: row.quarter,
              Began: allOf(row),
              Open: row.open,
              'Of These Overdue': row.overdue,
              Answered: row.answered,
              'Not Answered': row.ended,
              'With Flags': row.flagged,
            }))
          }
        />
      </Group>
      <AppTable
        label="Assessments by quarter"
        storeKey="report-assessments"
        records={quarters}
        columns={columns}
        idAccessor="quarter"
        order={{ accessor: 'quarter', down: true }}
        empty=""
        wide
      />
    </Stack>
  );
}
