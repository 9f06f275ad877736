/**
 * Checks the audit trail and says in one sentence whether it is whole: `npm run verify-audit [-- --head 1204:9f3c…]`.
 * A head that the server has logged ("audit sealed") shows in addition that nothing was cut off the end.
 */
import { parseArgs } from 'node:util';
import { readEnv } from '../server/src/env.ts';
import { type KnownHead, verifyAudit } from '../server/src/platform/audit-verify.ts';
import { openDatabase } from '../server/src/platform/db.ts';
import { startEmbedded } from '../server/src/platform/postgres/embedded.ts';

const { values } = parseArgs({ options: { head: { type: 'string', multiple: true } } });
const known = (values.head ?? []).map((text): KnownHead => {
  const [position, hash] = text.split(':');
  if (!Number(position) || !hash) throw new Error(`--head wants position:hash, not "${text}".`);
  return { position: Number(position), hash };
});

const env = readEnv(process.env);
const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir });
const database = openDatabase({ ...(embedded ? embedded.connection : { connectionString: env.databaseUrl }), max: 1 }, () => {});
try {
  const verified = await verifyAudit(database, env.secret, known);
  if (verified.ok) {
    console.log(`The audit trail is whole: ${verified.entries} entries, ${verified.links} linked, head ${verified.links}:${verified.head}.`);
  } else {
    console.error(`The audit trail is broken. ${verified.problem}`);
    process.exitCode = 1;
  }
} finally {
  await database.close();
  await embedded?.stop();
}
