import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { type Connection, startEmbedded } from '../src/platform/postgres/embedded.ts';
import { refuseUnrecordedChanges } from './unrecorded-changes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the PostgreSQL that all server tests of this run share. */
    postgres: Connection;
  }
}

const name = 'portal-server-test-';

/** One PostgreSQL in memory for the whole run, without fsync; its database `portal` is migrated and then copied for each test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const memory = writable('/dev/shm') ? '/dev/shm' : tmpdir();
  await removeLeftovers(memory);
  const dataDir = mkdtempSync(join(memory, `${name}${process.pid}-`));
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

/** A killed run leaves its database running. */
async function removeLeftovers(memory: string): Promise<void> {
  for (const folder of readdirSync(memory).filter((entry) => entry.startsWith(name))) {
    const dataDir = join(memory, folder);
    if (isAlive(Number(folder.slice(name.length).split('-')[0])) || !writable(dataDir)) continue;
    await (await startEmbedded({ dataDir, fsync: false })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
