/** How late what is written comes into the archive of a database that is archived continuously, as far as its settings tell. */
import type { Database } from '#platform/database/db.ts';

/** So much may be lost with it (REL-13). */
const mostSeconds = 300;

export interface Archiving {
  /** After so many a segment leaves that is not full; 0 is never. */
  seconds: number;
  /** The last try to archive a segment failed. */
  isFailing: boolean;
}

/** Null where the server archives nothing by itself. */
export async function archivingOf(database: Pick<Database, 'query'>): Promise<Archiving | null> {
  const [found] = await database.query<Archiving & { isOn: boolean }>(
    `select current_setting('archive_mode') <> 'off' as "isOn", setting::int as seconds,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
     from pg_settings, pg_stat_archiver where name = 'archive_timeout'`,
    [],
  );
  return found?.isOn ? { seconds: found.seconds, isFailing: found.isFailing } : null;
}

/** Null where it is soon enough. */
export function lateArchiving({ seconds, isFailing }: Archiving): string | null {
  if (isFailing) return 'the database could not archive its last segment. See pg_stat_archiver, and its log.';
  if (seconds > 0 && seconds <= mostSeconds) return null;
  const loss =
    seconds === 0
      ? 'it archives a segment only when that is full, and hours may be lost'
      : 'more than five minutes may be lost';
  return `archive_timeout of the database is ${seconds}: ${loss}. Set it to 60 seconds, ${mostSeconds} at most.`;
}
