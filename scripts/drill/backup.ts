/** For an operator: a backup that is there already, into an empty database that the settings name. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Env, readEnv } from '../../server/src/env.ts';
import { readManifest } from '../../server/src/operator/backup-manifest.ts';
import { connected } from '../../server/src/platform/database/one-connection.ts';
import { reachDatabase } from '../../server/src/platform/database/reach.ts';
import type { Variables } from './processes.ts';
import type { Report } from './report.ts';
import { drillRestored } from './restored.ts';

const folderName = 'portal-drill-';

/** What the drill makes itself, database or folder, it removes, also when it fails or is interrupted. */
export async function drillBackup(given: Variables, from: string, report: Report): Promise<void> {
  const { mode } = await readManifest(from);
  const left = leftBehind();
  const folder = given['DATA_DIR'] ? null : mkdtempSync(path.join(tmpdir(), folderName));
  const env = { PORTAL_MODE: mode, ...given, ...(folder ? { DATA_DIR: folder } : {}) };
  let made: string | null = null;
  try {
    // What is wrong with the settings, this says in a sentence.
    made = await databaseToMake(readEnv(env));
    await drillRestored(env, from, report);
    if (!made || !folder) console.log('The copy is as confidential as the original: remove it when you have seen it.');
  } catch (error) {
    tellOfLeft({ database: made ? null : databaseOf(given), folder: folder ? null : (given['DATA_DIR'] ?? ''), left });
    throw error;
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
    if (made) await drop(readEnv(env), made);
  }
}

/** Where a copy may lie that the drill does not remove. */
function tellOfLeft({
  database,
  folder,
  left,
}: {
  database: string | null;
  folder: string | null;
  left: readonly string[];
}): void {
  const places = [...(database ? [`the database "${database}"`] : []), ...(folder ? [`DATA_DIR (${folder})`] : [])];
  if (places.length > 0)
    console.error(
      `What was there before the drill is left: ${places.join(' and ')}. If it has a copy or a part of one, of this drill or of an earlier one that was cut off, that is as confidential as the original.`,
    );
  if (left.length > 0) console.error(`An earlier drill may have left its files behind: ${left.join(', ')}.`);
}

/** Of drills that were killed, or that run at this moment. */
const leftBehind = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(folderName))
    .map((name) => path.join(tmpdir(), name));

const databaseOf = ({ DATABASE_URL = '' }: Variables): string =>
  URL.canParse(DATABASE_URL) ? decodeURIComponent(new URL(DATABASE_URL).pathname.slice(1)) : '';

/** The database that "prepare-database" will make; null where it is there already, or nobody may make one. */
async function databaseToMake(settings: Env): Promise<string | null> {
  const { adminDatabaseUrl: admin, migrationDatabaseUrl } = settings;
  const name = databaseOf({ DATABASE_URL: settings.databaseUrl });
  if (!admin || !migrationDatabaseUrl || name === '') return null;
  await reachDatabase({ connectionString: admin }, 'ADMIN_DATABASE_URL', { waitMs: 0 });
  const { rowCount } = await connected({ connectionString: admin }, 'portal operator', (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  );
  return rowCount === 0 ? name : null;
}

const dropForMs = 15_000;

/** As its owner: who made it need not be a superuser. What the drill did there may take a moment to end. */
async function drop({ adminDatabaseUrl, migrationDatabaseUrl }: Env, name: string): Promise<void> {
  const beside = new URL(migrationDatabaseUrl ?? '');
  beside.pathname = new URL(adminDatabaseUrl ?? '').pathname;
  const statement = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  for (const until = Date.now() + dropForMs; ; await pause(200)) {
    try {
      await connected({ connectionString: beside.href }, 'portal operator', (client) => client.query(statement));
      return;
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      // The owner may end its own sessions, and not those of the login that serves.
      if (['55006', '42501'].includes(code) && Date.now() < until) continue;
      // The login is made together with the database.
      if (code === '28P01' || code === '28000') return;
      console.error(
        `The copy in the database "${name}" was not removed (${message}). It is as confidential as the original: drop it.`,
      );
      return;
    }
  }
}
