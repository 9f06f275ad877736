import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery, enterByRecoveryCode, me, signIn } from '@portal/contract/identity/endpoints.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { aPersonWithApp } from '#test/factors.ts';
import { aPersonOf, hosted } from '#test/identity-worlds.ts';
import { register, registration, readInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, signInAs } from '#test/people.ts';
import { aBrandWithHost } from '#test/brands.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { deliverDueBy } from '#platform/jobs/deliver-messages.ts';
import { operate } from './operate.ts';
import { scramVerifier } from './scram-verifier.ts';
import { loginsOf, prepareDatabase } from '#platform/database/prepare.ts';
import { readEnv } from '#src/env.ts';
import { productionBrands } from '#test/production.ts';

const onPortal = (portal: Portal, ...words: string[]) =>
  operate(words, async () => ({
    ...portal.app,
    sendsMail: portal.app.env.smtpUrl !== undefined,
    close: async () => {},
  }));
/** The same for words that make no sense: then nothing may be opened. */
const onNothing = (...words: string[]) =>
  operate(words, async () => {
    throw new Error('this opened the database');
  });
const creation = (more: Record<string, string> = {}) =>
  Object.entries({
    name: 'Meridian Trials',
    modules: 'TrialCard,MFA',
    'admin-email': 'ada@clinic.example',
    'admin-type': 'Admin',
    brand: 'default',
    ...more,
  }).flatMap(([name, value]) => [`--${name}`, value]);
const codeIn = (said: string) => /\/register\?id=([\w-]{43})$/m.exec(said)?.[1] ?? '';

test('P11-16 P11-10 on an empty database, in production, its owner brings it to its schema, and one command makes the first company and prints the link its administrator registers with', async () => {
  const { host, port, user } = inject('postgres');
  const name = `operator_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name} owner portal_owner`);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-operator-'));
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const as = (login: string) => `postgres://${login}@${encodeURIComponent(host)}:${port}/${name}`;
  const runWith = (more: Record<string, string>, ...words: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, '../../../scripts/operator.ts'), ...words], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        PORTAL_MODE: 'production',
        DATABASE_URL: as('portal'),
        ...more,
        TLS_AT_EDGE: 'yes',
        PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
        DATA_DIR: dataDir,
        BRANDS_FILE: productionBrands,
      },
    });
  const run = (...words: string[]) => runWith({}, ...words);
  const early = run('create-company', ...creation());
  expect([early.status, early.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database lacks \d+ of \d+ migrations.+ for "npm run operator -- migrate"\.\n$/),
  ]);
  // The login that serves owns nothing, whichever command it is named to.
  const twice = { MIGRATION_DATABASE_URL: as('portal') };
  for (const words of [['migrate'], ['check'], ['backup', '--to', path.join(dataDir, '../nowhere')]])
    expect([words, runWith(twice, ...words).stderr]).toEqual([
      words,
      expect.stringMatching(
        /^(.*\n)*(WRONG {2}MIGRATION_DATABASE_URL: )?DATABASE_URL and MIGRATION_DATABASE_URL must name two logins: the one that serves owns nothing\.\n/,
      ),
    ]);
  expect(runWith({ MIGRATION_DATABASE_URL: as('portal_owner') }, 'migrate').stdout).toBe(
    'The database has the schema of this release.\n',
  );
  const made = run('create-company', ...creation());
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('The company "Meridian Trials" has been added with the number 1.');
  expect(codeIn(made.stdout)).not.toBe('');
  expect(made.stdout).toContain('SMTP_URL is not set');
  const listed = run('list-companies');
  expect(listed.stdout).toContain('1  Meridian Trials\n   modules: TrialCard, MFA\n');
  const wrong = run('create-company', '--name', 'Other');
  expect([wrong.status, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('--modules is needed.\n--admin-email is needed.');
});

test('SEC-23 CLN-21 a company without trials begins with a group at its top, which its administrators belong to, so that somebody can make the others', async () => {
  const portal = await openPortal();
  const clinic = { name: 'Northwind Heart', modules: 'ClinicalManagement', 'admin-type': 'Nurse' };
  const { said } = await onPortal(portal, 'create-company', ...creation(clinic));
  const company = /with the number (\d+)/.exec(said)?.[1] ?? '';
  const second = ['--admin-email', 'grace@clinic.example', '--admin-type', 'Nurse', '--brand', 'default'];
  await onPortal(portal, 'invite-admin', '--company', company, ...second);
  const given = await portal.rows(
    `select i.email, g.display_name as name, g.parent_id as parent from invitation i join invitation_care_group using (invitation_id)
       join care_group g using (care_group_id) where i.company_id = $1 order by email`,
    [Number(company)],
  );
  const group = { name: 'Northwind Heart', parent: null };
  expect(given).toEqual(['ada@clinic.example', 'grace@clinic.example'].map((email) => ({ email, ...group })));
  const trial = await onPortal(portal, 'create-company', ...creation({ 'admin-email': 'mary@clinic.example' }));
  const ofTrial = Number(/with the number (\d+)/.exec(trial.said)?.[1]);
  expect(await portal.rows('select 1 from care_group where company_id = $1', [ofTrial])).toEqual([]);
});

