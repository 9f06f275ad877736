/** What people and things are known by, and reasons: there is something of it that can be seen. */
import { seenTexts } from '@portal/contract/wire.ts';
import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { openHostileHouse } from './hostile-house.ts';

/** Joiners alone: no screen shows them, and a name keeps them. The schema's own test has what else cannot be seen. */
const unseen = '\u200d\u200c';

test('P11-09 P11-15 PHY-11 REG-06 PAR-14 PAR-15 names and reasons of nothing that can be seen are refused by every call that takes one, with the field', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const taken = house.calls.flatMap(({ name, endpoint }) =>
    fieldsOf(endpoint)
      .filter(({ schema }) => seenTexts.get(schema as never))
      .map((field) => ({ name, endpoint, field })),
  );
  expect(taken.length).toBeGreaterThan(0);
  const takenAllTheSame: string[] = [];
  for (const { name, endpoint, field } of taken) {
    const good = await house.good(name, endpoint, field);
    const answer = await good.ask({
      query: good.query,
      body: good.body,
      [field.part]: withValue(good[field.part], field.path, unseen),
    });
    const path = field.path.join('.');
    if (answer.status !== 400 || !(path in (answer.fields ?? {}))) takenAllTheSame.push(`${name}: ${path}`);
  }
  expect(takenAllTheSame).toEqual([]);
});
