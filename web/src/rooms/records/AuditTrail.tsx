import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { sentenceOf } from '#api/failure.ts';
import { useRemembered } from '#kit/remember.ts';
import { Failed } from '#kit/States.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditFilter, isInOrder } from './filter.ts';
import { useAudit } from './queries.ts';
import { useAuditExport } from './use-audit-export.ts';

/** Who changed what, when and why (P11-14). What it is narrowed to stands in the page's address. */
export function AuditTrail({ filter, onFilter }: { filter: AuditFilter; onFilter: (next: AuditFilter) => void }) {
  const [size, setSize] = useRemembered('audit-trail:size', 25);
  const trail = useAudit(filter, size);
  const file = useAuditExport();
  const { entries = [], names = {}, total = 0, more = false } = trail.data ?? {};
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
      <Group justify="space-between" gap="sm">
        <Title order={2}>Audit Trail</Title>
        <Group gap="sm">
          <Text component="output" size="sm" c="gray.7">
            {file.done !== null && progressWords(file.done, total, more)}
          </Text>
          {file.done === null ? (
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={entries.length === 0 || !isInOrder(filter)}
              onClick={() => file.begin(filter)}
            >
              Export CSV
            </Button>
          ) : (
            <Button variant="default" onClick={file.cancel}>
              Cancel export
            </Button>
          )}
        </Group>
      </Group>
      <AuditFilters filter={filter} onFilter={onFilter} />
      {trail.isError ? (
        <Failed message={sentenceOf(trail.error)} onRetry={() => void trail.refetch()} />
      ) : (
        <AuditTable
          entries={entries}
          names={names}
          loading={trail.isFetching}
          remote={remote}
          filter={filter}
          onFilter={onFilter}
        />
      )}
    </Stack>
  );
}

const progressWords = (done: number, total: number, more: boolean): string =>
  `Exporting: ${done.toLocaleString('en')}${more ? '' : ` of ${total.toLocaleString('en')}`} entries`;
