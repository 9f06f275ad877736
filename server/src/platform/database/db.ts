/** PostgreSQL: one pool, prepared statements, and the two roles that work is done as. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  Transaction,
} from 'kysely';
import pg from 'pg';
import { contextNow } from '#platform/core/context.ts';
import { refusePastDeadline } from '#platform/core/deadline.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { DB as Schema } from './schema.ts';
import { DatabaseSilent, hasBrokenOff, keptAlive, WatchedClient } from './watched-client.ts';

export type { Schema };
/** The portal's tables. Bare, it sees no row: work goes through `inCompany` or `asSystem`. */
export type Db = Kysely<Schema>;
/** Work inside one transaction, as one of the two roles. */
export type Tx = Transaction<Schema>;

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** So many statements are kept prepared by each connection; a screen is a handful, the whole product some hundreds. */
const mostPrepared = 500;
/** A statement with more values has one for each item of a list: its text is hardly ever met again. */
const mostValues = 60;
type Statement = (text: string, values: readonly unknown[]) => pg.QueryConfig;
const withoutName: Statement = (text, values) => (values.length > 0 ? { text, values: [...values] } : { text });

/**
 * Names the statements that connections keep prepared, each by its text; a text that was not met before or that grows with its
 * input has no name. What has one stays in the memory of the database for as long as the connection lives.
 */
function statementsOf(): Statement {
  const names = new Map<string, string>();
  const metOnce = new Set<string>();
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    const name = names.get(text);
    if (name !== undefined || values.length === 0 || values.length > mostValues || names.size >= mostPrepared)
      return name;
    if (!metOnce.delete(text)) {
      if (metOnce.size >= mostPrepared) metOnce.clear();
      metOnce.add(text);
      return undefined;
    }
    const made = createHash('sha1').update(text).digest('base64url');
    names.set(text, made);
    return made;
  };
  return (text, values) => {
    const name = nameOf(text, values);
    return name === undefined ? withoutName(text, values) : { name, text, values: [...values] };
  };
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
  /** The same on a connection beside the pool's, for what is asked in the midst of a transaction: all who hold one may ask at once. */
  queryBeside: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;
  close: () => Promise<void>;
}

/** For a connection: whoever has none by then is told to come again (REL-04). */
const longestWaitMs = 4_000;

/** The database of a transaction. What another part of the platform knows of a database, it keeps by this. */
export function databaseOf(tx: Tx): Database {
  if (!(tx instanceof OpenTransaction)) throw new Error('the transaction was not opened by a database of the portal');
  return tx.database;
}

/** For what belongs to a transaction and may come to do nothing in it: after its end that throws as well. */
export function refuseEnded(tx: Tx): void {
  if (!(tx instanceof OpenTransaction)) throw new Error('the transaction was not opened by a database of the portal');
  tx.refuseEnded();
}

/**
 * Sends a statement whose answer nobody needs, and does not wait for it: it runs in its turn, and the transaction ends only with it. Where
 * it fails, the transaction fails.
 */
export function sendAlong(tx: Tx, query: { compile: (executor: Tx) => CompiledQuery }): void {
  if (!(tx instanceof OpenTransaction)) throw new Error('the transaction was not opened by a database of the portal');
  tx.sendAlong(query.compile(tx));
}

/**
 * Lets each statement of a transaction take so long from here on; 0 is without an end. What only `statement_timeout` were told, the
 * connection would be taken for one that leads nowhere.
 */
export async function allowStatements(tx: Tx, longestMs: number): Promise<void> {
  if (!(tx instanceof OpenTransaction)) throw new Error('the transaction was not opened by a database of the portal');
  tx.client.allow(longestMs);
  await sql`select set_config('statement_timeout', ${String(longestMs)}, true)`.execute(tx);
}

type PoolClient = WatchedClient & pg.PoolClient;

/** After the server had no more connections for us, so long we get along with those we have. */
const fewerForMs = 2_000;

