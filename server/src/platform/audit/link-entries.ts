/** Links audit entries to the chain, within seconds after their commit (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, auditKeys, isProven, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import {
  type ChainEnd,
  chainBeginning,
  countWaiting,
  follow,
  hasWaiting,
  headOf,
  lastLink,
  placeOf,
  unlinkedAfter,
} from './chain-end.ts';
import { type Keeping, type KnownHead, type NotedHead, readHead, type Waiting, writeHead } from './head-file.ts';
import { ConfigurationError } from '#src/env.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import { isEverMissing } from '#platform/security/secrets.ts';

/** So many are linked at once, among so many that are looked at. */
const batch = 1_000;
const portion = 10_000;

export interface Linked {
  /** The new head of the chain, or null when there was nothing to do or another process is at it. */
  head: KnownHead | null;
  /** The known place that the chain does not have any more, or what became of the note itself. */
  cut: KnownHead | 'altered' | 'gone' | null;
  /** Entries that the portal did not write, as far as this process has not met them before, and the number of the first. */
  forged: { entries: number; seq: number } | null;
  /** The place of a link that the portal did not make: nothing is linked to it. */
  wrong: number | null;
  /** Whether everything was looked at. Otherwise entries may be waiting. */
  isWhole: boolean;
}
export const nothingLinked = (): Linked => ({ head: null, cut: null, forged: null, wrong: null, isWhole: false });

/** What a process keeps in mind from one time to the next, so that it looks only at what may have come since. */
export interface Memory {
  /** Where the chain ended, link by link since a place that was known. */
  end?: ChainEnd;
  /** Where it ended before it was cut. */
  lost?: KnownHead;
  /** Up to which number everything that may come has come and was looked at. */
  settled?: number;
  /**
   * A number that is on its way to be settled: those up to it were given out before, so whoever may still commit one has a
   * transaction below `before`, which is known the next time.
   */
  next?: { drawn: number; before?: number };
  /** The highest entry of somebody else that was met among the numbers given out, and the highest beyond them. */
  metForged?: number;
  metBeyond?: number;
  /** Entries without a link, and when each was met first. */
  waiting?: ReadonlyMap<number, number>;
}

/**
 * Links whatever is not linked yet, in the order of the numbers; an entry that was committed late gets a later position. What the
 * portal did not write, or what is a copy, gets none and is told. One process at a time. What is committed of the chain is noted
 * outside the database, unless it does not go on from the note before. What was found is in `linked`, also when it fails half-way.
 */
export async function linkEntries(
  database: Database,
  keeping: Keeping,
  memory: Memory = {},
  linked: Linked = nothingLinked(),
): Promise<Linked> {
  const keys = [keeping.secret, ...keeping.earlierSecrets].map(auditKeys) as [AuditKeys, ...AuditKeys[]];
  const begun = await database.asSystem((tx) => begin(tx, keys, keeping, memory));
  if (!begun) return linked;
  linked.cut = begun.cut;
  if (begun.followed === null) return linked;
  const meet = (seq: number) => {
    linked.forged ??= { entries: 0, seq };
    linked.forged.entries += 1;
  };
  if (begun.beyond !== null && begun.beyond !== memory.metBeyond) meet((memory.metBeyond = begun.beyond));
  for (let { followed } = begun; ; followed = await database.asSystem((tx) => follow(tx, keys, endIn(memory)))) {
    memory.end = followed.end;
    linked.wrong = followed.wrong;
    if (followed.wrong !== null) return linked;
    if (followed.isWhole) break;
  }
  for (let at = begun.from; at < begun.drawn; ) {
    const done = await database.asSystem((tx) => linkNext(tx, keys, keeping, memory, at, begun.drawn));
    // Another process is at it.
    if (!done) return linked;
    if (done.end) {
      memory.end = done.end;
      linked.head = headOf(done.end);
    }
    for (const seq of done.forged.filter((one) => one > (memory.metForged ?? 0))) meet((memory.metForged = seq));
    at = done.at;
  }
  linked.isWhole = true;
  delete memory.waiting;
  memory.settled = settle(memory, begun) ?? begun.from;
  if (linked.head !== null || !isUpToDate(begun.noted, noteOf(memory)))
    await database.asSystem(async (tx) => {
      if (await takeTurn(tx)) await noteEnd(tx, keeping, memory);
    });
  return linked;
}

/**
 * One process at a time, by the lock of a row that nobody but the roles of the server can take: an advisory lock is anybody's who
 * may connect. Null when it is another one's turn.
 */
