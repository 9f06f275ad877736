/** For an operator: a backup that is there already, into an empty database that the settings name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readManifest } from '../../server/src/operator/backup-manifest.ts';
import { connected } from '../../server/src/platform/database/one-connection.ts';
import type { Variables } from './processes.ts';
import type { Report } from './report.ts';
import { drillRestored } from './restored.ts';

/** What the drill makes itself, database or folder, it removes. */
export async function drillBackup(given: Variables, from: string, report: Report): Promise<void> {
  const { mode } = await readManifest(from);
  const folder = given['DATA_DIR'] ? null : mkdtempSync(path.join(tmpdir(), 'portal-drill-'));
  const made = await databaseToMake(given);
  try {
    await drillRestored({ PORTAL_MODE: mode, ...given, ...(folder ? { DATA_DIR: folder } : {}) }, from, report);
    if (!made || !folder) console.log('The copy is as confidential as the original: remove it when you have seen it.');
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
    if (made) await drop(given, made);
  }
}

/** The database that "prepare-database" will make; null where it is there already, or nobody may make one. */
async function databaseToMake({ ADMIN_DATABASE_URL: admin, DATABASE_URL: serving }: Variables): Promise<string | null> {
  if (!admin || !serving) return null;
  const name = decodeURIComponent(new URL(serving).pathname.slice(1));
  const { rowCount } = await connected({ connectionString: admin }, 'portal operator', (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  );
  return rowCount === 0 ? name : null;
}

/** As its owner: who made it need not be a superuser. */
async function drop({ ADMIN_DATABASE_URL, MIGRATION_DATABASE_URL }: Variables, name: string): Promise<void> {
  const beside = new URL(MIGRATION_DATABASE_URL ?? '');
  beside.pathname = new URL(ADMIN_DATABASE_URL ?? '').pathname;
  await connected({ connectionString: beside.href }, 'portal operator', (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)}`),
  );
}
