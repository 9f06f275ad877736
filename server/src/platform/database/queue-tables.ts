/** The tables of pg-boss, made by the login that migrates: the one that serves may use them and owns nothing. */
import { createRequire } from 'node:module';
import type pg from 'pg';

export const queueSchema = 'pgboss';

/** The version that the package at hand wants; read without loading it, since few starts have something to do. */
const wanted = (createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }).pgboss.schema;

export async function installQueues(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ known: boolean }>(
    `select to_regclass('${queueSchema}.version') is not null as known`,
  );
  const version = found[0]?.known
    ? (await client.query<{ version: number }>(`select version from ${queueSchema}.version`)).rows[0]?.version
    : undefined;
  if (version !== wanted) {
    const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
    await client.query(
      version === undefined ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, version),
    );
  }
  await client.query(mayQueue);
}

/**
 * Acts put jobs into the queue in their own transaction; what lies there they can neither read nor change. Inside the fence of a
 * company they are that company's jobs.
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
  end $$`;
