/** Links audit entries to the chain, within seconds after their commit (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, auditKeys, beginning, isProven, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import { type Keeping, type KnownHead, type NotedHead, readHead, writeHead } from './head-file.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';
import type { Alarms } from '#platform/security/alarms.ts';

/** So many are linked at once, among so many that are looked at. */
const batch = 1_000;
const portion = 10_000;

export interface Linked {
  /** The new head of the chain, or null when there was nothing to do or another process is at it. */
  head: KnownHead | null;
  /** The noted place that the chain does not have any more, or "altered" when the note itself is not ours. */
  cut: KnownHead | 'altered' | null;
  /** Entries that the portal did not write, as far as this process has not met them before, and the number of the first. */
  forged: { entries: number; seq: number } | null;
}

/** What a process keeps in mind from one time to the next, so that it looks only at what may have come since. */
export interface Memory {
  /** Where the chain ended, and up to which number everything that may come has come and was looked at. */
  known?: KnownHead & { settled: number };
  /**
   * A number that is on its way to be settled: those up to it were given out before, so whoever may still commit one has a
   * transaction below `before`, which is known the next time.
   */
  next?: { drawn: number; before?: number };
  /** The highest entry of somebody else that was met among the numbers given out, and the highest beyond them. */
  metForged?: number;
  metBeyond?: number;
}

/**
 * Links whatever is not linked yet, in the order of the numbers; an entry that was committed late gets a later position. What the
 * portal did not write, or what is a copy, gets none and is told. One process at a time. What is committed of the chain is noted
 * outside the database, unless it does not go on from the note before.
 */
export async function linkEntries(database: Database, keeping: Keeping, memory: Memory = {}): Promise<Linked> {
  const keys = [keeping.secret, ...keeping.earlierSecrets].map(auditKeys) as [AuditKeys, ...AuditKeys[]];
  const linked: Linked = { head: null, cut: null, forged: null };
  const begun = await database.asSystem((tx) => begin(tx, keeping, memory));
  if (!begun) return linked;
  linked.cut = begun.cut;
  const meet = (seq: number) => {
    linked.forged ??= { entries: 0, seq };
    linked.forged.entries += 1;
  };
  if (begun.beyond !== null && begun.beyond !== memory.metBeyond) meet((memory.metBeyond = begun.beyond));
  for (let at = begun.from; at < begun.drawn; ) {
    const done = await database.asSystem((tx) => linkNext(tx, keys, at, begun.drawn));
    // Another process is at it.
    if (!done) return linked;
    if (done.head) linked.head = done.head;
    for (const seq of done.forged.filter((one) => one > (memory.metForged ?? 0))) meet((memory.metForged = seq));
    at = done.at;
  }
  const settled = begun.settles ?? begun.from;
  if (linked.head !== null || settled !== begun.from)
    await database.asSystem(async (tx) => {
      if (await mayLink(tx)) await noteEnd(tx, keeping, memory, () => settled);
    });
  return linked;
}

