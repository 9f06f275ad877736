/** Background work: queues in PostgreSQL, and each due job run by one process, however many share the database. */
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Log } from '#platform/core/log.ts';
import { queueSchema } from '#platform/database/queue-tables.ts';

/** The channel on which a transaction asks for a job, by its name, to run once it is committed. */
export const wakes = 'portal_job';

/** Asked for in the place of a name, every job runs: the clock was moved. */
export const everyJob = '*';

export interface Job {
  name: string;
  /** When it runs without being asked: minute, hour, day, month, weekday in UTC. */
  at: string;
  /** May run twice. Gives the milliseconds after which it wants to run again, or null. */
  work: () => Promise<number | null>;
}

export interface Jobs {
  start: () => Promise<void>;
  /** Lets running jobs end and takes no new ones. */
  stop: () => Promise<void>;
}

export function makeJobs(connection: pg.PoolConfig, log: Log, jobs: readonly Job[]): Jobs {
  let boss: PgBoss | undefined;
  let listening: { close: () => Promise<void> } | undefined;
  let starting: Promise<void> | undefined;
  const warn = (error: unknown) => log.warn('jobs', { error: error instanceof Error ? error.message : String(error) });

  const start = async () => {
    // Loaded here: a process without background work does not pay for it.
    const { PgBoss: Boss } = await import('pg-boss');
    const { host, port, user, password, database, connectionString, ssl } = connection;
    const given = Object.fromEntries(
      Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    boss = new Boss({
      ...given,
      schema: queueSchema,
      migrate: false,
      max: 2,
      application_name: 'portal jobs',
      useListenNotify: true,
      reindex: false,
      monitorVacuum: false,
    });
    boss.on('error', warn);
    await boss.start();
    const running = boss;
    // One waits for now and one for later, so that a wish for later never swallows one for now.
    const wish = (name: string, afterMs: number) =>
      running
        .send(
          name,
          {},
          {
            singletonKey: afterMs > 0 ? 'later' : 'now',
            ...(afterMs > 0 ? { startAfter: Math.ceil(afterMs / 1_000) } : {}),
          },
        )
        .catch(warn);
    for (const { name, at, work } of jobs) {
      await running.createQueue(name, {
        policy: 'short',
        notify: true,
        retryLimit: 0,
        expireInSeconds: 600,
        deleteAfterSeconds: 3_600,
      });
      await running.work(
        name,
        { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
        async () => {
          const again = await work().catch((error: unknown) => {
            warn(error);
            return null;
          });
          if (again !== null) await wish(name, again);
        },
      );
      await running.schedule(name, at, {}, { tz: 'UTC', singletonKey: 'now' });
    }
    const heard = (name: string) =>
      name === everyJob ? heardAll() : void (jobs.some((job) => job.name === name) && wish(name, 0));
    // After a break in the connection, whatever was asked for meanwhile is looked for.
    const heardAll = () => jobs.forEach(({ name }) => heard(name));
    listening = await running.getDb().listen?.(wakes, heard, heardAll);
    // And what was left to do while nobody listened.
    heardAll();
  };

  return {
    start: () => (starting ??= start()),
    stop: async () => {
      await starting?.catch(() => {});
      await listening?.close().catch(warn);
      await boss?.stop({ graceful: true, timeout: 8_000 }).catch(warn);
    },
  };
}
