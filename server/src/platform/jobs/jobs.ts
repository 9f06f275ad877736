/** Background work: queues in PostgreSQL, and each due job run by one process, however many share the database. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Log } from '#platform/core/log.ts';
import { queueSchema } from '#platform/database/queue-tables.ts';
import { keptAlive, slackMs } from '#platform/database/watched-client.ts';
import { z } from 'zod';
import { queueOf, queued } from './enqueue.ts';
import { failureText } from './failure-text.ts';
import type { QueuedJob, TimedJob } from './job.ts';

/** The channel on which a transaction asks for a job, by its name, to run once it is committed. */
export const wakes = 'portal_job';

/** Asked for in the place of a name, every job runs: the clock was moved. */
export const everyJob = '*';

export interface Job extends TimedJob {
  /** Gives the milliseconds after which it wants to run again, or null. */
  work: () => Promise<number | null>;
  /** It may take hours, as a large month does that is archived; an ordinary job that takes longer than ten minutes counts as failed. */
  takesLong?: true;
  /** Runs when its time has come and not when the portal starts: what it takes away, a wrong start would take away at once. */
  waitsForItsTime?: true;
}

/** A queued job that is due. */
export interface Task {
  id: string;
  /** In whose act it was queued. */
  companyId: number;
  requestId: string;
  payload: unknown;
}
export interface QueuedWork {
  job: QueuedJob;
  /** Where it throws, the job is tried again as long as its retries last. */
  run: (task: Task) => Promise<void>;
}

/** Longer than it takes to hand over a mail: what has not ended by then counts as failed. */
const stopMs = 11_000;
const daySeconds = 24 * 3_600;
const unreadableSeconds = 600;
const queueOfTimed = ({ takesLong }: Job) => ({
  notify: true,
  retryLimit: 0,
  expireInSeconds: takesLong ? 6 * 3_600 : 600,
  // What takes long runs seldom: when it last ended well is known for a week.
  deleteAfterSeconds: takesLong ? 7 * daySeconds : 3_600,
});
const often = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export interface Jobs {
  /** Comes back once they run, or are stopped: a start that fails is tried again. */
  start: () => Promise<void>;
  /** Takes no new ones from now on, and lets running jobs end; they may have more time than usual. */
  stop: (moreMs?: number) => Promise<void>;
}

/** What the queue keeps of a failure. */
class FailedRun extends Error {
  override readonly name = 'FailedRun';
  constructor(said: string) {
    super(said);
    this.stack = said;
  }
}