const mayLink = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7446023) as mine`.execute(tx);
  return rows[0]?.mine === true;
};

/** Where to go on from, and how far numbers were given out. */
async function begin(tx: Tx, keeping: Keeping, memory: Memory) {
  if (!(await mayLink(tx))) return null;
  // Asked for first: whatever the portal wrote is not beyond the numbers that were given out by then.
  const { rows: highest } = await sql<{ seq: number | null }>`select max(seq) as seq from audit_entry`.execute(tx);
  const { rows } = await sql<{ drawn: number; oldest: number; next: number }>`
    select last_value - case when is_called then 0 else 1 end as drawn,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
    from audit_entry_seq_seq`.execute(tx);
  const { drawn, oldest, next } = rows[0] as (typeof rows)[number];
  // The chain may be another one than before: of a database that was restored, or one that was cut.
  if (memory.known && !(await isOnChain(tx, memory.known))) {
    delete memory.known;
    delete memory.next;
  }
  const { cut, settled } = await noteEnd(tx, keeping, memory, (noted) =>
    Math.min(drawn, Math.max(noted, memory.known?.settled ?? 0)),
  );
  const seq = highest[0]?.seq ?? 0;
  return { cut, drawn, from: settled, settles: settle(memory, drawn, oldest, next), beyond: seq > drawn ? seq : null };
}

/** Notes where the chain ends, here and outside the database, unless it does not go on from the note before. */
async function noteEnd(tx: Tx, keeping: Keeping, memory: Memory, settledAfter: (noted: number) => number) {
  const noted = await readHead(keeping);
  const cut = noted === null || (await isOnChain(tx, noted)) ? null : noted;
  const settled = settledAfter(cut === null && noted !== null && noted !== 'altered' ? noted.settled : 0);
  const last = await lastLink(tx);
  memory.known = { ...headOf(last), settled };
  // A backup that has this link has given out the numbers up to its own, and perhaps none beyond.
  const head = { ...headOf(last), settled: Math.min(settled, last.seq) };
  if (last.position > 0 && cut === null && !isUpToDate(noted, head)) await writeHead(keeping, head);
  return { cut, settled };
}

/** The number that is settled once what can be seen from now on was looked at; null while somebody may still commit a lower one. */
function settle(memory: Memory, drawn: number, oldest: number, next: number): number | null {
  const waiting = memory.next;
  if (waiting?.before === undefined) {
    // A number may be drawn a moment before its transaction gets one of its own: that is there the next time.
    memory.next = waiting ? { ...waiting, before: next } : { drawn };
    return null;
  }
  if (oldest < waiting.before) return null;
  memory.next = { drawn };
  return waiting.drawn;
}

/** Links the next entries after a number; tells up to which one that was, and which of them the portal did not write. */
async function linkNext(tx: Tx, keys: readonly [AuditKeys, ...AuditKeys[]], after: number, upTo: number) {
  if (!(await mayLink(tx))) return null;
  const { rows: looked } = await sql<{ last: number | null; seen: number }>`
    select max(seq) as last, count(*) as seen from (
      select seq from audit_entry where seq > ${after} and seq <= ${upTo} order by seq limit ${portion}) as next`.execute(
    tx,
  );
  const { last, seen } = looked[0] as (typeof looked)[number];
  const end = seen < portion ? upTo : (last as number);
  // What is a copy has the instant of the other one, too, and by that it is found.
  const { rows: entries } = await sql<StoredEntry & { is_copy: boolean }>`
    select ${storedColumns}, exists (
      select from audit_entry as other
      where other.company_id = entry.company_id and other.at = entry.at and other.proof = entry.proof
        and (other.seq < entry.seq or other.seq > entry.seq and exists (select from audit_link as link where link.seq = other.seq))
    ) as is_copy
    from audit_entry as entry
    where entry.seq > ${after} and entry.seq <= ${end} and not exists (
      select from audit_link as link where link.seq = entry.seq and link.seq > ${after} and link.seq <= ${end})
    order by entry.seq limit ${batch}`.execute(tx);
  const isOurs = (entry: (typeof entries)[number]) => !entry.is_copy && keys.some((key) => isProven(key, entry));
  const ours = entries.filter(isOurs);
  const forged = entries.filter((entry) => !ours.includes(entry)).map(({ seq }) => seq);
  return {
    head: ours.length > 0 ? await addLinks(tx, keys[0], ours) : null,
    forged,
    at: entries.length === batch ? (entries.at(-1) as StoredEntry).seq : end,
  };
}

async function addLinks(tx: Tx, keys: AuditKeys, entries: readonly StoredEntry[]): Promise<KnownHead> {
  let { position, hash } = await lastLink(tx);
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
  return headOf({ position, hash });
}

const lastLink = async (tx: Tx) =>
  (await tx
    .selectFrom('audit_link')
    .select(['position', 'seq', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { position: 0, seq: 0, hash: beginning };
const headOf = ({ position, hash }: { position: number; hash: Buffer }): KnownHead => ({
  position,
  hash: hash.toString('hex'),
});

const isUpToDate = (
  noted: NotedHead | 'altered' | null,
  { position, settled }: Omit<NotedHead, 'isCurrent'>,
): boolean =>
  noted !== null && noted !== 'altered' && noted.isCurrent && noted.position === position && noted.settled === settled;

/** Whether the chain still has the noted place, and as it was: then everything before it is there, too. */
async function isOnChain(tx: Tx, noted: KnownHead | 'altered'): Promise<boolean> {
  if (noted === 'altered') return false;
  if (noted.position === 0) return true;
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
  const memory: Memory = {};
  const see = ({ head, cut, forged }: Linked) => {
    if (head) log.info('audit head', { ...head });
    if (forged) {
      log.error('audit trail forged', { ...forged });
      alarms.tell({ what: 'audit trail forged' });
    }
    if (cut === null || performance.now() - toldAt < toldAgainMs) return;
    toldAt = performance.now();
    log.error('audit trail cut', cut === 'altered' ? { note: 'altered' } : { position: cut.position });
    alarms.tell({ what: 'audit trail cut' });
  };
  const run = () =>
    (running ??= linkEntries(database, env, memory)
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
