/** The note of the audit trail's end for a database that came from a backup, which is without it (P11-10). */
import { type AuditKeys, auditKeys } from './chain.ts';
import { type ChainEnd, chainBeginning, type Followed, follow, headOf, lastLink } from './chain-end.ts';
import { type Keeping, writeHead } from './head-file.ts';
import { isEverMissing } from '#platform/security/secrets.ts';
import type { Database, Tx } from '#platform/database/db.ts';

/**
 * Notes how far the chain was made with the secrets of the installation; what comes after that, the portal tells of and links
 * nothing to. Nothing counts as settled, so whatever waited for its link in the backup gets it.
 */
export async function noteRestoredEnd(database: Database, keeping: Keeping): Promise<void> {
  const keys = [keeping.secret, ...keeping.earlierSecrets].map(auditKeys);
  // What a secret has made that is not given cannot be reckoned; verification says so.
  const last = await database.asSystem(async (tx) => ((await isEverMissing(tx, keeping)) ? lastLink(tx) : null));
  const end = last ?? (await reckonEnd(database, keys));
  await writeHead(keeping, { ...headOf(end), settled: 0 });
}

/** So many links back from the last one there is: one that only the portal can make stands for all that it was made after. */
const near = 1_000;

async function reckonEnd(database: Database, keys: readonly AuditKeys[]): Promise<ChainEnd> {
  const nearEnd = await database.asSystem(async (tx) => linkAt(tx, (await lastLink(tx)).position - near));
  const found = await reckonFrom(database, keys, nearEnd ?? chainBeginning);
  // Where the end was not made by the portal, its last good link is found from the beginning.
  return found.wrong === null || !nearEnd ? found.end : (await reckonFrom(database, keys, chainBeginning)).end;
}

async function reckonFrom(database: Database, keys: readonly AuditKeys[], start: ChainEnd): Promise<Followed> {
  for (let from = start; ; ) {
    const found = await database.asSystem((tx) => follow(tx, keys, from));
    if (found.wrong !== null || found.isWhole) return found;
    from = found.end;
  }
}

const linkAt = (tx: Tx, position: number): Promise<ChainEnd | undefined> =>
  tx.selectFrom('audit_link').select(['position', 'seq', 'hash']).where('position', '=', position).executeTakeFirst();
