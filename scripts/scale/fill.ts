/** A share of the world at its full size: 100 companies, 50,000 people, 10 million shipment requests, 100 million audit entries. */
import { addTrials } from '../bench/supply-rows.ts';
import type { World } from '../bench/world.ts';
import { addAccessEntries, addAuditEntries, addMails, addPeople, addSecurityEvents, type People } from './records.ts';
import type { Place } from './place.ts';

export const whole = {
  companies: 100,
  people: 50_000,
  requests: 10_000_000,
  auditEntries: 100_000_000,
  accessEntries: 100_000_000,
  securityEvents: 30_000_000,
};
export const share = (of: keyof typeof whole, part: number): number => Math.max(1, Math.round(whole[of] * part));

const requestsOfUnit = 1_000;

export interface Filled {
  companyId: number;
  units: readonly number[];
  supply: Awaited<ReturnType<typeof addTrials>>;
  people: People;
}

/** Companies alike: each with one trial that has half of its requests, and trials of a thousand for the other half. */
export const fill = (place: Place, of: { part: number; companies: number }): Promise<Filled[]> =>
  place.unchecked(() => fillUnchecked(place, of));

async function fillUnchecked(
  place: Place,
  { part, companies }: { part: number; companies: number },
): Promise<Filled[]> {
  const units = Math.max(1, Math.round(share('requests', part) / companies / requestsOfUnit));
  const large = Math.ceil(units / 2);
  const trials = [large, ...Array.from({ length: units - large }, () => 1)];
  const world = await place.world();
  try {
    const filled: Filled[] = [];
    const lane = async () => {
      for (let n = ++begun; n <= companies; n = ++begun)
        filled.push(
          await timed(`company ${n} of ${companies}`, async () => {
            const companyId = await world.aCompany();
            const supply = await addTrials(world, companyId, trials);
            const people = await addPeople(world, { companyId, ...supply, count: share('people', part / companies) });
            return { companyId, units: trials, supply, people };
          }),
        );
    };
    let begun = 0;
    await Promise.all([lane(), lane()]);
    const fillLog = (table: string, work: () => Promise<void>) =>
      timed(table, () => withoutIndexes(world, table, work));
    await Promise.all([
      fillLog('audit_entry', () => addAuditEntries(world, place.env, share('auditEntries', part))),
      fillLog('access_entry', () => addAccessEntries(world, share('accessEntries', part))).then(() =>
        fillLog('security_event', () => addSecurityEvents(world, share('securityEvents', part))),
      ),
      timed('message', () => addMails(world)),
    ]);
    await timed('vacuum and statistics', () => world.asOwner('vacuum analyze'));
    return filled;
  } finally {
    await world.close();
  }
}

/** Made anew afterwards: a hundred times as quick, and as tight as after a rebuild. */
async function withoutIndexes(world: World, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await world.rows<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await world.asOwner(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await world.asOwner(`set maintenance_work_mem = '1GB'; ${definition}`);
}

export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  console.error(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return done;
}
