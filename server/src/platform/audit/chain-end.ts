/** Where the chain ends: reckoned link by link from a place that is known, never believed from what lies in the table (P11-10). */
import { sql } from 'kysely';
import { type AuditKeys, beginning, linkOf, type StoredEntry, storedColumns } from './chain.ts';
import type { KnownHead, NotedHead } from './head-file.ts';
import type { Tx } from '#platform/database/db.ts';

export interface ChainEnd {
  position: number;
  /** The number of the entry there. */
  seq: number;
  hash: Buffer;
}
export const chainBeginning: ChainEnd = { position: 0, seq: 0, hash: beginning };

export const headOf = ({ position, hash }: ChainEnd): KnownHead => ({ position, hash: hash.toString('hex') });

/** A link, and the entry that it is for, if that is there. */
export type Link = Partial<StoredEntry> & {
  position: number;
  linked_seq: number;
  hash: Buffer;
  linked_at: Date;
  proof: Buffer | null;
};
export const linksAtOnce = 1_000;

export async function linksAfter(tx: Tx, position: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select link.position, link.seq as linked_seq, link.hash, link.linked_at, ${storedColumns}
    from audit_link as link left join audit_entry as entry on entry.seq = link.seq
    where link.position > ${position} order by link.position limit ${linksAtOnce}`.execute(tx);
  return rows;
}

export const hasEntry = (link: Link): link is Link & StoredEntry => link.seq !== undefined && link.seq !== null;

export const lastLink = async (tx: Tx): Promise<ChainEnd> =>
  (await tx
    .selectFrom('audit_link')
    .select(['position', 'seq', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? chainBeginning;

/** That place of the chain, as it was: then everything before it is there, too. Null when the chain has it no more. */
export async function placeOf(tx: Tx, { position, hash }: KnownHead): Promise<ChainEnd | null> {
  if (position === 0) return chainBeginning;
  const link = await tx
    .selectFrom('audit_link')
    .select(['position', 'seq', 'hash'])
    .where('position', '=', position)
    .executeTakeFirst();
  return link && link.hash.toString('hex') === hash ? link : null;
}

export interface Followed {
  end: ChainEnd;
  /** The first link that the portal did not make; what comes after it says nothing. */
  wrong: number | null;
  /** False while there are more links to look at. */
  isWhole: boolean;
}

/** Goes on along the chain, as far as the links were made with one of the keys. */
export async function follow(tx: Tx, keys: readonly AuditKeys[], from: ChainEnd): Promise<Followed> {
  let end = from;
  // Most of the time nobody else has linked anything.
  if ((await lastLink(tx)).position === end.position) return { end, wrong: null, isWhole: true };
  const links = await linksAfter(tx, end.position);
  for (const link of links) {
    const { position, hash } = end;
    const isOurs =
      link.position === position + 1 && hasEntry(link) && keys.some((key) => linkOf(key, hash, link).equals(link.hash));
    if (!isOurs) return { end, wrong: position + 1, isWhole: false };
    end = { position: link.position, seq: link.linked_seq, hash: link.hash };
  }
  return { end, wrong: null, isWhole: links.length < linksAtOnce };
}

/** Whether whatever waited for its link when the note was made is still there, with a link by now or without. */
export const hasWaiting = async (tx: Tx, { position, settled, waiting }: NotedHead): Promise<boolean> =>
  !waiting || (await countWaiting(tx, { position, settled, last: waiting.last })) >= waiting.entries;

/** How many entries up to a number got their link beyond a place of the chain, or are still without. */
export async function countWaiting(
  tx: Tx,
  { position, settled, last }: { position: number; settled: number; last: number },
): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select (select count(*) from audit_link where position > ${position} and seq <= ${last})
      + (select count(*) from audit_entry as entry where seq > ${settled} and seq <= ${last}
        and not exists (select from audit_link as link where link.seq = entry.seq)) as entries`.execute(tx);
  return rows[0]?.entries ?? 0;
}

/** So many are met one by one, and no more: by then administrators know. */
const mostWaiting = 10_000;

/** The numbers of the entries without a link, beyond the settled ones. */
export async function unlinkedAfter(tx: Tx, settled: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from audit_entry as entry
    where seq > ${settled} and not exists (select from audit_link as link where link.seq = entry.seq)
    order by seq limit ${mostWaiting}`.execute(tx);
  return rows.map(({ seq }) => seq);
}
