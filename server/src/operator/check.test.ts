import { generateKeyPairSync } from 'node:crypto';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, inject, onTestFinished, test } from 'vitest';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { aBrandWithHost } from '#test/brands.ts';
import { aSiteUser, givenParticipant } from '#test/house.ts';
import { aMailServer } from '#test/mail-server.ts';
import { openObjectStore } from '#test/object-store.ts';
import { openPool } from '#test/pool-stand-in.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { makeSealingIdentity } from '#rooms/signing/forms/sealing-identity.ts';
import { filesOfAct } from '#platform/files/keep-file.ts';
import { markFolder } from '#platform/files/folder-driver.ts';
import { productionBrands } from '#test/production.ts';
import { operate } from './operate.ts';

/** What the check says of a portal with these settings in the place of its own. */
async function checked({ app, connection }: Portal, more: Record<string, string> = {}) {
  const { host, port } = inject('postgres');
  const at = (login: string) => `postgres://${login}@${encodeURIComponent(host)}:${port}/${connection.database}`;
  const settings = {
    PORTAL_MODE: 'test',
    DATABASE_URL: at('portal'),
    MIGRATION_DATABASE_URL: at('portal_owner'),
    DATA_DIR: app.env.dataDir,
    PORTAL_SECRET: app.env.secret.toString(),
  };
  const { ok, said } = await operate(
    ['check'],
    async () => {
      throw new Error('the check opens what it looks at by itself');
    },
    { ...settings, ...more },
  );
  return { ok, lines: said.split('\n').map((line) => line.replaceAll(settings.DATA_DIR, '…')) };
}

/** Somebody has done something. */
async function isOnRecord(portal: Portal): Promise<void> {
  const { siteId, caller } = await aSiteUser(portal);
  expect((await caller.call(addParticipant, { body: givenParticipant(siteId) })).status).toBe(200);
}

test('REL-03 REL-12 the check tries address and port: a portal that runs has its own, and a foreign address can never be listened on', async () => {
  const portal = await openPortal();
  const { port } = new URL(await portal.app.http.listen({ port: 0, host: '127.0.0.1' }));
  expect((await checked(portal, { PORT: port })).lines).toContain(
    `good   port: ${port} is in use, by a portal that runs or by something else`,
  );
  expect((await checked(portal, { HOST: '192.0.2.1' })).lines).toContain(
    'WRONG  port: HOST (192.0.2.1) is no address of this machine.',
  );
});

test('REL-03 REL-12 the check of a portal that can start says so, line by line', async () => {
  const portal = await openPortal();
  const mail = await aMailServer();
  expect(await checked(portal, { SMTP_URL: `smtp://127.0.0.1:${mail.port}` })).toEqual({
    ok: true,
    lines: [
      'good   settings: mode "test"',
      'good   brands: default, north-america, europe',
      'good   folder',
      'good   port',
      'good   DATABASE_URL',
      'good   MIGRATION_DATABASE_URL',
      'good   one database',
      'good   connections',
      'good   clock',
      'good   database and folder',
      'good   PORTAL_SECRET',
      'good   mail server',
    ],
  });
  expect(mail.arrived).toEqual([]);
});

test.runIf(process.geteuid?.() === 0)(
  'REL-13 root is told that the folder belongs to the account of the portal, before it writes there what that one cannot read',
  async () => {
    const portal = await openPortal();
    chownSync(portal.app.env.dataDir, 1_234, 1_234);
    const { ok, lines } = await checked(portal);
    expect([ok, lines[2]]).toEqual([
      false,
      'WRONG  folder: DATA_DIR (…) belongs to another account (number 1234), which could not read what root writes there: run this as that account.',
    ]);
  },
);

