import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readKinds } from '@portal/contract/audit/words.ts';
import { deleteDocument } from '@portal/contract/documents/endpoints.ts';
import { sign } from '@portal/contract/signing/endpoints.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/db.ts';
import { haveYear } from '#test/months.ts';
import { touched } from '#test/plans.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';
import { makeSealingIdentity } from '#rooms/signing/forms/sealing-identity.ts';
import { operate } from './operate.ts';
import { sightsOf } from './who-read.ts';

const onPortal = (portal: Pick<Portal, 'app'>, ...words: string[]) =>
  operate(words, async () => ({ ...portal.app, sendsMail: false, close: async () => {} }));

test('PRV-10 the operator does the housekeeping at once and is told of each part; a hold stops it, with its reason, on record in every company', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  for (const [channel, text] of [
    ['email', 'Hello'],
    ['sms', 'Hello'],
  ])
    await portal.rows(
      `insert into message (channel, recipient, subject, body, created_at) values ($1, 'x', '', $2, now() - interval '31 days')`,
      [channel, text],
    );
  await portal.rows(`select make_month('access_entry', '2018-03-01')`);
  expect(await onPortal(portal, 'hold-records', '--reason', 'A court wants to see it')).toEqual({
    ok: true,
    said: 'Nothing on record is removed or blanked from now on. Participants and patients can be deactivated, but not removed.',
  });
  expect((await onPortal(portal, 'housekeeping')).said).toBe(
    'On hold, so that no record was touched: A court wants to see it',
  );
  expect((await onPortal(portal, 'release-records')).said).toBe(
    'Old records are removed again, as the settings say, and participants and patients can be removed.',
  );
  expect(await onPortal(portal, 'release-records')).toEqual({ ok: false, said: 'Nothing is held.' });
  expect(
    await portal.rows(
      `select company_id, action, changes from audit_entry where action like 'company.records%' order by seq`,
    ),
  ).toEqual([
    {
      company_id: companyId,
      action: 'company.records_held',
      changes: [{ field: 'reason', old: null, new: 'A court wants to see it' }],
    },
    {
      company_id: companyId,
      action: 'company.records_released',
      changes: [{ field: 'reason', old: 'A court wants to see it', new: null }],
    },
  ]);
  expect((await onPortal(portal, 'housekeeping')).said).toBe(
    'message blanked: 2\naccess_entry of 2018-03 archived and removed: 0',
  );
  expect((await onPortal(portal, 'housekeeping')).said).toBe('There was nothing to do.');
});

test('PRV-10 where a part of the housekeeping fails the operator is told what was done all the same, and what failed', async () => {
  onItsOwn();
  const portal = await openPortal();
  await portal.rows(
    `insert into message (channel, recipient, subject, body, created_at) values ('email', 'x', '', 'Hello', now() - interval '31 days')`,
  );
  await portal.rows(`select make_month('access_entry', '2018-03-01')`);
  await portal.rows('alter table message add constraint keeps_words check (body <> $$$$) not valid');
  const printed: string[] = [];
  const told = await operate(
    ['housekeeping'],
    async () => ({ ...portal.app, sendsMail: false, close: async () => {} }),
    {},
    async (part) => void printed.push(Buffer.from(part).toString()),
  );
  expect(printed.join('')).toBe('access_entry of 2018-03 archived and removed: 0\n');
  expect(told).toEqual({
    ok: false,
    said: expect.stringMatching(
      /^Not all of the housekeeping was done\. housekeeping: .*message blanked: .*keeps_words/,
    ) as string,
  });
});

test('PRV-10 a hold waits for whoever removes somebody meanwhile, longer than a statement of a call may take', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const removing = portal.app.database.asSystem(async (tx) => {
    await sql`select records_are_held()`.execute(tx);
    begin();
    await mayEnd;
  });
  await begun;
  const database = openDatabase({ ...portal.connection, max: 1, statement_timeout: 300 }, () => {});
  onTestFinished(() => database.close());
  const holding = operate(['hold-records', '--reason', 'A court wants to see it'], async () => ({
    ...portal.app,
    database,
    sendsMail: false,
    close: async () => {},
  }));
  holding.catch(() => {});
  await wait(900);
  end();
  await removing;
  expect((await holding).ok).toBe(true);
});

/** So many accesses over two months, each of ten records, and number 17 in forty of them. */
async function manyAccesses(accesses: number) {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const providerId = await portal.aPerson('Site User', {
    company_id: companyId,
    first_name: 'Ada',
    last_name: 'Byron',
  });
  await haveYear(portal, 2025);
  await portal.rows(
    `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
     select $1, '2025-01-01Z'::timestamptz + n * (interval '50 days' / $3::int), $2, 'GET /list',
       case n % 4 when 0 then 'shipment_request' else 'participant' end,
       array(select 100 + (n * 7919 + i * 104729) % 20000 from generate_series(1, 10) i)
         || case when n % ($3::int / 40) = 1 then array[17] else '{}'::int[] end, 'read', 'localhost', '10.0.0.7', 'r'
     from generate_series(0, $3::int - 1) n`,
    [companyId, providerId, accesses],
  );
  await portal.rows('vacuum analyze access_entry');
  return { portal, companyId, providerId };
}