test('REL-13 P11-16 what a restored portal has to send waits until its operator lets it go, or gives it up, on record for every company', async () => {
  onItsOwn();
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const sent: string[] = [];
  const sender = {
    channel: 'email' as const,
    send: async ({ to }: { to: string }) => void sent.push(to),
    close: () => {},
  };
  const mail = (to: string) =>
    portal.rows(
      `insert into message (channel, recipient, subject, body, created_at) values ('email', $1, 'Hello', 'Hello', now())`,
      [to],
    );
  await mail('ada@clinic.example');
  await portal.rows('update installation set holds_outbound = true');
  await deliverDueBy(portal.app, [sender]);
  expect(sent).toEqual([]);
  expect((await onPortal(portal, 'release-outbound')).said).toBe(
    'The portal sends again, beginning with what was waiting.',
  );
  await deliverDueBy(portal.app, [sender]);
  expect(sent).toEqual(['ada@clinic.example']);
  await portal.rows('update installation set holds_outbound = true');
  await mail('grace@clinic.example');
  expect((await onPortal(portal, 'release-outbound', '--discard', 'yes')).said).toBe(
    'The portal sends again. 1 that were waiting are given up.',
  );
  await mail('later@clinic.example');
  await deliverDueBy(portal.app, [sender]);
  expect(sent).toEqual(['ada@clinic.example', 'later@clinic.example']);
  expect(await onPortal(portal, 'release-outbound')).toEqual({
    ok: false,
    said: 'Nothing is held: the portal sends what it has.',
  });
  const recorded = await portal.rows(
    `select actor_type, record_id, changes from audit_entry where action = 'company.outbound_released' order by seq`,
  );
  const entry = { actor_type: 'Operator', record_id: String(companyId) };
  expect(recorded).toEqual([
    { ...entry, changes: [{ field: 'discard', new: false }] },
    { ...entry, changes: [{ field: 'discard', new: true }] },
  ]);
});

test('REL-13 given up is what waited in the backup; what was written since the restore goes out, unless its operator gives that up by name, and both are counted', async () => {
  onItsOwn();
  const portal = await openPortal();
  const at = '2031-03-05T12:00:00.000Z';
  const mail = (to: string) =>
    portal.rows(
      `insert into message (channel, recipient, subject, body, created_at) values ('email', $1, 'Hello', 'Hello', $2)`,
      [to, at],
    );
  // As a restore does it.
  const restore = async () => {
    await portal.rows('update installation set holds_outbound = true');
    await portal.rows(`select setval('message_message_id_seq', last_value + 1000000) from message_message_id_seq`);
  };
  const release = async (discard: string) => (await onPortal(portal, 'release-outbound', '--discard', discard)).said;
  const waiting = async () =>
    (
      await portal.rows<{ to: string }>(
        'select recipient as to from message where withdrawn_at is null order by message_id',
      )
    ).map(({ to }) => to);

  // Where nothing was ever written before, nothing waited.
  await restore();
  await mail('first@clinic.example');
  expect(await release('yes')).toBe(
    `The portal sends again. 0 that were waiting are given up. 1 that were written since the restore, the first at ${at}, are sent.`,
  );
  await restore();
  expect(await release('yes')).toBe('The portal sends again. 1 that were waiting are given up.');

  await mail('ada@clinic.example');
  await restore();
  for (const to of ['grace@clinic.example', 'mary@clinic.example']) await mail(to);
  expect(await release('yes')).toBe(
    `The portal sends again. 1 that were waiting are given up. 2 that were written since the restore, the first at ${at}, are sent.`,
  );
  expect(await waiting()).toEqual(['grace@clinic.example', 'mary@clinic.example']);
  await restore();
  await mail('later@clinic.example');
  expect(await release('all')).toBe(
    `The portal sends again. 3 that were waiting are given up. 1 of them were written since the restore, the first at ${at}.`,
  );
  expect(await waiting()).toEqual([]);
});

test('REL-13 PRV-08 a message of no use any more is not counted among those that are given up, and that it did not arrive stays known', async () => {
  onItsOwn();
  const portal = await openPortal();
  await portal.rows(
    `insert into message (channel, recipient, subject, body, created_at, refused_at, useless_after) values
       ('email', 'gone@clinic.example', 'Hello', 'Hello', now(), now(), now()), ('email', 'ada@clinic.example', 'Hello', 'Hello', now(), null, null)`,
  );
  await portal.rows('update installation set holds_outbound = true');
  expect((await onPortal(portal, 'release-outbound', '--discard', 'all')).said).toContain(
    '1 that were waiting are given up.',
  );
  expect(await portal.rows('select recipient from message where withdrawn_at is null')).toEqual([
    { recipient: 'gone@clinic.example' },
  ]);
});

test('REL-13 a backup into the folder of the portal is refused, since what takes that folder away would take both', async () => {
  const variables = { PORTAL_MODE: 'test', DATA_DIR: '/var/lib/portal' };
  expect(await operate(['backup', '--to', '/var/lib/portal/backups/today'], onNothing as never, variables)).toEqual({
    ok: false,
    said: '/var/lib/portal/backups/today lies in DATA_DIR: what takes that folder away would take its backup with it. There is no backup.',
  });
});

test('REL-13 a backup whose database cannot be reached names the variable that leads there', async () => {
  const variables = {
    PORTAL_MODE: 'test',
    DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
    MIGRATION_DATABASE_URL: 'postgres://portal_owner@127.0.0.1:1/portal',
  };
  const to = path.join(tmpdir(), `portal-backup-${randomBytes(6).toString('hex')}`);
  await expect(operate(['backup', '--to', to], onNothing as never, variables)).rejects.toThrow(
    /^MIGRATION_DATABASE_URL leads to no database that answers \(ECONNREFUSED\)/,
  );
});

