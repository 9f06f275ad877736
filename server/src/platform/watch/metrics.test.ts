import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { job } from '#platform/jobs/job.ts';
import { wakes } from '#platform/jobs/jobs.ts';
import { makeSealingIdentity } from '#rooms/signing/forms/sealing-identity.ts';
import { aPersonWithAccount } from '#test/people.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import { openMetrics } from './metrics.ts';

/** The numbers that somebody who asks for them gets, by name and labels. */
async function numbersOf({ logged }: Portal): Promise<{ said: string; of: (name: string) => number | undefined }> {
  const line = logged.map((text) => JSON.parse(text) as { event: string; address: string });
  const said = await (await fetch(line.find(({ event }) => event === 'metrics')?.address ?? '')).text();
  const numbers = new Map(
    said.split('\n').flatMap((one) => {
      const [, name, value] = /^([^#].*) (\S+)$/.exec(one) ?? [];
      return name ? [[name, Number(value)]] : [];
    }),
  );
  return { said, of: (name) => numbers.get(name) };
}

test('REL-05 PRV-05 whoever watches the portal reads on a port of its own how long calls took, and nothing personal', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (const password of ['Wrong-Secret-1', 'Wrong-Secret-2']) await portal.call(signIn, { body: { email, password } });
  const { said, of } = await numbersOf(portal);
  const route = 'route="/api/auth/sign-in",method="POST",status="400"';
  expect(of(`portal_call_seconds_count{${route}}`)).toBe(2);
  expect(of(`portal_call_seconds_bucket{le="10",${route}}`)).toBe(2);
  expect(of('portal_database_up')).toBe(1);
  expect(of('portal_sockets')).toBe(0);
  expect(of('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect(of('portal_clock_skew_seconds')).toBeLessThan(1);
  expect(of('portal_data_room_bytes')).toBeGreaterThan(1_000_000);
  expect(said).not.toContain(email);
  expect(said).not.toContain('Wrong-Secret');
  expect((await portal.app.http.inject('/api/metrics')).statusCode).toBe(404);
});

test('REL-12 P11-10 what waits to be sent, to be linked and to be written is a number, and so is what went wrong', async () => {
  const portal = await openPortal({ METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1' });
  await portal.rows(
    `insert into message (channel, recipient, subject, body, created_at)
     values ('email', 'ada@clinic.example', '', '', now() - interval '100 seconds')`,
  );
  portal.app.log.warn('mail', { code: 'ECONNREFUSED' });
  portal.app.security.tooMany('POST /reports', null, { host: 'localhost', address: '10.0.0.1', requestId: '1' });
  const { of } = await numbersOf(portal);
  expect(of('portal_oldest_unsent_message_seconds')).toBeGreaterThanOrEqual(100);
  expect(of('portal_audit_entries_unlinked')).toBe(0);
  expect(of('portal_failed_jobs')).toBe(0);
  expect(of('portal_entries_waiting{log="security"}')).toBe(1);
  expect(of('portal_entries_let_go{log="security"}')).toBe(0);
  expect(of('portal_log_events_total{level="warn",event="mail"}')).toBe(1);
  const companyId = await portal.aCompany();
  await portal.rows(
    `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     values ($1, now(), 'Ada', 'Admin', 'company.changed', 'company', '1', '[]', 'localhost', '1')`,
    [companyId],
  );
  expect((await numbersOf(portal)).of('portal_audit_entries_unlinked')).toBe(1);
});

test('REL-12 what nobody can send, as without a mail server, and what helps nobody any more, counts as waiting for nothing', async () => {
  const [without, withMail] = [
    await openPortal({ METRICS_PORT: '0' }),
    await openPortal({ METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1' }),
  ];
  for (const portal of [without, withMail])
    await portal.rows(
      `insert into message (channel, recipient, subject, body, created_at, useless_after, refused_at) values
         ('sms', '+16175550100', '', '', now() - interval '400 seconds', null, null),
         ('email', 'dead@clinic.example', '', '', now() - interval '300 seconds', now() - interval '1 second', null),
         ('email', 'adda@clinic.example', '', '', now() - interval '2 hours', now() - interval '1 second', now() - interval '1 hour'),
         ('email', 'ada@clinic.example', '', '', now() - interval '100 seconds', null, null)`,
    );
  const waits = async (portal: Portal) => (await numbersOf(portal)).of('portal_oldest_unsent_message_seconds') ?? NaN;
  expect(await waits(without)).toBe(0);
  expect(Math.floor((await waits(withMail)) / 100)).toBe(1);
  expect((await numbersOf(withMail)).of('portal_refused_messages')).toBe(0);
});

test('REL-04 while the database is away the numbers say so, and those it alone knows are none', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const name = portal.connection.database;
  await portal.rows(`alter database ${name} connection limit 0`);
  await portal.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'portal'`,
  );
  const { of } = await numbersOf(portal);
  expect(of('portal_database_up')).toBe(0);
  expect(of('portal_failed_jobs')).toBeNaN();
  await portal.rows(`alter database ${name} connection limit -1`);
  await expect.poll(async () => (await numbersOf(portal)).of('portal_database_up')).toBe(1);
});

test('REL-12 while the files are away the numbers say so', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const { dataDir } = portal.app.env;
  const areUp = async () => (await numbersOf(portal)).of('portal_files_up');
  expect(await areUp()).toBe(1);
  renameSync(dataDir, `${dataDir}-away`);
  expect(await areUp()).toBe(0);
  renameSync(`${dataDir}-away`, dataDir);
  expect(await areUp()).toBe(1);
});

test('REL-12 one address that refuses its mails does not count as a mail that waits for its server, for now either, while others go out', async () => {
  const portal = await openPortal({ METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1' });
  await portal.rows(
    `insert into message (channel, recipient, subject, body, created_at, attempts, refused_at, sent_at) values
       ('email', 'adda@clinic.example', '', '', now() - interval '6 days', 9, now() - interval '6 days', null),
       ('email', 'full@clinic.example', '', '', now() - interval '6 hours', 4, null, null),
       ('email', 'bea@clinic.example', '', '', now() - interval '550 seconds', 6, null, null),
       ('email', 'cy@clinic.example', '', '', now() - interval '500 seconds', 1, null, now() - interval '500 seconds'),
       ('email', 'dot@clinic.example', '', '', now() - interval '50 seconds', 0, null, null)`,
  );
  const { of } = await numbersOf(portal);
  // The server went away since: whoever waits since then waits for it.
  expect(Math.floor((of('portal_oldest_unsent_message_seconds') ?? NaN) / 50)).toBe(11);
  expect(of('portal_refused_messages')).toBe(1);
  await portal.rows(
    `insert into message (channel, recipient, subject, body, created_at, attempts) values
       ('email', 'backlog@clinic.example', '', '', now() - interval '5 hours', 3)`,
  );
  expect(Math.floor(((await numbersOf(portal)).of('portal_oldest_unsent_message_seconds') ?? NaN) / 3_600)).toBe(5);
});

test('REL-12 what was refused since the last mail or text of its kind arrived is a number of its own: few are enough to see that the sender is refused', async () => {
  const portal = await openPortal({ METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1' });
  const since = async () => (await numbersOf(portal)).of('portal_refused_messages_since_delivery');
  const lay = (channel: string, minutesAgo: number, what: 'sent_at' | 'refused_at') =>
    portal.rows(
      `insert into message (channel, recipient, subject, body, created_at, ${what})
       values ($1, 'ada@clinic.example', '', '', now() - interval '2 hours', now() - $2 * interval '1 minute')`,
      [channel, minutesAgo],
    );
  expect(await since()).toBe(0);
  await lay('email', 50, 'refused_at');
  expect(await since()).toBe(1);
  await lay('email', 40, 'sent_at');
  expect(await since()).toBe(0);
  await lay('email', 30, 'refused_at');
  await lay('email', 20, 'refused_at');
  // That texts arrive says nothing of mails.
  await lay('sms', 10, 'sent_at');
  expect(await since()).toBe(2);
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../deploy/alerts.yaml'), 'utf8');
  expect(rules).toContain('expr: portal_refused_messages_since_delivery > 0');
});

test('REL-12 work by the clock that failed counts as failed until it has ended well again', async () => {
  let isWell = false;
  const work = async () => {
    if (!isWell) throw new Error('stumbled');
    return null;
  };
  const portal = await openPortal(
    { METRICS_PORT: '0' },
    { rooms: [(house) => house.work(job({ name: 'stumble', at: '0 0 1 1 *' }), work)] },
  );
  const failed = async () => (await numbersOf(portal)).of('portal_failed_jobs');
  await portal.app.jobs.start();
  await expect.poll(failed, { timeout: 15_000 }).toBeGreaterThan(0);
  isWell = true;
  await portal.app.database.asSystem((tx) => sql`select pg_notify(${wakes}, 'stumble')`.execute(tx));
  await expect.poll(failed, { timeout: 15_000 }).toBe(0);
});

test('REL-13 an archive of the database that fails, or that gets what was written too late, is 1; one in time is 0, and where there is none it is no number', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const { database } = portal.app;
  const isLate = async () => (await numbersOf(portal)).of('portal_database_archiving_late');
  expect(await isLate()).toBeNaN();
  // Archiving is switched on with the start of a server, which the tests share: they answer as one whose archive_command is `false`.
  const { query } = database;
  const answering = (row: object) => {
    database.query = (text, values) =>
      text.includes('pg_stat_archiver') ? Promise.resolve([row] as never) : query(text, values);
  };
  onTestFinished(() => void (database.query = query));
  answering({ isOn: true, seconds: 60, isFailing: true, waitingSeconds: 0 });
  expect(await isLate()).toBe(1);
  answering({ isOn: true, seconds: 60, isFailing: false, waitingSeconds: 0 });
  expect(await isLate()).toBe(0);
  answering({ isOn: true, seconds: 0, isFailing: false, waitingSeconds: 0 });
  expect(await isLate()).toBe(1);
  answering({ isOn: true, seconds: 60, isFailing: false, waitingSeconds: 601 });
  expect(await isLate()).toBe(1);
  // Who never backs up by the command and archives in time hears nothing of backups.
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../deploy/alerts.yaml'), 'utf8');
  expect(rules).toContain(
    'time() - portal_backup_timestamp_seconds > 108000 unless on (job, instance) portal_database_archiving_late == 0\n',
  );
});

test('REL-13 the moment of the last whole backup is a number, and none where there was none', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const backedUp = async () => (await numbersOf(portal)).of('portal_backup_timestamp_seconds');
  expect(await backedUp()).toBeNaN();
  await portal.rows(`update installation set backed_up_at = '2026-11-22T01:02:03Z'`);
  expect(await backedUp()).toBe(Date.parse('2026-11-22T01:02:03Z') / 1_000);
});

test('the end of the certificate for seals is a number, no number where its files cannot be read, and never where the portal seals with its own', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certificateFile] = [path.join(folder, 'key'), path.join(folder, 'crt')];
  const { key, certificate } = await makeSealingIdentity('A', new Date('2026-01-02T00:00:00Z'));
  writeFileSync(keyFile, key);
  writeFileSync(certificateFile, certificate);
  const signing = { SIGNING_KEY: keyFile, SIGNING_CERTIFICATE: certificateFile };
  const portal = await openPortal({ METRICS_PORT: '0', ...signing });
  const ends = async () => (await numbersOf(portal)).of('portal_seal_certificate_ends_timestamp_seconds');
  expect(await ends()).toBe(Date.parse('2056-01-02T00:00:00Z') / 1_000);
  rmSync(certificateFile);
  expect(await ends()).toBeNaN();
  const { said } = await numbersOf(await openPortal({ METRICS_PORT: '0' }));
  expect(said).toContain('\nportal_seal_certificate_ends_timestamp_seconds +Inf\n');
});

test('REL-05 P11-10 every event that deploy/alerts.yaml names is one that the portal logs, begins at 0, and also counts where it is the first number that anybody reads', async () => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../deploy/alerts.yaml'), 'utf8');
  const named = [...rules.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, events = '']) => events.split('|'));
  const { said } = await numbersOf(portal);
  const begun = [...said.matchAll(/^portal_log_events_total\{level="error",event="([^"]+)"\} 0$/gm)];
  expect(new Set(begun.map(([, event]) => event))).toEqual(new Set(named));
  const platform = path.join(import.meta.dirname, '..');
  const sources = readdirSync(platform, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('watch'))
    .map((name) => readFileSync(path.join(platform, name), 'utf8'))
    .join('\n');
  expect(named.filter((event) => !sources.includes(`'${event}'`))).toEqual([]);
  const grows = [...rules.matchAll(/increase\(([^[]+)\[\w+\]\) > 0/g)].map(([, series]) => series);
  expect(grows.length).toBeGreaterThanOrEqual(5);
  expect(grows.filter((series) => !rules.includes(`or ${series} > 0`))).toEqual([]);
});

test.each(['alerts.yaml', 'dashboard.json'])('REL-05 what deploy/%s looks at is there', async (file) => {
  const portal = await openPortal({ METRICS_PORT: '0' });
  await portal.call(signIn, { body: { email: 'no@body.example', password: 'x' } });
  const { said } = await numbersOf(portal);
  const looked = readFileSync(path.join(import.meta.dirname, '../../../../deploy', file), 'utf8');
  const names = new Set(looked.match(/\b(portal|nodejs|process)_[a-z0-9_]+/g));
  const there = new Set(said.match(/^(portal|nodejs|process)_[a-z0-9_]+/gm));
  expect(names.size).toBeGreaterThan(5);
  expect([...names].filter((name) => !there.has(name))).toEqual([]);
});

test('a port for metrics that is taken is a sentence that names its setting', async () => {
  const [first, second] = [openMetrics(), openMetrics()];
  onTestFinished(() => Promise.all([first.close(), second.close()]).then(() => undefined));
  const port = Number(new URL(await first.listen('127.0.0.1', 0)).port);
  await expect(second.listen('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is already in use. Set METRICS_PORT to another one.`,
  );
});
