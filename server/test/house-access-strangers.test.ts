/** What is told to those who name what is not theirs, over all calls and every field that can name something. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { asksOf, callOf, type Line, tabled } from './access-table.ts';
import {
  callersOf,
  fieldOf,
  idFieldsOf,
  named,
  nameOf,
  printsOf,
  type Spot,
  spotsIn,
  valueAt,
  withValue,
} from './access-table-fields.ts';
import { openTwoCompanies, saysWhoOneIs, type Things } from './access-table-world.ts';
import type { Asking, Caller } from './portal.ts';

/** The same request about things of somebody else and about things that are nowhere. */
interface Twin {
  said: string;
  expected: number;
  theirs: Asking;
  nowhere: Asking;
}

/** A request with one thing exchanged after the other, and with all of them at once but who the caller is. */
function twinsOf(line: Line, own: Things, theirs: Things, unknown: Things): Twin[] {
  const asks = asksOf(line, own);
  const spots = named(line).filter(({ thing }) => theirs[thing] !== own[thing]);
  const statusOf = (spot: Spot, isOwn: boolean) => line.answers?.[nameOf(spot)] ?? (isOwn ? 403 : 404);
  const alone = spots.map(({ ask, spot, thing }) => ({
    said: `${nameOf(spot)} (${thing})`,
    expected: statusOf(spot, saysWhoOneIs(thing)),
    theirs: withValue(asks[ask] as Asking, spot, theirs[thing]),
    nowhere: withValue(asks[ask] as Asking, spot, unknown[thing]),
  }));
  const exchanged = (others: Things) =>
    asks.map((asking, ask) =>
      spots
        .filter((one) => one.ask === ask && !saysWhoOneIs(one.thing))
        .reduce((changed, { spot, thing }) => withValue(changed, spot, others[thing]), asking),
    );
  const [allTheirs, allNowhere] = [exchanged(theirs), exchanged(unknown)];
  const together = asks.flatMap((_, ask) => {
    const records = spots.filter((one) => one.ask === ask && !saysWhoOneIs(one.thing));
    if (records.length < 2 || line.isSecret) return [];
    const statuses = records.map(({ spot }) => statusOf(spot, false));
    return [
      {
        said: 'everything',
        expected: statuses.includes(404) ? 404 : (statuses[0] as number),
        theirs: allTheirs[ask] as Asking,
        nowhere: allNowhere[ask] as Asking,
      },
    ];
  });
  return [...alone, ...together];
}

async function compare(caller: Caller, endpoint: Endpoint, twin: Twin) {
  const [hidden, none] = [await caller.call(endpoint, twin.theirs), await caller.call(endpoint, twin.nowhere)];
  const said = `${callOf(endpoint)} with ${twin.said}: ${JSON.stringify(none.body)}`;
  expect([none.status, hidden.status], said).toEqual([twin.expected, twin.expected]);
  expect(JSON.stringify(hidden.body), said).toBe(JSON.stringify(none.body));
}

test('SEC-22 SEC-23 what another company has is answered like what is nowhere, in every field of every call, and both companies stay as they were', {
  timeout: 300_000,
}, async () => {
  const { portal, ours, theirs, unknown, companyId, theirCompanyId } = await openTwoCompanies();
  const before = [await printsOf(portal, theirCompanyId), await printsOf(portal, companyId)];
  let compared = 0;
  for (const { endpoint, line } of tabled())
    for (const [role, caller] of callersOf(line, ours))
      for (const twin of twinsOf(line, ours.thingsOf(role), theirs.thingsOf(role), unknown)) {
        await compare(caller, endpoint, twin);
        compared += 1;
      }
  expect(compared).toBeGreaterThan(300);
  expect([await printsOf(portal, theirCompanyId), await printsOf(portal, companyId)]).toEqual(before);
});

test('SEC-23 OPS-15 inside a company what belongs to another site, trial or partner is answered like what is nowhere, and nothing of it changes', {
  timeout: 300_000,
}, async () => {
  const { portal, ours, sister, unknown, companyId } = await openTwoCompanies();
  const before = await printsOf(portal, companyId);
  let compared = 0;
  for (const { endpoint, line } of tabled())
    for (const [role, caller] of callersOf(line, ours)) {
      if (line.who === 'anybody' || role === 'admin' || line.tellsColleagues) continue;
      for (const twin of twinsOf(line, ours.thingsOf(role), sister.thingsOf(role), unknown)) {
        await compare(caller, endpoint, twin);
        compared += 1;
      }
    }
  expect(compared).toBeGreaterThan(200);
  expect(await printsOf(portal, companyId)).toEqual(before);
});

/** No number of a record, as text and as whatever else a body can hold. */
const notAnId = {
  query: ['x', '0', '-1', '1.5', '', '1e3', '01', '9999999999', "1' or 1=1", { a: 1 }],
  body: ['x', '0', '', "1' or 1=1", 0, -1, 1.5, 9_999_999_999, true, [1], { a: 1 }],
};

test('SEC-22 SEC-27 a value that cannot be is a 400 that names the field, in every field of every call, and nothing is written', {
  timeout: 300_000,
}, async () => {
  const { portal, ours } = await openTwoCompanies();
  const before = await printsOf(portal);
  let tried = 0;
  for (const { call, endpoint, line } of tabled()) {
    const [role, caller] = callersOf(line, ours)[0]!;
    const ids = [...idFieldsOf(endpoint.query, null), ...idFieldsOf(endpoint.body, null)];
    for (const asking of asksOf(line, ours.thingsOf(role)))
      for (const spot of spotsIn(asking)) {
        const name = nameOf(spot);
        if (line.ignores?.includes(name)) continue;
        const isId = ids.includes(fieldOf(spot));
        for (const value of isId ? notAnId[spot.part] : [Array.isArray(valueAt(asking, spot)) ? 'x' : { a: 1 }]) {
          if (typeof valueAt(asking, spot) === 'object' && typeof value === 'object') continue;
          const answer = await caller.call(endpoint, withValue(asking, spot, value));
          const said = `${call} with ${name} ${JSON.stringify(value)}: ${JSON.stringify(answer.body)}`;
          expect([answer.status, answer.code], said).toEqual([endpoint.refusesWith500 ? 500 : 400, 'invalid']);
          const isNamed = (field: string) => field === name || field.startsWith(`${name}.`);
          expect(Object.keys(answer.fields).some(isNamed), said).toBe(true);
          tried += 1;
        }
      }
  }
  expect(tried).toBeGreaterThan(1_000);
  expect(await printsOf(portal)).toEqual(before);
});
