import type pg from 'pg';

/** The rows of every table, by the name of the table; as somebody who sees all of them. */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${name}`);
    counted[name] = Number(rows[0]?.n);
  }
  return counted;
}
