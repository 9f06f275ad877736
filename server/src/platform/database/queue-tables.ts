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
  if (version === wanted) return;
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  await client.query(
    version === undefined ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, version),
  );
}
