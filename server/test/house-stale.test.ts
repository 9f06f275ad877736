/** What a refused stale version tells of a participant or a patient is read, as any other answer that holds one. */
import { expect, test } from 'vitest';
import { entriesOf, peopleIn } from './access-entries.ts';
import { goodAsksOf, tabled } from './access-table.ts';
import { callersOf, withValue } from './access-table-fields.ts';
import { openTwoCompanies } from './access-table-world.ts';
import { fieldsOf } from './hostile-fields.ts';

/** Of what was to be changed, where this says nothing of anybody. */
const states = ['requestId', 'status', 'version'];

test('PRV-01 REL-07 of all calls that take a version, those whose refusal tells of a participant or a patient leave an access entry for exactly these', {
  timeout: 300_000,
}, async () => {
  const world = await openTwoCompanies();
  const telling = { participant: 0, patient: 0 };
  for (const { call, endpoint, line } of tabled()) {
    const version = fieldsOf(endpoint).find(({ path }) => path.join('.') === 'version');
    if (!version) continue;
    const [role, { providerId }] = callersOf(line, world.ours)[0]!;
    for (const good of goodAsksOf(line, world.ours.thingsOf(role))) {
      const asking = withValue(good, version, 999_999);
      const caller = await world.portal.signedIn(providerId);
      const { answer, read, before } = await entriesOf(world, caller, endpoint, asking);
      expect({ call, code: answer.code }).toEqual({ call, code: expect.stringMatching(/^stale$|\.changed$/) });
      const { current = {} } = (answer.body as { detail?: { current?: object } }).detail ?? {};
      const isTold = Object.keys(current).some((name) => !states.includes(name));
      const told = isTold ? [current, asking.query, asking.body].flatMap((part) => [...peopleIn(part)]) : [];
      expect({ call, read }).toEqual({ call, read: new Set(told.filter((one) => !before.has(one))) });
      if (told.some((one) => one.startsWith('participant:'))) telling.participant += 1;
      if (told.some((one) => one.startsWith('patient:'))) telling.patient += 1;
    }
  }
  expect(telling.participant).toBeGreaterThan(2);
  expect(telling.patient).toBeGreaterThan(15);
});
