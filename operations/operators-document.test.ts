/** docs/operators.md, command by command as it stands there: only places, secrets and e-mail addresses are other ones. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '../server/src/env.ts';
import { makeCertificate } from './certificate.ts';
import { type Postgres, startPgBouncer, startPostgres, startPostgres15 } from './debian.ts';
import type { Variables } from './operator.ts';

const root = path.join(import.meta.dirname, '..');
const document = readFileSync(path.join(root, 'docs/operators.md'), 'utf8');

/** What is run elsewhere, under which heading and in which language. */
const elsewhere = {
  'The database: sql': 'a database from before: the test below, on PostgreSQL 18',
  'A pooler: ini': 'the settings that operations/debian.ts starts PgBouncer with',
  'Continuous archiving: ini': 'backup.test.ts, which starts its server with them',
  'Files in an object store: sh': 'operations/object-store.test.ts, and backup.test.ts',
  'A database of pgBackRest, and a copy of the files: sql': 'backup.test.ts, which reads it here',
  'A database of pgBackRest, and a copy of the files: sh': 'backup.test.ts, which runs them',
  'The reverse proxy, and two processes on one machine: sh': 'proxies.test.ts, with processes that no systemd starts',
  'Watching: yaml': 'settings of Prometheus: the test below compares their job with the rules',
};

interface Block {
  under: string;
  language: string;
  code: string;
}
const blocks: Block[] = [...document.matchAll(/^#+ (?:\d\. )?(.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)].reduce<{
  found: Block[];
  under: string;
}>(
  ({ found, under }, [, heading, language = '', code = '']) =>
    heading === undefined ? { found: [...found, { under, language, code }], under } : { found, under: heading },
  { found: [], under: '' },
).found;

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-document-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An operator at a shell: what one block exports, the next one has. */
function anOperator(replaced: readonly (readonly [RegExp, string])[]) {
  let env: Variables = { PATH: process.env['PATH'] ?? '', PORT: '0' };
  const left = [...blocks];
  const take = (under: string, language = 'sh'): string => {
    const at = left.findIndex((block) => block.under === under && block.language === language);
    expect(at, `${under}: ${language}`).toBeGreaterThanOrEqual(0);
    const [{ code } = { code: '' }] = left.splice(at, 1);
    return replaced.reduce((text, [what, by]) => text.replaceAll(what, by), code);
  };
  const start = (code: string, given: Variables) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const shell = spawn('bash', ['-e', '-c', code], { cwd: root, env: { ...env, ...given }, stdio });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    const ended = once(shell, 'close').then(([status]) => status as number | null);
    return { shell, ended, said: () => said };
  };
  /** What is `given` is for these commands alone, and so is what they export then. */
  const run = async (code: string, given?: Variables): Promise<string> => {
    const kept = path.join(aFolder(), 'environment');
    const { ended, said } = start(`${code}\nenv -0 > ${kept}`, given ?? {});
    if ((await ended) !== 0) throw new Error(`${code}\n${said()}`);
    const after = readFileSync(kept, 'utf8').split('\0').filter(Boolean);
    if (!given) env = Object.fromEntries(after.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return said();
  };
  /** Until the end of the test, or until it is stopped. */
  const serve = async (code: string, given: Variables = {}) => {
    const { shell, ended, said } = start(`exec ${code}`, given);
    const stop = async () => {
      shell.kill('SIGTERM');
      await ended;
    };
    onTestFinished(stop);
    const address = /"address":"(http:[^"]+)"/;
    await expect.poll(said, { timeout: 60_000 }).toMatch(address);
    const url = address.exec(said())?.[1] ?? '';
    const ready = await fetch(`${url}/api/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'ready' });
    return { stop };
  };
  return { take, run, serve, left, env: () => env };
}

/** A mail server that encrypts, at localhost; its certificate is its own. */
async function aMailServer() {
  const { key, crt } = makeCertificate(aFolder(), 'localhost');
  const arrived: string[] = [];
  const server = new SMTPServer({
    secure: true,
    key: readFileSync(key),
    cert: readFileSync(crt),
    onAuth: (_auth, _session, done) => done(null, { user: 'user' }),
    onData: (stream, _session, done) => {
      let mail = '';
      stream.on('data', (part) => (mail += String(part)));
      stream.on('end', () => {
        arrived.push(mail);
        done();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { arrived, cert: crt, at: `localhost:${(listening.address() as AddressInfo).port}` };
}

/** Addresses of databases lead to this server, under the logins and names that they have in the document. */
const addressesOn = (url: Postgres['url'], host: string) =>
  ['portal', 'portal_owner', 'admin'].flatMap((login) =>
    ['portal', 'postgres', 'drill'].map(
      (database) =>
        [new RegExp(`postgres://${login}:…@${host}/${database}\\?[^']*`, 'g'), url(login, 'x', database)] as const,
    ),
  );

