import { Text } from '@mantine/core';
import type { SecurityEntry } from '@portal/contract/audit/security-endpoints.ts';
import { securityEventWords, securityFactorWords } from '@portal/contract/audit/security-words.ts';
import type { Column } from '#kit/AppTable.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { exportSecurityRows, outcomeWords, personWords } from './export-security.ts';
import { Log, LogTable, nothing } from '../Log.tsx';
import { usePages } from '../narrowed.ts';
import { useSecurityEvents } from '../queries.ts';
import classes from '../records.module.css';
import { SecurityFilters } from './SecurityFilters.tsx';
import type { SecurityFilter } from './security-filter.ts';
import { useExport } from '../use-export.ts';
import { When } from '../When.tsx';

const colours: Readonly<Record<string, string>> = { done: 'green', failed: 'red', refused: 'orange' };
const orDash = (text: string) => (text === '' ? '–' : text);

const columns: Column<SecurityEntry>[] = [
  { accessor: 'at', title: 'Time', noWrap: true, render: ({ at }) => <When at={at} /> },
  {
    accessor: 'event',
    title: 'Event',
    card: 'head',
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
    card: 'side',
    render: ({ outcome }) => <WordBadge colour={colours[outcome] ?? 'gray'}>{outcomeWords(outcome)}</WordBadge>,
  },
  { accessor: 'person', title: 'Person', render: personWords },
  { accessor: 'factor', title: 'Factor', render: ({ factor }) => orDash(securityFactorWords(factor)) },
  { accessor: 'host', title: 'Host', render: ({ host }) => <span className={classes.reason}>{host}</span> },
  { accessor: 'address', title: 'Address', render: ({ address }) => <span className={classes.reason}>{address}</span> },
];

/** Who came in, who was kept out, and from where (SEC-39). What it is narrowed to stands in the page's address. */
export function SecurityEvents(props: {
  filter: SecurityFilter;
  onFilter: (next: SecurityFilter, how?: { replace: boolean }) => void;
}) {
  const { filter, onFilter } = props;
  const { size, pagesOf } = usePages('security-events', filter, onFilter);
  const log = useSecurityEvents(filter, size);
  const file = useExport('Security_Events', exportSecurityRows);
  const { entries, ...counts } = log.data ?? nothing;
  return (
    <Log
      title="Security Events"
      filter={filter}
      log={log}
      file={file}
      filters={<SecurityFilters filter={filter} onFilter={onFilter} />}
    >
      <LogTable
        label="Security events"
        name="security-events"
        entries={entries}
        columns={columns}
        loading={log.isFetching}
        pages={pagesOf(counts)}
        filter={filter}
        noneFits="No event matches these filters."
        onClear={() => onFilter({})}
      />
    </Log>
  );
}
