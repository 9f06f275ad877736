/** The programs of PostgreSQL, run as the login that owns the database. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
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
export async function run(name: string, login: Login, words: string[]): Promise<string> {
  const { child, ended } = begin(name, login, words);
  child.stdin.end();
  const [printed] = await Promise.all([text(child.stdout), ended]);
  return printed;
}

/**
 * Sends a dump to the database of `login`, all of it or nothing. By way of its statements, since the `pg_restore` of version 17 and later
 * begins with one that no earlier server knows.
 *
 * @throws Refusal
 */
export async function pourDump(login: Login, words: string[], serverVersion: number): Promise<void> {
  const dump = begin('pg_restore', login, ['--file=-', ...words]);
  const sent = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${login.database}`];
  await pour(dump, begin('psql', login, sent), serverVersion);
}

/** What one program says goes to the other one, and only where both did well is kept. */
export async function pour(dump: Program, database: Program, serverVersion: number): Promise<void> {
  dump.child.stdin.end();
  database.child.stdout.resume();
  const { stdin } = database.child;
  stdin.write('begin;\n');
  const poured = pipeline(dump.child.stdout, forServer(serverVersion), stdin, { end: false })
    .then(() => dump.ended)
    // Whatever ends before, also this process: without it nothing is kept.
    .then(() => void stdin.write('commit;\n'));
  const all = [poured, database.ended];
  await poured.then(
    () => stdin.end(),
    () => stdin.end(),
  );
  const [ofPouring, ofDatabase] = await Promise.allSettled(all);
  // Half a dump the database complains of as well: what broke it is said first.
  if (isRefused(ofPouring) && isRefused(ofDatabase))
    throw new Refusal(`${ofPouring.reason.message}\n${ofDatabase.reason.message}`);
  // A statement that is refused also ends what sends them: the database says best what went wrong.
  for (const one of [ofDatabase, ofPouring]) if (one?.status === 'rejected') throw one.reason;
}

const isRefused = (ended?: PromiseSettledResult<void>): ended is PromiseRejectedResult & { reason: Refusal } =>
  ended?.status === 'rejected' && ended.reason instanceof Refusal;

/** The statements of a dump as a server of this version takes them; all that sets something stands at their beginning. */
export function forServer(version: number): Transform {
  let beginning: Buffer | null = Buffer.alloc(0);
  const mended = (text: Buffer): Buffer =>
    version >= 170_000 ? text : Buffer.from(text.toString('latin1').replace(unknownBefore17, ''), 'latin1');
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (beginning === null) return done(null, chunk);
      const begun: Buffer = Buffer.concat([beginning, chunk]);
      if (begun.length < mostToBeginWith) {
        beginning = begun;
        return done();
      }
      beginning = null;
      done(null, mended(begun));
    },
    flush(done) {
      done(null, beginning === null ? undefined : mended(beginning));
    },
  });
}

const unknownBefore17 = /^SET transaction_timeout = 0;\n/m;
const mostToBeginWith = 4_096;

type Program = ReturnType<typeof begin>;

/** A program of PostgreSQL at work; `ended` rejects with what it said. */
export function begin(name: string, { variables }: Pick<Login, 'variables'>, words: string[]) {
  const child = spawn(programOf(name), words, {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ends early says why itself.
  child.stdin.on('error', () => {});
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Refusal(`${name} is missing: install PostgreSQL's client programs, of the server's version or newer.`),
      ),
    );
    child.once('close', resolve);
  });
  const ended = Promise.all([closed, text(child.stderr)]).then(([code, said]) => {
    if (code !== 0) throw new Refusal(`${name} did not work: ${said.trim()}`);
  });
  ended.catch(() => {});
  return { child, ended };
}
