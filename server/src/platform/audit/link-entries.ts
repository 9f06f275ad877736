/** Links audit entries to the chain, within seconds after their commit (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, auditKeys, beginning, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';

const batch = 1_000;
/** An entry that is committed late has a number below entries already linked, but never this far below. */
const lateness = 10_000;

/**
 * Links whatever is not linked yet, in the order of the numbers; an entry that was committed late gets a later position.
 * One process at a time; gives the new head of the chain, or null when there was nothing to do or another is at it.
 */
export async function linkEntries(
  database: Database,
  secret: Buffer,
): Promise<{ position: number; hash: string } | null> {
  const keys = auditKeys(secret);
  let head: { position: number; hash: string } | null = null;
  for (;;) {
    const done = await database.asSystem((tx) => linkBatch(tx, keys));
    if (done.head) head = done.head;
    if (done.linked < batch) return head;
  }
}

async function linkBatch(
  tx: Tx,
  keys: AuditKeys,
): Promise<{ linked: number; head: { position: number; hash: string } | null }> {
  const { rows: asked } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7446023) as mine`.execute(tx);
  if (!asked[0]?.mine) return { linked: 0, head: null };
  const [{ rows: entries }, last] = await Promise.all([
    sql<StoredEntry>`
      with low as (select coalesce(max(seq), 0) - ${lateness}::bigint as seq from audit_link)
      select ${storedColumns} from audit_entry as entry
      where entry.seq > (select seq from low)
        and not exists (select from audit_link as link where link.seq = entry.seq and link.seq > (select seq from low))
      order by entry.seq limit ${batch}`.execute(tx),
    tx.selectFrom('audit_link').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst(),
  ]);
  if (entries.length === 0) return { linked: 0, head: null };
  let { position, hash } = last ?? { position: 0, hash: beginning };
  const links = entries.map((entry) => {
    position += 1;
    hash = linkOf(keys, hash, entry);
    return { position, seq: entry.seq, hash };
  });
  // One text whatever the number of links, because statements are prepared under their text.
  await sql`insert into audit_link (position, seq, hash) select * from unnest(
    ${links.map((link) => link.position)}::bigint[], ${links.map((link) => link.seq)}::bigint[], ${links.map((link) => link.hash)}::bytea[])`.execute(
    tx,
  );
  return { linked: entries.length, head: { position, hash: hash.toString('hex') } };
}

export interface Linker {
  /** Links what there is, and stops. */
  stop: () => Promise<void>;
}

/** Links every few seconds. The head it logs is a place to compare the chain with later, outside the database. */
export function linkEntriesEvery(
  ms: number,
  { database, log, secret }: { database: Database; log: Log; secret: Buffer },
): Linker {
  let running: Promise<void> | undefined;
  const run = () =>
    (running ??= linkEntries(database, secret)
      .then(
        (head) => head && log.info('audit head', head),
        (error: unknown) =>
          log.warn('audit entries not linked', { error: error instanceof Error ? error.message : String(error) }),
      )
      .then(() => {
        running = undefined;
      }));
  const timer = setInterval(() => void run(), ms);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await run();
    },
  };
}
