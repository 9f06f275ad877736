/** What the database says of the ledger, and of itself. */
import type { World } from '../bench/world.ts';
import type { Crew } from './crew.ts';
import type { Attempt } from './ledger.ts';

/** Acknowledged and not there; there more than once. */
export async function compare(
  world: World,
  companyId: number,
  crews: readonly Crew[],
  ledger: readonly Attempt[],
): Promise<{ lost: Attempt[]; duplicated: Attempt[] }> {
  const lost: Attempt[] = [];
  const duplicated: Attempt[] = [];
  for (const [kind, text] of crews.flatMap(({ marks }) => Object.entries(marks))) {
    const found = new Map(
      (await world.rows<{ mark: unknown; times: string }>(text, [companyId])).map(({ mark, times }) => [
        String(mark),
        Number(times),
      ]),
    );
    for (const attempt of ledger.filter((one) => one.kind === kind && one.outcome === 'acknowledged')) {
      const times = found.get(attempt.mark) ?? 0;
      if (times === 0) lost.push(attempt);
      if (times > 1) duplicated.push(attempt);
    }
  }
  return { lost, duplicated };
}

/** How many records show each sort of half-done work. */
export async function halfDone(
  world: World,
  companyId: number,
  crews: readonly Crew[],
): Promise<Record<string, number>> {
  // Each record looks for its events: without an index that is every event for every record.
  await world.asOwner(`create index on event (company_id, type, ((payload ->> 'id')::int))`);
  await world.asOwner('analyze');
  const found: Record<string, number> = {};
  for (const [name, text] of crews.flatMap(({ halves }) => Object.entries(halves))) {
    const [row] = await world.rows<{ times: string }>(`select count(*) as times from (${text}) found`, [companyId]);
    found[name] = Number(row?.times);
  }
  return found;
}
