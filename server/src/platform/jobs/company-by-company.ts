import type { Log } from '#platform/core/log.ts';
import { databaseIsAway } from '#platform/database/db.ts';
import { failureText } from './failure-text.ts';
import type { TimedJob } from './job.ts';

/**
 * Does the work of a timed job for one company after the other. What fails for one is logged, is tried again when the job runs the
 * next time, and keeps no other company waiting. Gives the companies for which it failed.
 */
export async function companyByCompany(
  { log, job }: { log: Log; job: Pick<TimedJob, 'name'> },
  companyIds: Iterable<number>,
  work: (companyId: number) => Promise<unknown>,
): Promise<number[]> {
  const failed: number[] = [];
  for (const companyId of companyIds)
    try {
      await work(companyId);
    } catch (error) {
      // It is away for all of them.
      if (databaseIsAway(error)) throw error;
      log.warn('job failed', { name: job.name, companyId, error: failureText(error, null) });
      failed.push(companyId);
    }
  return failed;
}
