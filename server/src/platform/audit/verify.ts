/** Checks the audit trail from its first link to its last, and names the first place that does not fit (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, auditKeys, beginning, isProven, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import { hasEntry, hasWaiting, type Link, linksAfter, linksAtOnce } from './chain-end.ts';
import { type Keeping, type KnownHead, type NotedHead, readHead } from './head-file.ts';
import { isEverMissing } from '#platform/security/secrets.ts';
import { allowStatements, type Database, type Tx } from '#platform/database/db.ts';

export type Verified =
  | {
      ok: true;
      entries: number;
      links: number;
      head: string;
      /** False where nothing outside the database tells where the trail ended before. */
      isNoted: boolean;
      /** How many were written with an earlier secret, and until when: nothing should have been since the change. */
      earlier?: { entries: number; last: string };
    }
  | {
      ok: false;
      at: { seq?: number; position?: number };
      problem: string;
      /** The database was used with a secret that is not given: what was written with that one looks altered. */
      lacksSecret: boolean;
    };
type Whole = Extract<Verified, { ok: true }>;
type Problem = Omit<Extract<Verified, { ok: false }>, 'lacksSecret'>;

/** Within this time an entry must have been linked; P11-10 speaks of older ones. */
const settledMs = 60_000;

/**
 * Verifies the whole trail in batches, against the place that is noted outside the database and those that the operator knows.
 * It changes nothing, and may run beside a working server.
 */
export async function verifyAudit(
  database: Database,
  keeping: Keeping,
  heads: readonly KnownHead[] = [],
): Promise<Verified> {
  const found = await look(database, keeping, heads);
  return found.ok ? found : { ...found, lacksSecret: await database.asSystem((tx) => isEverMissing(tx, keeping)) };
}

async function look(database: Database, keeping: Keeping, heads: readonly KnownHead[]): Promise<Whole | Problem> {
  // Read first: the chain only grows meanwhile.
  const noted = await readHead(keeping);
  if (noted === 'altered')
    return {
      ok: false,
      at: {},
      problem: 'The note of the end of the trail (audit-head in DATA_DIR) was altered, or made with another secret.',
    };
  const known = noted ? [noted, ...heads] : heads;
  const keys = [keeping.secret, ...keeping.earlierSecrets].map(auditKeys);
  const walk: Walk = { position: 0, hash: beginning, settledSeq: 0, recent: [] };
  for (let more = true; more; ) {
    const links = await database.asSystem((tx) => linksAfter(tx, walk.position));
    for (const link of links) {
      const problem = problemOf(keys, walk, link, known);
      if (problem) return problem;
      if (link.linked_seq < walk.settledSeq && (await isOfLater(database, link)))
        return {
          ok: false,
          at: { seq: link.linked_seq, position: link.position },
          problem: `Entry ${link.linked_seq} was inserted after later entries had been linked.`,
        };
    }
    more = links.length === linksAtOnce;
  }
  const cut = known.find(({ position }) => position > walk.position);
  if (cut)
    return {
      ok: false,
      at: { position: cut.position },
      problem: `The chain ends at link ${walk.position}, but link ${cut.position} is known to have existed: its end was removed.`,
    };
  return database.asSystem((tx) => restOf(tx, keys, walk, noted));
}

/** Where the walk along the chain has come to. */
interface Walk {
  position: number;
  hash: Buffer;
  /** The highest number among links made a minute or more before the current one, and those made since. */
  settledSeq: number;
  recent: { seq: number; at: number }[];
  earlier?: { entries: number; last: string };
}