test('REL-13 REL-15 what docs/operators.md tells an operator to type does what it says, from nothing to a restored portal', async () => {
  const postgres = await startPostgres15();
  const pooler = await startPgBouncer(postgres, { portal: 'x' });
  const mail = await aMailServer();
  const folder = aFolder();
  const secret = randomBytes(32).toString('base64');
  // As an operator changes the one that docs/operators.md says to copy.
  const [brand] = JSON.parse(readFileSync(path.join(root, 'server/brands/brands.json'), 'utf8')) as object[];
  const ofOwn = { ...brand, hosts: ['portal.example.com'], portalUrl: 'https://portal.example.com' };
  writeFileSync(path.join(folder, 'brands.json'), JSON.stringify([ofOwn]));
  const operator = anOperator([
    ...addressesOn(postgres.url, '(?:db|spare)\\.example\\.com'),
    ...addressesOn(pooler.url, 'pooler\\.example\\.com:6432'),
    [/'…' {3}# from: openssl rand -base64 32/g, `'${secret}'`],
    [/\/etc\/trellis\/brands\.json/g, path.join(folder, 'brands.json')],
    [/\/var\/lib\/trellis/g, path.join(folder, 'data')],
    [/\/backups\//g, `${folder}/backups-`],
    [/smtps:\/\/user:…@mail\.example\.com/g, `smtps://user:x@${mail.at}`],
    // The modules of this checkout are there.
    [/^npm ci .*\n|^npm ci\n/gm, ''],
    [/> access-2020-03\.jsonl/g, `> ${folder}/access-2020-03.jsonl`],
  ]);
  const { take, run, serve } = operator;

  await run(take('The settings'));
  await run(take('The settings'));
  const prepared = await run(take('The database'));
  expect(prepared).toContain('The database "portal" is ready for "npm run operator -- migrate"');
  expect(prepared).toContain('"portal_owner" may no longer create roles.');
  expect(await run(take('The database'))).toContain('The database has the schema of this release.');
  const owner = { MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'x', 'portal') };

  await run(`export NODE_EXTRA_CA_CERTS=${mail.cert}`);
  const checked = await run('npm run operator -- check');
  expect(checked).toContain('good   mail server');
  expect(checked).not.toContain('WRONG');

  const added = await run(take('The first company'));
  expect(added).toMatch(/\/register\?id=[\w-]+/);
  const first = await serve(take('The start').trim());
  const second = await serve(take('The start').trim());
  await expect.poll(() => mail.arrived.length, { timeout: 20_000 }).toBe(1);
  expect(mail.arrived[0]).toContain('To: ada@example.com');
  expect(await run('npm run operator -- list-companies')).toContain('Example Trials');

  const pooled = await run(`${take('A pooler')}\nnpm run operator -- check`, {});
  expect(pooled).toContain('good   DATABASE_DIRECT_URL');

  const ask = async (code: string, login: string) => {
    const client = new pg.Client({ connectionString: postgres.url(login, 'x', 'portal') });
    await client.connect();
    try {
      return (await client.query(code)) as unknown as pg.QueryResult[];
    } finally {
      await client.end();
    }
  };
  await ask(
    `select make_month('access_entry', '2020-03-01');
     insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
     values (null, '2020-03-05', 1, 'GET /x', 'participant', '{17}', 'read', 'localhost', '::1', 'r')`,
    'admin',
  );
  expect(await run(take('What is kept how long'))).toContain('access_entry');
  expect(readFileSync(path.join(folder, 'access-2020-03.jsonl'), 'utf8')).toContain('"record_ids":');
  const events = await ask(take('Security events', 'sql'), 'portal');
  expect(events.map(({ command }) => command)).toEqual(['BEGIN', 'SET', 'SELECT', 'COMMIT']);

  expect(await run(take('Backup'), owner)).toMatch(/backups-\d{4}-\d\d-\d\d has the database/);
  const drilled = await run(take('Drill'), {});
  expect(drilled).toContain('in all, and everything held');
  const elsewherePlace: Variables = Object.fromEntries(
    [
      ['DATABASE_URL', 'portal'],
      ['MIGRATION_DATABASE_URL', 'portal_owner'],
    ].map(([name = '', login = '']) => [name, postgres.url(login, 'x', 'copy')]),
  );
  const copy = { ...elsewherePlace, DATA_DIR: path.join(folder, 'copy') };
  await run('npm run operator -- prepare-database', { ...copy, ADMIN_DATABASE_URL: postgres.adminUrl });
  const restored = await run(take('Restore'), copy);
  expect(restored).toContain('The database and ');
  expect(restored).toMatch(/whole/);
  const sentBefore = mail.arrived.length;
  const restoredPortal = await serve('npm start', copy);
  expect(await run(take('Restore'), copy)).toContain('The portal sends again');
  await restoredPortal.stop();
  expect(mail.arrived.length).toBe(sentBefore);

  await ask(take('The end of the audit trail', 'sql'), 'admin');
  await Promise.all([first.stop(), second.stop()]);
  await run(
    take('Another secret')
      .replace("'the new one'", `'${randomBytes(32).toString('base64')}'`)
      .replace("'the one of before'", `'${secret}'`),
  );
  await (await serve('npm start')).stop();
  expect(await run('npm run verify-audit')).toMatch(/whole/);
  await run(take('Upgrade'), owner);

  // The pool itself is Amazon's: these are settings that a start takes.
  await run(take('A hosted user pool').replaceAll('…', '5a6b'));
  expect(readEnv(operator.env()).hostedPool).toMatchObject({ userPoolId: 'eu-central-1_Ab12Cd34E', clientId: '5a6b' });

  expect(
    operator.left.map(({ under, language }) => `${under}: ${language}`).filter((one) => !Object.hasOwn(elsewhere, one)),
  ).toEqual([]);
});

test('REL-13 no command of docs/operators.md needs the folder of root, where the account of the portal may not write', () => {
  const commands = blocks.filter(({ language }) => language === 'sh');
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter(({ code }) => /\/root\b|~root\b/.test(code))).toEqual([]);
});

