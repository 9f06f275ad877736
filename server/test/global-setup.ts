import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { type Connection, startEmbedded } from '../src/platform/postgres/embedded.ts';
import { folderInMemory } from './folder-in-memory.ts';
import { refuseUnrecordedChanges } from './unrecorded-changes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the PostgreSQL that all server tests of this run share. */
    postgres: Connection;
  }
}

/** One PostgreSQL in memory for the whole run, without fsync; its database `portal` is migrated and then copied for each test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await folderInMemory('portal-server-test');
  const database = await startEmbedded({ dataDir, fsync: false });
  await prepareDatabase(database, 'test');
  const client = new pg.Client({ ...database.superuser, database: 'portal' });
  await client.connect();
  await refuseUnrecordedChanges(client);
  await client.end();
  project.provide('postgres', database.superuser);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
