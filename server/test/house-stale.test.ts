/** What a refused stale version tells of a participant is read, as any other answer that holds one. */
import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { openHostileHouse } from './hostile-house.ts';

test('PRV-01 REL-07 of all calls that take a version, those whose refusal holds a participant leave an access entry that names them', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  await house.rows(`update participant set first_name = 'Zephyrine' where participant_id = $1`, [house.ada]);
  const stale: string[] = [];
  const telling: string[] = [];
  for (const { name, endpoint } of house.calls) {
    const version = fieldsOf(endpoint).find(({ part, path }) => part === 'body' && path.join('.') === 'version');
    if (!version) continue;
    const good = await house.good(name, endpoint);
    const body = withValue(good.body, version.path, 999_999);
    const answer = await good.ask({ query: good.query, body });
    if (answer.code === 'stale') stale.push(name);
    if (JSON.stringify(answer.body).includes('Zephyrine')) telling.push(`${endpoint.method} ${endpoint.path}`);
  }
  expect(stale.length).toBeGreaterThan(12);
  expect(telling.sort()).toEqual(['PUT /trial-participant', 'PUT /trial-participant/status']);
  const read = () =>
    house.rows<{ call: string }>(
      `select call from access_entry where record_kind = 'participant' and record_ids = array[$1::int] and outcome = 'read'
       and call = any($2) order by call`,
      [house.ada, telling],
    );
  await expect.poll(async () => (await read()).map(({ call }) => call), { timeout: 10_000 }).toEqual(telling);
});