export function makeJobs(
  connection: pg.PoolConfig,
  log: Log,
  jobs: readonly Job[],
  queuedWork: readonly QueuedWork[] = [],
  { againMs = 5_000, longestStatementMs = 30_000 } = {},
): Jobs {
  let boss: PgBoss | undefined;
  let listening: { close: () => Promise<void> } | undefined;
  let starting: Promise<void> | undefined;
  const stopped = new AbortController();
  // Of some errors pg-boss makes plain objects; several tries to connect that failed have a code and no message.
  const warn = (error: unknown) => {
    const { message, code } = Object(error) as { message?: string; code?: string };
    log.warn('jobs', { error: message || code || 'unknown' });
  };

  const start = async () => {
    // Loaded here: a process without background work does not pay for it.
    const { PgBoss: Boss } = await import('pg-boss');
    const { host, port, user, password, database, connectionString, ssl } = connection;
    const given = Object.fromEntries(
      Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    // Its statements are short, but for clearing away what has waited for long.
    const limits = { statement_timeout: longestStatementMs, query_timeout: longestStatementMs + slackMs };
    boss = new Boss({
      ...given,
      ...keptAlive,
      ...limits,
      schema: queueSchema,
      migrate: false,
      max: 2,
      application_name: 'portal jobs',
      useListenNotify: true,
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
      reindex: false,
      monitorVacuum: false,
    });
    boss.on('error', warn);
    await boss.start();
    const running = boss;
    // One waits for now and one for later, so that a wish for later never swallows one for now.
    const wishNow = (name: string) => running.send(name, {}, { singletonKey: 'now' }).catch(warn);
    const wishLater = async (name: string, afterMs: number) => {
      const seconds = Math.ceil(afterMs / 1_000);
      if (await running.send(name, {}, { singletonKey: 'later', startAfter: seconds })) return;
      // One waits already, perhaps for longer: it runs at the earlier of both times, and wishes for the other one then.
      await running.getDb().executeSql(
        `update ${queueSchema}.job set start_after = least(start_after, now() + make_interval(secs => $2))
          where name = $1 and singleton_key = 'later' and state = 'created'`,
        [name, seconds],
      );
    };
    for (const job of jobs) {
      const { name, at } = job;
      await running.createQueue(name, { policy: 'short', ...queueOfTimed(job) });
      // It may be there since an earlier release, with less time.
      await running.updateQueue(name, queueOfTimed(job));
      await running.work(name, often, async ([due]) => {
        const again = await runTimed(job, due?.id);
        if (again !== null) await (again > 0 ? wishLater(name, again).catch(warn) : wishNow(name));
      });
      await running.schedule(name, at, {}, { tz: 'UTC', singletonKey: 'now' });
    }
    for (const { job, run } of queuedWork) {
      await running.createQueue(job.name, queueOf(job));
      // It may be there since an earlier release, with other retries.
      await running.updateQueue(job.name, queueOf(job));
      await running.work(job.name, often, async ([due]) => {
        if (due) await runTask(due, job, run);
      });
    }
    const heard = (name: string) =>
      name === everyJob ? heardAll() : void (jobs.some((job) => job.name === name) && wishNow(name));
    const heardAll = () => jobs.forEach(({ name }) => heard(name));
    // After a break in the connection, whatever was asked for meanwhile is looked for.
    const missed = () => jobs.forEach(({ name, waitsForItsTime }) => waitsForItsTime || heard(name));
    listening = await running.getDb().listen?.(wakes, heard, missed);
    // And what was left to do while nobody listened.
    missed();
  };

  /** A start may find the database without a connection to spare, or just being restarted: it then begins anew, with nothing of before. */
  const startAtLast = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        warn(error);
        await boss?.stop({ graceful: true, timeout: stopMs }).catch(warn);
        boss = undefined;
      }
      await wait(againMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };

  /** A run that fails is noted as failed: when the job last ended well tells whoever watches (REL-12). */
  const runTimed = async ({ name, work }: Job, id: string | undefined): Promise<number | null> => {
    try {
      return await work();
    } catch (error) {
      throw failedRun({ name, id }, failureText(error, null));
    }
  };

  const failedRun = (of: { name: string; id: string | undefined }, said: string) => {
    log.warn('job failed', { ...of, error: said });
    return new FailedRun(said);
  };

  const runTask = async (due: { id: string; data: unknown }, job: QueuedJob, run: QueuedWork['run']) => {
    let isRead = false;
    try {
      const { payload, ...by } = queued.parse(due.data);
      const decoded = z.decode(job.payload, payload);
      isRead = true;
      await run({ id: due.id, ...by, payload: decoded });
    } catch (error) {
      if (!isRead) await triesForADay(job.name, due.id).catch(warn);
      throw failedRun({ name: job.name, id: due.id }, failureText(error, due.data));
    }
  };

  /**
   * A server of another release may have queued what cannot be read here, and is there to do it: for a day that spends no retry, and is
   * tried again after ten minutes at most. Then this run was the last one. pg-boss fences its runs by `retry_count`, which stays.
   */
  const triesForADay = async (name: string, id: string) =>
    boss?.getDb().executeSql(
      `update ${queueSchema}.job set retry_delay_max = ${unreadableSeconds},
          retry_limit = case when created_on > now() - interval '1 day' then retry_limit + 1 else retry_count end
        where name = $1 and id = $2`,
      [name, id],
    );

  return {
    start: () => (starting ??= startAtLast()),
    stop: async (moreMs = 0) => {
      stopped.abort();
      await starting;
      await listening?.close().catch(warn);
      await boss?.stop({ graceful: true, timeout: stopMs + moreMs }).catch(warn);
    },
  };
}
