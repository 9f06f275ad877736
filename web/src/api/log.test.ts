import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { expect, test } from 'vitest';
import { fakeServer } from '#test/portal.tsx';
import { writeLogEntry } from './log.ts';
import { setPageData } from './page.ts';

test.each([
  ['test', 0],
  ['staging', 1],
  ['production', 1],
] as const)('SCN-11 LOG-06 in mode %s the browser writes %i entries of one', async (mode, entries) => {
  const { callsOf } = fakeServer([[writeLog, { message: 'Logged.' }]]);
  setPageData({ mode });
  writeLogEntry('sign-out');
  await Promise.resolve();
  expect(callsOf(writeLog).map(({ body }) => (body as { event: string }).event)).toEqual(
    Array.from({ length: entries }, () => 'sign-out'),
  );
});
