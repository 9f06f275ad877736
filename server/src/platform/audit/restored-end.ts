/** The note of the audit trail's end for a database that came from a backup, which is without it (P11-10). */
import { type AuditKeys, auditKeys } from './chain.ts';
import { type ChainEnd, chainBeginning, type Followed, follow, headOf, lastLink } from './chain-end.ts';
import { type Keeping, writeHead } from './head-file.ts';
import { isEverMissing } from '#platform/security/secrets.ts';
import type { Database } from '#platform/database/db.ts';

/**
 * Notes how far the chain was made with the secrets of the installation; what comes after that, the portal tells of and links
 * nothing to. Nothing counts as settled, so whatever waited for its link in the backup gets it.
 */
export async function noteRestoredEnd(database: Database, keeping: Keeping): Promise<void> {
  const keys = [keeping.secret, ...keeping.earlierSecrets].map(auditKeys);
  // What a secret has made that is not given cannot be reckoned; verification says so.
  const end = (await isEverMissing(database, keeping))
    ? await database.asSystem(lastLink)
    : await reckonEnd(database, keys);
  await writeHead(keeping, { ...headOf(end), settled: 0 });
}

async function reckonEnd(database: Database, keys: readonly AuditKeys[]): Promise<ChainEnd> {
  for (let from = chainBeginning; ; ) {
    const { end, wrong, isWhole }: Followed = await database.asSystem((tx) => follow(tx, keys, from));
    if (wrong !== null || isWhole) return end;
    from = end;
  }
}
