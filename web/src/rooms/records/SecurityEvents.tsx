import { Button, Stack, Text } from '@mantine/core';
import type { SecurityEntry } from '@portal/contract/records/security-endpoints.ts';
import { securityEventWords, securityFactorWords } from '@portal/contract/records/security-words.ts';
import { sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { useRemembered } from '#kit/remember.ts';
import { Failed } from '#kit/States.tsx';
import { WordBadge } from '#kit/StatusBadge.tsx';
import { ExportBar } from './ExportBar.tsx';
import { exportSecurityRows, outcomeWords, personWords } from './export-security.ts';
import { isInOrder, isNarrowed } from './filter.ts';
import { useSecurityEvents } from './queries.ts';
import classes from './records.module.css';
import { SecurityFilters } from './SecurityFilters.tsx';
import type { SecurityFilter } from './security-filter.ts';
import { useExport } from './use-export.ts';
import { When } from './When.tsx';

const colours: Readonly<Record<string, string>> = { done: 'green', failed: 'red', refused: 'orange' };
const orDash = (text: string) => (text === '' ? '–' : text);

const columns: Column<SecurityEntry>[] = [
  { accessor: 'at', title: 'Time', noWrap: true, render: ({ at }) => <When at={at} /> },
  {
    accessor: 'event',
    title: 'Event',
    render: ({ event, call }) => (
      <>
        <Text size="sm">{securityEventWords(event)}</Text>
        {call !== null && (
          <Text size="xs" c="gray.7" style={{ overflowWrap: 'anywhere' }}>
            {call}
          </Text>
        )}
      </>
    ),
  },
  {
    accessor: 'outcome',
    title: 'Outcome',
    render: ({ outcome }) => <WordBadge colour={colours[outcome] ?? 'gray'}>{outcomeWords(outcome)}</WordBadge>,
  },
  { accessor: 'person', title: 'Person', render: personWords },
  { accessor: 'factor', title: 'Factor', render: ({ factor }) => orDash(securityFactorWords(factor)) },
  { accessor: 'host', title: 'Host', render: ({ host }) => <span className={classes.reason}>{host}</span> },
  { accessor: 'address', title: 'Address', render: ({ address }) => <span className={classes.reason}>{address}</span> },
];

/** Who came in, who was kept out, and from where (SEC-39). What it is narrowed to stands in the page's address. */
export function SecurityEvents(props: { filter: SecurityFilter; onFilter: (next: SecurityFilter) => void }) {
  const { filter, onFilter } = props;
  const [size, setSize] = useRemembered('security-events:size', 25);
  const log = useSecurityEvents(filter, size);
  const file = useExport('Security_Events', exportSecurityRows);
  const { entries = [], total = 0, more = false } = log.data ?? {};
  const remote = {
    page: filter.page ?? 1,
    size,
    total,
    more,
    onPage: (page: number) => onFilter({ ...filter, page: page === 1 ? undefined : page }),
    onSize: (next: number) => {
      setSize(next);
      onFilter({ ...filter, page: undefined });
    },
  };
  return (
    <Stack gap="md">
      <ExportBar
        title="Security Events"
        done={file.done}
        total={total}
        more={more}
        disabled={entries.length === 0 || !isInOrder(filter)}
        onBegin={() => file.begin(filter)}
        onCancel={file.cancel}
      />
      <SecurityFilters filter={filter} onFilter={onFilter} />
      {log.isError ? (
        <Failed message={sentenceOf(log.error)} onRetry={() => void log.refetch()} />
      ) : (
        <div className={classes.trail}>
          <AppTable
            wide
            label="Security events"
            storeKey="security-events"
            records={entries}
            columns={columns}
            idAccessor="number"
            loading={log.isFetching}
            remote={remote}
            empty={isNarrowed(filter) ? 'No event fits these filters.' : 'Nothing has been recorded yet.'}
            emptyAction={
              isNarrowed(filter) && (
                <Button variant="default" onClick={() => onFilter({})}>
                  Clear filters
                </Button>
              )
            }
          />
        </div>
      )}
    </Stack>
  );
}
