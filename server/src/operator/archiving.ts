/** How late what is written comes into the archive of a database that is archived continuously, as far as its settings tell. */
import type { Database } from '#platform/database/db.ts';

/** So much may be lost with it (REL-13). */
const mostSeconds = 300;

/** After how many seconds a segment leaves that is not full; 0 is never, null where the server archives nothing by itself. */
export async function archiveTimeout(database: Pick<Database, 'query'>): Promise<number | null> {
  const [found] = await database.query<{ seconds: number }>(
    `select setting::int as seconds from pg_settings where name = 'archive_timeout' and current_setting('archive_mode') <> 'off'`,
    [],
  );
  return found?.seconds ?? null;
}

/** Null where it is soon enough. */
export function lateArchiving(seconds: number): string | null {
  if (seconds > 0 && seconds <= mostSeconds) return null;
  const loss =
    seconds === 0
      ? 'it archives a segment only when that is full, and hours may be lost'
      : 'more than five minutes may be lost';
  return `archive_timeout of the database is ${seconds}: ${loss}. Set it to 60 seconds, ${mostSeconds} at most.`;
}
