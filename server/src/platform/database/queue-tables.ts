/** The tables of pg-boss, made by the login that migrates: the one that serves may use them and owns nothing. */
import { createRequire } from 'node:module';
import type pg from 'pg';
import { ConfigurationError } from '#src/env.ts';

export const queueSchema = 'pgboss';

/** The version that the package at hand wants; read without loading it, since few starts have something to do. */
const wanted = (createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }).pgboss.schema;

async function versionIn(client: pg.ClientBase | pg.Pool): Promise<number | undefined> {
  const { rows: found } = await client.query<{ known: boolean }>(
    `select to_regclass('${queueSchema}.version') is not null as known`,
  );
  if (!found[0]?.known) return undefined;
  return (await client.query<{ version: number }>(`select version from ${queueSchema}.version`)).rows[0]?.version;
}

/** pg-boss works on tables of exactly its version: here old and new cannot run side by side. */
export async function refuseOtherQueues(client: pg.ClientBase | pg.Pool): Promise<void> {
  const version = await versionIn(client);
  if (version !== wanted)
    throw new ConfigurationError(
      `The queues of the database have version ${version ?? 'none'}, and this server works with ${wanted}: start another release of it, or migrate.`,
    );
}

export async function installQueues(client: pg.ClientBase): Promise<void> {
  const version = await versionIn(client);
  if (version !== undefined && version > wanted) await refuseOtherQueues(client);
  // What the login that serves has written there becomes part of statements of the owner, in the next migration at the latest.
  if (version !== undefined) await keepToOneTable(client);
  if (version !== wanted) {
    const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
    await client.query(
      version === undefined ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, version),
    );
  }
  if (version === undefined) await keepToOneTable(client);
  await client.query(mayQueue);
}

/** All queues lie in one table; pg-boss puts the names of others into its statements as they stand. */
async function keepToOneTable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${queueSchema}.queue where partition or table_name <> 'job_common' limit 1`,
  );
  if (rows[0])
    throw new Error(
      `The queue "${rows[0].name}" has a table of its own, which the portal gives to none: somebody wrote it into ${queueSchema}.queue, and ` +
        'the migration would run what is there as the owner. Find out who did it, and delete that row.',
    );
  await client.query(`
    do $$ begin
      if not exists (select from pg_constraint where conrelid = '${queueSchema}.queue'::regclass and conname = 'in_one_table') then
        alter table ${queueSchema}.queue add constraint in_one_table check (not partition and table_name = 'job_common');
      end if;
    end $$`);
}

/**
 * Acts put jobs into the queue in their own transaction; what lies there they can neither read nor change. Inside the fence of a
 * company they are that company's jobs. Each lies there as `enqueue` has it: due at once, by the rules of its queue, and in none of
 * those where the portal and pg-boss have one job wait for the clock, since one more would keep that from its turn.
 */
const mayQueue = `
  grant usage on schema ${queueSchema} to portal_app, portal_system;
  grant select on ${queueSchema}.queue to portal_app, portal_system;
  grant insert, select (id, start_after) on ${queueSchema}.job_common to portal_app, portal_system;
  do $$ begin
    if not exists (select from pg_policies where schemaname = '${queueSchema}' and policyname = 'company') then
      alter table ${queueSchema}.job_common enable row level security;
      create policy everybody on ${queueSchema}.job_common using (true) with check (true);
      create policy company on ${queueSchema}.job_common as restrictive for insert to portal_app
        with check (data->>'companyId' = nullif(current_setting('app.company_id', true), ''));
    end if;
    if not exists (select from pg_policies where schemaname = '${queueSchema}' and policyname = 'of an act') then
      create policy "of an act" on ${queueSchema}.job_common as restrictive for insert to portal_app, portal_system
        with check (
          state = 'created' and start_after <= now() and priority = 0 and retry_count = 0
          and not blocked and not blocking and pending_dependencies = 0
          and num_nonnulls(singleton_key, singleton_on, group_id, group_tier, started_on, completed_on, output, heartbeat_on,
            source_name, source_id, source_created_on, source_retry_count, source_output, source_root_id) = 0
          and exists (select from ${queueSchema}.queue
            where queue.name = job_common.name and queue.name not like '\\_\\_pgboss%' and queue.policy = 'standard'
              and (job_common.policy, job_common.retry_limit, job_common.retry_delay, job_common.retry_backoff, job_common.retry_delay_max,
                job_common.expire_seconds, job_common.deletion_seconds, job_common.heartbeat_seconds, job_common.dead_letter)
                is not distinct from (queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max,
                queue.expire_seconds, queue.deletion_seconds, queue.heartbeat_seconds, queue.dead_letter)
              and job_common.keep_until <= now() + queue.retention_seconds * interval '1 second'));
    end if;
  end $$`;