test('SEC-37 P11-16 the mode of a database is changed by its operator, on record for every company, and never to a real one where demo data is', async () => {
  onItsOwn();
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  expect(await onPortal(portal, 'change-mode', '--to', 'staging')).toEqual({
    ok: true,
    said: 'The database belongs to the mode "staging". Start the portal with PORTAL_MODE=staging; one that is running goes on in the mode "test" until then, and with its old PORTAL_MODE it does not start again.',
  });
  expect(await portal.rows(`select record_id, changes from audit_entry where action = 'company.mode_changed'`)).toEqual(
    [{ record_id: String(companyId), changes: [{ field: 'mode', old: 'test', new: 'staging' }] }],
  );
  await portal.rows(`update installation set mode = 'test', has_demo_data = true`);
  expect(await onPortal(portal, 'change-mode', '--to', 'production')).toEqual({
    ok: false,
    said: 'The database has demo accounts with a known password: start with a database without them.',
  });
  expect(await portal.rows('select mode from installation')).toEqual([{ mode: 'test' }]);
});

test.each(['development', 'test'])(
  'SEC-37 P11-16 a database of real people, in production or staging, is never brought to the mode %s, where everybody reads its mails',
  async (to) => {
    onItsOwn();
    const portal = await openPortal();
    await portal.aCompany();
    for (const mode of ['production', 'staging']) {
      await portal.rows('update installation set mode = $1', [mode]);
      expect(await onPortal(portal, 'change-mode', '--to', to)).toEqual({
        ok: false,
        said: `The database belongs to the mode "${mode}" and has companies on record: the mode "${to}" would show their mails, with links and codes, to everybody. Try on a copy, by "backup" and "restore", in the mode "staging".`,
      });
      expect(await portal.rows('select mode from installation')).toEqual([{ mode }]);
    }
    expect((await onPortal(portal, 'change-mode', '--to', 'production')).ok).toBe(true);
  },
);

test('SEC-37 a database that was begun in production by mistake, and has nobody on record, may become one for trying', async () => {
  onItsOwn();
  const portal = await openPortal();
  await portal.rows(`update installation set mode = 'production'`);
  expect((await onPortal(portal, 'change-mode', '--to', 'test')).ok).toBe(true);
});

test('P11-10 an administrator of the database server makes the two logins and their database by one command, and takes back by it what only the migration needed', async () => {
  const superuser = inject('postgres');
  const { host, port, user } = superuser;
  const name = `prepared_${randomBytes(6).toString('hex')}`;
  const [owner, serving] = [`${name}_owner`, `${name}_login`];
  const at = (login: string, database: string) => `postgres://${login}@${encodeURIComponent(host)}:${port}/${database}`;
  const variables = {
    PORTAL_MODE: 'production',
    DATABASE_URL: at(`${serving}:one`, name),
    MIGRATION_DATABASE_URL: at(`${owner}:two`, name),
    TLS_AT_EDGE: 'yes',
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
  };
  const run = (words: string, more: Record<string, string> = {}) =>
    operate(
      words.split(' '),
      async () => {
        throw new Error('this opened the database');
      },
      { ...variables, ...more },
    ).catch(({ message }: Error) => ({ ok: false, said: message }));
  const admin = new pg.Client({ ...superuser, database: 'postgres' });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    for (const login of [serving, owner]) await admin.query(`drop owned by ${login} cascade; drop role ${login}`);
    await admin.end();
  });
  const verifier = String.raw`SCRAM-SHA-256\$4096:[\w+/=]{24}\$[\w+/=]{44}:[\w+/=]{44}`;
  expect(await run('prepare-database')).toEqual({
    ok: false,
    said: 'ADMIN_DATABASE_URL is needed: a login that may create roles and databases. With --print the SQL is shown instead.',
  });
  expect((await run('prepare-database --print')).said.split('\n')).toEqual([
    '-- The passwords are those of MIGRATION_DATABASE_URL and DATABASE_URL, as the server keeps them.',
    expect.stringMatching(new RegExp(`^create role "${owner}" login createrole password '${verifier}';$`)),
    expect.stringMatching(new RegExp(`^create role "${serving}" login password '${verifier}';$`)),
    `create database "${name}" owner "${owner}" encoding 'UTF8' template template0;`,
    `set role "${owner}";`,
    `revoke all on database "${name}" from public;`,
    `grant connect on database "${name}" to "${serving}";`,
    'reset role;',
  ]);
  // Of a password that it is sent as it is, and may log, the server would keep another kind of hash.
  const ADMIN_DATABASE_URL = `${at(user, 'postgres')}?options=-c%20password_encryption%3Dmd5`;
  const kept = async (login: string) =>
    (await admin.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [login]))
      .rows[0]?.kept ?? '';
  const rightsOf = async () =>
    (
      await admin.query(
        `select rolname as name, rolsuper or rolcreatedb or rolbypassrls or rolreplication as strong, rolcreaterole as "makesRoles"
         from pg_roles where rolname in ($1, $2) order by 1`,
        [owner, serving],
      )
    ).rows;
  // A login without rights is told by the variable that names it.
  expect(await run('prepare-database', { ADMIN_DATABASE_URL: at('portal', 'postgres') })).toEqual({
    ok: false,
    said: expect.stringMatching(
      /^ADMIN_DATABASE_URL signs in as "portal", which may not do this \(permission denied to create role\)\. It must be a login that may create roles and databases\.$/,
    ),
  });
  expect(await run('prepare-database', { ADMIN_DATABASE_URL })).toEqual({
    ok: true,
    said: `The database "${name}" is ready for "npm run operator -- migrate": "${owner}" owns it, "${serving}" serves.`,
  });
  // Once more changes nothing, also of a password that is another one by now.
  const keep = (login: string) => `"${login}" was there already and keeps the password that it had.`;
  expect(await run('prepare-database', { ADMIN_DATABASE_URL })).toEqual({
    ok: true,
    said: `The database "${name}" is ready for "npm run operator -- migrate": "${owner}" owns it, "${serving}" serves.\n${keep(owner)}\n${keep(serving)}`,
  });
  expect(await rightsOf()).toEqual([
    { name: serving, strong: false, makesRoles: false },
    { name: owner, strong: false, makesRoles: true },
  ]);
  expect(await kept(serving)).toMatch(new RegExp(`^${verifier}$`));
  expect(await kept(owner)).toBe(scramVerifier('two', Buffer.from((await kept(owner)).slice(19, 43), 'base64')));
  await prepareDatabase(loginsOf(readEnv(variables)), 'production');
  expect(await run('prepare-database', { ADMIN_DATABASE_URL })).toEqual({
    ok: true,
    said: `"${owner}" may no longer create roles.\n${keep(owner)}\n${keep(serving)}`,
  });
  expect(await rightsOf()).toEqual([
    { name: serving, strong: false, makesRoles: false },
    { name: owner, strong: false, makesRoles: false },
  ]);
  // Which nothing after the first migration needs.
  expect(await prepareDatabase(loginsOf(readEnv(variables)), 'production')).toEqual([]);
  expect(await run('prepare-database', { ADMIN_DATABASE_URL, DATABASE_URL: at(owner, name) })).toEqual({
    ok: false,
    said: 'DATABASE_URL and MIGRATION_DATABASE_URL must name two logins: the one that serves owns nothing.',
  });
});

