/** Prints the six digits that the authenticator app of an account shows now: `npm run code <e-mail>`. Not in production. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, readEnv } from '../server/src/env.ts';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { momentOf } from '../server/src/platform/act/act.ts';
import { makeClock } from '../server/src/platform/core/clock.ts';
import { openDatabase } from '../server/src/platform/database/db.ts';
import { startEmbedded } from '../server/src/platform/postgres/embedded.ts';
import { codeOf } from '../server/src/rooms/identity/door.ts';

/** What cannot be done, in a sentence for whoever asked. */
class Refusal extends Error {}

async function codeFor(account: string | undefined): Promise<string> {
  if (!account) throw new Refusal('Whose code? For example: npm run code admin@meridian.example');
  const dataDir = resolve(process.env['DATA_DIR'] || './data');
  const embedded = !process.env['DATABASE_URL'];
  if (embedded && !existsSync(join(dataDir, 'postgres/cluster'))) {
    throw new Refusal(
      `There is no data in ${dataDir}: start the portal first, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
  }
  const env = readEnv(process.env);
  if (env.mode !== 'development' && env.mode !== 'test')
    throw new Refusal(`Codes are shown in development and test mode only; this is ${env.mode}.`);

  const joined = embedded ? await startEmbedded({ dataDir }) : null;
  const database = openDatabase(
    { ...(joined ? joined.connection : { connectionString: env.databaseUrl }), max: 1 },
    () => {},
  );
  try {
    const email = account.trim().toLowerCase();
    return await database.asSystem(async (tx) => {
      const known = await tx
        .selectFrom('identity_account')
        .select('email')
        .where('email', '=', email)
        .executeTakeFirst();
      if (!known) throw new Refusal(`There is no account ${email}.`);
      const code = await codeOf(momentOf(tx, makeClock()), env, email);
      if (!code)
        throw new Refusal(`${email} has no authenticator app yet: sign in, and ask again when the QR code is shown.`);
      return code;
    });
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      throw new Refusal(`There is no portal in this database yet: start the portal first.`);
    throw error;
  } finally {
    await database.close();
    await joined?.stop();
  }
}

const { positionals } = wordsOf({ options: {}, allowPositionals: true });
try {
  console.log(await codeFor(positionals[0]));
} catch (error) {
  if (!(error instanceof Refusal) && !(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
