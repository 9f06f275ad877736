/** How the database goes about a query: by which ways it reads, and how many rows it touches for the answer. */
import type { CompiledQuery } from 'kysely';
import type { Tx } from '../src/platform/database/db.ts';
import type { Portal } from './portal.ts';

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

/** `of` leaves out all other tables; `alsoGeneric` adds the ways of a plan that is made once for all values. */
export function touched(
  { app }: Pick<Portal, 'app'>,
  companyId: number,
  build: (tx: Tx) => Query,
  { of, alsoGeneric = false }: { of?: readonly string[]; alsoGeneric?: boolean } = {},
): Promise<{ ways: string[]; rows: number }> {
  const reads = (how: string, withValues: boolean) =>
    app.database.readInCompany(companyId, async (tx) => {
      const query = build(tx).compile(tx);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        ...query,
        sql: `explain (${how}, format json) ${query.sql}`,
        parameters: withValues ? query.parameters : [],
      } as CompiledQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>);
      const found = nodesIn(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan).filter(
        ({ 'Relation Name': table }) => table !== undefined && (of?.includes(table) ?? true),
      );
      // Otherwise whatever is said of it would be true.
      if (found.length === 0) throw new Error(`The plan reads none of the tables: ${query.sql}`);
      return found;
    });
  return reads('analyze, timing off', true).then(async (read) => ({
    ways: [...read, ...(alsoGeneric ? await reads('generic_plan', false) : [])].map((node) => node['Node Type']),
    rows: read.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
  }));
}

const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)];
