/** Links audit entries to the chain, within seconds after their commit (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, auditKeys, beginning, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import { type Keeping, type KnownHead, type NotedHead, readHead, writeHead } from './head-file.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';
import type { Alarms } from '#platform/security/alarms.ts';

const batch = 1_000;
/** An entry that is committed late has a number below entries already linked, but never this far below. */
const lateness = 10_000;

export interface Linked {
  /** The new head of the chain, or null when there was nothing to do or another process is at it. */
  head: KnownHead | null;
  /** The noted place that the chain does not have any more, or "altered" when the note itself is not ours. */
  cut: KnownHead | 'altered' | null;
}

/**
 * Links whatever is not linked yet, in the order of the numbers; an entry that was committed late gets a later position.
 * One process at a time. What is committed of the chain is noted outside the database, unless it does not go on from the note before.
 */
export async function linkEntries(database: Database, keeping: Keeping): Promise<Linked> {
  const keys = auditKeys(keeping.secret);
  let head: KnownHead | null = null;
  for (;;) {
    const done = await database.asSystem((tx) => linkBatch(tx, keys, keeping));
    if (done.head) head = done.head;
    // The last round has nothing to link: it notes what the one before has committed.
    if (done.head === null) return { head, cut: done.cut };
  }
}

async function linkBatch(tx: Tx, keys: AuditKeys, keeping: Keeping): Promise<Linked> {
  const { rows: asked } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7446023) as mine`.execute(tx);
  if (!asked[0]?.mine) return { head: null, cut: null };
  const [{ rows: entries }, last, noted] = await Promise.all([
    sql<StoredEntry>`
      with low as (select coalesce(max(seq), 0) - ${lateness}::bigint as seq from audit_link)
      select ${storedColumns} from audit_entry as entry
      where entry.seq > (select seq from low)
        and not exists (select from audit_link as link where link.seq = entry.seq and link.seq > (select seq from low))
      order by entry.seq limit ${batch}`.execute(tx),
    tx.selectFrom('audit_link').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst(),
    readHead(keeping),
  ]);
  const cut = noted === null || (await isOnChain(tx, noted)) ? null : noted;
  if (last && cut === null && !isUpToDate(noted, last.position))
    await writeHead(keeping, { position: last.position, hash: last.hash.toString('hex') });
  if (entries.length === 0) return { head: null, cut };
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
  return { head: { position, hash: hash.toString('hex') }, cut };
}

const isUpToDate = (noted: NotedHead | 'altered' | null, position: number): boolean =>
  noted !== null && noted !== 'altered' && noted.isCurrent && noted.position === position;

/** Whether the chain still has the noted place, and as it was: then everything before it is there, too. */
async function isOnChain(tx: Tx, noted: NotedHead | 'altered'): Promise<boolean> {
  if (noted === 'altered') return false;
  const link = await tx
    .selectFrom('audit_link')
    .select('hash')
    .where('position', '=', noted.position)
    .executeTakeFirst();
  return link?.hash.toString('hex') === noted.hash;
}

export interface Linker {
  /** Links what there is, and stops. */
  stop: () => Promise<void>;
}

/** How long a trail that was cut is not told of again. */
const toldAgainMs = 60 * 60_000;

/** Links every few seconds. The head it logs is one more place to compare the chain with later, outside the database. */
export function linkEntriesEvery(
  ms: number,
  { database, log, env, alarms }: { database: Database; log: Log; env: Keeping; alarms: Pick<Alarms, 'tell'> },
): Linker {
  let running: Promise<void> | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  const see = ({ head, cut }: Linked) => {
    if (head) log.info('audit head', { ...head });
    if (cut === null || performance.now() - toldAt < toldAgainMs) return;
    toldAt = performance.now();
    log.error('audit trail cut', cut === 'altered' ? { note: 'altered' } : { position: cut.position });
    alarms.tell({ what: 'audit trail cut' });
  };
  const run = () =>
    (running ??= linkEntries(database, env)
      .then(see, (error: unknown) =>
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