test.each([
  [
    { DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' },
    'MIGRATION_DATABASE_URL is needed: the login that owns the database, which alone may do this.',
  ],
  [{}, 'DATABASE_URL and MIGRATION_DATABASE_URL are needed. The embedded database is for trying, and has no backup.'],
])(
  'REL-13 a backup without the login that owns the database is refused before anything is written: %j',
  async (variables, sentence) => {
    const to = path.join(tmpdir(), `portal-backup-${randomBytes(6).toString('hex')}`);
    const refused = operate(
      ['backup', '--to', to],
      async () => {
        throw new Error('this opened the database');
      },
      { PORTAL_MODE: 'test', ...variables },
    );
    await expect(refused).rejects.toThrow(sentence);
    expect(existsSync(to)).toBe(false);
  },
);

test('SEC-37 what the portal makes of a password of the database is what PostgreSQL makes of it', async () => {
  const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await admin.connect();
  const name = `scram_${randomBytes(6).toString('hex')}`;
  onTestFinished(async () => {
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  await admin.query(`set password_encryption = 'scram-sha-256'; create role ${name}`);
  for (const password of ['one', `it's "$1" \\`, 'Fünf\u00a0ﬁne\u00ad Wörter', 'x'.repeat(200)]) {
    await admin.query(`alter role ${name} password ${pg.escapeLiteral(password)}`);
    const { rows } = await admin.query<{ kept: string }>(
      `select rolpassword as kept from pg_authid where rolname = '${name}'`,
    );
    const kept = rows[0]?.kept ?? '';
    expect([password, scramVerifier(password, Buffer.from(kept.slice(19, 43), 'base64'))]).toEqual([password, kept]);
  }
});

test('P11-16 SEC-16 the first administrator registers by the printed link, has the rights, and the operator is on record', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { ok, said } = await onPortal(portal, 'create-company', ...creation({ brand: 'europe' }));
  expect([ok, said]).toEqual([true, expect.stringContaining('http://eu.trialcard.test:3000/register?id=')]);
  expect((await mailsTo(portal, 'ada@clinic.example'))[0]?.text).toContain(codeIn(said));
  const host = 'eu.trialcard.test';
  expect((await register(portal, registration(codeIn(said)), host)).status).toBe(200);
  const [person] = await portal.rows<{ company_id: number; provider_id: number; email: string }>(
    'select company_id, provider_id, email, type, admin_rights from provider',
  );
  expect(person).toMatchObject({ email: 'ada@clinic.example', type: 'Admin', admin_rights: true });
  const entries = await portal.rows(
    `select action, actor_id, actor_type, actor_name from audit_entry where action in ('company.added', 'invitation.sent') order by seq`,
  );
  const by = { actor_id: null, actor_type: 'Operator', actor_name: expect.stringMatching(/^Operator/) as string };
  expect(entries).toEqual([
    { action: 'company.added', ...by },
    { action: 'invitation.sent', ...by },
  ]);
});

test('an administrator is invited again: the earlier link stops working; who has registered is not invited', async () => {
  onItsOwn();
  const portal = await openPortal();
  const first = await onPortal(portal, 'create-company', ...creation());
  const again = ['invite-admin', '--company', '1', ...creation().slice(4)];
  const second = await onPortal(portal, ...again);
  expect((await readInvitation(portal, codeIn(first.said))).status).toBe(404);
  expect((await register(portal, registration(codeIn(second.said)))).status).toBe(200);
  expect(await onPortal(portal, ...again)).toEqual({
    ok: false,
    said: 'A user with this email already exists.',
  });
  expect(await onPortal(portal, 'invite-admin', '--company', '77', ...creation().slice(4))).toEqual({
    ok: false,
    said: 'There is no such company or account. "list-companies" shows the companies.',
  });
});

test('BRN-01 P11-16 who invites an administrator under another brand is told what the patients of the company hear under from then on', async () => {
  onItsOwn();
  const portal = await openPortal();
  await onPortal(portal, 'create-company', ...creation({ brand: 'europe' }));
  const invite = async (email: string, brand: string) => {
    const words = creation({ brand, 'admin-email': email }).slice(4);
    return (await onPortal(portal, 'invite-admin', '--company', '1', ...words)).said.split('\n').slice(3);
  };
  expect(await invite('second@clinic.example', 'europe')).toEqual([]);
  expect(await invite('third@clinic.example', 'north-america')).toEqual([
    'Patients of the company are written to under "north-america" from now on, and no longer under "europe".',
  ]);
  await aBrandWithHost(portal, { companyId: 1, host: 'own.example' });
  expect(await invite('fourth@clinic.example', 'europe')).toEqual([
    'Patients of the company go on being written to under "brand-1".',
  ]);
});

test('P11-16 SEC-16 an operator takes an open invitation back, which is on record, and another one can be sent', async () => {
  onItsOwn();
  const portal = await openPortal();
  const made = await onPortal(portal, 'create-company', ...creation());
  const as = (type: string) => ['invite-admin', '--company', '1', ...creation({ 'admin-type': type }).slice(4)];
  expect(await onPortal(portal, ...as('Other'))).toEqual({
    ok: false,
    said: 'This email has an open invitation as Admin. It can be invited again once that invitation has expired or an administrator has withdrawn it.',
  });
  const takeBack = (company: string) =>
    onPortal(portal, 'cancel-invitation', '--company', company, '--email', ' Ada@clinic.example');
  expect(await takeBack('2')).toEqual({
    ok: false,
    said: 'The company 2 has no open invitation of ada@clinic.example.',
  });
  expect(await takeBack('1')).toEqual({
    ok: true,
    said: 'The invitation of ada@clinic.example has been withdrawn. Its link no longer works.',
  });
  expect((await readInvitation(portal, codeIn(made.said))).status).toBe(404);
  expect(
    await portal.rows(`select actor_type, company_id from audit_entry where action = 'invitation.cancelled'`),
  ).toEqual([{ actor_type: 'Operator', company_id: 1 }]);
  expect((await takeBack('1')).ok).toBe(false);
  expect((await onPortal(portal, ...as('Other'))).ok).toBe(true);
});

test('a company is made whole or not at all, and not twice', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Nurse');
  const companies = () => portal.rows('select count(*)::int as n from company');
  const before = await companies();
  expect((await onPortal(portal, 'create-company', ...creation({ 'admin-email': email }))).ok).toBe(false);
  expect(await onPortal(portal, 'create-company', ...creation({ modules: 'Assessments' }))).toEqual({
    ok: false,
    said: '--admin-type Admin needs a company with the module TrialCard.',
  });
  expect(await companies()).toEqual(before);
  const twice = await Promise.all(
    ['Meridian Trials', 'meridian trials'].map((name) =>
      onPortal(
        portal,
        'create-company',
        ...creation({ name, 'admin-email': `${name.length}${name[0]}@clinic.example` }),
      ),
    ),
  );
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
});

test.each([
  [['frobnicate'], 'There is no command "frobnicate".'],
  [['list-companies', 'now'], 'list-companies does not know "now". It takes no options.'],
  [['list-companies', '--all'], 'list-companies does not know "--all". It takes no options.'],
  [['set-modules', '--company', 'x', '--modules', ''], '--company must be a number (is "x").'],
  [['set-modules', '--company', '--modules', 'MFA'], '--company'],
  [['set-modules', '--modules', 'MFA', '--company'], '--company needs a value.'],
  [['release-outbound', '--discard'], '--discard needs a value.'],
  [
    ['set-modules', '--company', '1', '--modules', 'TrialCard,Trials'],
    '--modules must be one of TrialCard, Assessments,',
  ],
  [['set-modules', '--company', '1', '--modules', 'TrialCard,', 'MFA'], 'set-modules does not know "MFA".'],
  [['require-mfa', '--company', '1', '--required', 'true'], '--required must be one of yes, no (is "true").'],
  [['set-idle-warning', '--company', '1', '--seconds', '14'], '--seconds must be 15 to 300 (is "14").'],
  [['set-idle-warning', '--company', '1', '--seconds', '301'], '--seconds must be 15 to 300 (is "301").'],
  [['set-idle-warning', '--company', '1', '--seconds', '60.5'], '--seconds must be a whole number (is "60.5").'],
  [['create-company', ...creation({ name: ' ' })], '--name is required (is " ").'],
  [['create-company', ...creation({ 'admin-email': 'ada' })], '--admin-email is not a valid email (is "ada").'],
  [['create-company', ...creation({ 'admin-type': 'Sponsor' })], '--admin-type must be one of Admin, Other,'],
  [['set-account', '--email', 'ada@clinic.example', '--state', 'gone'], '--state must be one of confirmed,'],
  [['recover-administrator', '--email', 'ada@clinic.example', '--reason', ' '], '--reason is required (is " ").'],
  [
    ['end-emergency-access', '--email', 'ada@clinic.example', '--care-group', 'x'],
    '--care-group must be a number (is "x").',
  ],
  [['end-emergency-access', '--email', 'ada@clinic.example', '--care-group'], '--care-group needs a value.'],
  [['recover-administrator', '--email', 'ada@clinic.example'], '--brand is needed.\n--confirm is needed.'],
])('what makes no sense is said in a sentence before anything is opened: %j', async (words, sentence) => {
  const { ok, said } = await onNothing(...words);
  expect([ok, said]).toEqual([false, expect.stringContaining(sentence)]);
});

test('REL-13 a command and each script of the operator answer --help with how they are called, before anything is opened', async () => {
  expect(await onNothing('backup', '--to', '/backups', '--help')).toEqual({
    ok: true,
    said: 'backup --to …\n    Writes database, files and a manifest with their hashes into a new folder, while the portal runs.',
  });
  const said = (script: string, word: string) => {
    const file = path.join(import.meta.dirname, '../../../scripts', script);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, word], { encoding: 'utf8', env: {} });
    return [status, stdout, stderr];
  };
  expect(said('verify-document.ts', '--help')).toEqual([0, 'npm run verify-document -- FILE\n', '']);
  expect(said('verify-audit.ts', '--help')).toEqual([0, 'npm run verify-audit [-- --head 1204:9f3c…]\n', '']);
  expect(said('drill.ts', '--help')).toEqual([0, 'npm run drill [-- --from DIR]\n', '']);
  expect(said('drill.ts', '--form')).toEqual([1, '', 'drill does not know "--form". It takes --from.\n']);
  expect(said('drill.ts', '--from')).toEqual([1, '', '--from needs a value.\n']);
});

