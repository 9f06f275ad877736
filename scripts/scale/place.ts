/** A database of its own for a simulation: the embedded one in a scratch folder, or an empty one that is given. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postmasterOf, startPortal } from '../../e2e/portal.ts';
import { openGround } from '../../server/src/operator/open-ground.ts';
import { readEnv } from '../../server/src/env.ts';
import { startEmbedded } from '../../server/src/platform/postgres/embedded.ts';
import { openWorld } from '../bench/world.ts';

export type Place = Awaited<ReturnType<typeof openPlace>>;

/** Brought to its schema, and known to the folder beside it. */
export async function openPlace({ DATABASE_URL: given, MIGRATION_DATABASE_URL: owner }: NodeJS.ProcessEnv) {
  if (given !== undefined && owner === undefined)
    throw new Error('MIGRATION_DATABASE_URL is needed beside DATABASE_URL.');
  const dataDir = mkdtempSync(join(tmpdir(), 'scale-'));
  // Nothing of it has to outlive a crash of the machine.
  const embedded = given === undefined ? await startEmbedded({ dataDir, fsync: false }) : undefined;
  const urls: Record<string, string> =
    given === undefined ? {} : { DATABASE_URL: given, MIGRATION_DATABASE_URL: owner as string };
  const start = () =>
    startPortal({ dataDir, env: urls, ...(given === undefined ? {} : { databaseUrl: given }), timeoutMs: 600_000 });
  const clearUp = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const endAtOnce = () => {
    const pid = embedded ? postmasterOf(dataDir) : 0;
    if (pid) process.kill(pid, 'SIGQUIT');
    clearUp();
  };
  process.once('exit', endAtOnce);
  const close = async () => {
    await embedded?.stop();
    process.off('exit', endAtOnce);
    clearUp();
  };
  const asSuperuser = async (statement: string) => {
    if (!embedded) return;
    const client = new pg.Client({ ...embedded.superuser, database: 'portal' });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const world = () =>
    openWorld(
      {
        url: 'http://127.0.0.1',
        connection: () => Promise.resolve(embedded?.connection ?? { connectionString: given as string }),
      },
      { owner: owner === undefined ? undefined : { connectionString: owner }, longestStatementMs: 0 },
    );
  try {
    // A database that is in use is refused, for want of its folder.
    await (await start()).stop();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    start,
    world,
    close,
    env: readEnv({ PORTAL_MODE: 'test', DATA_DIR: dataDir, ...urls }),
    ground: () => openGround(readEnv({ PORTAL_MODE: 'test', DATA_DIR: dataDir, ...urls })),
    /** References and other triggers are not looked at meanwhile, where that may be said. */
    unchecked: async <T>(work: () => Promise<T>): Promise<T> => {
      await asSuperuser(`alter role portal set session_replication_role = 'replica'`);
      try {
        return await work();
      } finally {
        await asSuperuser('alter role portal reset session_replication_role');
      }
    },
  };
}
