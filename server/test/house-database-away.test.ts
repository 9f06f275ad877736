import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { readEnv } from '#src/env.ts';
import { makeLog } from '#platform/core/log.ts';
import { prepareDatabase } from '#platform/database/prepare.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { listening } from './house.ts';

test('REL-04 REL-03 when the database dies, calls answer 503 with a time, the process stays, and work goes on by itself after its return', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-away-'));
  // As in earnest: without it what was granted at the start might not be written yet when it dies.
  const database = await startEmbedded({ dataDir });
  onTestFinished(async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await prepareDatabase(database, 'test');
  const logged: string[] = [];
  const env = readEnv({ PORTAL_MODE: 'test', DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:1' });
  const app = await openApp(env, database.connection, { log: makeLog('debug', (line) => void logged.push(line)) });
  onTestFinished(() => app.close());
  await app.jobs.start();
  const { url } = await listening({ app });
  const signIn = () =>
    fetch(`${url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@portal.example', password: 'x' }),
    });
  const whoAmI = () => fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
  expect([(await signIn()).status, (await whoAmI()).status]).toEqual([400, 401]);

  for (let round = 0; round < 3; round += 1) {
    // Calls are under way while it dies.
    const underWay = Array.from({ length: 12 }, whoAmI);
    process.kill(
      Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    for (const answer of await Promise.all(underWay)) expect([401, 503]).toContain(answer.status);
    const asked = performance.now();
    const [away, awayToo, ready, live] = await Promise.all([
      whoAmI(),
      signIn(),
      fetch(`${url}/api/health/ready`),
      fetch(`${url}/api/health/live`),
    ]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(live.status).toBe(200);
    // It may be back already; whoever was refused was told when to come again.
    const refused = [away, awayToo]
      .filter(({ status }) => status >= 500)
      .map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0]);
    expect(refused).toEqual(refused.map(() => [503, true]));
    expect(['200 {"status":"ready","version":"0.1.0"}', '503 {"status":"database away","version":"0.1.0"}']).toContain(
      `${ready.status} ${await ready.text()}`,
    );
    // The launcher brings it back by itself. How soon after that the portal works again, the faults measure.
    await expect.poll(() => accepts(database.connection), { timeout: 20_000, interval: 20 }).toBe(true);
    await expect
      .poll(
        async () => [(await whoAmI()).status, (await fetch(`${url}/api/health/ready`)).status, (await signIn()).status],
        { interval: 50 },
      )
      .toEqual([401, 200, 400]);
  }
  expect(logged.filter((line) => /"event":"unexpected"|\[object Object\]/.test(line))).toEqual([]);
});

async function accepts(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