test('REL-12 the job that docs/operators.md lets Prometheus scrape is the one that deploy/alerts.yaml looks for', () => {
  const scraped = blocks.find(({ under, language }) => under === 'Watching' && language === 'yaml')?.code ?? '';
  const rules = readFileSync(path.join(root, 'deploy/alerts.yaml'), 'utf8');
  expect([...scraped.matchAll(/job_name: (\S+)/g)].map(([, name]) => name)).toEqual(['trellis']);
  expect(new Set(Array.from(rules.matchAll(/job="([^"]*)"/g), ([, name]) => name))).toEqual(new Set(['trellis']));
});

test('REL-13 the settings that docs/operators.md names for continuous archiving, of the database and of the files, lose at most five minutes', () => {
  const [, section = ''] = /^### Continuous archiving\n([\s\S]*?)^## /m.exec(document) ?? [];
  const [, seconds] = /^archive_timeout = (\d+) /m.exec(section) ?? [];
  const [, minutes] = /Copy the files every (\d+) minutes/.exec(section) ?? [];
  expect(section).toMatch(/^archive_mode = on /m);
  expect(section).toMatch(/^archive_command = '/m);
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(300);
  expect(Number(minutes)).toBeGreaterThan(0);
  expect(Number(minutes)).toBeLessThanOrEqual(5);
});

test('P11-10 a database where one login did both is handed over to an owner by the statements of docs/operators.md', async () => {
  const postgres = await startPostgres(18);
  const { take, run } = anOperator([[/password '…'/g, `password 'x'`]]);
  await postgres.ask('postgres', `create role portal login createrole password 'x'`);
  await postgres.ask('postgres', 'create database portal owner portal');
  const dataDir = path.join(aFolder(), 'data');
  mkdirSync(dataDir);
  const settings = {
    PORTAL_MODE: 'staging',
    PORTAL_SECRET: randomBytes(32).toString('base64'),
    TLS_AT_EDGE: 'yes',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url('portal', 'x', 'portal'),
  };
  // As a release of before did it.
  await run('npm run operator -- migrate', {
    ...settings,
    PORTAL_MODE: 'test',
    MIGRATION_DATABASE_URL: settings.DATABASE_URL,
  });
  await expect(run('npm run operator -- check', settings)).rejects.toThrow('WRONG  schema and rights');
  await postgres.ask('portal', take('The database', 'sql'));
  const owner = postgres.url('portal_owner', 'x', 'portal');
  await run('npm run operator -- migrate', { ...settings, MIGRATION_DATABASE_URL: owner });
  expect(await run('npm run operator -- check', settings)).toContain('good   schema and rights');
});
