import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { endpoints } from '@portal/contract/all.ts';
import { changeSponsor } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { companyModules } from '@portal/contract/companies/endpoints.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { traceLot } from '@portal/contract/lots/endpoints.ts';
import { recordFields } from '@portal/contract/record-fields.ts';
import { setParticipantStatus, listParticipants } from '@portal/contract/participants/endpoints.ts';
import { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test, vi } from 'vitest';
import { aBrandWithHost } from '#test/brands.ts';
import { forward } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aPdf } from '#test/pdfs.ts';
import { type Caller, type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { momentOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { isForeign } from './foreign-ids.ts';
import { tellOfTrail } from './tell.ts';

const minute = 60_000;
const subjects = {
  foreign: 'Calls for records of another company were refused',
  damaged: 'A stored document is damaged',
  more: 'There were more alarms than could be checked',
};
const told = async (portal: Portal, providerId: number, subject: string) => {
  const [row] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [providerId]);
  return (await mailsTo(portal, row?.email ?? '')).filter((mail) => mail.subject === subject).map(({ text }) => text);
};
const nameOf = async (portal: Portal, providerId: number) =>
  (
    await portal.rows<{ name: string }>(
      `select first_name || ' ' || last_name || ' (' || email || ')' as name from provider where provider_id = $1`,
      [providerId],
    )
  )[0]?.name;
const counted = (portal: Portal, calls: number) =>
  vi.waitFor(
    async () => expect(await portal.rows('select count(*)::int as n from foreign_call')).toEqual([{ n: calls }]),
    15_000,
  );

async function aWorld() {
  const s = await openShipments();
  const [abroad] = await s.rows<{ company_id: number }>('select company_id from provider where provider_id = $1', [
    s.people.siteUserAbroad.providerId,
  ]);
  const [site] = await s.rows<{ id: number }>(
    `select care_group_id as id from care_group where kind = 'site' and company_id = $1`,
    [abroad?.company_id],
  );
  const theirSite = site?.id ?? 0;
  const foreign = (who: Caller) => who.call(listParticipants, { query: { g_id: theirSite } });
  return { s, theirSite, theirCompany: abroad?.company_id ?? 0, foreign };
}

test('P11-18 the tenth call for another company’s records in ten minutes is told to the administrators alone who may decide about the caller: who, when, from where', async () => {
  const { s, theirCompany, foreign } = await aWorld();
  const { siteUser: person, admin } = s.people;
  const other = await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [s.siteId]);
  const elsewhere = await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [s.otherSiteId]);
  const colleague = await s.aPerson('Nurse', { company_id: s.companyId });
  const theirAdmin = await s.aPerson('Admin', { company_id: theirCompany, admin_rights: true });
  await s.rows('update provider set admin_rights = true where provider_id = $1', [admin.providerId]);
  for (let n = 0; n < 9; n += 1) expect((await foreign(person)).status).toBe(404);
  await counted(s, 9);
  expect(await told(s, other, subjects.foreign)).toEqual([]);
  expect((await foreign(person)).status).toBe(404);
  await vi.waitFor(async () => expect(await told(s, other, subjects.foreign)).toHaveLength(1), 15_000);
  const at = s.app.clock.now().toISOString().slice(0, 13).replace('T', ' ');
  for (const administrator of [admin.providerId, other]) {
    const [mail, ...more] = await told(s, administrator, subjects.foreign);
    expect(more).toEqual([]);
    expect(mail).toContain(`${await nameOf(s, person.providerId)} asked 10 times in ten minutes`);
    expect(mail).toMatch(new RegExp(`When: ${at}:\\d\\d UTC\\nAddress: 127\\.0\\.0\\.1\\n`));
  }
  for (const nobody of [colleague, elsewhere, theirAdmin, person.providerId])
    expect(await told(s, nobody, subjects.foreign)).toEqual([]);
});

