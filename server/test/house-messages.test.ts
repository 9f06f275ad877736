import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listRecoveries,
  renewRecoveryCodes,
} from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery, enterByRecoveryCode, signIn } from '@portal/contract/identity/endpoints.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { createRequest, moveByPharmacy, siteComments } from '@portal/contract/shipments/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test, vi } from 'vitest';
import { actOf, momentOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { trailAlarms } from '#platform/security/alarms.ts';
import {
  tellOfAlteration,
  tellOfGuesses,
  tellOfMore,
  tellOfTrail,
  tellOfUnknownFiles,
} from '#rooms/security-alerts/tell.ts';
import { tellOfStepsDue } from '#rooms/shipments/door.ts';
import { operate } from '#src/operator/operate.ts';
import { aPersonWithApp, aPersonWithPhone, challengeFor, forward, nextCode } from './factors.ts';
import { aBuiltWebApp } from './house.ts';
import { hosted } from './identity-worlds.ts';
import { anInvitation, register, registration } from './invitations.ts';
import { aPdf } from './pdfs.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, signInAs } from './people.ts';
import { openPortal } from './portal.ts';
import { openShipments, type Shipments } from './shipments.ts';

const source = path.join(import.meta.dirname, '../src');
const page = readFileSync(path.join(import.meta.dirname, '../../docs/messages.md'), 'utf8');
/** The first cells of the table below a heading. */
const published = (heading: string) =>
  [...(page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, cell]) => cell as string,
  );
const ofAccounts = 'Mails about accounts';
const ofShipments = 'Mails about shipments';
const asPattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+')}$`);

async function sourceFiles(pattern: string): Promise<{ file: string; text: string }[]> {
  const files: { file: string; text: string }[] = [];
  for await (const file of glob(pattern, { cwd: source, exclude: ['**/*.test.ts'] }))
    files.push({ file, text: readFileSync(path.join(source, file), 'utf8') });
  return files;
}

test('PRV-12 the list of messages names every mail that can be sent, and no other', async () => {
  const subjects = new Set<string>();
  for (const { text } of await sourceFiles('rooms/**/*letters.ts'))
    for (const [, said = ''] of text.matchAll(/\bsubject: ([^\n]+),$/gm))
      for (const [, quoted, made] of said.matchAll(/'([^']+)'|`([^`]+)`/g))
        subjects.add(quoted ?? (made ?? '').replaceAll(/\$\{brand\.name\}/g, '{brand}'));
  expect([...subjects].sort()).toEqual(
    [...published(ofAccounts), ...published(ofShipments), ...published('Mails to participants')].sort(),
  );
  // Nobody writes a mail but in a letters file.
  const writers = (await sourceFiles('rooms/**/*.ts')).filter(({ text }) => text.includes('brandedMail('));
  expect(writers.map(({ file }) => file).filter((file) => !file.endsWith('letters.ts'))).toEqual([]);
});

/** Marks in whatever may not leave: names and numbers of participants, medication, directions, comments, names of documents. */
const planted = [
  'Zdzisława',
  'Brzęczyszczykiewicz',
  '917-553',
  'Quetiapine',
  'dissolve slowly',
  'hemorrhage',
  'biopsy',
];

/** A shipment with a mark in every field that a person fills in, from order to delivery. */
async function markedShipment(s: Shipments): Promise<number> {
  await s.rows(`update product set drug_name = 'Quetiapine' where product_id = $1`, [s.tablet]);
  await s.rows(
    `update participant set first_name = 'Zdzisława', last_name = 'Brzęczyszczykiewicz', subject_number = '917-553' where participant_id = $1`,
    [s.ada],
  );
  const body = s.order({
    participants: [s.subject('917-553', s.ada)],
    products: [s.line(s.tablet, { directions: 'dissolve slowly' })],
  });
  const made = await s.people.siteUser.call(createRequest, { body });
  expect([made.status, made.message]).toEqual([200, undefined]);
  const srId = made.reply.srIds[0] ?? 0;
  const comment = { srId, text: 'After the hemorrhage, please hurry' };
  expect((await s.people.siteUser.call(siteComments.add, { body: comment })).status).toBe(200);
  expect((await s.people.pharmacist.call(moveByPharmacy, { body: { srId, status: 'processing' } })).status).toBe(200);
  const paper = { category: 0, filename: 'biopsy.pdf', friendlyName: 'biopsy', contentType: 'application/pdf' };
  const upload = { srId, ...paper, data: aPdf('biopsy').toString('base64') };
  const { docId } = (await s.people.siteUser.call(siteDocuments.upload, { body: upload })).reply;
  return docId;
}