test('REL-03 REL-12 SEC-37 the check names each thing that stands in the way of a start, and changes none', async () => {
  const portal = await openPortal();
  const other = mkdtempSync(path.join(tmpdir(), 'portal-check-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  const mail = await aMailServer();
  await mail.close();
  await isOnRecord(portal);
  const { ok, lines } = await checked(portal, {
    DATA_DIR: other,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    PORTAL_SECRET: 'another-secret-of-32-characters-2026',
  });
  expect(ok).toBe(false);
  expect(lines).toEqual(
    expect.arrayContaining([
      `WRONG  database and folder: DATA_DIR (${other}) does not hold the files of this database.`,
      expect.stringMatching(/^WRONG  PORTAL_SECRET: /) as string,
      `WRONG  mail server: the one of SMTP_URL (127.0.0.1:${mail.port}) does not take mail (ESOCKET). Is it up, and is smtps:// for TLS from the beginning, smtp:// for STARTTLS?`,
    ]),
  );
  await markFolder(other, 'restoring');
  expect((await checked(portal, { DATA_DIR: other })).lines).toContain(
    `WRONG  database and folder: DATA_DIR (${other}) has the half of a backup: "npm run operator -- restore" has not come to its end. Begin it once more, with an empty folder and an empty database.`,
  );
  expect((await checked(portal, { PORTAL_MODE: 'staging' })).lines).toContain(
    'WRONG  database and folder: PORTAL_MODE must be test, the mode that this database belongs to (is "staging"). Give this portal a database of its own, or change the mode by "npm run operator -- change-mode --to staging".',
  );
  expect((await checked(portal, { DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' })).lines).toContain(
    'WRONG  DATABASE_URL: DATABASE_URL leads to no database that answers (ECONNREFUSED).',
  );
  expect((await checked(portal, { PORT: 'many' })).lines).toEqual([expect.stringMatching(/^WRONG  settings: PORT /)]);
  expect((await checked(portal, { PORT: '4145', METRICS_PORT: '4145' })).lines).toEqual([
    'WRONG  settings: METRICS_PORT and PORT must differ (both are 4145).',
  ]);
  expect(await portal.rows('select mode, holds_outbound from installation')).toEqual([
    { mode: 'test', holds_outbound: false },
  ]);
});

test('REL-13 a note of the folder that this account cannot read is told, as is an address that leads to another database', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { host, port } = inject('postgres');
  mkdirSync(path.join(portal.app.env.dataDir, 'audit-head'));
  const elsewhere = `postgres://postgres@${encodeURIComponent(host)}:${port}/postgres`;
  const { lines } = await checked(portal, { MIGRATION_DATABASE_URL: elsewhere });
  expect(lines).toEqual(
    expect.arrayContaining([
      'WRONG  folder: …/audit-head cannot be read by this account (EISDIR). Give DATA_DIR and all that is in it to the account of the portal, as by "chown -R".',
      'WRONG  one database: MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. All of them must name the same one.',
    ]),
  );
});

test('REL-13 P11-10 before the first start the check says that nothing is begun, and finds a folder of another database and another secret', async () => {
  onItsOwn();
  const [portal, other] = [await openPortal(), await openPortal()];
  await isOnRecord(portal);
  await portal.rows('delete from installation');
  const empty = mkdtempSync(path.join(tmpdir(), 'portal-check-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  expect((await checked(portal, { DATA_DIR: empty })).lines).toContain(
    'good   database and folder: not begun yet, the first start brings them together',
  );
  const foreign = other.app.env.dataDir;
  const PORTAL_SECRET = 'another-secret-of-32-characters-2026';
  expect((await checked(portal, { DATA_DIR: foreign, PORTAL_SECRET })).lines).toEqual(
    expect.arrayContaining([
      `WRONG  database and folder: DATA_DIR (${foreign}) holds the files of another database.`,
      expect.stringMatching(/^WRONG  PORTAL_SECRET: PORTAL_SECRET is not the one that this database was used with/),
    ]),
  );
});

test('SEC-18 OPC-71 the check of production says that everybody would have the address of the proxy, and that no medication would be found', async () => {
  const portal = await openPortal();
  const production = { PORTAL_MODE: 'production', TLS_AT_EDGE: 'yes', BRANDS_FILE: productionBrands };
  const ofIts = { ...production, PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa' };
  const doubt =
    '       proxies: TRUSTED_PROXIES is left out: in limits, locks and records everybody has the address of the proxy.';
  expect((await checked(portal, ofIts)).lines).toContain(doubt);
  expect((await checked(portal, { ...ofIts, TRUSTED_PROXIES: '10.0.0.5' })).lines).not.toContain(doubt);
  const nothing =
    '       medications: DRUG_DIRECTORY_URL is left out: no medication is found in a directory, and people type it themselves.';
  expect((await checked(portal, ofIts)).lines).toContain(nothing);
  const DRUG_DIRECTORY_URL = 'https://api.fda.gov/drug/ndc.json';
  expect((await checked(portal, { ...ofIts, DRUG_DIRECTORY_URL })).lines).not.toContain(nothing);
});

test('SEC-18 OPN-31 the check of production names the variable whose links would lead to a host that no brand has, and none once a brand was given it', async () => {
  onItsOwn();
  const portal = await openPortal();
  const production = {
    PORTAL_MODE: 'production',
    TLS_AT_EDGE: 'yes',
    BRANDS_FILE: productionBrands,
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
    DEFAULT_PORTAL_URL: 'https://old.example.com',
  };
  const { lines } = await checked(portal, production);
  expect(lines).toContain('good   brands: default, north-america, europe');
  expect(lines).toContain(
    'WRONG  addresses of the portal: DEFAULT_PORTAL_URL must lead to a host that a brand of BRANDS_FILE names, or that "give-host" gave to one: "old.example.com" is refused in production (is "https://old.example.com").',
  );
  await aBrandWithHost(portal, { companyId: await portal.aCompany([]), host: 'old.example.com' });
  expect((await checked(portal, production)).lines).toContain('good   addresses of the portal');
});

test('PRV-07 a secret that counts as lost is no fault, and the check says what is gone with it', async () => {
  onItsOwn();
  const portal = await openPortal();
  await isOnRecord(portal);
  const { ok, lines } = await checked(portal, {
    PORTAL_SECRET: 'another-secret-of-32-characters-2026',
    PORTAL_EARLIER_SECRETS: 'lost',
  });
  expect([ok, lines.at(-2)]).toEqual([
    true,
    'good   PORTAL_SECRET: A secret that this database was used with counts as lost: documents, second factors and recovery codes from its time cannot be opened, a key for seals that the portal made in its time is replaced by a new one, and the audit trail of its time cannot be verified.',
  ]);
});

const yearsAgo = (years: number, days = 0) => {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return new Date(at.getTime() + days * 24 * 3_600_000);
};

test('P11-04 REL-12 key and certificate for seals that cannot seal are told before anybody signs, by the variable whose file it is', async () => {
  onItsOwn();
  const portal = await openPortal();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [good, other, ended, early, soon] = await Promise.all(
    [yearsAgo(1), yearsAgo(1), yearsAgo(31), yearsAgo(-1), yearsAgo(30, 10)].map((at) => makeSealingIdentity('A', at)),
  );
  const edwards = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const file = (name: string, content: string | undefined) => {
    writeFileSync(path.join(folder, name), content ?? '');
    return path.join(folder, name);
  };
  const said = async (SIGNING_KEY: string, SIGNING_CERTIFICATE: string) => {
    const { ok, lines } = await checked(portal, { SIGNING_KEY, SIGNING_CERTIFICATE });
    const line = lines.find((one) => one.includes(' SIGNING_KEY and SIGNING_CERTIFICATE')) ?? '';
    return [ok, line.replaceAll(`${folder}/`, '')];
  };
  const [key, crt] = [file('key', good?.key), file('crt', good?.certificate)];
  const wrong = (sentence: string) => [false, `WRONG  SIGNING_KEY and SIGNING_CERTIFICATE: ${sentence}`];
  expect(await said(key, crt)).toEqual([true, 'good   SIGNING_KEY and SIGNING_CERTIFICATE']);
  expect(await said(path.join(folder, 'none'), crt)).toEqual(
    wrong('SIGNING_KEY (none) cannot be read by this account (ENOENT).'),
  );
  expect(await said(key, path.join(folder, 'none'))).toEqual(
    wrong('SIGNING_CERTIFICATE (none) cannot be read by this account (ENOENT).'),
  );
  expect(await said(crt, crt)).toEqual(
    wrong('SIGNING_KEY (crt) must hold a private key in PEM that opens without a password.'),
  );
  expect(await said(key, key)).toEqual(wrong('SIGNING_CERTIFICATE (key) must hold a certificate in PEM.'));
  expect(await said(file('other', other?.key), crt)).toEqual(
    wrong('SIGNING_KEY (other) is not the key of the certificate in SIGNING_CERTIFICATE (crt).'),
  );
  expect(await said(file('edwards', edwards), crt)).toEqual(
    wrong('SIGNING_KEY (edwards) must be a key of RSA or of an elliptic curve (is of "ed25519").'),
  );
  expect(await said(file('ended-key', ended?.key), file('ended', ended?.certificate))).toEqual(
    wrong(
      `SIGNING_CERTIFICATE was valid until ${yearsAgo(1).toISOString().slice(0, 10)}: documents that are signed wait for their seal until there is a new one.`,
    ),
  );
  const [, notYet] = await said(file('early-key', early?.key), file('early', early?.certificate));
  expect(notYet).toMatch(/: SIGNING_CERTIFICATE \(early\) is not valid before \d{4}-\d\d-\d\d\.$/);
  const [isGood, warning] = await said(file('soon-key', soon?.key), file('soon', soon?.certificate));
  expect([isGood, warning]).toEqual([
    true,
    expect.stringMatching(
      /^good {3}SIGNING_KEY and SIGNING_CERTIFICATE: SIGNING_CERTIFICATE is valid until \d{4}-\d\d-\d\d\. After that day no document is sealed with it\.$/,
    ),
  ]);
});

test('REL-13 REL-11 the check reads the newest files and tries to write: files that are away, that cannot be read, and a full disk are told', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { database, clock, files, env } = portal.app;
  const companyId = await portal.aCompany();
  await database.inCompany(companyId, (tx) =>
    filesOfAct(tx, clock, companyId, files).keep(Buffer.from('a leaflet'), 'text/plain'),
  );
  const [row] = await portal.rows<{ key: string }>('select key from stored_file');
  const folder = path.join(env.dataDir, 'files');
  const file = path.join(folder, row?.key.slice(0, 2) ?? '', row?.key ?? '');
  const before = readdirSync(env.dataDir);
  const { ok, lines } = await checked(portal);
  expect([ok, readdirSync(env.dataDir), readdirSync(folder)]).toEqual([true, before, [row?.key.slice(0, 2)]]);
  expect(lines).toContain('good   database and folder');
  renameSync(folder, `${folder}-away`);
  expect((await checked(portal)).lines).toContain(
    'WRONG  database and folder: DATA_DIR (…) has the marker of this database and none of its files. Is the disk mounted that has …/files?',
  );
  renameSync(`${folder}-away`, folder);
  renameSync(file, `${file}.away`);
  expect((await checked(portal)).lines).toContain(
    'mind   database and folder: DATA_DIR (…) lacks 1 of the 1 newest files that records name.',
  );
  expect((await checked(portal)).ok).toBe(true);
  // In the place of one that a broken disk does not give; one of another account root would read all the same.
  mkdirSync(file);
  expect((await checked(portal)).lines).toContain(
    'mind   database and folder: DATA_DIR (…) has files that cannot be read (EISDIR).',
  );
  symlinkSync('/dev/full', path.join(env.dataDir, `check-${process.pid}`));
  expect((await checked(portal)).lines).toContain(
    'WRONG  folder: DATA_DIR (…) cannot be written: there is no room left (ENOSPC).',
  );
});

test('REL-12 REL-13 the check writes into the bucket and takes it away again: credentials that may only read, or not remove, are told', async () => {
  const store = await openObjectStore('portal/');
  const portal = await openPortal({ FILES_URL: store.url });
  const said = async () => {
    const { ok, lines } = await checked(portal, { FILES_URL: store.url });
    return [ok, lines.find((line) => line.slice(7).startsWith('bucket'))];
  };
  expect([await said(), await store.keys()]).toEqual([[true, 'good   bucket'], ['portal/installation']]);
  const refuse = (refused: string) =>
    store.intercept(({ method }, reply) => {
      if (method !== refused) return 'left';
      reply.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return 'answered';
    });
  refuse('PUT');
  const away = 'The bucket portal-files of the file store cannot be used (AccessDenied, 403).';
  expect(await said()).toEqual([false, `WRONG  bucket: FILES_URL: nothing can be written. ${away}`]);
  refuse('DELETE');
  const [left] = [await said()];
  const [key] = (await store.keys()).filter((one) => one.startsWith('portal/files/'));
  expect(left).toEqual([
    false,
    `WRONG  bucket: FILES_URL: what was written to try it (${key?.slice('portal/'.length)}) cannot be removed. ${away}`,
  ]);
});

test('REL-12 SEC-17 the check asks the user pool for somebody whom it does not have: wrong rights, pool, client or secret are told by the call', async () => {
  const pool = await openPool();
  const portal = await openPortal(pool.variables);
  const said = async (more: Record<string, string> = {}) => {
    const { ok, lines } = await checked(portal, { ...pool.variables, ...more });
    return [ok, lines.find((line) => line.includes(' user pool'))];
  };
  expect(await said()).toEqual([true, 'good   user pool']);
  expect(pool.calls).toEqual(['AdminGetUser', 'AdminInitiateAuth']);
  const id = pool.variables['COGNITO_USER_POOL_ID'];
  const rights =
    'Is COGNITO_USER_POOL_ID right, and do the AWS credentials have the rights that docs/operators.md lists under "A hosted user pool"?';
  pool.refuse('AdminGetUser', 'AccessDeniedException', 'not authorized to perform: cognito-idp:AdminGetUser');
  expect(await said()).toEqual([
    false,
    `WRONG  user pool: ${id} does not answer AdminGetUser (AccessDeniedException). ${rights}`,
  ]);
  const client =
    'Are COGNITO_CLIENT_ID and COGNITO_CLIENT_SECRET those of its app client, does that allow ALLOW_ADMIN_USER_PASSWORD_AUTH, and do the AWS credentials have the right?';
  expect(await said({ COGNITO_CLIENT_SECRET: '9z8y7x6w5v4u3t2s1r0q9p8o7n6m5l4k' })).toEqual([
    false,
    `WRONG  user pool: ${id} does not answer AdminInitiateAuth (NotAuthorizedException). ${client}`,
  ]);
  expect(await said({ COGNITO_CLIENT_ID: 'another0client' })).toEqual([
    false,
    `WRONG  user pool: ${id} does not answer AdminInitiateAuth (ResourceNotFoundException). ${client}`,
  ]);
});

test('REL-12 SEC-37 what a mail server refuses is said by what to change: name and password, its certificate, or STARTTLS', async () => {
  const portal = await openPortal();
  const serve = async (options: SMTPServerOptions) => {
    const server = new SMTPServer(options);
    server.on('error', () => {});
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
    return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
  };
  const said = async (SMTP_URL: string, more: Record<string, string> = {}) =>
    (await checked(portal, { SMTP_URL, ...more })).lines.find((line) => line.includes(' mail server'));
  const strict = await serve({ allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(new Error('no')) });
  const refused = await said(`smtp://user:topsecret@${strict}?ignoreTLS=true`);
  expect(refused).toBe(
    `WRONG  mail server: the one of SMTP_URL (${strict}) refuses the name or the password of SMTP_URL (EAUTH).`,
  );
  const own = await serve({ secure: true });
  expect(await said(`smtps://${own}`)).toBe(
    `WRONG  mail server: the one of SMTP_URL (${own}) has a certificate that does not hold (ESOCKET). One of your own goes into NODE_EXTRA_CA_CERTS.`,
  );
  const clear = await serve({ disabledCommands: ['STARTTLS'] });
  const production = {
    PORTAL_MODE: 'production',
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
    TLS_AT_EDGE: 'yes',
    BRANDS_FILE: productionBrands,
    MAIL_FROM: 'help@portal.example',
  };
  expect(await said(`smtp://${clear}`, production)).toBe(
    `WRONG  mail server: the one of SMTP_URL (${clear}) offers no STARTTLS on this port (ETLS). Is it smtps://, for TLS from the beginning?`,
  );
});
