/** Security events as a file (SEC-39): every one that fits, a row each. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { exportSecurityEvents, type SecurityEntry } from '@portal/contract/records/security-endpoints.ts';
import {
  securityEventWords,
  securityFactorWords,
  securityOutcomeWords,
  type SecurityOutcome,
} from '@portal/contract/records/security-words.ts';
import { call } from '#api/call.ts';
import type { CsvRow } from '#kit/csv.ts';
import type { SecurityFilter } from './security-filter.ts';

type Portion = Ours<typeof exportSecurityEvents.reply>;
/** One may be a few megabytes. */
const way = { waitMs: 60_000 };

/** Asks portion by portion until there is none left, and tells how many entries have come. */
export async function exportSecurityRows(
  { page: _page, ...filter }: SecurityFilter,
  signal: AbortSignal,
  onProgress: (entries: number) => void,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const portion: Portion = await call(exportSecurityEvents, { query: { ...filter, before } }, { signal, ...way });
    rows.push(...portion.entries.map(rowOf));
    onProgress(rows.length);
    before = portion.next;
  }
  return rows;
}

const rowOf = (entry: SecurityEntry): CsvRow => ({
  'Time (UTC)': entry.at.toISOString().replace('T', ' ').replace('Z', ''),
  Event: securityEventWords(entry.event),
  Outcome: outcomeWords(entry.outcome),
  Person: personWords(entry),
  'Person number': entry.cpId,
  'Email hash': entry.emailHash,
  Factor: securityFactorWords(entry.factor),
  Host: entry.host,
  Address: entry.address,
  Call: entry.call,
  Request: entry.requestId,
});

export const outcomeWords = (outcome: string): string => securityOutcomeWords[outcome as SecurityOutcome] ?? outcome;

export const personWords = ({ person, cpId, isSystem }: SecurityEntry): string =>
  person ?? (cpId !== null ? `Person ${cpId}` : isSystem ? 'System or operator' : 'Unknown account');
