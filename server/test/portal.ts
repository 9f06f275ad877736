/** A whole portal on a database of its own, for tests that call endpoints. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Endpoint, Ours } from '@portal/contract/endpoint.ts';
import type { FailureBody } from '@portal/contract/errors.ts';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type App, openApp } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { hashOf } from '../src/platform/security/viewer-of.ts';
import { makeLog } from '../src/platform/core/log.ts';
import { productionBrands } from './production.ts';
import { things } from './things.ts';

/** What a call came back with: `reply` when it went well, `code`, `message` and `fields` when not. */
export interface Answer<E extends Endpoint> {
  status: number;
  reply: Ours<E['reply']>;
  code: string | undefined;
  message: string | undefined;
  fields: Record<string, string>;
  /** As it came over the wire. */
  body: unknown;
  headers: Record<string, string | string[] | number | undefined>;
}

/** What a call is asked with, as the wire speaks it. */
export interface Asking {
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Someone with a session, who calls. */
export interface Caller {
  providerId: number;
  companyId: number;
  token: string;
  call: <E extends Endpoint>(endpoint: E, asking?: Asking) => Promise<Answer<E>>;
}

/** What a test puts in the place of the portal's own: rooms with a call made for it, a built web app, a clock that is wrong, a process that serves nobody. */
export type Given = Pick<NonNullable<Parameters<typeof openApp>[2]>, 'rooms' | 'dist' | 'clock' | 'serves'> & {
  /** Another process of the same installation: on the database and the data of this portal. */
  beside?: Portal;
};

export interface Portal extends ReturnType<typeof things> {
  app: App;
  /** Where its database is, for a second portal on the same one. */
  connection: pg.PoolConfig;
  /** The same as the login that owns and migrates it; the portal itself works as one that owns nothing. */
  owner: pg.PoolConfig;
  /** Everything the server has logged so far. */
  logged: string[];
  /** A call without a session, unless `headers` bring one. */
  call: <E extends Endpoint>(endpoint: E, asking?: Asking) => Promise<Answer<E>>;
  /** A session for an existing person, without going through sign-in. */
  signedIn: (providerId: number, host?: string) => Promise<Caller>;
  /** Rows, looked up as the operator would: past the fence. */
  rows: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;
  /** Ends the process alone: database and data stay for the next one. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * A portal on a copy of the migrated database. Without variables it is the one that the tests of a file share, since opening one and
 * warming its connections costs more than most of them do: each brings companies and people of its own. One with variables, or of a
 * test that says `onItsOwn()`, closes with the test. Variables are configuration.
 */
export function openPortal(variables: Record<string, string> = {}, given?: Given): Promise<Portal> {
  const { testPath, currentTestName } = expect.getState();
  const isShared = Object.keys(variables).length === 0 && !given && alone !== `${testPath} ${currentTestName}`;
  return isShared ? share() : open(onTestFinished, variables, given);
}

let alone: string | undefined;

/**
 * The test that says so opens portals of its own, which close with it: it looks at the rows of all companies, or ends or damages the
 * portal. As `beforeEach(onItsOwn)` for all tests of a file.
 */
export function onItsOwn(): void {
  const { testPath, currentTestName } = expect.getState();
  alone = `${testPath} ${currentTestName}`;
}

let shared: { portal: Promise<Portal>; hasEnded: boolean } | undefined;

async function share(): Promise<Portal> {
  if (shared?.hasEnded) await closeShared();
  shared ??= shareable();
  const portal = await shared.portal;
  portal.app.clock.set(null);
  portal.logged.length = 0;
  return portal;
}

function shareable(): NonNullable<typeof shared> {
  const mine: NonNullable<typeof shared> = {
    hasEnded: false,
    portal: open(() => {}).then((portal) => {
      const ending = (end: () => Promise<void>) => () => {
        mine.hasEnded = true;
        return end();
      };
      return { ...portal, stop: ending(portal.stop), close: ending(portal.close) };
    }),
  };
  return mine;
}

/** Of a file whose tests are over. */
export async function closeShared(): Promise<void> {
  const left = shared;
  shared = undefined;
  await left?.portal.then(
    ({ close }) => close(),
    () => {},
  );
}

async function open(
  ends: (close: () => Promise<void>) => void,
  variables: Record<string, string> = {},
  given: Given = {},
): Promise<Portal> {
  const superuser = inject('postgres');
  const { beside, ...inItsPlace } = given;
  const name = beside?.connection.database ?? (await takeDatabase());
  const dataDir = beside?.app.env.dataDir ?? mkdtempSync(path.join(tmpdir(), 'portal-data-'));
  const logged: string[] = [];
  const keep = (line: string) => {
    logged.push(line);
    // An unexpected error is the first thing someone looking at a red test wants to see.
    if (line.includes('"event":"unexpected"'))
      process.stderr.write(`${(JSON.parse(line) as { error: string }).error}\n`);
  };
  const env = readEnv({
    PORTAL_MODE: 'test',
    DATA_DIR: dataDir,
    DATABASE_POOL: '8',
    PORTAL_SECRET: 'T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV',
    ...(variables['PORTAL_MODE'] === 'production' ? { BRANDS_FILE: productionBrands } : {}),
    ...variables,
  });
  const connection = { host: superuser.host, port: superuser.port, user: 'portal', database: name };
  // Not the one that may have been built meanwhile: each of its files is a route.
  const dist = path.join(import.meta.dirname, 'no-web-app');
  const app = await openApp(env, connection, { log: makeLog('debug', keep), dist, ...inItsPlace });
  await app.http.ready();
  const operator = new pg.Pool({ ...superuser, database: name, max: 2 });
  operator.on('error', () => {});
  operator.on('connect', (client) => client.on('error', () => {}));

  const call: Portal['call'] = async (endpoint, asking = {}) => {
    const response = await app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(asking.query ? { query: asQuery(asking.query) } : {}),
      headers: {
        host: 'localhost',
        ...(asking.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asking.headers,
      },
      ...(asking.body === undefined ? {} : { payload: JSON.stringify(asking.body) }),
    });
    const body: unknown = response.body === '' ? undefined : response.json();
    const failure = (response.statusCode < 400 ? {} : body) as Partial<FailureBody>;
    return {
      status: response.statusCode,
      reply: (response.statusCode === 200 ? z.decode(endpoint.reply as z.ZodType, body as never) : undefined) as never,
      code: failure.code,
      message: failure.message,
      fields: failure.fields ?? {},
      body,
      headers: response.headers,
    };
  };