export function openDatabase(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  /** Through a pooler each transaction may come to another connection of the database: nothing can be left on it. */
  { isPooled = false } = {},
): Database {
  const { statement_timeout = 9_000, max: most = 10, ...given } = config;
  const longestStatementMs = Number(statement_timeout);
  // Pipelined: the beginning of a transaction, its first statement and its end are sent without waiting for each other.
  const options = {
    connectionTimeoutMillis: longestWaitMs,
    // A connection holds some 8 MB of the database for what it keeps prepared: those of a busy moment go after it.
    min: Math.min(4, most),
    idleTimeoutMillis: 5_000,
    pipeline: true,
    application_name: 'portal',
    max: most,
    Client: WatchedClient,
    ...keptAlive,
    longestStatementMs,
    ...(isPooled ? {} : { statement_timeout: longestStatementMs }),
    ...given,
  };
  const pool = new pg.Pool(options as pg.PoolConfig);
  // Without listeners a restart of the database would end the process (REL-04).
  pool.on('error', onError);
  /** When a connection was last found to lead nowhere: those that were made before lead to the same host. */
  let silentAt = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (error instanceof DatabaseSilent) silentAt = performance.now();
      onError(error);
    }),
  );

  const waiting = {
    mostWaiting: Number.POSITIVE_INFINITY,
    longestWaitMs,
    refusal: () => new Error('timeout exceeded when trying to connect'),
  };
  const connections = makeSemaphore({ most, ...waiting });
  /** One after the other, each on a connection of its own. */
  const beside = makeSemaphore({ most: 1, ...waiting });
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
  let growsAgain: NodeJS.Timeout | undefined;
  /** Where the server has no more connections for us (53300), those we have are waited for. */
  const getClient = async (): Promise<PoolClient> => {
    for (const until = performance.now() + longestWaitMs; ; ) {
      try {
        const client = (await pool.connect()) as PoolClient;
        if (client.madeAt > silentAt) return client;
        client.release(true);
      } catch (error) {
        const isFull = (error as { code?: string }).code === '53300';
        if (!isFull || pool.totalCount === 0 || performance.now() >= until) throw error;
        pool.options.max = pool.totalCount;
        growsAgain ??= setTimeout(() => {
          growsAgain = undefined;
          pool.options.max = most;
          onError(
            new Error(`the database had no more than ${pool.totalCount} of ${most} connections for this process`),
          );
        }, fewerForMs).unref();
      }
    }
  };
  const connect = async () => {
    const done = await turn();
    try {
      const client = await getClient();
      const release = (broken?: Error) => {
        client.release(broken);
        done();
      };
      return { client, release };
    } catch (error) {
      done();
      throw error;
    }
  };
  const statement = isPooled ? withoutName : statementsOf();
  const begun = isPooled ? `begin; set local statement_timeout = ${longestStatementMs}` : 'begin';
  const query = async (text: string, values: readonly unknown[]) => {
    const { client, release } = await connect();
    let broken: Error | undefined;
    try {
      if (!isPooled) return await client.query(statement(text, values));
      inOneWrite(client);
      const sent = [client.query(begun), client.query(statement(text, values)), client.query('commit')] as const;
      return (await Promise.all(sent))[1];
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      release(broken);
    }
  };

  const within = async <T>(begin: string, work: (tx: Tx) => Promise<T>, awaitsCommit: boolean): Promise<T> => {
    const { client, release } = await connect();
    const tx = new OpenTransaction(database, client, statement, awaitsCommit);
    let broken: Error | undefined;
    let notBegun: Error | undefined;
    try {
      // Not waited for: when it fails, what follows runs as the login role, which may neither see nor write a row.
      const sent = inOneWrite(client);
      const beginning = client.query(begin);
      beginning.catch((failure: Error) => {
        notBegun = failure;
      });
      const result = await work(tx).finally(sent);
      tx.end();
      await beginning;
      refusePastDeadline();
      // Where nobody waits for it, it goes out with what whoever waits for the connection sends first, and has nothing written to wait for.
      if (awaitsCommit) client.allowCommit();
      else inOneWrite(client);
      const committed = client.query('commit');
      if (!awaitsCommit) committed.catch(onError);
      // What is answered to `commit` after a statement that failed, and whose failure somebody kept to themselves.
      else if ((await committed).command === 'ROLLBACK')
        throw tx.failure() ?? new Error('nothing of the transaction was kept, since one of its statements had failed');
      return result;
    } catch (thrown) {
      tx.end();
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // Where it had not begun, what came after was refused to the login role; after a statement that nobody waited for, the next one
      // says only that something had failed.
      const isLeft = (thrown as { code?: string }).code === '25P02';
      const error = notBegun ?? (isLeft ? (tx.failure() ?? thrown) : thrown);
      const { code = '' } = error as { code?: string };
      // The next connection may lead to the one that took its place.
      if (code === '25006' && awaitsCommit) {
        broken = new DatabaseReadOnly('the database is read-only', { cause: error });
        throw broken;
      }
      if (code.startsWith('53')) broken = error as Error;
      throw error;
    } finally {
      client.allowUsual();
      release(broken);
    }
  };
  const asCompany = (companyId: number) =>
    `${begun}; set local role portal_app; set local app.company_id = ${Number(companyId)}`;

  const database: Database = {
    db: new Kysely<Schema>(sentBy(query)),
    pool,
    query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await query(text, values)).rows as R[],
    queryBeside: async (text, values) => {
      const place = await beside.take(1, null);
      try {
        const client = new WatchedClient(options);
        client.on('error', onError);
        await client.connect();
        try {
          return await client.query(text, [...values]);
        } finally {
          await client.end().catch(onError);
        }
      } finally {
        place.release();
      }
    },
    inCompany: (companyId, work) => within(asCompany(companyId), work, true),
    readInCompany: (companyId, work) => within(`${asCompany(companyId)}; set transaction read only`, work, false),
    asSystem: (work) => within(`${begun}; set local role portal_system`, work, true),
    close: () => pool.end(),
  };
  return database;
}

