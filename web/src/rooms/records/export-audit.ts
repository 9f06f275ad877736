/** The trail as a file (P11-14): every entry that fits, a row for each field that changed. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { type AuditEntry, exportAudit } from '@portal/contract/records/endpoints.ts';
import { actionWords, fieldWords } from '@portal/contract/records/words.ts';
import { call } from '#api/call.ts';
import type { CsvRow } from '#kit/csv.ts';
import type { AuditFilter } from './filter.ts';
import { type Names, recordName, valueWords } from './values.ts';

type Portion = Ours<typeof exportAudit.reply>;
/** One may be a few megabytes. */
const way = { waitMs: 60_000 };

/** Asks portion by portion until there is none left, and tells how many entries have come. */
export async function exportRows(
  { page: _page, ...filter }: AuditFilter,
  signal: AbortSignal,
  onProgress: (entries: number) => void,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let count = 0;
  let before: number | null | undefined;
  while (before !== null) {
    const query = { ...filter, before };
    const portion: Portion = await call(exportAudit, { query }, { signal, ...way });
    rows.push(...portion.entries.flatMap((entry) => rowsOf(entry, portion.names)));
    count += portion.entries.length;
    onProgress(count);
    before = portion.next;
  }
  return rows;
}

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
    'Old value': valueWords(field, old, names),
    'New value': valueWords(field, next, names),
    Reason: entry.reason,
    Host: entry.host,
    Request: entry.requestId,
  }));
}
