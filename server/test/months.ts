import { sql } from 'kysely';
import type { Portal } from './portal.ts';

/** The months of a year, for what a test lays down by itself; the portal makes those it writes into. */
export const haveYear = ({ app }: Pick<Portal, 'app'>, year: number): Promise<unknown> =>
  app.database.asSystem((tx) =>
    sql`select make_month(name, make_date(${year}::int, month, 1))
      from unnest(array['access_entry', 'security_event']) name, generate_series(1, 12) month`.execute(tx),
  );
