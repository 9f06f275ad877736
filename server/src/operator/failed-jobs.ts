/** Background jobs that failed for good: what operators read of them, and how one is tried again (P11-16). */
import type { AuditAction } from '@portal/contract/audit/words.ts';
import { actOf } from '#platform/act/act.ts';
import type { Change } from '#platform/audit/record.ts';
import { queueSchema } from '#platform/database/queue-tables.ts';
import { giveUp, queued, takeUp, tryAgain } from '#platform/jobs/enqueue.ts';
import type { Ground } from './ground.ts';
import { Refusal } from './read-options.ts';

const most = 200;

/**
 * What each was given stays in the queue: it may be about a person. Of a job that runs by the clock the last failed run alone is listed:
 * one that fails every minute would hide what else has failed.
 */
export async function failedJobsInWords({ database }: Pick<Ground, 'database'>): Promise<string> {
  const failed = await database.query<{ id: string; name: string; failed_at: Date; runs: number; said: string | null }>(
    `select id, name, completed_on as failed_at, retry_count + 1 as runs,
       coalesce(output->>'message', output->'value'->>'message') as said
     from (select distinct on (name, case when data ? 'companyId' then id end) * from ${queueSchema}.job where state = 'failed'
       order by name, case when data ? 'companyId' then id end, completed_on desc) failed
     order by completed_on desc limit $1`,
    [most],
  );
  if (failed.length === 0) return 'No background job has failed.';
  return failed
    .map(({ id, name, failed_at, runs, said }) =>
      [
        `${id}  ${name}`,
        `   failed: ${failed_at.toISOString()}, after ${runs} ${runs === 1 ? 'run' : 'runs'}`,
        // It comes from wherever the failure came: a terminal shows it, and does nothing it says.
        `   ${said?.replaceAll(/\p{Cc}+/gu, ' ') ?? 'no error text'}`,
      ].join('\n'),
    )
    .join('\n');
}

/** On record first: a retry that nobody can see would be worse than an entry whose retry was not to be had. */
export async function retryJob(ground: Ground, id: string): Promise<string> {
  const { name, companyId } = await failedJob(ground, id, {
    orGivenUp: true,
    ofTheClock: 'It is not tried again by hand: it comes again by itself.',
  });
  await record(ground, companyId, { action: 'job.retried', id, changes: [{ field: 'name', new: name }] });
  if (!(await takeUp(ground.database, id))) throw notThere(id);
  await tryAgain(ground.database, name, id);
  return `The job ${id} (${name}) will be tried once more, at once where a portal runs.`;
}

/** What cannot be done any more would count as failed for good, and hide from whoever watches what fails next. */
export async function giveUpJob(ground: Ground, id: string, reason: string): Promise<string> {
  const { name, companyId } = await failedJob(ground, id, {
    orGivenUp: false,
    ofTheClock: 'It is not given up by hand: it counts as failed until it has ended well.',
  });
  await record(ground, companyId, {
    action: 'job.given_up',
    id,
    changes: [
      { field: 'name', new: name },
      { field: 'reason', new: reason },
    ],
  });
  if (!(await giveUp(ground.database, id))) throw notThere(id);
  return `The job ${id} (${name}) is given up. "retry-job" tries it once more, should there be a way after all.`;
}

/** It may also have been tried again or given up by somebody else, just now. */
const notThere = (id: string) => new Refusal(`There is no failed job ${id}. "failed-jobs" lists the failed jobs.`);

async function failedJob(
  { database }: Pick<Ground, 'database'>,
  id: string,
  { orGivenUp, ofTheClock }: { orGivenUp: boolean; ofTheClock: string },
): Promise<{ name: string; companyId: number }> {
  const [failed] = await database.query<{ name: string; data: unknown }>(
    `select name, data from ${queueSchema}.job where id = $1 and (state = 'failed' or $2 and state = 'cancelled')`,
    [id, orGivenUp],
  );
  if (!failed) throw notThere(id);
  const told = queued.safeParse(failed.data);
  if (!told.success) throw new Refusal(`The job ${id} (${failed.name}) runs by the clock. ${ofTheClock}`);
  return { name: failed.name, companyId: told.data.companyId };
}

const record = (
  { database, clock, operator }: Ground,
  companyId: number,
  { id, ...entry }: { id: string; action: AuditAction; changes: Change[] },
): Promise<void> =>
  database.asSystem((tx) =>
    actOf(tx, clock, { ...operator, companyId }).record({ ...entry, record: { kind: 'job', id } }),
  );
