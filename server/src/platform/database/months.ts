/** The tables that have a part for each month (UTC): whoever writes into one asks for the month once, and no entry is refused for want of it. */
import { sql } from 'kysely';
import type { Database, Tx } from './db.ts';

/** Where the tables of the months are. */
export const monthsSchema = 'by_month';

export type TableByMonth = 'access_entry' | 'security_event';
export const tablesByMonth: readonly TableByMonth[] = ['access_entry', 'security_event'];

/** The first day of the month of an instant, or of one so many months later. */
export function monthOf(at: Date, later = 0): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later)).toISOString().slice(0, 10);
}

const known = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** In a transaction of its own: what is being written sees the month then, and may be undone. */
export async function haveMonths(database: Database, table: TableByMonth, times: readonly Date[]): Promise<void> {
  const asked = known.get(database) ?? new Map<string, Promise<unknown>>();
  known.set(database, asked);
  for (const month of new Set(times.map((at) => monthOf(at)))) {
    const name = `${table} ${month}`;
    const asking = asked.get(name) ?? database.asSystem((tx) => makeMonth(tx, table, month));
    asked.set(name, asking);
    await asking.catch((error: unknown) => {
      asked.delete(name);
      throw error;
    });
  }
}

/** False where it was there. */
async function makeMonth(tx: Tx, table: TableByMonth, month: string): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select make_month(${table}, ${month}::date) as made`.execute(tx);
  return rows[0]?.made ?? false;
}

/** This month and the next two, by the clock of the portal and by that of the database. Gives how many were missing. */
export const makeMonthsAhead = (database: Database, now: Date): Promise<number> =>
  database.asSystem(async (tx) => {
    const { rows } = await sql<{ made: boolean }>`
      select make_month(name, (month + later * interval '1 month')::date) as made
      from unnest(${[...tablesByMonth]}::text[]) as name, generate_series(0, 2) as later,
        (select date_trunc('month', ${now}::timestamptz at time zone 'UTC') union select date_trunc('month', now() at time zone 'UTC')) as given (month)`.execute(
      tx,
    );
    return rows.filter(({ made }) => made).length;
  });

/** The months that a table has, the oldest first. */
export const monthsOf = async (tx: Tx, table: TableByMonth): Promise<string[]> =>
  (
    await sql<{ month: string }>`
      select replace(right(part.relname, 7), '_', '-') || '-01' as month
      from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = ${table}::regclass order by 1`.execute(
      tx,
    )
  ).rows.map(({ month }) => month);
