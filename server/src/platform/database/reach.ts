/** Whether a database answers, as a start asks it: one that is not up yet is waited for, and what will never work is a sentence. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '#src/env.ts';
import { connected } from './one-connection.ts';
import { isOutOfReach } from './out-of-reach.ts';

const longestMs = 60_000;
const againMs = 500;

/** It may come up: nobody listens there yet, or it is starting, stopping or full. */
const mayCome = (code: string, message: string) =>
  // A name that nobody knows when the portal starts is a wrong one.
  (isOutOfReach(code) && code !== 'ENOTFOUND') ||
  ['57P03', '53300'].includes(code) ||
  // No socket yet; or a pooler that has not reached it either (08P01).
  /connect ENOENT|timeout|Connection terminated|server login has been failing|cannot connect to server/.test(message);

interface Options {
  waitMs?: number;
  onWait?: (sentence: string) => void;
  /** Whether a pooler may stand between. */
  mayBePooled?: boolean;
}

/** `name` is the variable that leads there. */
export async function reachDatabase(
  config: pg.PoolConfig,
  name: string,
  { waitMs = longestMs, onWait = () => {}, mayBePooled = false }: Options = {},
): Promise<void> {
  const until = Date.now() + waitMs;
  for (let tries = 0; ; tries += 1) {
    const found = await lookAt(config);
    if (found === 'direct' || (found === 'pooled' && mayBePooled)) return;
    if (found === 'pooled')
      throw new ConfigurationError(
        name === 'DATABASE_URL'
          ? 'DATABASE_URL leads through a pooler, such as PgBouncer. Name the way past it in DATABASE_DIRECT_URL.'
          : `${name} leads through a pooler, such as PgBouncer. It must lead to PostgreSQL itself.`,
      );
    const { code = '', message } = found;
    if (!mayCome(code, message)) throw new ConfigurationError(`${name} ${sentenceOf(code, message)}`);
    if (Date.now() >= until)
      throw new ConfigurationError(
        `${name} leads to no database that answers (${code || message}).${waitMs === 0 ? '' : ` The portal waited ${Math.round(waitMs / 1_000)} seconds for it.`}`,
      );
    if (tries === 0)
      onWait(
        `The database of ${name} does not answer yet (${whereOf(config)}: ${code || message}). The portal is waiting for it.`,
      );
    await pause(againMs);
  }
}

/** Without its login. */
function whereOf(config: pg.PoolConfig): string {
  const { host, port } = new pg.Client(config as pg.ClientConfig);
  return host.startsWith('/') ? host : `${host}:${port}`;
}

/** A pooler makes up the number of the connection, by which one could be cancelled. */
async function lookAt(config: pg.PoolConfig): Promise<'direct' | 'pooled' | (Error & { code?: string })> {
  try {
    return await connected(config, 'portal start', async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const { processID: told } = client as pg.Client & { processID?: number | null };
      return told && told !== rows[0]?.pid ? 'pooled' : 'direct';
    });
  } catch (error) {
    return error as Error;
  }
}

/** PostgreSQL's own words name the login or the database, and never the password. */
function sentenceOf(code: string, message: string): string {
  if (code === '28P01') return `is refused: ${message}. Its password is wrong, or the login does not exist.`;
  if (code === '3D000') return `is refused: ${message}. "npm run operator -- prepare-database" makes it.`;
  if (code === '28000')
    return `is refused: ${message}. The login does not exist, or may not come from this machine or without TLS.`;
  if (code === '42501') return `is refused: ${message}.`;
  if (code === 'ENOTFOUND') return 'names a host that nobody knows.';
  if (code === 'ENOENT') return `names a file that is not there (${message}).`;
  if (/certificate|self.signed|altnames/i.test(`${code} ${message}`))
    return `leads to a server whose certificate does not hold (${code || message}). One of your own goes into sslrootcert.`;
  if (/does not support SSL/.test(message)) return 'asks for TLS, and the server offers none.';
  return `cannot be used: ${message} (${code}).`;
}
