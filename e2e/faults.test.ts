/** The small form of `npm run faults`. */
import { test } from 'vitest';
import { killDatabase, killServer } from '../scripts/faults.ts';

/** Whoever measures is alone; what an interrupted seal waits for may pass beside it. */
const turn = Promise.withResolvers<void>();

test.concurrent('REL-01 REL-02 REL-06 REL-09 after sudden deaths of the server nothing acknowledged is lost, nothing is there twice, nothing is half-done, and each member has heard each message in order', async ({
  expect,
}) => {
  const report = await killServer({ kills: 2, writes: 150, survived: turn.resolve });
  expect(report).toMatchObject({ lost: 0, duplicated: 0, halfDone: {}, refused: [], chain: 'verified' });
  expect(report.acknowledged).toBeGreaterThan(300);
  // Without calls that were cut off, nothing was put to the test.
  expect(report.retried).toBeGreaterThan(0);
  expect(
    Object.values(report.byKind).every((times) => times > 0),
    JSON.stringify(report.byKind),
  ).toBe(true);
});

test.concurrent('REL-04 a crash of the database leaves the server running: it says 503 and when to come back, and works again within 2 s of the database', async ({
  expect,
}) => {
  await turn.promise;
  const report = await killDatabase({ kills: 1, writes: 100 });
  expect(report).toMatchObject({
    samePid: true,
    withoutRetryTime: 0,
    lost: 0,
    duplicated: 0,
    halfDone: {},
    refused: [],
    chain: 'verified',
  });
  expect(report.slowestRefusalMs).toBeLessThanOrEqual(5_000);
  expect(Math.max(...report.recoveryMs)).toBeLessThanOrEqual(2_000);
});