test('PRV-12 over everything that sends a message about accounts or shipments, each is on the published list, and none tells of participants, products, answers or documents', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  const { companyId } = s;
  await s.rows(
    `insert into notification_preference (company_id, provider_id, name, description) select company_id, provider_id, 'Shipment updates', '' from provider`,
  );
  const docId = await markedShipment(s);
  expect(await s.rows('select 1 from message')).toEqual([]);
  forward(s, 5 * 60_000);
  await tellOfStepsDue(s.app);

  const admin = await aSignedInPerson(s, 'Admin', { companyId });
  const person = await aPersonWithApp(s, 'Site User', { companyId });
  // Another browser, a recovery code, new codes, a new password.
  const challenge = await challengeFor(s, person.email);
  const [recoveryCode] = person.recoveryCodes;
  expect((await s.call(enterByRecoveryCode, { body: { challenge, recoveryCode } })).status).toBe(200);
  const again = await signInAs(s, person, { secret: (forward(s, 30_000), person.secret) });
  const proof = { password: goodPassword, code: nextCode(s, person) };
  expect((await again.call(renewRecoveryCodes, { body: proof })).status).toBe(200);
  await s.call(forgotPassword, { body: { email: person.email } });
  const passwords = { password: goodPassword, newPassword: 'Battery-Staple-7' };
  expect((await again.call(changePassword, { body: passwords })).status).toBe(200);
  // Lost factors: refused, approved, and taken off by the operator.
  for (const approved of [0, 1] as const) {
    const somebody = await aPersonWithApp(s, 'Site User', { companyId });
    await s.call(askForRecovery, { body: { challenge: await challengeFor(s, somebody.email) } });
    const [asked] = (await admin.call(listRecoveries)).reply.recoveries;
    const body = { recoveryId: asked?.recoveryId, approved, reason: 'Called back.' };
    expect((await admin.call(decideRecovery, { body })).status).toBe(200);
  }
  const other = await aSignedInPerson(s, 'Admin', { companyId });
  const words = ['--email', other.email, '--confirm', other.email, '--brand', 'default', '--reason', 'Called back.'];
  const ground = { ...s.app, sendsMail: true, close: async () => {} };
  expect((await operate(['recover-administrator', ...words], async () => ground)).ok).toBe(true);
  const [away] = await s.rows<{ id: number; email: string }>(
    `with added as (insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Night', 'Night', now()) returning care_group_id)
     select care_group_id as id, email from added, provider where provider_id = $2`,
    [companyId, s.people.siteUser.providerId],
  );
  const help = ['--email', away?.email ?? '', '--care-group', `${away?.id}`, '--hours', '1', '--brand', 'default'];
  const given = await operate(['emergency-access', ...help, '--reason', 'Nobody is there.'], async () => ground);
  expect(given.ok).toBe(true);
  // Security alerts.
  const locked = await aPersonWithAccount(s, 'Site User', { companyId });
  await s.rows(`insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, 14, $2)`, [
    locked.email,
    s.app.clock.now(),
  ]);
  await s.call(signIn, { body: { email: locked.email, password: 'wrong' } });
  const caller = await s.signedIn(s.people.siteUser.providerId);
  for (let n = 0; n < 10; n += 1) await caller.call(listParticipants, { query: { g_id: s.theirs.siteId } });
  await s.rows(
    `update stored_file set key = 'gone' from document where document.file_id = stored_file.file_id and document_id = $1`,
    [docId],
  );
  expect((await caller.call(fetchDocument, { query: { docId } })).status).toBe(500);
  for (const cause of trailAlarms)
    await s.app.database.asSystem((tx) =>
      tellOfTrail(momentOf(tx, s.app.clock), cause, s.app, 'operator@trellis.example'),
    );
  await s.app.database.asSystem((tx) =>
    tellOfUnknownFiles(momentOf(tx, s.app.clock), { strays: 3, known: 5 }, s.app.brands, 'operator@trellis.example'),
  );
  const caught = {
    companyId,
    providerId: caller.providerId,
    email: 'ada@clinic.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
    type: 'Site User' as const,
    host: 'localhost',
    address: '127.0.0.1',
    requestId: 'r-1',
  };
  const brand = s.app.brands.all[0] as Brand;
  await s.app.database.asSystem(async (tx) => {
    await tellOfAlteration(actOf(tx, s.app.clock, caught), brand, docId);
    await tellOfGuesses(actOf(tx, s.app.clock, caught), brand);
  });
  for (const cause of ['more refused calls', 'more damage'] as const)
    await s.app.database.asSystem((tx) =>
      tellOfMore(momentOf(tx, s.app.clock), s.app.brands.all[0] as Brand, { companyId, cause, more: 7 }),
    );
  await anInvitation(s, { email: 'ada@clinic.example' });
  await challengeFor(s, (await aPersonWithPhone(s)).email);

  const sent = () =>
    s.rows<{ channel: string; subject: string; body: string; html: string | null }>(
      'select channel, subject, body, html from message',
    );
  const subjects = async () =>
    new Set((await sent()).filter(({ channel }) => channel === 'email').map(({ subject }) => subject));
  const list = [...published(ofAccounts), ...published(ofShipments)].map(asPattern);
  await vi.waitFor(async () => {
    const all = [...(await subjects())];
    expect(list.filter((one) => !all.some((subject) => one.test(subject)))).toEqual([]);
  }, 15_000);
  expect([...(await subjects())].filter((subject) => !list.some((one) => one.test(subject)))).toEqual([]);
  const texts = published('Texts').map(asPattern);
  const messages = await sent();
  const texted = messages.filter(({ channel }) => channel === 'sms').map(({ body }) => body);
  expect([texted.length, texted.filter((body) => !texts.some((one) => one.test(body)))]).toEqual([1, []]);
  for (const { subject, body, html } of messages)
    for (const mark of planted)
      expect([subject, mark, `${subject}${body}${html}`.includes(mark)]).toEqual([subject, mark, false]);
});

