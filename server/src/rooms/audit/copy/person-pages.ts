/** What the readable copies about one person have in common. */
import { codeWords, wordOfNone } from '@portal/contract/audit/code-words.ts';
import { fieldWords } from '@portal/contract/audit/words.ts';
import { archivedReadings, escaped, emergencyMark, row, spoken, table } from './pages.ts';
import { mostSights, type ReadBySystem } from './person-queries.ts';

/** With the word beside a code that this kind of record has. */
const shown = (kind: string, field: string, value: unknown): string =>
  value === null || value === undefined
    ? escaped(wordOfNone(kind, field))
    : value instanceof Date
      ? spoken(value)
      : escaped(
          typeof value === 'object'
            ? JSON.stringify(value)
            : (typeof value === 'number' && codeWords(kind, field, value)) ||
                String(value as string | number | boolean),
        );

/** Without a kind they have none but the codes that mean the same in all. */
export function rowsAsTable(rows: readonly Readonly<Record<string, unknown>>[], kind = ''): string {
  const fields = Object.keys(rows[0] ?? {});
  return table(
    fields.map((field) => escaped(fieldWords(field))),
    rows.map((one) => row(fields.map((field) => shown(kind, field, one[field])))),
  );
}

/** One row, a line for each field. */
export const fieldsAsTable = (one: Readonly<Record<string, unknown>>, kind: string): string =>
  table(
    ['Field', 'Value'],
    Object.entries(one).map(([field, value]) => row([escaped(fieldWords(field)), shown(kind, field, value)])),
  );

/** `nobody` is who read behind a link, without an account. */
export const sightsAsTable = (
  { accesses, accessesLeftOut }: Pick<ReadBySystem, 'accesses' | 'accessesLeftOut'>,
  nobody: string,
): string => `<h2>Who read the record</h2>
${archivedReadings(accessesLeftOut)}${
  accessesLeftOut.newestAlone
    ? `<p>Only the newest ${mostSights.toLocaleString('en')} readings are in this copy. Ask the operator of the portal for older ones.</p>\n`
    : ''
}${table(
  ['When', 'Who', 'Call', 'Outcome', 'Host', 'From'],
  accesses.map(({ at, cpId, person, call, outcome, inEmergency, host, address }) =>
    row([
      spoken(at),
      escaped(cpId === null ? nobody : `${person ?? ''} (${cpId})${emergencyMark(inEmergency)}`.trim()),
      escaped(call),
      escaped(outcome),
      escaped(host),
      escaped(address),
    ]),
  ),
)}`;
