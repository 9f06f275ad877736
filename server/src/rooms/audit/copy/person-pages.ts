/** What the readable copies about one person have in common. */
import { fieldWords } from '@portal/contract/audit/words.ts';
import { escaped, row, spoken, table } from './pages.ts';
import type { Sight } from './person-queries.ts';

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : value instanceof Date
      ? spoken(value)
      : escaped(typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));

export function rowsAsTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const fields = Object.keys(rows[0] ?? {});
  return table(
    fields.map((field) => escaped(fieldWords(field))),
    rows.map((one) => row(fields.map((field) => shown(one[field])))),
  );
}

/** One row, a line for each field. */
export const fieldsAsTable = (one: Readonly<Record<string, unknown>>): string =>
  table(
    ['Field', 'Value'],
    Object.entries(one).map(([field, value]) => row([escaped(fieldWords(field)), shown(value)])),
  );

/** `nobody` is who read behind a link, without an account. */
export const sightsAsTable = (accesses: readonly Sight[], nobody: string): string => `<h2>Who read the record</h2>
${table(
  ['When', 'Who', 'Call', 'Outcome', 'Host', 'From'],
  accesses.map(({ at, cpId, person, call, outcome, host, address }) =>
    row([
      spoken(at),
      escaped(cpId === null ? nobody : `${person ?? ''} (${cpId})`.trim()),
      escaped(call),
      escaped(outcome),
      escaped(host),
      escaped(address),
    ]),
  ),
)}`;