test('P11-18 SEC-22 whatever is asked for counts, by number, in a list or beside one’s own, if it is another company’s; what nobody has does not', async () => {
  onItsOwn();
  const { s, theirSite, theirCompany } = await aWorld();
  const { siteUser: person, siteUserAbroad } = s.people;
  const [request] = await s.rows<{ id: number }>(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
      required_on, status_changed_on, submission, created_at)
     select $1, min(trial_id), $2, (select min(partner_id) from partner where company_id = $1), 'pharmacy', 'preprocessing', false,
      (select min(address_id) from address where company_id = $1), (select min(provider_id) from provider where company_id = $1),
      current_date, current_date, gen_random_uuid(), now() from product where company_id = $1 returning request_id as id`,
    [theirCompany, theirSite],
  );
  const theirParticipant = await s.aParticipant(theirCompany, s.trialId, theirSite, {});
  const asked = [
    person.call(listParticipants, { query: { g_id: theirSite } }),
    person.call(companyModules, { query: { company_id: theirCompany } }),
    person.call(setParticipantStatus, { body: { participant_id: theirParticipant, isActive: 0 } }),
    person.call(createRequest, { body: s.order({ gId: theirSite }) }),
    person.call(siteDocuments.list, { query: { srId: request?.id } }),
  ];
  for (const { status } of await Promise.all(asked)) expect([400, 403, 404]).toContain(status);
  await counted(s, asked.length);
  const honest = [
    person.call(listParticipants, { query: { g_id: 99_999 } }),
    person.call(listParticipants, { query: { g_id: s.otherSiteId } }),
    person.call(fetchDocument, { query: { docId: 99_999 } }),
    person.call(createRequest, { body: s.order({ dateRequired: 'soon' }) }),
    siteUserAbroad.call(listTrials),
  ];
  await Promise.all(honest);
  expect((await person.call(listParticipants, { query: { g_id: theirSite } })).status).toBe(404);
  await counted(s, asked.length + 1);
});

test('P11-18 PRV-01 a record of another company in a body that is answered 400 counts too, and is a refused attempt; a mistake is none', async () => {
  onItsOwn();
  const { s, theirCompany, theirSite } = await aWorld();
  const { siteUser: person } = s.people;
  const theirParticipant = await s.aParticipant(theirCompany, s.trialId, theirSite, {});
  const orderFor = (participantId: number) =>
    person.call(createRequest, { body: s.order({ participants: [{ participantId, subjectNumber: '101-853' }] }) });
  expect([(await orderFor(99_999)).status, (await orderFor(theirParticipant)).status]).toEqual([400, 400]);
  await counted(s, 1);
  await s.app.accessLog.flush();
  const entries = await s.rows<{ call: string }>("select call from access_entry where outcome = 'refused'");
  expect(entries.map(({ call }) => call)).toEqual(['POST /care-groups/clinical-trial/shipping-request']);
});

test('P11-18 SEC-22 the number of any kind of record counts, also in a call that its caller may not make and that fits no schema', async () => {
  onItsOwn();
  const { s, theirCompany } = await aWorld();
  const { siteUser: person } = s.people;
  const spId = await s.aSponsor(theirCompany);
  const [product] = await s.rows<{ id: number }>('select min(product_id) as id from product where company_id = $1', [
    s.companyId,
  ]);
  const [lot] = await s.rows<{ id: number }>(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     values ($1, $2, 'A1', 'a1', '2031-01-01', now()) returning lot_id as id`,
    [theirCompany, product?.id],
  );
  const refused = [
    person.call(changeSponsor, { body: { spId: String(spId), sponsorName: ['no name'], company_id: s.companyId } }),
    person.call(traceLot, { query: { lotId: lot?.id } }),
  ];
  for (const { status } of await Promise.all(refused)) expect(status).toBe(403);
  await counted(s, refused.length);
  const honest = await s.aSponsor(s.companyId);
  expect((await person.call(changeSponsor, { body: { spId: honest } })).status).toBe(403);
  // A field of another call is none of this one.
  expect((await person.call(changeSponsor, { body: { spId: honest, lotId: lot?.id } })).status).toBe(403);
  expect((await person.call(traceLot, { query: { lotId: lot?.id } })).status).toBe(403);
  await counted(s, refused.length + 1);
});

test('P11-18 every kind of record whose number calls take can be looked up with its company', async () => {
  onItsOwn();
  const portal = await openPortal();
  const kinds = new Set(
    endpoints.flatMap(({ endpoint }) => [...recordFields(endpoint).values()].flatMap((of) => [...of])),
  );
  expect(kinds.size).toBeGreaterThan(15);
  const one = new Set([1]);
  for (const kind of kinds)
    expect(
      await portal.app.database.asSystem((tx) =>
        isForeign(tx, { companyId: 1 }, { numbers: new Map([[kind, one]]), uuids: new Map() }),
      ),
      kind,
    ).toBe(false);
});