test('an option that a script does not know is named in a sentence, whatever else was typed, and nothing is begun', () => {
  const home = path.join(import.meta.dirname, '../../..');
  const { scripts } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const files = Object.values(scripts).flatMap((command) => /^node (scripts\/[\w-]+\.ts)$/.exec(command)?.[1] ?? []);
  // What those take goes to the test runner, to the commands of the operator, and is shown above.
  const others = ['scripts/operations.ts', 'scripts/operator.ts', 'scripts/drill.ts'];
  const asked = files.filter((file) => !others.includes(file));
  expect(asked).toContain('scripts/verify-audit.ts');
  const after: Record<string, string> = {
    'scripts/verify-document.ts': 'package.json',
    'scripts/code.ts': 'admin@meridian.example',
    'scripts/trace.ts': 'PRV',
  };
  for (const file of asked) {
    const words = [file, ...(after[file] ? [after[file]] : []), '--strange'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: {}, cwd: home });
    expect([file, status, stdout, stderr]).toEqual([
      file,
      2,
      '',
      expect.stringMatching(/^Unknown option '--strange'\. It takes .+\.\n$/),
    ]);
  }
});

test.each([
  ['npm start', ['scripts/on-node-24.mjs', 'start']],
  ['npm test', ['scripts/on-node-24.mjs', 'test']],
  ['npm start of a release', ['server/src/main.ts']],
])('what is typed behind %s, which takes nothing, is named in a sentence, and nothing is begun', (_, words) => {
  const home = path.join(import.meta.dirname, '../../..');
  const said = (typed: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...words, typed], {
      encoding: 'utf8',
      env: { DATABASE_URL: 'none' },
      cwd: home,
      timeout: 60_000,
    });
    return [status, stdout, stderr];
  };
  expect(said('--strange')).toEqual([2, '', "Unknown option '--strange'. It takes no options.\n"]);
  expect(said('strange')).toEqual([2, '', "Unexpected argument 'strange'. It takes no options.\n"]);
});