test('PRV-12 the server speaks to no service but those on the list, each from its own file', async () => {
  const outwards =
    /\bfetch\(|createTransport\(|import\('@aws-sdk|from '@opentelemetry\/exporter|\bfrom 'node:(https|http2|tls|dgram|dns)'/;
  const found = (await sourceFiles('**/*.ts')).filter(({ text }) => outwards.test(text)).map(({ file }) => file);
  const named = (file: string) => page.includes(`\`${file}\``) || page.includes(`\`${path.dirname(file)}\``);
  // The embedded database is reached over a socket of this machine.
  expect(found.filter((file) => !file.startsWith('platform/postgres/') && !named(file))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining(['platform/jobs/mail.ts', 'platform/jobs/texts.ts']));
});

test('PRV-12 SEC-17 the user pool is told e-mail, name and phone of who registers, and nothing of their company', async () => {
  const { portal, pool } = await hosted();
  const { code } = await anInvitation(portal, { email: 'ada@clinic.example' });
  expect((await register(portal, registration(code))).status).toBe(200);
  const { attributes } = pool.userOf('ada@clinic.example');
  expect(Object.keys(attributes).sort()).toEqual(
    ['custom:role', 'email', 'email_verified', 'family_name', 'given_name', 'phone_number'].sort(),
  );
});

test('PRV-12 SEC-21 a page may load from the portal’s own address and from nowhere else, and names no other', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  for (const url of ['/', '/sign-in', '/register', '/api/health/live']) {
    const { headers, body } = await portal.app.http.inject({ url, headers: { host: 'localhost' } });
    const sources = String(headers['content-security-policy'])
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1));
    const allowed = /^('none'|'self'|'nonce-[\w-]+'|data:|blob:)$/;
    expect([url, sources.filter((one) => !allowed.test(one))]).toEqual([url, []]);
    expect([url, [...body.matchAll(/(?:src|href)="(?:https?:)?\/\//g)]]).toEqual([url, []]);
  }
});
