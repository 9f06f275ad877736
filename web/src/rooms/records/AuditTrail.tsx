import { Stack } from '@mantine/core';
import { sentenceOf } from '#api/failure.ts';
import { useRemembered } from '#kit/remember.ts';
import { Failed } from '#kit/States.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { ExportBar } from './ExportBar.tsx';
import { exportRows } from './export-audit.ts';
import { type AuditFilter, isInOrder } from './filter.ts';
import { useAudit } from './queries.ts';
import { useExport } from './use-export.ts';

/** Who changed what, when and why (P11-14). What it is narrowed to stands in the page's address. */
export function AuditTrail({ filter, onFilter }: { filter: AuditFilter; onFilter: (next: AuditFilter) => void }) {
  const [size, setSize] = useRemembered('audit-trail:size', 25);
  const trail = useAudit(filter, size);
  const file = useExport('Audit_Trail', exportRows);
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
      <ExportBar
        title="Audit Trail"
        done={file.done}
        total={total}
        more={more}
        disabled={entries.length === 0 || !isInOrder(filter)}
        onBegin={() => file.begin(filter)}
        onCancel={file.cancel}
      />
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
