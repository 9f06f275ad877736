import { Anchor, Group, Text } from '@mantine/core';
import type { AuditEntry } from '@portal/contract/audit/endpoints.ts';
import { actionWords } from '@portal/contract/audit/words.ts';
import { useViewer } from '#api/viewer.ts';
import type { Column, RemotePage } from '#kit/AppTable.tsx';
import { CompleteCopy } from '#shared/CompleteCopy.tsx';
import { Changes } from './Changes.tsx';
import type { AuditFilter } from './filter.ts';
import { LogTable } from './Log.tsx';
import classes from './records.module.css';
import { type Names, recordName } from './values.ts';
import { When } from './When.tsx';

/** The entries of one page; from a row the trail is narrowed to its record or its person. */
export function AuditTable(props: {
  entries: readonly AuditEntry[];
  names: Names;
  loading: boolean;
  pages: RemotePage;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
  onClear: () => void;
}) {
  const { entries, names, loading, pages, filter, onFilter, onClear } = props;
  const { page: _, ...kept } = filter;
  const { seesWholeCompany } = useViewer();
  const columns: Column<AuditEntry>[] = [
    { accessor: 'number', title: 'Number', textAlign: 'right', noWrap: true, card: 'side' },
    { accessor: 'at', title: 'Time', noWrap: true, render: ({ at }) => <When at={at} /> },
    {
      accessor: 'person',
      title: 'Person',
      render: ({ number, cpId, person, type }) => (
        <>
          {cpId === null ? (
            <Text size="sm">{person}</Text>
          ) : (
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              aria-label={`${person}: only what this person did, from entry ${number}`}
              onClick={() => onFilter({ ...kept, person: cpId })}
            >
              {person}
            </Anchor>
          )}
          <Text size="xs" c="gray.7">
            {type}
          </Text>
        </>
      ),
    },
    {
      accessor: 'kind',
      title: 'What happened',
      card: 'head',
      render: (entry) => (
        <Group gap="xs">
          {actionWords[entry.kind] ?? entry.kind}
          {/* No other screen leads to what is gone. */}
          {entry.kind === 'care_group.removed' && seesWholeCompany && (
            <CompleteCopy
              of={{ gId: Number(entry.recordId), displayName: recordName(entry, names) }}
              label={`Complete copy of ${entry.recordId}`}
            />
          )}
        </Group>
      ),
    },
    {
      accessor: 'record',
      title: 'Record',
      render: (entry) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          aria-label={`${recordName(entry, names)}: only this record, from entry ${entry.number}`}
          onClick={() => onFilter({ ...kept, recordKind: entry.recordKind, recordId: entry.recordId })}
        >
          {recordName(entry, names)}
        </Anchor>
      ),
    },
    { accessor: 'changes', title: 'Changes', render: (entry) => <Changes entry={entry} names={names} /> },
    {
      accessor: 'reason',
      title: 'Reason',
      render: ({ reason }) => <span className={classes.reason}>{reason ?? '–'}</span>,
    },
  ];
  return (
    <LogTable
      label="Audit trail"
      name="audit-trail"
      entries={entries}
      columns={columns}
      loading={loading}
      pages={pages}
      filter={filter}
      noneFits="No change matches these filters."
      onClear={onClear}
    />
  );
}