test('P11-16 an operator renames a company: invitations say the new name from then on, the trail the old one beside it, and no two companies have one name', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { said } = await onPortal(portal, 'create-company', ...creation());
  await onPortal(portal, 'create-company', ...creation({ name: 'Northwind', 'admin-email': 'mary@clinic.example' }));
  const rename = (company: string, name: string) =>
    onPortal(portal, 'rename-company', '--company', company, '--name', name);
  const renamed = {
    ok: true,
    said: 'The company 1 is called "Meridian Care" from now on. What was sent and signed before keeps the name it had.',
  };
  expect(await rename('1', ' Meridian Care ')).toEqual(renamed);
  expect((await readInvitation(portal, codeIn(said))).reply.pendingProvider.companyName).toBe('Meridian Care');
  const second = ['--admin-email', 'grace@clinic.example', '--admin-type', 'Admin', '--brand', 'default'];
  await onPortal(portal, 'invite-admin', '--company', '1', ...second);
  expect((await mailsTo(portal, 'grace@clinic.example'))[0]?.text).toContain('Meridian Care invites you to Trellis.');
  expect((await rename('1', 'northwind')).said).toBe('A company with this name already exists, with the number 2.');
  expect((await rename('1', 'Meridian Care')).said).toBe('The company 1 is called "Meridian Care" already.');
  expect((await rename('9', 'Nobody')).said).toContain('There is no such company');
  // Its own name in other letters is no other company's.
  expect((await rename('1', 'Meridian CARE')).ok).toBe(true);
  const entry = { company_id: 1, actor_type: 'Operator', record_kind: 'company', record_id: '1' };
  expect(
    await portal.rows(
      `select company_id, actor_type, record_kind, record_id, changes from audit_entry where action = 'company.renamed' order by seq`,
    ),
  ).toEqual([
    { ...entry, changes: [{ field: 'name', old: 'Meridian Trials', new: 'Meridian Care' }] },
    { ...entry, changes: [{ field: 'name', old: 'Meridian Care', new: 'Meridian CARE' }] },
  ]);
  expect(await portal.rows(`select payload->>'id' as id from event where type = 'company.changed'`)).toHaveLength(2);
});