test('P11-18 a second cause within the hour does not flood, another person’s is told, and the same after the hour', async () => {
  onItsOwn();
  const { s, foreign } = await aWorld();
  const { siteUser, nurse } = s.people;
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  const ten = async (who: Caller) => {
    for (let n = 0; n < 10; n += 1) await foreign(who);
  };
  await ten(siteUser);
  await ten(siteUser);
  await counted(s, 20);
  expect(await told(s, admin, subjects.foreign)).toHaveLength(1);
  await ten(nurse);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.foreign)).toHaveLength(2), 15_000);
  // Nine within ten minutes are nine, whatever was before.
  await s.rows('delete from security_alert');
  forward(s, 11 * minute);
  const { token } = await s.signedIn(siteUser.providerId);
  const later = { ...siteUser, call: (await s.signedIn(siteUser.providerId)).call, token };
  for (let n = 0; n < 9; n += 1) await foreign(later);
  await counted(s, 39);
  expect(await told(s, admin, subjects.foreign)).toHaveLength(2);
  await foreign(later);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.foreign)).toHaveLength(3), 15_000);
  forward(s, 61 * minute);
  await ten(await s.signedIn(siteUser.providerId));
  await vi.waitFor(async () => expect(await told(s, admin, subjects.foreign)).toHaveLength(4), 15_000);
});

test('P11-18 of more refused calls than can be looked at the number is told, and neither they nor a pool without a free connection hide what another company has to know', async () => {
  const { s, theirSite, theirCompany } = await aWorld();
  const { siteUser, siteUserAbroad } = s.people;
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  const theirAdmin = await s.aPerson('Admin', { company_id: theirCompany, admin_rights: true });
  const [brand] = s.app.brands.all as [Brand];
  const refusal = ({ providerId, companyId }: Caller, g_id: number) => {
    const viewer = {
      providerId,
      companyId,
      email: 'ada@portal.example',
      firstName: 'Ada',
      lastName: '',
      address: 'x',
    } as Viewer;
    s.app.alarms.tell({ what: 'refused', brand, viewer, endpoint: listParticipants, asked: [{ g_id }] });
  };
  const held = await Promise.all(Array.from({ length: 8 }, () => s.app.database.pool.connect()));
  for (let n = 0; n < 150; n += 1) refusal(siteUser, 99_999);
  for (let n = 0; n < 10; n += 1) refusal(siteUserAbroad, s.siteId);
  refusal(siteUser, theirSite);
  for (const connection of held) connection.release();
  await s.stop();
  expect(await told(s, theirAdmin, subjects.foreign)).toHaveLength(1);
  expect(await told(s, admin, subjects.foreign)).toEqual([]);
  expect(await told(s, theirAdmin, subjects.more)).toEqual([]);
  expect(await told(s, admin, subjects.more)).toEqual([
    expect.stringContaining("50 more calls of your company's people were refused than could be checked one by one."),
  ]);
});

test('P11-18 PRV-01 of more calls that were answered 400 than can be looked at nobody is told, and each is on record as a refused attempt; mistakes that were looked at are not', async () => {
  const { s, theirSite } = await aWorld();
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  const [brand] = s.app.brands.all as [Brand];
  const { providerId, companyId } = s.people.siteUser;
  const viewer = { providerId, companyId, email: 'ada@portal.example', firstName: 'Ada', lastName: '', address: 'x' };
  const onRecord: number[] = [];
  const wrong = (n: number, g_id: number) =>
    s.app.alarms.tell({
      what: 'refused',
      brand,
      viewer: viewer as Viewer,
      endpoint: listParticipants,
      asked: [{ g_id }],
      whenForeign: () => void onRecord.push(n),
    });
  const held = await Promise.all(Array.from({ length: 8 }, () => s.app.database.pool.connect()));
  for (let n = 0; n < 150; n += 1) wrong(n, n < 149 ? 99_999 : theirSite);
  s.app.alarms.tell({
    what: 'refused',
    brand,
    viewer: viewer as Viewer,
    endpoint: listParticipants,
    asked: [{ g_id: theirSite }],
  });
  for (const connection of held) connection.release();
  await s.stop();
  // Beside the one that was at its turn a hundred found a place and were looked at.
  expect(onRecord).toEqual(Array.from({ length: 49 }, (_, n) => 101 + n));
  expect(await s.rows('select count(*)::int as n from foreign_call')).toEqual([{ n: 1 }]);
  expect(await told(s, admin, subjects.more)).toEqual([]);
});

test('P11-18 of many at once, in two processes, there is one notice', async () => {
  const { s, theirSite } = await aWorld();
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  const second = await openPortal({}, { beside: s });
  const { token } = s.people.siteUser;
  const ask = (portal: Portal) =>
    portal.call(listParticipants, { query: { g_id: theirSite }, headers: { authorization: `Bearer ${token}` } });
  await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n % 2 ? s : second)));
  await counted(s, 30);
  expect(await told(s, admin, subjects.foreign)).toHaveLength(1);
});

