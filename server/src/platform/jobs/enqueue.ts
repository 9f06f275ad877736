/** Jobs are queued in the transaction of the act that wants them: with it they are there, without it they never were. */
import type { PgBoss } from 'pg-boss';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { type Database, databaseOf, refuseEnded, type Tx } from '#platform/database/db.ts';
import { queueSchema } from '#platform/database/queue-tables.ts';
import type { QueuedJob } from './job.ts';

/** What lies in the queue. */
export const queued = z.object({ companyId: z.int().positive(), requestId: z.string(), payload: z.unknown() });

/** As long as a job that failed for good can be read and tried again. */
const keptSeconds = 90 * 24 * 3_600;
/** As long as one may wait for its turn. */
const waitsSeconds = 2 * keptSeconds;

/** The queue of a job, as both ends of it make it. */
export const queueOf = ({ retry }: QueuedJob) => ({
  notify: true,
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryBackoff: true,
  expireInSeconds: 600,
  // A process that was killed says nothing more, and another one takes its work over.
  heartbeatSeconds: 15,
  deleteAfterSeconds: keptSeconds,
  retentionSeconds: waitsSeconds,
});

/** A sender has no connection of its own, and no work by the clock that would keep a process alive. */
const clock = {
  now: () => Date.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms).unref(),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms).unref(),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

interface Sender {
  boss: PgBoss;
  /** The queues that are there, or are on their way. */
  made: Map<string, Promise<void>>;
}
const senders = new WeakMap<Database, Promise<Sender>>();

async function makeSender(database: Database): Promise<Sender> {
  // Loaded here: a process that queues nothing does not pay for it.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: { executeSql: (text, values = []) => database.queryBeside(text, values) },
    schema: queueSchema,
    migrate: false,
    supervise: false,
    schedule: false,
    clock,
  });
  // What goes wrong in a call fails there; what is left is its own look at the queues, which comes again.
  boss.on('error', () => {});
  await boss.start();
  return { boss, made: new Map() };
}

function sender(database: Database): Promise<Sender> {
  const known = senders.get(database);
  if (known) return known;
  const made = makeSender(database);
  senders.set(database, made);
  made.catch(() => senders.delete(database));
  return made;
}

/** Nothing is queued afterwards. */
export async function stopEnqueuing(database: Database): Promise<void> {
  const made = await senders.get(database)?.catch(() => undefined);
  await made?.boss.stop({ graceful: false });
}

/** Queues a job for after the commit. A payload that does not fit the job's schema is a mistake in the code, and throws. */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  by: { companyId: number; requestId: string },
  job: QueuedJob<P>,
  payload: z.output<P>,
): Promise<void> {
  // Before a queue is made for it.
  refuseEnded(tx);
  const { companyId, requestId } = by;
  const data = queued.parse({ companyId, requestId, payload: z.encode(job.payload, payload) });
  const { boss, made } = await sender(databaseOf(tx));
  // Nobody may have started its work yet.
  const making = made.get(job.name) ?? boss.createQueue(job.name, queueOf(job));
  made.set(job.name, making);
  await making.catch((error: unknown) => {
    made.delete(job.name);
    throw error;
  });
  await boss.send(job.name, data, { db: { executeSql: (text, values = []) => inTransaction(tx, text, values) } });
}

export interface Undone<P> {
  id: string;
  payload: P;
  /** For good; else it waits, is at work, or was given up. */
  hasFailed: boolean;
}

/**
 * The jobs of a queue that are not done, of all companies, the one queued last first. Read as the login that serves. What another release
 * has queued and cannot be read here is left out.
 */
export async function undoneOf<P extends z.ZodType>(
  database: Database,
  job: QueuedJob<P>,
): Promise<Undone<z.output<P>>[]> {
  const rows = await database.query<{ id: string; data: unknown; has_failed: boolean }>(
    `select id, data, state = 'failed' as has_failed from ${queueSchema}.job
     where name = $1 and state in ('created', 'retry', 'active', 'failed', 'cancelled') order by created_on desc`,
    [job.name],
  );
  return rows.flatMap(({ id, data, has_failed: hasFailed }) => {
    const { data: found } = queued.safeParse(data);
    const { success, data: payload } = z.safeDecode(job.payload, found?.payload as z.input<P>);
    return success ? [{ id, payload, hasFailed }] : [];
  });
}

/**
 * A job that failed for good is tried no more, and stays for good: whoever looks for work that is not done goes by it. False where it is not
 * among those that failed.
 */
export const giveUp = (database: Database, id: string): Promise<boolean> =>
  change(
    database,
    `update ${queueSchema}.job set state = 'cancelled', deletion_seconds = 0 where id = $1 and state = 'failed'`,
    id,
  );

/**
 * A job that failed, or was given up, counts as failed, and waits for its turn for as long as a new one: what has waited for longer than it
 * may is removed undone. False where it is neither.
 */
export const takeUp = (database: Database, id: string): Promise<boolean> =>
  change(
    database,
    `update ${queueSchema}.job set state = 'failed', deletion_seconds = ${keptSeconds},
       keep_until = greatest(keep_until, now() + ${waitsSeconds} * interval '1 second')
     where id = $1 and state in ('failed', 'cancelled')`,
    id,
  );

const change = async (database: Database, statement: string, id: string): Promise<boolean> =>
  (await database.queryBeside(`${statement} returning id`, [id])).rows.length > 0;

/** Jobs that failed for good run once more. */
export async function tryAgain(database: Database, name: string, ids: string | string[]): Promise<void> {
  await (await sender(database)).boss.retry(name, ids);
}

const inTransaction = (tx: Tx, text: string, values: readonly unknown[]) =>
  tx.executeQuery(CompiledQuery.raw(text, [...values]));