test('a brand that does not exist is named with those that do, and the help names every command', async () => {
  onItsOwn();
  const portal = await openPortal();
  expect((await onPortal(portal, 'create-company', ...creation({ brand: 'asia' }))).said).toBe(
    '--brand must be one of default, north-america, europe (is "asia").',
  );
  expect(await portal.rows('select * from company')).toEqual([]);
  const { ok, said } = await onNothing();
  expect(ok).toBe(true);
  expect(said).toMatch(/^prepare-database --print$/m);
  expect(said).toMatch(/^set-modules --company … --modules …$/m);
  const names = [
    'migrate',
    'create-company',
    'invite-admin',
    'cancel-invitation',
    'list-companies',
    'set-modules',
    'require-mfa',
    'set-account',
    'recover-administrator',
  ];
  for (const name of names) expect(said).toContain(`\n${name}`);
});

test('SEC-06 P11-16 modules act at the next call, with old and new ones on record', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const company = String(person.companyId);
  const modules = async () => (await person.call(me)).reply.modules.map(({ name }) => name);
  expect(await modules()).toEqual(['TrialCard']);
  expect(await onPortal(portal, 'set-modules', '--company', company, '--modules', 'MFA,Reporting')).toEqual({
    ok: true,
    said: `The company ${company} has the modules MFA, Reporting.`,
  });
  expect(await modules()).toEqual(['MFA', 'Reporting']);
  expect((await onPortal(portal, 'set-modules', '--company', company, '--modules', '')).said).toBe(
    `The company ${company} has no modules.`,
  );
  expect(await modules()).toEqual([]);
  expect(
    await portal.rows(`select changes from audit_entry where action = 'company.modules_changed' order by seq`),
  ).toEqual([
    { changes: [{ field: 'modules', old: ['TrialCard'], new: ['MFA', 'Reporting'] }] },
    { changes: [{ field: 'modules', old: ['MFA', 'Reporting'], new: [] }] },
  ]);
});

test('SEC-08 a company that requires a second factor asks it of everybody at once, and of no other company', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const stranger = await aSignedInPerson(portal, 'Site User');
  const company = String(person.companyId);
  await onPortal(portal, 'require-mfa', '--company', company, '--required', 'yes');
  expect([(await person.call(me)).status, (await stranger.call(me)).status]).toEqual([401, 200]);
  const body = { email: person.email, password: goodPassword };
  expect((await portal.call(signIn, { body })).reply.next).toBe('mfa-setup');
  await onPortal(portal, 'require-mfa', '--company', company, '--required', 'no');
  expect((await portal.call(signIn, { body })).reply.next).toBe('session');
});

test('SES-12 P11-16 an operator lengthens the warning of a company, which its own people are told of, with old and new on record', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const stranger = await aSignedInPerson(portal, 'Site User');
  const warnings = async () =>
    Promise.all([person, stranger].map(async (one) => (await one.call(me)).reply.idleWarningSeconds));
  expect(await warnings()).toEqual([15, 15]);
  const company = String(person.companyId);
  for (let twice = 0; twice < 2; twice++)
    expect(await onPortal(portal, 'set-idle-warning', '--company', company, '--seconds', '60')).toEqual({
      ok: true,
      said: `The people of the company ${company} are warned 60 seconds before an idle session ends.`,
    });
  expect(await warnings()).toEqual([60, 15]);
  expect(
    await portal.rows(`select changes from audit_entry where action = 'company.idle_warning_changed' order by seq`),
  ).toEqual([{ changes: [{ field: 'idle_warning_seconds', old: 15, new: 60 }] }]);
});

test('SEC-17 where a user pool has the accounts, an operator is told that their state is set there', async () => {
  const portal = await openPortal();
  const ground = { ...portal.app, sendsMail: false, accountsAreHosted: true, close: async () => {} };
  const words = ['set-account', '--email', 'ada@clinic.example', '--state', 'reset'];
  expect(await operate(words, async () => ground)).toEqual({
    ok: false,
    said: 'Accounts are in the hosted user pool. Their state is set there.',
  });
});

test('OPN-06 an operator sets the state of an account, which ends its sessions', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const here = await signInAs(portal, person);
  const set = (state: string) =>
    onPortal(portal, 'set-account', '--email', person.email.toUpperCase(), '--state', state);
  const answer = async () =>
    (await portal.call(signIn, { body: { email: person.email, password: goodPassword } })).code ?? 'session';
  expect((await set('reset')).ok).toBe(true);
  expect((await here.call(me)).status).toBe(401);
  expect(await answer()).toBe('RESET_REQUIRED');
  await set('unconfirmed');
  expect(await answer()).toBe('NOT_CONFIRMED');
  await set('confirmed');
  expect(await answer()).toBe('session');
  expect((await onPortal(portal, 'set-account', '--email', 'no@body.example', '--state', 'reset')).ok).toBe(false);
  expect(
    await portal.rows(`select count(*)::int as n from audit_entry where action = 'account.state_changed'`),
  ).toEqual([{ n: 3 }]);
});

