import { longestSearch } from '@portal/contract/audit/rules.ts';
import { focusSearch } from '#kit/SearchField.tsx';
import { usePageOf, useSought } from '#shared/sought.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { exportRows } from './export-audit.ts';
import type { AuditFilter, OnFilter } from './filter.ts';
import { Log, nothing } from './Log.tsx';
import { usePages } from './narrowed.ts';
import { useAudit, useAuditPeople } from './queries.ts';
import { ReportOfAccesses } from './ReportOfAccesses.tsx';
import { useExport } from './use-export.ts';

/** Who changed what, when and why (P11-14). What it is narrowed to stands in the page’s address, but for the words (PRV-09). */
export function AuditTrail({ filter: inAddress, onFilter }: { filter: AuditFilter; onFilter: OnFilter }) {
  const { typed, sought, type, seek } = useSought({ longest: longestSearch });
  const toFirst = () => onFilter({ ...inAddress, page: undefined }, { replace: true });
  const page = usePageOf(sought, inAddress.page ?? 1, toFirst);
  const filter = { ...inAddress, page: page === 1 ? undefined : page, q: sought || undefined };
  const clear = () => {
    seek('');
    onFilter({});
    focusSearch();
  };
  const { size, pagesOf } = usePages('audit-trail', filter, onFilter);
  const trail = useAudit(filter, size);
  const file = useExport('Audit_Trail', exportRows);
  const { entries, names, ...counts } = trail.data ?? { ...nothing, names: {} };
  return (
    <Log
      title="Audit Trail"
      filter={filter}
      log={trail}
      file={file}
      filters={<AuditFilters words={typed} onWords={type} filter={filter} onFilter={onFilter} onClear={clear} />}
    >
      {filter.person !== undefined && <AccessesOfPerson cpId={filter.person} />}
      <AuditTable
        entries={entries}
        names={names}
        loading={trail.isFetching}
        pages={pagesOf(counts)}
        filter={filter}
        onFilter={onFilter}
        onClear={clear}
      />
    </Log>
  );
}

/** Here it is made of somebody who was removed, too, whom no list of users has any more (PRV-02). */
function AccessesOfPerson({ cpId }: { cpId: number }) {
  const person = useAuditPeople().data?.people.find((one) => one.cpId === cpId);
  const name = person ? `${person.fName} ${person.lName}`.trim() : `person ${cpId}`;
  return <ReportOfAccesses cpId={cpId} name={name} />;
}
