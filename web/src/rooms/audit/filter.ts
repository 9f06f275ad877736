/** What the trail is narrowed to, as it stands in the page's address: numbers and kinds, not the words that were typed (PRV-09). */
import type { Ours } from '@portal/contract/endpoint.ts';
import { readAudit } from '@portal/contract/audit/endpoints.ts';
import { day } from '@portal/contract/wire.ts';
import { z } from 'zod';

export type AuditFilter = Omit<Ours<typeof readAudit.query>, 'pageSize'>;
/** `replace`: it takes the place of what was asked before, and is no step to go back to. */
export type OnFilter = (next: AuditFilter, how?: { replace: boolean }) => void;
export type Search = Readonly<Record<string, unknown>>;

const { pageSize: _, q: __, ...known } = readAudit.query.shape;
/** These are text, also where an address has digits in their place. */
const texts = ['recordKind', 'recordId', 'kind', 'from', 'to'];

/** What of an address is a filter; the rest of it, and what makes no sense, is left out. */
export function readFilter(search: Search): AuditFilter {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(known)) {
    const given = search[name];
    if (given === undefined) continue;
    const wire = typeof given === 'number' && texts.includes(name) ? String(given) : given;
    const result = z.safeDecode(schema as z.ZodType, wire as never);
    if (result.success) found[name] = result.data;
  }
  const { recordId, ...filter } = found as AuditFilter;
  return recordId !== undefined && filter.recordKind !== undefined ? { ...filter, recordId } : filter;
}

/** The same for an address, where a text of digits would be put in quotes. */
export const asSearch = ({ q: _words, recordId, ...filter }: AuditFilter): object => ({
  ...filter,
  recordId: plainNumber(recordId),
});
const plainNumber = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : text;

/** What the access report shows, as it stands in the page's address. */
export interface AccessSearch {
  day?: string | undefined;
  /** Only people who have not signed in for 90 days. */
  absent?: boolean | undefined;
}
export function readAccessSearch(search: Search): AccessSearch {
  const named = day.safeParse(search['day']);
  return { day: named.success ? named.data : undefined, absent: search['absent'] === true || undefined };
}