/** Holds back what is written to a connection until the work at hand has sent its first statement: one system call for both. */
function inOneWrite(client: PoolClient): () => void {
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

const never = async () => {
  throw new Error('transactions are opened with inCompany, readInCompany or asSystem');
};
const driver: Driver = {
  init: async () => {},
  acquireConnection: never,
  beginTransaction: never,
  commitTransaction: never,
  rollbackTransaction: never,
  releaseConnection: async () => {},
  destroy: async () => {},
};
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (of) => new PostgresIntrospector(of),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createDriver: () => driver,
};
const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();

type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** Kysely as a writer of SQL over one way of sending it. Transactions are opened above, never through Kysely. */
function sentBy(send: Send): KyselyProps {
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
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(connection) });
  return { config: { dialect }, dialect, driver, executor };
}

/** A transaction's own way to its connection. It ends with the transaction: the next one there may be another company's. */
class OpenTransaction extends Transaction<Schema> {
  readonly database: Database;
  readonly refuseEnded: () => void;
  readonly end: () => void;
  readonly sendAlong: (query: CompiledQuery) => void;
  /** The first of what was sent along and failed. */
  readonly failure: () => Error | undefined;

  readonly client: PoolClient;

  constructor(database: Database, client: PoolClient, statement: Statement, isAwaited: boolean) {
    let isOpen = true;
    const refuseEnded = () => {
      if (!isOpen) throw new Error('the transaction has ended');
    };
    const send: Send = (text, values) => {
      refuseEnded();
      return client.query(statement(text, values));
    };
    super(sentBy(send));
    let failure: Error | undefined;
    this.sendAlong = (query) => {
      refuseEnded();
      // Nobody would hear that it failed.
      if (!isAwaited) throw new Error('a transaction that only reads sends nothing along');
      refusePastDeadline();
      send(query.sql, query.parameters).catch((error: Error) => {
        failure ??= error;
      });
    };
    this.failure = () => failure;
    this.database = database;
    this.client = client;
    this.refuseEnded = refuseEnded;
    this.end = () => {
      isOpen = false;
    };
  }
}

/** `any($1)` for lists: one statement text whatever the length. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;
export const anyText = (texts: readonly string[]) => sql<string>`any(${[...texts]}::text[])`;

/** It takes no writing any more: it was demoted to a copy of another one, or was told so. */
class DatabaseReadOnly extends Error {}

/** Whether an error says that the database is away, in contrast to a refused statement. */
export function databaseIsAway(error: unknown): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string };
  const message = error instanceof Error ? error.message : '';
  return (
    // 08P01 is of our own making, such as more values than a statement may have; or a pooler that shows us out.
    // Full, out of memory or out of connections (53): it is there, and cannot work.
    (/^(08|57P0|53)/.test(code) && (code !== '08P01' || severity === 'FATAL')) ||
    error instanceof DatabaseReadOnly ||
    hasBrokenOff(error) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
      message,
    )
  );
}
