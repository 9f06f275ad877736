/** The trail as a file (P11-14): every entry that fits, a row for each field that changed. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { type AuditEntry, exportAudit } from '@portal/contract/audit/endpoints.ts';
import { actionWords, fieldWords } from '@portal/contract/audit/words.ts';
import { call } from '#api/call.ts';
import type { CsvRow } from '#kit/csv.ts';
import type { AuditFilter } from './filter.ts';
import { allRows, portionWay } from './portions.ts';
import type { FetchRows } from './use-export.ts';
import { type Names, recordName, valueWords } from './values.ts';

export const exportRows: FetchRows<AuditFilter> = ({ page: _page, ...filter }, signal, onProgress) =>
  allRows<Ours<typeof exportAudit.reply>>(
    (before) => call(exportAudit, { query: { ...filter, before } }, { signal, ...portionWay }),
    ({ entries, names }) => entries.flatMap((entry) => rowsOf(entry, names)),
    onProgress,
  );

function rowsOf(entry: AuditEntry, names: Names): CsvRow[] {
  const changes = entry.changes.length > 0 ? entry.changes : [{ field: '', old: null, new: null }];
  return changes.map(({ field, old, new: next }) => ({
    Number: entry.number,
    'Time (UTC)': entry.at.toISOString().replace('T', ' ').replace('Z', ''),
    Person: entry.person,
    'Person number': entry.cpId,
    Type: entry.type,
    Action: actionWords[entry.kind] ?? entry.kind,
    Record: recordName(entry, names),
    'Record number': entry.recordId,
    Field: field === '' ? '' : fieldWords(field),
    'Old value': valueWords(entry.recordKind, field, old, names),
    'New value': valueWords(entry.recordKind, field, next, names),
    Reason: entry.reason,
    Host: entry.host,
    Request: entry.requestId,
  }));
}
