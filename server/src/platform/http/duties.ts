/** What rooms give the platform to do besides answering calls. */
import type { z } from 'zod';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { type Database, databaseIsAway } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import type { Remembered } from '#platform/events/remember-rows.ts';
import { filesOfWork } from '#platform/files/files-of-work.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';
import type { QueuedJob, TimedJob } from '#platform/jobs/job.ts';
import type { Job, QueuedWork, Task } from '#platform/jobs/jobs.ts';
import type { Encrypted } from '#platform/security/secrets.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** All that was given so far. */
export interface Duties {
  remembers: Remembered[];
  clears: Clearing[];
  encrypted: Encrypted[];
  timed: Job[];
  queued: QueuedWork[];
}

/** What the work of a queued job gets beside its payload. */
export interface Run {
  /** One act of the portal itself, in a transaction inside the fence of the company whose act queued the job. */
  act: <T>(work: (act: Act<Actor>) => Promise<T>) => Promise<T>;
}

interface GiveWork {
  /** Gives the milliseconds after which it wants to run again, or null. */
  (job: TimedJob, work: Job['work']): void;
  /** Where it throws, it is tried again as long as the job's retries last; then operators find it among the failed ones. */
  <P extends z.ZodType>(job: QueuedJob<P>, work: (payload: z.output<P>, run: Run) => Promise<void>): void;
}

/** How a room gives it. */
export interface GivesDuties {
  duties: Duties;
  /** What of the room's rows no longer counts: cleared away once an hour. */
  clearsAway: (...clearings: readonly Clearing[]) => void;
  /** What the room keeps encrypted under the installation's secret. */
  encrypted: (kept: Encrypted) => void;
  /** What of its rows the room keeps in memory, in every process. */
  remembers: (rows: Remembered) => void;
  /** What is done when a job of the room is due. */
  work: GiveWork;
}

interface Ground {
  database: Database;
  clock: Clock;
  files: Files;
  log: Log;
}

export function gatherDuties(ground: Ground): GivesDuties {
  const duties: Duties = { remembers: [], clears: [], encrypted: [], timed: [], queued: [] };
  const work = (job: TimedJob | QueuedJob, run: (payload?: unknown, by?: Run) => Promise<unknown>) => {
    if ('at' in job) duties.timed.push({ ...job, work: run as Job['work'] });
    else duties.queued.push({ job, run: async (task) => void (await run(task.payload, runOf(ground, task))) });
  };
  return {
    duties,
    clearsAway: (...clearings) => void duties.clears.push(...clearings),
    encrypted: (kept) => void duties.encrypted.push(kept),
    remembers: (rows) => void duties.remembers.push(rows),
    work: work as GiveWork,
  };
}

const runOf = ({ database, clock, files, log }: Ground, { companyId, requestId }: Task): Run => ({
  act: async (work) => {
    const { store, takeAway } = filesOfWork(files, log);
    const portal: Actor = {
      companyId,
      providerId: null,
      firstName: 'System',
      lastName: '',
      type: 'System',
      host: 'local',
      requestId,
    };
    try {
      return await database.inCompany(companyId, (tx) => work(actOf(tx, clock, portal, { files: store })));
    } catch (error) {
      // Nobody knows whether a commit that went unanswered was made; then housekeeping decides by the rows.
      if (!databaseIsAway(error)) await takeAway();
      throw error;
    }
  },
});
