/** How late what is written comes into the archive of a database that is archived continuously, as far as it tells. */
import type { Database } from '#platform/database/db.ts';

/** So much may be lost with it (REL-13). */
const mostSeconds = 300;
/** Of a segment that is full, or was ended: longer than any archive takes that keeps up. */
const mostWaitingSeconds = 600;

export interface Archiving {
  /** After so many a segment leaves that is not full; 0 is never. */
  seconds: number;
  /** The last try to archive a segment failed. */
  isFailing: boolean;
  /** Since when the archive has got nothing while a segment waits for it; 0 where none does. What hangs, or has no command, never fails. */
  waitingSeconds: number;
}

/** Null where the server archives nothing by itself. */
export async function archivingOf(database: Pick<Database, 'query'>): Promise<Archiving | null> {
  // The segment that is written to now is not archived yet. One before it waits where the last that was archived is older still; an idle
  // database has none. Digits 9 to 24 of a segment's name are its place, whatever the timeline.
  const [found] = await database.query<Archiving & { isOn: boolean }>(
    `select (select setting from pg_settings where name = 'archive_mode') <> 'off' as "isOn",
       (select setting::int from pg_settings where name = 'archive_timeout') as seconds,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
       case when coalesce(substr(last_archived_wal, 9, 16), '') collate "C"
           < substr(pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))), 9, 16) collate "C"
         then extract(epoch from now() - greatest(last_archived_time, pg_postmaster_start_time()))::float8 else 0 end as "waitingSeconds"
     from pg_stat_archiver`,
    [],
  );
  if (!found?.isOn) return null;
  const { isOn: _, ...archiving } = found;
  return archiving;
}

/** Null where it is soon enough. */
export function lateArchiving({ seconds, isFailing, waitingSeconds }: Archiving): string | null {
  if (isFailing) return 'the database could not archive its last segment. See pg_stat_archiver, and its log.';
  if (waitingSeconds > mostWaitingSeconds)
    return 'the database has archived nothing for more than ten minutes, although a segment waits for it. Does archive_command hang, or is it not set? See pg_stat_archiver.';
  if (seconds > 0 && seconds <= mostSeconds) return null;
  const loss =
    seconds === 0
      ? 'it archives a segment only when that is full, and hours may be lost'
      : 'more than five minutes may be lost';
  return `archive_timeout of the database is ${seconds}: ${loss}. Set it to 60 seconds, ${mostSeconds} at most.`;
}
