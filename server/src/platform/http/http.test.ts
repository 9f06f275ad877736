import { endpoints } from '@portal/contract/all.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { mostGroupsAsked } from '@portal/contract/patients/rules.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openClinic } from '#test/patients.ts';
import { openPortal, type Portal } from '#test/portal.ts';
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