const recovery = (email: string, more: Record<string, string> = {}) =>
  Object.entries({
    email,
    reason: 'Called back on the number we know.',
    brand: 'default',
    confirm: email,
    ...more,
  }).flatMap(([name, value]) => [`--${name}`, value]);

test('SEC-13 SEC-05 P11-16 the only administrator of a company, without app and codes, gets in again by an operator’s act, which is on record and told', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Admin');
  const stranger = await aSignedInPerson(portal, 'Admin');
  const before = { email: person.email, password: goodPassword };
  const half = (await portal.call(signIn, { body: before })).reply as { challenge: string };
  expect((await portal.call(askForRecovery, { body: { challenge: half.challenge } })).status).toBe(200);

  const { ok, said } = await onPortal(portal, 'recover-administrator', ...recovery(person.email.toUpperCase()));
  expect([ok, said]).toEqual([true, expect.stringContaining('The company has no other administrator.')]);
  expect(said).toContain('SMTP_URL is not set, so no mail is sent: please tell them.');
  expect((await person.call(me)).status).toBe(401);
  expect((await stranger.call(me)).status).toBe(200);
  const [recoveryCode] = person.recoveryCodes ?? [];
  const byCode = await portal.call(enterByRecoveryCode, { body: { challenge: half.challenge, recoveryCode } });
  expect(byCode.code).toBe('CHALLENGE_EXPIRED');
  const [mail] = await mailsTo(portal, person.email);
  expect(mail?.subject).toBe('MFA was removed from your account');
  expect(mail?.text).toContain('The operator of the portal removed MFA from your account.');

  const again = await signInAs(portal, person);
  expect(again.secret).not.toBe(person.secret);
  expect((await again.call(me)).reply.mfa).toBe('totp');
  const by = { actor_id: null, actor_type: 'Operator', reason: 'Called back on the number we know.' };
  expect(
    await portal.rows(
      `select action, actor_id, actor_type, reason, record_kind, changes from audit_entry where actor_type = 'Operator' order by seq`,
    ),
  ).toEqual([
    {
      ...by,
      action: 'account.mfa_removed',
      record_kind: 'account',
      changes: [{ field: 'mfa', old: 'totp', new: 'none' }],
    },
    {
      ...by,
      action: 'recovery.approved',
      record_kind: 'recovery',
      changes: [{ field: 'decision', old: 'open', new: 'approved' }],
    },
  ]);
  expect((await again.call(listRecoveries)).reply.recoveries).toEqual([]);
});

test('SEC-13 the other administrators of the company are told as well, and nobody else', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Admin');
  const { companyId } = person;
  const other = await aPersonWithAccount(portal, 'Admin', { companyId });
  const colleague = await aPersonWithAccount(portal, 'Site User', { companyId });
  const abroad = await aPersonWithAccount(portal, 'Admin');
  const { said } = await onPortal(portal, 'recover-administrator', ...recovery(person.email, { brand: 'europe' }));
  expect(said).toContain('So does the other administrator.');
  const [mail] = await mailsTo(portal, other.email);
  expect(mail?.subject).toBe('MFA was removed from an account');
  expect(mail?.text).toContain(`(${person.email})`);
  expect(mail?.text).not.toContain('Called back');
  for (const { email } of [colleague, abroad]) expect(await mailsTo(portal, email)).toEqual([]);
});

test('SEC-13 without the confirmation, for an unknown e-mail, for somebody who does not administer, or without a factor, nothing is taken off', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Admin');
  const colleague = await aPersonWithApp(portal, 'Site User', { companyId: person.companyId });
  const fresh = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  const gone = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  await portal.rows('update provider set is_active = false where provider_id = $1', [gone.providerId]);
  const answers = [];
  for (const words of [
    recovery(person.email, { confirm: colleague.email }),
    recovery(person.email, { brand: 'asia' }),
    recovery('no@body.example'),
    recovery(gone.email),
    recovery(colleague.email),
    recovery(fresh.email),
  ])
    answers.push(await onPortal(portal, 'recover-administrator', ...words));
  const unknown = 'There is no such company or account. "list-companies" shows the companies.';
  expect(answers.map(({ ok, said }) => [ok, said])).toEqual([
    [false, '--confirm must repeat the e-mail: it says that you have made sure, for example by a call, who is asking.'],
    [false, '--brand must be one of default, north-america, europe (is "asia").'],
    [false, unknown],
    [false, unknown],
    [
      false,
      `${colleague.email} is not an administrator: the administrators of their company decide about their second factor.`,
    ],
    [false, `${fresh.email} has no second factor.`],
  ]);
  expect((await person.call(me)).status).toBe(200);
  expect(await portal.rows(`select 1 from audit_entry where actor_type = 'Operator'`)).toEqual([]);
});

test('SEC-13 SEC-17 a factor in a hosted user pool is taken off there too', async () => {
  const world = await hosted();
  const { portal } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Admin'));
  expect((await onPortal(portal, 'recover-administrator', ...recovery(person.email))).ok).toBe(true);
  expect((await person.call(me)).status).toBe(401);
  const body = { email: person.email, password: goodPassword };
  expect((await portal.call(signIn, { body })).reply.next).toBe('mfa-setup');
});
