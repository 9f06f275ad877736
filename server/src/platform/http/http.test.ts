import { expect, test } from 'vitest';
import { openPortal, type Portal } from '#test/portal.ts';

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
