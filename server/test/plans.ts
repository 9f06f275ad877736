/** How the database goes about a query: by which ways it reads, and how many rows it touches for the answer. */
import { CompiledQuery } from 'kysely';
import type { Tx } from '../src/platform/database/db.ts';
import type { Portal } from './portal.ts';

/** What a PostgreSQL does by itself; the embedded one is set for disks without moving parts. */
export const plainDefaults = {
  random_page_cost: '4',
  effective_cache_size: '4GB',
  max_parallel_workers_per_gather: '2',
  jit: 'on',
};
const settings = Object.entries(plainDefaults);
/** The same for all that a connection does. */
export const onPlainDefaults = { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
export const setPlainDefaults = (tx: Tx) =>
  tx.executeQuery(CompiledQuery.raw(settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')));

/** A company of 5,000 care groups beside those of the test, with the database's own statistics: laid once for each portal. */
const crowds = new WeakMap<Portal['app'], Promise<{ companyId: number; sponsorId: number }>>();
export function aCrowd(portal: Pick<Portal, 'app' | 'rows' | 'aCompany' | 'aSponsor'>) {
  const laid = crowds.get(portal.app) ?? layCrowd(portal).then((crowd) => portal.rows('analyze').then(() => crowd));
  crowds.set(portal.app, laid);
  return laid;
}
/** The same without the statistics, which only an owner may take. */
export async function layCrowd({ rows, aCompany, aSponsor }: Pick<Portal, 'rows' | 'aCompany' | 'aSponsor'>) {
  const companyId = await aCompany();
  const sponsorId = await aSponsor(companyId);
  await rows(
    `with sponsor as (
       insert into sponsor (company_id, name) select $1, 'Crowd ' || n from generate_series(1, 49) n returning sponsor_id),
     named as (select sponsor_id, row_number() over () as n from (select sponsor_id from sponsor union all select $2) as all_of_them)
     insert into care_group (company_id, kind, name, display_name, sponsor_id, created_at)
     select $1, 'trial', 'Crowd ' || n, 'Crowd ' || n, (select sponsor_id from named where named.n = 1 + g.n % 50), now()
     from generate_series(1, 250) as g (n)`,
    [companyId, sponsorId],
  );
  await rows(
    `insert into care_group (company_id, kind, parent_id, name, display_name, created_at)
     select $1, 'site', care_group_id, 'Crowd ' || n, 'Crowd ' || n, now()
     from care_group, generate_series(1, 19) n where company_id = $1 and kind = 'trial'`,
    [companyId],
  );
  return { companyId, sponsorId };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
interface Query {
  compile: (tx: Tx) => CompiledQuery<unknown>;
}

/** `of` leaves out all other tables; `alsoGeneric` adds the ways of a plan that is made once for all values; `asSystem`, past the fence. */
export async function touched(
  portal: Portal,
  companyId: number,
  build: (tx: Tx) => Query,
  {
    of,
    alsoGeneric = false,
    asSystem = false,
  }: { of?: readonly string[]; alsoGeneric?: boolean; asSystem?: boolean } = {},
): Promise<{ ways: string[]; rows: number }> {
  await aCrowd(portal);
  const { database } = portal.app;
  const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
    asSystem ? database.asSystem(work) : database.readInCompany(companyId, work);
  const reads = (how: string, withValues: boolean) =>
    transaction(async (tx) => {
      await setPlainDefaults(tx);
      const query = build(tx).compile(tx);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        ...query,
        sql: `explain (${how}, format json) ${query.sql}`,
        parameters: withValues ? query.parameters : [],
      } as CompiledQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>);
      const found = nodesIn(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan).filter(
        ({ 'Relation Name': table }) =>
          // The table of a month counts as what it is a part of.
          table !== undefined && (of?.includes(table.replace(month, '')) ?? true),
      );
      // Otherwise whatever is said of it would be true.
      if (found.length === 0) throw new Error(`The plan reads none of the tables: ${query.sql}`);
      // It is no walk to look into a month without an entry.
      return found.filter((node) => !(month.test(node['Relation Name'] ?? '') && rowsOf(node) === 0));
    });
  return reads('analyze, timing off', true).then(async (read) => ({
    ways: [...read, ...(alsoGeneric ? await reads('generic_plan', false) : [])].map((node) => node['Node Type']),
    rows: read.reduce((sum, node) => sum + rowsOf(node), 0),
  }));
}

/** How many rows of these tables are touched by the plan that a connection makes once for all values, after it has met the query often. */
export async function touchedByCommonPlan(
  portal: Portal,
  companyId: number,
  build: (tx: Tx) => Query,
  of: readonly string[],
): Promise<number> {
  await aCrowd(portal);
  return portal.app.database.readInCompany(companyId, async (tx) => {
    const run = (text: string) => tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(CompiledQuery.raw(text));
    await setPlainDefaults(tx);
    const { sql: text, parameters } = build(tx).compile(tx);
    await run(`set local plan_cache_mode = force_generic_plan`);
    await run(`prepare common as ${text}`);
    const { rows } = await run(
      `explain (analyze, timing off, format json) execute common (${parameters.map(literal).join(', ')})`,
    );
    await run('deallocate common');
    return nodesIn(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)
      .filter(({ 'Relation Name': table }) => table !== undefined && of.includes(table))
      .reduce((sum, node) => sum + rowsOf(node), 0);
  });
}
/** How many pages of tables and indexes the work fetches: what it costs wherever it runs, however busy that is. */
export async function pagesFetched(tx: Tx, work: () => Promise<unknown>): Promise<number> {
  const fetched = async () => {
    const { rows } = await tx.executeQuery<{ n: number }>(
      CompiledQuery.raw(
        `select coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
      ),
    );
    return rows[0]?.n ?? 0;
  };
  const before = await fetched();
  await work();
  return (await fetched()) - before;
}
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
};

const month = /_\d{4}_\d{2}$/;
const rowsOf = (node: Plan) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)];