  const signedIn: Portal['signedIn'] = async (providerId, host = 'localhost') => {
    const token = randomBytes(32).toString('base64url');
    const now = app.clock.now();
    const companyId = await app.database.asSystem(async (tx) => {
      const { company_id } = await tx
        .selectFrom('provider')
        .select('company_id')
        .where('provider_id', '=', providerId)
        .executeTakeFirstOrThrow();
      const { session_id } = await tx
        .insertInto('session')
        .values({
          company_id,
          provider_id: providerId,
          host,
          cookie_hash: hashOf(randomUUID()),
          created_at: now,
          last_input_at: now,
          ends_at: new Date(now.getTime() + 12 * 3_600_000),
        })
        .returning('session_id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('access_token')
        .values({
          company_id,
          session_id,
          token_hash: hashOf(token),
          expires_at: new Date(now.getTime() + 12 * 3_600_000),
        })
        .execute();
      return company_id;
    });
    return {
      providerId,
      companyId,
      token,
      call: (endpoint, asking = {}) =>
        call(endpoint, { ...asking, headers: { host, authorization: `Bearer ${token}`, ...asking.headers } }),
    };
  };

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= app.close());
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await stop();
    await operator.end();
    if (beside) return;
    dropDatabase(name);
    rmSync(dataDir, { recursive: true, force: true });
  };
  ends(close);
  return {
    ...things(app),
    app,
    connection,
    owner: { ...connection, user: 'portal_owner' },
    logged,
    call,
    signedIn,
    rows: async (text, values = []) => (await operator.query(text, values)).rows as never,
    stop,
    close,
  };
}

export const asQuery = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );

let ahead: Promise<string> | undefined;

/** A copy of the migrated database. The one for the next test is made while this one runs: copying is mostly waiting. */
async function takeDatabase(): Promise<string> {
  const mine = ahead ?? copyDatabase();
  ahead = undefined;
  const name = await mine;
  ahead = copyDatabase();
  // Whoever takes it is told; where nobody does, the run is over.
  ahead.catch(() => {});
  return name;
}

async function copyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) =>
    client.query(`create database ${name} template portal owner portal_owner strategy file_copy`),
  );
  return name;
}

/** Nobody waits for it; what is left at the end goes with the whole of PostgreSQL. */
function dropDatabase(name: string): void {
  asAdmin((client) => client.query(`drop database if exists ${name} with (force)`)).catch(() => {});
}

let admin: Promise<pg.Client> | undefined;

/** One connection for all portals of a process: making and dropping a database each on a new one would cost as much again. */
async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
    client.on('error', () => {});
    client.once('end', () => (admin = undefined));
    await client.connect();
    return client;
  };
  await work(await (admin ??= connect()));
}
