/** What the supply side asks all day, in a company with 1,000 shipment requests and in one with 100,000. */
import { startPortal } from '../../e2e/portal.ts';
import { openPlainWorld } from './plain-defaults.ts';
import type { Row } from './row.ts';
import { inTurns, type Measured } from './rounds.ts';
import { settle } from './rows.ts';
import { callsOf, type Ways } from './supply-calls.ts';
import { addTrials } from './supply-rows.ts';

const few = [1];
/** One large trial with half of all requests, and fifty like the one above beside it. */
const many = [50, ...Array.from({ length: 50 }, () => 1)];

export async function measureSupply(): Promise<Row[]> {
  const small = await aPortalWith(few);
  const large = await aPortalWith(many).catch(async (error: unknown) => {
    await small.close();
    throw error;
  });
  try {
    const reads = await sideBySide(small.reads, large.reads, { rounds: 5, ms: 700 });
    const longest = await inTurns(large.longest, { rounds: 3, ms: 1_200 });
    const clear = () => Promise.all([small.clear(), large.clear()]);
    const creates = await sideBySide(small.creates, large.creates, { rounds: 5, ms: 1_000, clear });
    return [
      ...reads.map(
        ([what, one, hundred]): Row => ({
          what: `${what}, at 100 times the rows: p95`,
          value: hundred.p95 / one.p95,
          unit: 'times',
          target: { atMost: 2 },
          from: amongBoth(one, hundred),
        }),
      ),
      ...creates.map(
        ([what, one, hundred]): Row => ({
          what: `${what}, among 100,000`,
          value: hundred.perSecond,
          unit: '/s',
          target: null,
          from: { '/s among 1,000': one.perSecond, ...amongBoth(one, hundred) },
        }),
      ),
      ...Object.entries(longest).map(
        ([what, { p50, p95 }]): Row => ({ what: `${what}: p95`, value: p95, unit: 'ms', target: null, from: { p50 } }),
      ),
    ];
  } finally {
    await small.close();
    await large.close();
  }
}

const amongBoth = (one: Measured, hundred: Measured) => ({
  'p50 ms among 1,000': one.p50,
  'among 100,000': hundred.p50,
  'p95 ms among 1,000': one.p95,
  'p95 among 100,000': hundred.p95,
});

/** The same ways in both companies, each next to its twin. */
async function sideBySide(
  small: Ways,
  large: Ways,
  options: Parameters<typeof inTurns>[1],
): Promise<[string, Measured, Measured][]> {
  const names = Object.keys(small);
  const measured = await inTurns(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}, few`, small[name] ?? []],
        [`${name}, many`, large[name] ?? []],
      ]),
    ),
    options,
  );
  return names.map((name) => [name, measured[`${name}, few`] as Measured, measured[`${name}, many`] as Measured]);
}

/** A portal whose one company has trials of so many units, and the calls of its people. */
async function aPortalWith(units: readonly number[]) {
  // Eight people ask for more shipments here than anybody may.
  const portal = await startPortal({ env: { COSTLY_CALLS_PER_PERSON: '1000000' } });
  const world = await openPlainWorld(portal);
  const closing = [() => world.close(), () => portal.stop()];
  const close = async () => {
    for (const end of closing) await end();
  };
  try {
    const companyId = await world.aCompany();
    const supply = await addTrials(world, companyId, units);
    await settle(world);
    const calls = await callsOf(portal, world, { companyId, units, ...supply });
    closing.unshift(calls.close);
    return { ...calls, close };
  } catch (error) {
    await close();
    throw error;
  }
}
