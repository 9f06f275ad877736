/** The database of this installation, brought to its schema, for a command. */
import type { Env } from '#src/env.ts';
import { readBrands } from '#platform/core/brands.ts';
import { makeClock } from '#platform/core/clock.ts';
import { proveEntries } from '#platform/audit/keys.ts';
import { waitingEntries } from '#platform/audit/waiting-entries.ts';
import { readDatabaseTime } from '#platform/database/database-time.ts';
import { openDatabase } from '#platform/database/db.ts';
import { openFiles } from '#platform/files/files.ts';
import { refuseClosedFolder } from '#platform/files/installation.ts';
import { refuseForeignFolder } from '#src/refuse-foreign-folder.ts';
import { makeLog } from '#platform/core/log.ts';
import { type Logins, loginsOf, prepareDatabase, reachDatabases } from '#platform/database/prepare.ts';
import { stopEnqueuing } from '#platform/jobs/enqueue.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { admitSecrets } from '#platform/security/secrets.ts';
import { encryptedColumns } from '#platform/security/encrypted-columns.ts';
import { giveHosts } from '#rooms/companies/door.ts';
import { encryptedFactors } from '#rooms/identity/door.ts';
import { sealingKeys } from '#rooms/signing/door.ts';

/** Nobody waits for a command to go, and the portal beside it is the one that is watched. */
const unwatched = { stopDelayMs: 0, metricsPort: undefined, tracesUrl: undefined, securityStream: undefined };

export async function openGround(env: Env) {
  if (env.databaseUrl) refuseForeignFolder(env.dataDir);
  refuseClosedFolder(env.dataDir);
  const brands = readBrands(env);
  const clock = makeClock();
  const embedded = env.databaseUrl === undefined ? await startEmbedded({ dataDir: env.dataDir }) : undefined;
  const logins: Logins = embedded ?? loginsOf(env);
  if (!embedded) await reachDatabases(logins);
  await prepareDatabase(logins, env.mode).catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const database = openDatabase({ ...(logins.direct ?? logins.connection), max: 2 }, () => {});
  await readDatabaseTime({ database, clock });
  proveEntries(database, env.secret);
  const close = async () => {
    await stopEnqueuing(database);
    await database.close();
    await embedded?.stop();
  };
  // With another secret than the portal's, what a command puts on record would count as forged.
  const encrypted = [
    encryptedColumns({ database, env }, [...encryptedFactors, ...sealingKeys]),
    waitingEntries({ database, env }),
  ];
  await admitSecrets({ database, clock, log: makeLog('silent'), env }, encrypted, { serves: false }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  await giveHosts({ database, brands, env });
  return {
    database,
    files: openFiles(env),
    brands,
    env,
    log: makeLog('silent'),
    clock,
    sendsMail: env.smtpUrl !== undefined,
    accountsAreHosted: env.hostedPool !== undefined,
    keepHouse: async () => {
      // What is cleared away, the rooms say. The other commands do without the house.
      const { openApp } = await import('#src/app.ts');
      const app = await openApp({ ...env, ...unwatched }, logins.connection, {
        clock,
        log: makeLog('silent'),
        serves: false,
      });
      try {
        return await app.keepHouse();
      } finally {
        await app.close();
      }
    },
    close,
  };
}