async function takeTurn(tx: Tx): Promise<{ isRestored: boolean } | null> {
  const row = await tx
    .selectFrom('installation')
    .select('holds_outbound as isRestored')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

interface Drawn {
  /** How far numbers were given out. */
  drawn: number;
  /** The transactions that are open: none below the one, none from the other on. */
  oldest: number;
  next: number;
}

/** Where to go on from, and how far numbers were given out. */
async function begin(tx: Tx, keys: readonly AuditKeys[], keeping: Keeping, memory: Memory) {
  const turn = await takeTurn(tx);
  if (!turn) return null;
  // Asked for first: whatever the portal wrote is not beyond the numbers that were given out by then.
  const { rows: highest } = await sql<{ seq: number | null }>`select max(seq) as seq from audit_entry`.execute(tx);
  const { rows } = await sql<Drawn>`
    select last_value - case when is_called then 0 else 1 end as drawn,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
    from audit_entry_seq_seq`.execute(tx);
  const given = rows[0] as Drawn;
  const { noted, ...compared } = await compareNote(tx, keeping, memory);
  // A restored database comes without its note.
  const cut = compared.cut === 'gone' && turn.isRestored && !memory.end ? null : compared.cut;
  // Nothing says which of the links are the portal's, so none of them is called forged: what waits is held up until a start tells why.
  if (!memory.end && !noted && (await hasUnknownLinks(tx, keeping))) return { cut, followed: null };
  // What a lost secret has made cannot be reckoned.
  memory.end ??= noted?.place ?? (keeping.maySecretsBeMissing ? await lastLink(tx) : chainBeginning);
  const followed = await follow(tx, keys, memory.end);
  const from = Math.min(given.drawn, Math.max(noted?.settled ?? 0, memory.settled ?? 0));
  const seq = highest[0]?.seq ?? 0;
  return { cut, noted, followed, ...given, from, beyond: seq > given.drawn ? seq : null };
}

/** Whether links may have been made with a secret that is not given: those cannot be reckoned. One that counts as lost is done without. */
const hasUnknownLinks = async (tx: Tx, keeping: Keeping): Promise<boolean> =>
  !keeping.maySecretsBeMissing && (await isEverMissing(tx, keeping)) && (await lastLink(tx)).position > 0;

/** For a start and a check: throws where the end of the chain is neither noted nor can be reckoned. */
export async function refuseUnknownEnd(database: Database, keeping: Keeping): Promise<void> {
  const isUnknown = await database.asSystem(
    async (tx) => (await hasUnknownLinks(tx, keeping)) && (await compareNote(tx, keeping, {})).noted === null,
  );
  if (isUnknown)
    throw new ConfigurationError(
      'The note of where the audit trail ends (audit-head in DATA_DIR) is missing or does not fit, and without every secret that this database was used with the trail cannot be reckoned from its first link: name the earlier secrets in PORTAL_EARLIER_SECRETS, or "lost" for those that are lost for good. A note that is missing is made anew by that start; one that does not fit stays until it is moved away, and so long they are needed.',
    );
}

/** Compares the chain with what this process has seen of it, and with the note outside the database. */
async function compareNote(
  tx: Tx,
  keeping: Keeping,
  memory: Memory,
): Promise<{ cut: Linked['cut']; noted: (NotedHead & { place: ChainEnd }) | null }> {
  const noted = await readHead(keeping);
  if (memory.end && !(await placeOf(tx, headOf(memory.end)))) {
    memory.lost ??= headOf(memory.end);
    delete memory.end;
    delete memory.settled;
    delete memory.next;
  }
  if (memory.lost && (await placeOf(tx, memory.lost))) delete memory.lost;
  if (memory.lost) {
    // The note may have gone with it, or an older one taken its place.
    const isNoted = noted !== null && noted !== 'altered' && noted.position >= memory.lost.position;
    if (!isNoted) await writeHead(keeping, { ...memory.lost, settled: 0 });
    return { cut: memory.lost, noted: null };
  }
  if (noted === 'altered') return { cut: 'altered', noted: null };
  // Before the first link there is a note already.
  if (noted === null) return { cut: (await lastLink(tx)).position > 0 ? 'gone' : null, noted: null };
  const place = await placeOf(tx, noted);
  if (!place || !(await hasWaiting(tx, noted))) return { cut: noted, noted: null };
  return { cut: null, noted: { ...noted, place } };
}

/** Notes outside the database where the chain ends, unless it does not go on from the note before. */
async function noteEnd(tx: Tx, keeping: Keeping, memory: Memory): Promise<void> {
  const { cut, noted } = await compareNote(tx, keeping, memory);
  const head = noteOf(memory);
  if ((cut === null || cut === 'gone') && head.position > 0 && !isUpToDate(noted, head)) await writeHead(keeping, head);
}

/** A backup that has this link has given out the numbers up to its own, and perhaps none beyond. */
const noteOf = (memory: Memory) => ({
  ...headOf(endIn(memory)),
  settled: Math.min(memory.settled ?? 0, endIn(memory).seq),
});
const endIn = (memory: Memory): ChainEnd => memory.end ?? chainBeginning;

const isUpToDate = (noted: NotedHead | null, { position, settled }: KnownHead & { settled: number }): boolean =>
  noted !== null && noted.isCurrent && !noted.waiting && noted.position === position && noted.settled === settled;

/** The number that is settled once what can be seen from now on was looked at; null while somebody may still commit a lower one. */
function settle(memory: Memory, { drawn, oldest, next }: Drawn): number | null {
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
async function linkNext(
  tx: Tx,
  keys: readonly [AuditKeys, ...AuditKeys[]],
  keeping: Keeping,
  memory: Memory,
  after: number,
  upTo: number,
) {
  if (!(await takeTurn(tx))) return null;
  // Another process may have had its turn.
  const { end, isWhole } = await follow(tx, keys, endIn(memory));
  if (!isWhole) return null;
  const { rows: looked } = await sql<{ last: number | null; seen: number }>`
    select max(seq) as last, count(*) as seen from (
      select seq from audit_entry where seq > ${after} and seq <= ${upTo} order by seq limit ${portion}) as next`.execute(
    tx,
  );
  const { last, seen } = looked[0] as (typeof looked)[number];
  const until = seen < portion ? upTo : (last as number);
  // What is a copy has the instant and the record of the other one, too, and by both it is found.
  const { rows: entries } = await sql<StoredEntry & { is_copy: boolean }>`
    select ${storedColumns}, exists (
      select from audit_entry as other
      where other.company_id = entry.company_id and other.at = entry.at and other.record_id = entry.record_id
        and other.proof = entry.proof
        and (other.seq < entry.seq or other.seq > entry.seq and exists (select from audit_link as link where link.seq = other.seq))
    ) as is_copy
    from audit_entry as entry
    where entry.seq > ${after} and entry.seq <= ${until} and not exists (
      select from audit_link as link where link.seq = entry.seq and link.seq > ${after} and link.seq <= ${until})
    order by entry.seq limit ${batch}`.execute(tx);
  const isOurs = (entry: (typeof entries)[number]) => !entry.is_copy && keys.some((key) => isProven(key, entry));
  const ours = entries.filter(isOurs);
  const forged = entries.filter((entry) => !ours.includes(entry)).map(({ seq }) => seq);
  return {
    end: ours.length > 0 ? await addLinks(tx, keys[0], keeping, end, ours) : null,
    forged,
    at: entries.length === batch ? (entries.at(-1) as StoredEntry).seq : until,
  };
}

async function addLinks(
  tx: Tx,
  keys: AuditKeys,
  keeping: Keeping,
  after: ChainEnd,
  entries: readonly StoredEntry[],
): Promise<ChainEnd> {
  // From the first link on, a note that is not there is one that was taken away.
  if (after.position === 0 && (await readHead(keeping)) === null)
    await writeHead(keeping, { ...headOf(after), settled: 0 });
  const links: ChainEnd[] = [];
  for (const entry of entries) {
    const { position, hash } = links.at(-1) ?? after;
    links.push({ position: position + 1, seq: entry.seq, hash: linkOf(keys, hash, entry) });
  }
  // One text whatever the number of links, because statements are prepared under their text.
  await sql`insert into audit_link (position, seq, hash) select * from unnest(
    ${links.map((link) => link.position)}::bigint[], ${links.map((link) => link.seq)}::bigint[], ${links.map((link) => link.hash)}::bytea[])`.execute(
    tx,
  );
  return links.at(-1) ?? after;
}

/**
 * Looks at what waits for its link where the linking did not come to its end: for a moment that is nothing, but what waits for
 * longer than `heldUpMs` is noted outside the database, so that it is missed when it vanishes.
 */
export async function lookAtWaiting(
  database: Database,
  keeping: Keeping,
  memory: Memory,
  heldUpMs: number,
): Promise<{ cut: Linked['cut']; heldUp: Waiting | null }> {
  return database.asSystem(async (tx) => {
    // What is compared with the note and what is noted next are of one moment: nothing vanishes between the two.
    await inOneSnapshot(tx);
    const { cut, noted } = await compareNote(tx, keeping, memory);
    const settled = Math.max(noted?.settled ?? 0, memory.settled ?? 0);
    const seqs = await unlinkedAfter(tx, settled);
    const now = performance.now();
    const before = memory.waiting;
    memory.waiting = new Map(seqs.map((seq) => [seq, before?.get(seq) ?? now]));
    const last = seqs.at(-1);
    if (last === undefined || Math.min(...memory.waiting.values()) > now - heldUpMs) return { cut, heldUp: null };
    const end = memory.end ?? noted?.place ?? chainBeginning;
    const entries = await countWaiting(tx, { position: end.position, settled, last });
    const waiting = { entries, last };
    if (cut === null) await writeHead(keeping, { ...headOf(end), settled, waiting });
    return { cut, heldUp: waiting };
  });
}
