import { useSeekIn } from '#shared/list-search.ts';
import { AccessReport } from './access/AccessReport.tsx';
import { AuditTrail } from './AuditTrail.tsx';
import { asSearch, readAccessSearch, readFilter, type Search } from './filter.ts';
import { SecurityEvents } from './security/SecurityEvents.tsx';
import { readSecurityFilter } from './security/security-filter.ts';

export type RecordsTab = 'audit-trail' | 'access-report' | 'security-events';

/** What is on record of the company, by what the page's address says. */
export default function Records(props: {
  tab: RecordsTab;
  search: Search;
  onShow: (tab: RecordsTab, search: object, how?: { replace: boolean }) => void;
}) {
  const { tab, search, onShow } = props;
  const seekIn = useSeekIn();
  if (tab === 'audit-trail')
    return (
      <AuditTrail
        filter={readFilter(search)}
        onFilter={(filter, how) => onShow('audit-trail', asSearch(filter), how)}
      />
    );
  if (tab === 'security-events')
    return (
      <SecurityEvents
        filter={readSecurityFilter(search)}
        onFilter={(filter, how) => onShow('security-events', filter, how)}
      />
    );
  return (
    <AccessReport
      search={readAccessSearch(search)}
      onSearch={(next) => onShow('access-report', next)}
      onShowChanges={({ cpId }) => {
        seekIn('/account', '', 'audit-trail');
        onShow('audit-trail', asSearch({ recordKind: 'provider', recordId: String(cpId) }));
      }}
    />
  );
}
