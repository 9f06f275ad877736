import { endpoints } from '@portal/contract/all.ts';
import { endpoint } from '@portal/contract/endpoint.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { mostGroupsAsked } from '@portal/contract/patients/rules.ts';
import { done } from '@portal/contract/wire.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { holdName } from '#platform/database/hold-name.ts';
import { rooms } from '#src/rooms.ts';
import { aSiteUser } from '#test/house.ts';
import { openClinic } from '#test/patients.ts';
import { outOfReach } from '#test/out-of-reach.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import type { Room } from './calls.ts';
import { mostParameters } from './http.ts';

const callsOf = ({ logged }: Portal) =>
  logged
    .map((line) => JSON.parse(line) as { event: string; level: string; route: string; status: number })
    .filter(({ event }) => event === 'call')
    .map(({ level, route, status }) => [level, route, status]);

test('REL-12 whoever watches asks every second: answered checks are logged as detail, and every other call for everybody', async () => {
  const portal = await openPortal();
  const ask = (url: string) => portal.app.http.inject({ url, headers: { host: 'localhost' } });
  for (const url of ['/api/health/live', '/api/health/ready', '/api/brand', '/api/nothing']) await ask(url);
  await portal.stop();
  expect(callsOf(portal)).toEqual([
    ['debug', '/api/health/live', 200],
    ['debug', '/api/health/ready', 200],
    ['info', '/api/brand', 200],
    ['info', '-', 404],
  ]);
});

test('SEC-27 what stands behind the longest list of a query is heeded, a longer list is refused, and so are more parameters than are read', async () => {
  const s = await openClinic();
  const { token } = s.people.root;
  const ask = async (query: string) => {
    const headers = { host: 'localhost', authorization: `Bearer ${token}` };
    const { statusCode, body } = await s.app.http.inject({ url: `/api${listPatients.path}?${query}`, headers });
    return { status: statusCode, ...(JSON.parse(body) as { patients?: unknown[]; fields?: object }) };
  };
  const groups = (n: number) => Array.from({ length: n }, () => `g_id[]=${s.groups.top}`).join('&');
  await s.anActivePatient({}, [s.groups.top]);
  expect((await ask(groups(mostGroupsAsked))).patients).toHaveLength(1);
  expect((await ask(`${groups(mostGroupsAsked)}&search=zzzz&patient_limit=5`)).patients).toEqual([]);
  expect(await ask(`${groups(mostGroupsAsked)}&patient_limit=-5`)).toMatchObject({
    status: 400,
    fields: { patient_limit: expect.any(String) },
  });
  expect(await ask(groups(mostGroupsAsked + 5))).toMatchObject({ status: 400, fields: { g_id: expect.any(String) } });
  expect(await ask(`search=zzzz&${groups(mostParameters)}`)).toMatchObject({
    status: 400,
    fields: { query: 'has too many parameters (maximum is 600)' },
  });
});

test('SEC-27 no query may hold more parameters than are read', () => {
  interface Shape {
    properties?: Record<string, Shape>;
    anyOf?: Shape[];
    type?: string;
    maxItems?: number;
  }
  const parametersIn = ({ properties, anyOf = [], type, maxItems = Infinity }: Shape): number => {
    if (properties) return Object.values(properties).reduce((sum, one) => sum + parametersIn(one), 0);
    return Math.max(type === 'array' ? maxItems : 1, ...anyOf.map(parametersIn));
  };
  const most = endpoints.map(({ endpoint }) =>
    endpoint.query ? parametersIn(z.toJSONSchema(endpoint.query as z.ZodType, { io: 'input' }) as Shape) : 0,
  );
  expect(Math.max(...most)).toBeLessThanOrEqual(mostParameters);
});

test('REL-04 a call whose database has a host that nobody finds is told to come again', async () => {
  const gone = outOfReach('ENOTFOUND');
  const asking = endpoint({ method: 'GET', path: '/test/asking', summary: 'Asks it', access: {}, reply: done });
  const aRoom: Room = ({ route }) =>
    route(asking, async () => {
      await gone.query('select 1', []);
      return { message: 'done' };
    });
  const portal = await openPortal({}, { rooms: [...rooms, aRoom] });
  const caller = await portal.signedIn((await aSiteUser(portal)).siteUser);
  const { status, code, headers } = await caller.call(asking);
  expect([status, code, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
});

test('REL-02 REL-06 of two calls that wait for each other one is told to come again, has kept nothing, and does it with the same key', async () => {
  const crossing = endpoint({
    method: 'POST',
    path: '/test/crossing',
    summary: 'Holds two names',
    access: {},
    body: z.object({ names: z.tuple([z.string(), z.string()]) }),
    reply: done,
    creates: true,
  });
  const [met, both] = [new Set<string>(), Promise.withResolvers<void>()];
  const aRoom: Room = ({ route }) =>
    route(crossing, async ({ tx, body: { names } }) => {
      await holdName(tx, names[0]);
      if (met.add(names[0]).size === 2) both.resolve();
      await both.promise;
      await holdName(tx, names[1]);
      return { message: 'done' };
    });
  const portal = await openPortal({}, { rooms: [...rooms, aRoom] });
  const caller = await portal.signedIn((await aSiteUser(portal)).siteUser);
  const press = (...names: [string, string]) =>
    caller.call(crossing, { body: { names }, headers: { 'idempotency-key': `press-of-${names[0]}` } });
  const answers = await Promise.all([press('one', 'other'), press('other', 'one')]);
  const [lost, ...more] = answers.filter(({ status }) => status !== 200);
  expect([lost?.status, lost?.code, lost?.headers['retry-after'], more]).toEqual([503, 'unavailable', '1', []]);
  expect(await portal.rows(`select key from idempotency_key where call like '%crossing%'`)).toHaveLength(1);
  const told = portal.logged.map((line) => JSON.parse(line) as { event: string; error?: string });
  expect(told.find(({ event }) => event === 'unavailable')?.error).toContain('PostgreSQL ERROR 40P01');
  const again = answers[0] === lost ? await press('one', 'other') : await press('other', 'one');
  expect(again.status).toBe(200);
});