test('PRV-01 REL-05 who read a record is found by the record, however many have read others', async () => {
  onItsOwn();
  const { portal, companyId, providerId } = await manyAccesses(6_000);
  const asked = { company: companyId, kind: 'participant', id: 17, most: 100 };
  const { rows } = await touched(portal, companyId, () => sightsOf(asked), {
    of: ['access_entry'],
    asSystem: true,
  });
  // Of 6,000; months that are empty are read as a whole.
  expect(rows).toBeLessThanOrEqual(80);
  const words = ['who-read', '--company', String(companyId), '--kind', 'participant', '--id', '17'];
  const lines = (await onPortal(portal, ...words)).said.split('\n');
  expect(lines).toHaveLength(40);
  expect(lines[0]).toMatch(
    new RegExp(`^2025-02-\\d\\dT\\S+Z  ${providerId} Ada Byron  GET /list  on localhost from 10\\.0\\.0\\.7$`),
  );
  expect((await onPortal(portal, ...words, '--most', '2')).said.split('\n')).toEqual([
    ...lines.slice(0, 2),
    'There are more than 2; --most shows them.',
  ]);
  // A slip of the pen must not become a statement: a record that there is not, or that is another company's.
  expect(await onPortal(portal, ...words.with(-1, '18'))).toEqual({
    ok: false,
    said: `There is no participant with the number 18 in the company ${companyId}.`,
  });
  const other = await portal.aCompany();
  const person = ['who-read', '--company', String(companyId), '--kind', 'provider', '--id', String(providerId)];
  for (const kind of ['provider', 'account'])
    expect(await onPortal(portal, ...person.with(4, kind))).toEqual({ ok: true, said: 'Nobody read it.' });
  expect(await onPortal(portal, ...person.with(2, String(other)))).toEqual({
    ok: false,
    said: `There is no person with the number ${providerId} in the company ${other}.`,
  });
  for (const kind of readKinds.filter((one) => one !== 'audit'))
    expect(await onPortal(portal, ...words.with(4, kind).with(-1, '987654321'))).toMatchObject({
      ok: false,
      said: expect.stringMatching(/^There is no .+ with the number 987654321 in the company/) as string,
    });
  expect(await onPortal(portal, ...words.with(2, '4711'))).toMatchObject({
    ok: false,
    said: 'There is no company with the number 4711.',
  });
  expect((await onPortal(portal, ...words.with(4, 'banana'))).said).toMatch(/^--kind must be one of .*\bparticipant\b/);
});

test('P11-04 P11-19 the operator is told with which certificates was sealed, by number and name', async () => {
  const portal = await openPortal();
  const told = () => onPortal(portal, 'sealing-certificates');
  expect(await told()).toEqual({ ok: true, said: 'Nothing has been sealed yet.' });
  const { certificate } = await makeSealingIdentity('Trellis', new Date());
  await portal.rows('insert into sealing_identity (certificate, sealed_key, made_at) values ($1, null, now())', [
    certificate,
  ]);
  const number = createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex');
  expect(await told()).toEqual({ ok: true, said: `${number}  CN=Trellis` });
});

test('P11-08 P11-11 P11-16 the operator exports a document that all have signed and somebody deleted, with the reason on record; it verifies, and one whose record was altered does not', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  for (const who of [atBoston, admin])
    expect((await who.call(sign, { body: await s.submission(who, docId) })).status).toBe(200);
  expect((await admin.call(deleteDocument, { query: { docId } })).status).toBe(200);
  const [document] = await s.rows<{ name: string; companyId: number }>(
    'select friendly_name as name, company_id as "companyId" from document where document_id = $1',
    [docId],
  );
  const { name, companyId } = document as { name: string; companyId: number };
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const to = path.join(folder, 'paper.pdf');
  const exported = (file: string, company = companyId) =>
    onPortal(
      s,
      'export-document',
      '--company',
      String(company),
      '--document',
      String(docId),
      '--to',
      file,
      '--reason',
      'An inspection',
    );
  const entries = () =>
    s.rows(
      `select actor_type as type, reason from audit_entry
       where action = 'document.exported' and record_id = $1 order by seq`,
      [String(docId)],
    );
  const { ok, said } = await exported(to);
  const lines = said.split('\n');
  expect(ok).toBe(true);
  expect(lines[0]?.replace(/\d{4}-[^ ]+Z/g, 'a day')).toBe(
    `${to} is document ${docId}, "${name}", which was deleted on a day.`,
  );
  expect(lines[1]).toBe('It verifies. Compared were:');
  expect(lines).toContain('That the signers signed in their order.');
  const [last] = await s.rows<{ sha256: string }>(
    'select signed_sha256 as sha256 from signature order by signature_id desc limit 1',
  );
  expect(createHash('sha256').update(readFileSync(to)).digest('hex')).toBe(last?.sha256);
  expect(statSync(to).mode & 0o777).toBe(0o600);
  expect(await entries()).toEqual([{ type: 'Operator', reason: 'An inspection' }]);

  expect(await exported(to)).toEqual({ ok: false, said: `${to} is there already: please name a new file.` });
  const nowhere = path.join(to, 'beneath');
  expect(await exported(nowhere)).toEqual({ ok: false, said: `${nowhere} cannot be written (ENOTDIR).` });
  const other = await s.aCompany();
  expect(await exported(`${to}.2`, other)).toEqual({
    ok: false,
    said: `There is no document with the number ${docId} in the company ${other}.`,
  });
  expect([existsSync(`${to}.2`), (await entries()).length]).toEqual([false, 1]);

  await s.rows(
    `alter table signature disable trigger all; update signature set reason = 'Another one'; alter table signature enable trigger all`,
  );
  expect((await exported(`${to}.3`)).said).toMatch(
    /\nIt does not verify:\n(.*\n)*The record of the signature in .* was changed: the reason\./,
  );
});
