import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from '#platform/http/health.ts';
import { openDocuments } from './documents.ts';
import { listening } from './house.ts';
import { openPortal, type Portal } from './portal.ts';
import { aSlowWire } from './slow-wire.ts';
import { openApp } from '#src/app.ts';
import { makeLog } from '#platform/core/log.ts';

const ready = async ({ app }: Pick<Portal, 'app'>) => {
  const { statusCode, headers, json } = await app.http.inject({
    url: '/api/health/ready',
    headers: { host: 'localhost' },
  });
  return [statusCode, (json() as { status: string }).status, headers['retry-after'] ?? null];
};

test('REL-04 REL-03 a database that has become read-only is 503 with a time for whoever writes, and not ready; once it takes writing again all goes on', async () => {
  const portal = await openPortal();
  const { siteId, siteUser } = await portal.aTrialAtWork();
  const caller = await portal.signedIn(siteUser);
  const add = (subjectNumber: string) =>
    caller.call(addParticipant, {
      body: {
        fname: 'Ada',
        lname: 'Lovelace',
        g_id: siteId,
        dob: '1980-03-05',
        gender: 1,
        subject_number: subjectNumber,
      },
    });
  expect(await ready(portal)).toEqual([200, 'ready', null]);
  const name = portal.connection.database ?? '';
  const switchTo = async (state: 'on' | 'off') => {
    await portal.rows(`alter database ${name} set default_transaction_read_only = ${state}`);
    // As a database does that is demoted: whoever is connected has to come again.
    await portal.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  await switchTo('on');
  await expect.poll(() => ready(portal)).toEqual([503, 'database read-only', '2']);
  const refused = await add('101-001');
  expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([
    503,
    'unavailable',
    true,
  ]);
  expect((await caller.call(listParticipants, { query: { g_id: siteId } })).status).toBe(200);
  await switchTo('off');
  await expect.poll(() => ready(portal)).toEqual([200, 'ready', null]);
  expect((await add('101-001')).status).toBe(200);
});

test('REL-03 REL-04 a database that stands still without closing is told within six seconds, by readiness and by the numbers; once it goes on so does the portal', async () => {
  const home = await openPortal();
  const wire = await aSlowWire(home.connection);
  const lines: string[] = [];
  const env = { ...home.app.env, metricsPort: 0 };
  const app = await openApp(env, wire.connection, { log: makeLog('debug', (line) => void lines.push(line)) });
  onTestFinished(async () => {
    wire.goOn();
    await app.close();
    wire.close();
  });
  const { address = '' } = lines
    .map((line) => JSON.parse(line) as { event: string; address?: string })
    .find(({ event }) => event === 'metrics') as { address?: string };
  const isUp = async () => /^portal_database_up (\d)$/m.exec(await (await fetch(address)).text())?.[1];
  expect([await ready({ app }), await isUp()]).toEqual([[200, 'ready', null], '1']);
  wire.stall();
  const began = performance.now();
  expect(await Promise.all([ready({ app }), ready({ app }), isUp()])).toEqual([
    [503, 'database away', '2'],
    [503, 'database away', '2'],
    '0',
  ]);
  expect(performance.now() - began).toBeLessThan(6_000);
  wire.goOn();
  await expect.poll(() => ready({ app })).toEqual([200, 'ready', null]);
  await expect.poll(isUp).toBe('1');
});

test.each([
  ['haproxy.cfg', /^ {2}timeout check (\d+)s$/m],
  ['Caddyfile', /^\t\thealth_timeout (\d+)s$/m],
])(
  'REL-03 REL-05 deploy/%s waits for readiness longer than five seconds for the database and two for the bucket',
  (file, asked) => {
    const text = readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8');
    expect(Number(asked.exec(text)?.[1])).toBeGreaterThan(7);
  },
);

test('REL-04 REL-13 a server whose folder is gone is not ready, and is again when it is back', async () => {
  const portal = await openPortal();
  const { dataDir } = portal.app.env;
  renameSync(dataDir, `${dataDir}-away`);
  expect(await ready(portal)).toEqual([503, 'files away', '2']);
  renameSync(`${dataDir}-away`, dataDir);
  expect(await ready(portal)).toEqual([200, 'ready', null]);
});

test('REL-04 REL-12 REL-13 while the disk of the files is not mounted the server is not ready, takes in no document and says of none that it is gone; afterwards all are there', async () => {
  const s = await openDocuments();
  const docId = await s.saved('Before');
  const files = path.join(s.app.env.dataDir, 'files');
  const { admin } = s.people;
  const read = async () => (await admin.call(fetchDocument, { query: { docId } })).status;
  for (const isMountPoint of [false, true]) {
    renameSync(files, `${files}-away`);
    if (isMountPoint) mkdirSync(files);
    expect(await ready(s)).toEqual([503, 'files away', '2']);
    await expect(s.saved('Meanwhile')).rejects.toThrow('The service is not available at the moment.');
    expect(await read()).toBe(503);
    rmSync(files, { recursive: true, force: true });
    renameSync(`${files}-away`, files);
    expect(await ready(s)).toEqual([200, 'ready', null]);
    expect(await read()).toBe(200);
  }
  expect(await s.rows(`select 1 from document where friendly_name = 'Meanwhile'`)).toEqual([]);
});

test.each([
  [0, 200, []],
  [4_000, 200, []],
  [-12_000, 200, ['clock skew']],
  [25_000, 200, ['clock skew']],
  [-40_000, 503, ['clock skew']],
  [20 * 60_000, 503, ['clock skew']],
])(
  'REL-10 a machine whose clock is %i ms from the database’s is answered by %i, and is warned of once',
  async (ahead, status, events) => {
    const portal = await openPortal();
    const http = Fastify();
    onTestFinished(() => http.close());
    const warned: string[] = [];
    const log = { warn: (event: string) => void warned.push(event) };
    serveHealth({ ...portal.app, http: http as never, log, now: () => Date.now() + ahead });
    for (let time = 0; time < 2; time += 1) expect((await http.inject('/api/health/ready')).statusCode).toBe(status);
    expect(warned).toEqual(events);
  },
);

test('REL-03 a server that stops goes on for a while after it has said that it is no longer ready, and keeps no connection for another call', async () => {
  const portal = await openPortal({ STOP_DELAY_SECONDS: '3' });
  const { url } = await listening(portal);
  const kept = async () => (await fetch(`${url}/api/brand`)).headers.get('connection');
  expect(await kept()).toBe('keep-alive');
  const stopped = portal.stop();
  await expect.poll(async () => (await fetch(`${url}/api/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/api/brand`)).status).toBe(200);
  expect(await kept()).toBe('close');
  await stopped;
  await expect(fetch(`${url}/api/brand`)).rejects.toThrow('fetch failed');
});

test('REL-03 sockets by long polling keep no connection for another call either, once a stop has begun', async () => {
  const portal = await openPortal();
  const { url } = await listening(portal);
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const poll = (more: string) => {
    const headers = { origin: url };
    const request = http.get(`${url}/api/socket/?EIO=4&transport=polling${more}`, { agent, headers });
    return new Promise<{ kept: string | undefined; said: string }>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        let said = '';
        response.on('data', (part) => (said += String(part)));
        response.on('end', () => resolve({ kept: response.headers.connection, said }));
      });
    });
  };
  const { kept, said } = await poll('');
  expect(kept).toBe('keep-alive');
  const sid = /"sid":"([^"]+)"/.exec(said)?.[1];
  const waiting = poll(`&sid=${sid}`);
  // A whole call after it: by then the server has read it.
  await (await fetch(`${url}/api/health/live`)).text();
  const stopped = portal.stop();
  expect((await waiting).kept).toBe('close');
  await stopped;

  const another = await openPortal({ STOP_DELAY_SECONDS: '3' });
  const served = await listening(another);
  const end = another.stop();
  const refused = await fetch(`${served.url}/api/socket/?EIO=4&transport=polling&sid=nobody`);
  expect([refused.status, refused.headers.get('connection')]).toEqual([400, 'close']);
  await end;
});

test('REL-05 whoever looks at the database sees what each connection is for', async () => {
  const portal = await openPortal();
  await portal.app.jobs.start();
  await ready(portal);
  const names = await portal.rows<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'portal%' order by 1`,
  );
  expect(names.map(({ name }) => name)).toEqual(['portal', 'portal events', 'portal jobs']);
});
