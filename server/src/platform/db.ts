/** PostgreSQL: one pool, prepared statements, and the two roles that work is done as. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler, sql, type Transaction } from 'kysely';
import pg from 'pg';
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
  /** One transaction for identity, start-up and background work, across companies. */
  asSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A statement's rows straight from the pool, as the login role. */
  query: <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<R[]>;
  close: () => Promise<void>;
}

export function openDatabase(config: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionTimeoutMillis: 4_000, idleTimeoutMillis: 30_000, statement_timeout: 9_000, ...config });
  // Without listeners a restart of the database would end the process (REL-04).
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const query = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await pool.query<R>({ name: nameOf(text), text, values: [...values] })).rows;

  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => new PostgresDriver({ pool: { connect: async () => prepared(await pool.connect()), end: () => pool.end() } as never }),
    },
  });

  /** The role and the company are set in one round trip with the beginning, and end with the transaction. */
  const within = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.connection().execute(async (connection) => {
      await sql.raw(begin).execute(connection);
      let result: T;
      try {
        result = await work(connection as unknown as Tx);
      } catch (error) {
        await sql`rollback`.execute(connection).catch(() => {});
        throw error;
      }
      await sql`commit`.execute(connection);
      return result;
    });

  return {
    db,
    pool,
    query,
    inCompany: (companyId, work) => within(`begin; set local role portal_app; set local app.company_id = ${Number(companyId)}`, work),
    asSystem: (work) => within('begin; set local role portal_system', work),
    close: () => db.destroy(),
  };
}

function prepared(client: pg.PoolClient) {
  return {
    query: (text: unknown, values?: unknown[]) =>
      typeof text === 'string' && values && values.length > 0 ? client.query({ name: nameOf(text), text, values }) : client.query(text as string),
    release: (error?: Error) => client.release(error),
  };
}

/** `any($1)` for lists: one statement text whatever the length. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** Whether an error says that the database is away, in contrast to a refused statement. */
export function databaseIsAway(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  const message = error instanceof Error ? error.message : '';
  return (
    /^(08|57P0|53300)/.test(code) ||
    ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(message)
  );
}