/** What is wrong with the next link, if anything; otherwise the walk goes on to it. */
function problemOf(keys: readonly AuditKeys[], walk: Walk, link: Link, known: readonly KnownHead[]): Problem | null {
  const expected = walk.position + 1;
  if (link.position !== expected)
    return { ok: false, at: { position: expected }, problem: `Link ${expected} was removed.` };
  const seq = link.linked_seq;
  const at = { seq, position: expected };
  if (!hasEntry(link)) return { ok: false, at, problem: `Entry ${seq} was removed.` };
  const provenBy = keys.findIndex((key) => isProven(key, link));
  const proven = provenBy >= 0;
  const linked = keys.some((key) => linkOf(key, walk.hash, link).equals(link.hash));
  if (!linked && !proven) return { ok: false, at, problem: `Entry ${seq} was altered.` };
  if (!linked) return { ok: false, at, problem: `Entry ${seq} was moved, swapped or altered, or its link was.` };
  if (!proven) return { ok: false, at, problem: `Entry ${seq} was inserted: the server did not write it.` };
  if (known.some(({ position, hash }) => position === expected && hash !== link.hash.toString('hex')))
    return {
      ok: false,
      at,
      problem: `Link ${expected} is not the one that is known to have existed: the end of the chain was made anew.`,
    };
  // A number is drawn when an entry is written: below it, nothing is written a minute later.
  while (walk.recent[0] && link.linked_at.getTime() - walk.recent[0].at >= settledMs)
    walk.settledSeq = Math.max(walk.settledSeq, walk.recent.shift()?.seq ?? 0);
  if (provenBy > 0) walk.earlier = { entries: (walk.earlier?.entries ?? 0) + 1, last: link.recorded_at };
  walk.recent.push({ seq, at: link.linked_at.getTime() });
  walk.position = expected;
  walk.hash = link.hash;
  return null;
}

/** The time of the portal and that of its database are half a second apart at most. */
const skew = '2 seconds';

/**
 * Whether an entry says, proven, that it was written after the one with the next number. One that got its link late does not:
 * it was committed a moment after its neighbours had theirs, and then nobody linked for a minute, since the server was down.
 */
async function isOfLater(database: Database, { linked_seq: seq }: Link): Promise<boolean> {
  const { rows } = await database.asSystem((tx) =>
    sql<{ isOfLater: boolean }>`
      select own.at > next.recorded_at + ${skew}::interval as "isOfLater" from audit_entry own
      cross join lateral (
        select later.recorded_at from audit_entry later where later.seq > own.seq order by later.seq limit 1) next
      where own.seq = ${seq}`.execute(tx),
  );
  return rows[0]?.isOfLater ?? false;
}

/** What the links do not show: entries that never got one, and copies. */
async function restOf(
  tx: Tx,
  keys: readonly AuditKeys[],
  walk: Walk,
  noted: NotedHead | null,
): Promise<Whole | Problem> {
  await allowStatements(tx, 0);
  const { rows: unlinked } = await sql<StoredEntry & { left_out: boolean }>`
    select ${storedColumns},
      entry.recorded_at + make_interval(secs => ${settledMs / 1_000}) < (select max(linked_at) from audit_link) as left_out
    from audit_entry as entry
    where not exists (select from audit_link as link where link.seq = entry.seq) order by entry.seq`.execute(tx);
  for (const entry of unlinked) {
    if (!keys.some((key) => isProven(key, entry)))
      return {
        ok: false,
        at: { seq: entry.seq },
        problem: `Entry ${entry.seq} was altered or inserted: the server did not write it so.`,
      };
  }
  const { rows: copies } = await sql<{
    seq: number;
  }>`select max(seq) as seq from audit_entry group by proof having count(*) > 1 order by 1 limit 1`.execute(tx);
  if (copies[0])
    return { ok: false, at: { seq: copies[0].seq }, problem: `Entry ${copies[0].seq} is a copy of another one.` };
  // While no server runs nobody links, and that is no problem.
  const leftOut = unlinked.find((entry) => entry.left_out);
  if (leftOut)
    return {
      ok: false,
      at: { seq: leftOut.seq },
      problem: `Entry ${leftOut.seq} has no link, although entries written later have: its link was removed, or it was inserted.`,
    };
  if (noted?.waiting) {
    const { entries, last } = noted.waiting;
    if (!(await hasWaiting(tx, noted)))
      return {
        ok: false,
        at: {},
        problem: `${entries} entries up to number ${last} waited for their link while the linking was held up, and not all of them are there any more.`,
      };
    const held = unlinked.find(({ seq }) => seq <= last);
    if (held)
      return {
        ok: false,
        at: { seq: held.seq },
        problem: `Entry ${held.seq} waits for its link although the portal ran for a minute: the linking is held up.`,
      };
  }
  const { rows: counted } = await sql<{ entries: number }>`select count(*) as entries from audit_entry`.execute(tx);
  const whole = {
    entries: counted[0]?.entries ?? 0,
    links: walk.position,
    head: walk.hash.toString('hex'),
    isNoted: noted !== null,
  };
  return { ok: true, ...whole, ...(walk.earlier ? { earlier: walk.earlier } : {}) };
}
