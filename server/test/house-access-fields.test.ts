/** What a client may not set, over all calls and every object of their bodies. */
import { expect, test } from 'vitest';
import { goodAsksOf, protectedFields, tabled } from './access-table.ts';
import { callersOf, fieldOf, printsOf, type Spot, spotsIn, valueAt, withValue } from './access-table-fields.ts';
import { openTwoCompanies } from './access-table-world.ts';
import type { Asking } from './portal.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a request that fields could be added to: its query or body, and those inside. */
const objectsIn = (asking: Asking): Spot[] =>
  [...(['query', 'body'] as const).map((part) => ({ part, path: [] })), ...spotsIn(asking)].filter(
    (spot) => isObject(valueAt(asking, spot)) && (spot.part === 'body' || spot.path.length === 0),
  );

/** The same request with more fields in that object, a few at a time: an answer names at most fifty. */
function* withMore(
  asking: Asking,
  spot: Spot,
  fields: readonly string[],
): Generator<{ added: string[]; asking: Asking }> {
  const object = valueAt(asking, spot) as Record<string, unknown>;
  for (let from = 0; from < fields.length; from += 30) {
    const added = fields.slice(from, from + 30);
    const more = Object.fromEntries(added.map((field) => [field, 1]));
    yield { added, asking: withValue(asking, spot, { ...object, ...more }) };
  }
}

test('SEC-25 what is the server’s to set is refused by name in every call and every object of it, and nothing changes', {
  timeout: 300_000,
}, async () => {
  const { portal, ours } = await openTwoCompanies();
  const before = await printsOf(portal);
  let refused = 0;
  for (const { endpoint, call, line } of tabled()) {
    const [role, caller] = callersOf(line, ours)[0]!;
    const taken = new Set<string>(line.takes ?? []);
    for (const asking of goodAsksOf(line, ours.thingsOf(role)))
      for (const spot of objectsIn(asking)) {
        const object = valueAt(asking, spot) as object;
        // What a call takes by right stands in its line; of a query, which says what is meant and sets nothing, in its good request.
        const isOwn = (field: string) =>
          taken.has(fieldOf({ ...spot, path: [...spot.path, field] })) || (spot.part === 'query' && field in object);
        const fields = protectedFields.filter((field) => !isOwn(field));
        for (const { added, asking: changed } of withMore(asking, spot, fields)) {
          const answer = await caller.call(endpoint, changed);
          const named = Object.fromEntries(
            added.map((field) => [[...spot.path, field].join('.'), 'is not a field of this call']),
          );
          const status = endpoint.refusesWith500 ? 500 : 400;
          expect({ call, status: answer.status, fields: answer.fields }).toEqual({ call, status, fields: named });
          refused += added.length;
        }
      }
  }
  expect(refused).toBeGreaterThan(5_000);
  expect(await printsOf(portal)).toEqual(before);
});

test('SEC-25 what a line of the table takes by right is a field of its call', () => {
  for (const { endpoint, call, line } of tabled()) {
    const { takes = [] } = line;
    const shapeOf = (schema: unknown) => (schema as { shape?: object } | undefined)?.shape;
    const shape = { ...shapeOf(endpoint.query), ...shapeOf(endpoint.body) };
    const isOfCall = (field: string) => (field.split('.')[0] as string) in shape;
    expect([call, takes.filter((field) => !isOfCall(field))]).toEqual([call, []]);
  }
});
