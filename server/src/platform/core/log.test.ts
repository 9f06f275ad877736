import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('PRV-05 a log line is one line of JSON with level, time and event, and what names a secret is left out of it', () => {
  const lines: string[] = [];
  const log = makeLog('info', (line) => lines.push(line));
  log.info('call', { route: '/api/x\n{"level":"error"}', status: 200, password: 'Harvest-Moon-2026!', token: 'abc' });
  log.debug('not said');
  log.warn('database', { code: '57P01' });
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event: 'call',
      route: '/api/x\n{"level":"error"}',
      status: 200,
    },
    { level: 'warn', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), event: 'database', code: '57P01' },
  ]);
});

test('PRV-05 a silent log says nothing', () => {
  const lines: string[] = [];
  const log = makeLog('silent', (line) => lines.push(line));
  log.error('unexpected');
  makeLog('error', (line) => lines.push(line)).error('said');
  expect(lines).toHaveLength(1);
});
