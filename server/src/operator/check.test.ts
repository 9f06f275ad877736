import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { aSiteUser, givenParticipant } from '#test/house.ts';
import { aMailServer } from '#test/mail-server.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
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
    'WRONG  database and folder: the database belongs to the mode "test".',
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

test('SEC-18 the check of production says that everybody would have the address of the proxy', async () => {
  const portal = await openPortal();
  const production = { PORTAL_MODE: 'production', TLS_AT_EDGE: 'yes', BRANDS_FILE: productionBrands };
  const ofIts = { ...production, PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa' };
  const doubt =
    '       proxies: TRUSTED_PROXIES is left out: in limits, locks and records everybody has the address of the proxy.';
  expect((await checked(portal, ofIts)).lines).toContain(doubt);
  expect((await checked(portal, { ...ofIts, TRUSTED_PROXIES: '10.0.0.5' })).lines).not.toContain(doubt);
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
    'good   PORTAL_SECRET: A secret that this database was used with counts as lost: documents, second factors and recovery codes from its time cannot be opened, and the audit trail of its time cannot be verified.',
  ]);
});
