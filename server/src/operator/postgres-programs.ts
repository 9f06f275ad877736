/** The programs of PostgreSQL, run as the login that owns the database. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { ConfigurationError, type Env } from '#src/env.ts';
import { refuseOtherOwner } from '#platform/database/one-database.ts';
import { reachDatabase } from '#platform/database/reach.ts';
import { Refusal } from './read-options.ts';

/** The settings of the portal, with the login that owns the database. */
export type Settings = Pick<Env, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataDir' | 'bucket'>;

export interface Login {
  config: pg.ClientConfig;
  database: string;
  /** For the programs of PostgreSQL, which show their arguments to everybody on the machine. */
  variables: Record<string, string>;
}

/** Once it was let in; what stands in its way is a sentence. */
export async function reachOwner(settings: Settings): Promise<Login> {
  const owner = { connectionString: urlOfOwner(settings) };
  await reachDatabase(owner, 'MIGRATION_DATABASE_URL', { waitMs: 0 });
  await refuseOtherOwner(owner, { connectionString: settings.databaseUrl });
  return ownerOf(settings);
}

function urlOfOwner({ migrationDatabaseUrl, databaseUrl }: Settings): string {
  if (databaseUrl && !migrationDatabaseUrl)
    throw new ConfigurationError(
      'MIGRATION_DATABASE_URL is needed: the login that owns the database, which alone may do this.',
    );
  if (!databaseUrl || !migrationDatabaseUrl)
    throw new ConfigurationError(
      'DATABASE_URL and MIGRATION_DATABASE_URL are needed. The embedded database is for trying, and has no backup.',
    );
  return migrationDatabaseUrl;
}

export function ownerOf(settings: Settings): Login {
  const connectionString = urlOfOwner(settings);
  const { searchParams } = new URL(connectionString);
  const config = { connectionString };
  const { host, port, user, password, database } = new pg.Client(config);
  const given = (name: string) => searchParams.get(name) ?? '';
  return {
    config,
    database: database ?? '',
    variables: Object.fromEntries(
      Object.entries({
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user ?? '',
        PGPASSWORD: typeof password === 'string' ? password : '',
        PGDATABASE: database ?? '',
        PGSSLMODE: given('sslmode'),
        PGSSLROOTCERT: given('sslrootcert'),
        PGSSLCERT: given('sslcert'),
        PGSSLKEY: given('sslkey'),
      }).filter(([, value]) => value !== ''),
    ),
  };
}

/** The newest that is installed reads every older server. */
export function programOf(name: string): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const [newest] = versions
    .filter((version) => existsSync(`/usr/lib/postgresql/${version}/bin/${name}`))
    .sort((one, other) => Number(other) - Number(one));
  return newest ? `/usr/lib/postgresql/${newest}/bin/${name}` : name;
}

/** What it printed. */
export async function run(name: string, { variables }: Login, words: string[]): Promise<string> {
  const child = spawn(programOf(name), words, {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Refusal(`${name} is missing: install PostgreSQL's client programs, of the server's version or newer.`),
      ),
    );
    child.once('close', resolve);
  });
  const [code, printed, said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Refusal(`${name} did not work: ${said.trim()}`);
  return printed;
}
