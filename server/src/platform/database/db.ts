/** PostgreSQL: one pool, prepared statements, and the two roles that work is done as. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { contextNow } from '#platform/core/context.ts';
import { refusePastDeadline } from '#platform/core/deadline.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { DB as Schema } from './schema.ts';

export type { Schema };
/** The portal's tables. Bare, it sees no row: work goes through `inCompany` or `asSystem`. */
export type Db = Kysely<Schema>;
/** Work inside one transaction, as one of the two roles. */
export type Tx = Transaction<Schema>;

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Statements with values are prepared once per connection under a name made from their text. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    if (names.size < 2_000) names.set(text, name);
  }
  return name;
}

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** One transaction inside the fence of a company: nothing of another company can be read or written. */
  inCompany: <T>(companyId: number, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The same for a call that only reads: nothing can be written, and nobody waits for its end. */
  readInCompany: <T>(companyId: number, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** One transaction for identity, start-up and background work, across companies. */
  asSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A statement's rows straight from the pool, as the login role. */
  query: <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<R[]>;
  close: () => Promise<void>;
}

/** For a connection: whoever has none by then is told to come again (REL-04). */
const longestWaitMs = 4_000;

const databases = new WeakMap<Db, Database>();
/** The database of a transaction. What another part of the platform knows of a database, it keeps by this. */
export function databaseOf(tx: Tx): Database {
  const database = databases.get(tx);
  if (!database) throw new Error('the transaction was not opened by a database of the portal');
  return database;
}

export function openDatabase(config: pg.PoolConfig, onError: (error: Error) => void): Database {
  // Pipelined: the beginning of a transaction, its first statement and its end are sent without waiting for each other.
  const pool = new pg.Pool({
    connectionTimeoutMillis: longestWaitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 9_000,
    pipeline: true,
    ...config,
  } as pg.PoolConfig);
  // Without listeners a restart of the database would end the process (REL-04).
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const connections = makeSemaphore({
    most: config.max ?? 10,
    mostWaiting: Number.POSITIVE_INFINITY,
    longestWaitMs,
    refusal: () => new Error('timeout exceeded when trying to connect'),
  });
  /** Waits until the pool has a connection for whoever calls; what comes back says that it is no longer used. */
  const turn = async (): Promise<() => void> => {
    const context = contextNow();
    // Whoever holds one and needs another does not wait for those who wait for the first.
    const place = await connections.take(1, context && context.connections === 0 ? context.caller : null);
    if (context) context.connections += 1;
    return () => {
      if (context) context.connections -= 1;
      place.release();
    };
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const done = await turn();
    try {
      return await pool.query(statement(text, values));
    } finally {
      done();
    }
  };

  const ofClient = new WeakMap<pg.PoolClient, Db>();
  const kyselyOf = (client: pg.PoolClient): Db => {
    let known = ofClient.get(client);
    if (!known) {
      ofClient.set(client, (known = kyselyOn((text, values) => client.query(statement(text, values)))));
      databases.set(known, database);
    }
    return known;
  };

  const within = async <T>(begin: string, work: (tx: Tx) => Promise<T>, awaitsCommit: boolean): Promise<T> => {
    const done = await turn();
    const client = await pool.connect().catch((error: unknown) => {
      done();
      throw error;
    });
    let broken: Error | undefined;
    try {
      // Not waited for: when it fails, what follows runs as the login role, which may neither see nor write a row.
      const sent = inOneWrite(client);
      const begun = client.query(begin);
      begun.catch(() => {});
      const result = await work(kyselyOf(client) as Tx).finally(sent);
      await begun;
      refusePastDeadline();
      const committed = client.query('commit');
      if (awaitsCommit) await committed;
      else committed.catch(onError);
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
      done();
    }
  };
  const asCompany = (companyId: number) =>
    `begin; set local role portal_app; set local app.company_id = ${Number(companyId)}`;

  const database: Database = {
    db: kyselyOn(query),
    pool,
    query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await query(text, values)).rows as R[],
    inCompany: (companyId, work) => within(asCompany(companyId), work, true),
    readInCompany: (companyId, work) => within(`${asCompany(companyId)}; set transaction read only`, work, false),
    asSystem: (work) => within('begin; set local role portal_system', work, true),
    close: () => pool.end(),
  };
  return database;
}

/** Holds back what is written to a connection until the work at hand has sent its first statement: one system call for both. */
function inOneWrite(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  let held = true;
  const send = () => {
    if (held) stream.uncork();
    held = false;
  };
  process.nextTick(send);
  return send;
}

const statement = (text: string, values: readonly unknown[]): pg.QueryConfig =>
  values.length > 0 ? { name: nameOf(text), text, values: [...values] } : { text };

/** Kysely as a writer of SQL over one way of sending it. Transactions are opened above, never through Kysely. */
function kyselyOn(send: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>): Db {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => {
      refusePastDeadline();
      const result = await send(query.sql, query.parameters);
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery: () => {
      throw new Error('streaming is not used');
    },
  };
  const never = async () => {
    throw new Error('transactions are opened with inCompany, readInCompany or asSystem');
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: never,
        commitTransaction: never,
        rollbackTransaction: never,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  });
}

/** `any($1)` for lists: one statement text whatever the length. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** Whether an error says that the database is away, in contrast to a refused statement. */
export function databaseIsAway(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  const message = error instanceof Error ? error.message : '';
  return (
    /^(08|57P0|53300)/.test(code) ||
    // "aborted" is a caller who hung up, not the database.
    (['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) && message !== 'aborted') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
      message,
    )
  );
}
