/**
 * Checks the audit trail and says in one sentence whether it is whole: `npm run verify-audit [-- --head 1204:9f3c…]`.
 * It compares the end with the head that the server keeps in DATA_DIR. A head that it has logged ("audit head") can be given, too.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { readEnv } from '../server/src/env.ts';
import type { KnownHead } from '../server/src/platform/audit/head-file.ts';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { sentencesOfTold } from '../server/src/platform/audit/told.ts';
import { verifyAudit } from '../server/src/platform/audit/verify.ts';
import { connected } from '../server/src/platform/database/one-connection.ts';
import { reachDatabase } from '../server/src/platform/database/reach.ts';
import { openDatabase } from '../server/src/platform/database/db.ts';
import { startEmbedded } from '../server/src/platform/postgres/embedded.ts';

/** The places of the chain that the operator has noted. */
function knownHeads(): KnownHead[] {
  const { values } = wordsOf({ options: { head: { type: 'string', multiple: true } } });
  return (values.head ?? []).map((text) => {
    const [position, hash] = text.split(':');
    if (!Number(position) || !hash) throw new Error(`--head wants position:hash, not "${text}".`);
    return { position: Number(position), hash };
  });
}

async function verify(): Promise<void> {
  if (process.argv.includes('--help')) return console.log('npm run verify-audit [-- --head 1204:9f3c…]');
  const known = knownHeads();
  const env = readEnv(process.env);
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'postgres/cluster')))
    throw new Error(`There is no data in ${env.dataDir}: set DATA_DIR or DATABASE_URL as the portal has them.`);
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir });
  const connection = embedded?.connection ?? { connectionString: env.databaseDirectUrl ?? env.databaseUrl };
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  try {
    if (!embedded)
      await reachDatabase(connection, env.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL', {
        waitMs: 0,
        mayBePooled: true,
      });
    await refuseWithoutTrail(connection);
    const verified = await verifyAudit(database, env, known);
    if (!verified.ok && verified.lacksSecret)
      throw new Error(
        `The audit trail cannot be verified: the database was also used with a secret that is in neither PORTAL_SECRET nor PORTAL_EARLIER_SECRETS. Without that one, this is found: ${verified.problem}`,
      );
    if (!verified.ok) throw new Error(`The audit trail is broken. ${verified.problem}`);
    const { entries, links, head, isNoted, earlier } = verified;
    console.log(`The audit trail is whole: ${entries} entries, ${links} linked, head ${links}:${head}.`);
    if (!isNoted)
      console.log(
        'DATA_DIR has no note of where it ended before (audit-head): nothing shows that its end was not cut off.',
      );
    if (earlier)
      console.log(`With earlier secrets ${earlier.entries} of them were written, the last at ${earlier.last}.`);
    for (const sentence of await sentencesOfTold(env)) console.log(sentence);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function refuseWithoutTrail(connection: PoolConfig): Promise<void> {
  const { rows } = await connected(connection, 'portal operator', (client) =>
    client.query<{ trail: string | null }>(`select to_regclass('public.audit_link')::text as trail`),
  );
  if (!rows[0]?.trail)
    throw new Error(
      'The database has no audit trail: it is empty, or not the one of a portal. A backup comes back by "npm run operator -- restore".',
    );
}

await verify().catch((error: NodeJS.ErrnoException) => {
  const isClosed = error.path !== undefined && ['EACCES', 'EPERM'].includes(error.code ?? '');
  console.error(
    isClosed
      ? `${error.path} cannot be read by this account (${error.code}). Run this as the account of the portal.`
      : error.message,
  );
  process.exitCode = 1;
});