test('P11-18 REL-11 a stored document that is damaged or gone is not shown, and told: which, who wanted it, when, from where; the next within the hour is on record', async () => {
  const { s } = await aWorld();
  const { siteUser: person } = s.people;
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  const srId = await s.aRequest();
  const paper = {
    category: 0,
    filename: 'Łukasz.pdf',
    friendlyName: 'Delivery of Łukasz',
    contentType: 'application/pdf',
  };
  const upload = async () =>
    (await person.call(siteDocuments.upload, { body: { srId, ...paper, data: aPdf().toString('base64') } })).reply
      .docId;
  const [docId, gone] = [await upload(), await upload()];
  const [row] = await s.rows<{ id: string }>(
    'select key as id from document join stored_file using (file_id) where document_id = $1',
    [docId],
  );
  const place = path.join(s.app.env.dataDir, 'files', row?.id.slice(0, 2) ?? '', row?.id ?? '');
  const bytes = readFileSync(place);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  writeFileSync(place, bytes);
  expect((await person.call(fetchDocument, { query: { docId } })).status).toBe(500);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.damaged)).toHaveLength(1), 15_000);
  const [mail] = await told(s, admin, subjects.damaged);
  expect(mail).toContain(`Document ${docId} is not what was stored, or is gone`);
  expect(mail).toContain(`${await nameOf(s, person.providerId)} wanted to open it.`);
  expect(mail).toMatch(/When: .+ UTC\nAddress: 127\.0\.0\.1\n/);
  expect(mail).not.toContain('Łukasz');
  await s.rows(
    `update stored_file set key = 'gone' from document where document.file_id = stored_file.file_id and document_id = $1`,
    [gone],
  );
  expect((await person.call(fetchDocument, { query: { docId: gone } })).status).toBe(500);
  await vi.waitFor(
    async () =>
      expect(
        await s.rows(`select record_id from audit_entry where action = 'document.found_damaged' order by seq`),
      ).toEqual([{ record_id: String(docId) }, { record_id: String(gone) }]),
    15_000,
  );
  expect(await told(s, admin, subjects.damaged)).toHaveLength(1);
  forward(s, 61 * minute);
  expect((await (await s.signedIn(person.providerId)).call(fetchDocument, { query: { docId } })).status).toBe(500);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.damaged)).toHaveLength(2), 15_000);
});

test('P11-18 REL-10 what was counted and told is cleared away after a day, and a clock that was ahead keeps nothing back', async () => {
  const { s, foreign } = await aWorld();
  const admin = await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true });
  forward(s, 24 * 60 * minute);
  const ahead = await s.signedIn(s.people.siteUser.providerId);
  for (let n = 0; n < 10; n += 1) await foreign(ahead);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.foreign)).toHaveLength(1), 15_000);
  s.app.clock.set(null);
  for (let n = 0; n < 10; n += 1) await foreign(s.people.siteUser);
  await vi.waitFor(async () => expect(await told(s, admin, subjects.foreign)).toHaveLength(2), 15_000);
  forward(s, 49 * 60 * minute);
  await clearAway(s.app);
  expect(await s.rows('select 1 from foreign_call union all select 1 from security_alert')).toEqual([]);
});

test('P11-10 BRN-01 of the audit trail a company is told in its own brand that has a host, else in the one that the operator invited it under, and never in that of another company', async () => {
  onItsOwn();
  const portal = await openPortal();
  const invited = (company: number, brand: string, inviter: number | null) =>
    portal.rows(
      `insert into invitation (company_id, code_hash, brand_key, type, email, inviter_id, created_at, expires_at)
       values ($1, gen_random_uuid()::text::bytea, $2, 'Admin', 'nobody@clinic.example', $3, now(), now())`,
      [company, brand, inviter],
    );
  const aTold = async (name: string) => {
    const companyId = await portal.aCompany();
    const email = `${name}@clinic.example`;
    return {
      companyId,
      email,
      id: await portal.aPerson('Admin', { company_id: companyId, admin_rights: true, email }),
    };
  };
  const [european, own, foreign] = [await aTold('european'), await aTold('own'), await aTold('foreign')];
  await invited(european.companyId, 'europe', null);
  await invited(european.companyId, 'north-america', european.id);
  await aBrandWithHost(portal, { companyId: own.companyId, host: 'own.example' });
  const [given] = await portal.rows<{ id: number }>('select brand_id as id from host_brand');
  await invited(foreign.companyId, `brand-${given?.id}`, null);
  await portal.app.database.asSystem((tx) =>
    tellOfTrail(momentOf(tx, portal.app.clock), 'audit trail cut', portal.app, undefined),
  );
  const nameTo = async (email: string) =>
    /TrialCard Europe|TrialCard North America|own\.example|Trellis/.exec(
      (await mailsTo(portal, email))[0]?.text ?? '',
    )?.[0];
  expect([await nameTo(european.email), await nameTo(own.email), await nameTo(foreign.email)]).toEqual([
    'TrialCard Europe',
    'own.example',
    'Trellis',
  ]);
});
