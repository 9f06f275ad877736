import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyAccount, copyParticipant } from '@portal/contract/audit/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { addParticipant, changeParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import { createRequest, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { givenParticipant } from '#test/house.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';
import { unpackCopy } from './unpack-copy.ts';

/** What lies in the file that a call answered. */
function unpacked({ data, filename }: { data: string; filename: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [zip, to] = [path.join(folder, filename), path.join(folder, 'copy')];
  writeFileSync(zip, Buffer.from(data, 'base64'));
  unpackCopy(zip, to);
  const text = (name: string) => readFileSync(path.join(to, name), 'utf8');
  return {
    told: JSON.parse(text('records.json')) as Record<string, never>,
    readable: text('index.html'),
    check: () => spawnSync(process.execPath, ['verify.mjs'], { cwd: to }).status,
  };
}

async function aTrialWithPeople() {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const [admin, user] = [await portal.signedIn(work.admin), await portal.signedIn(work.siteUser)];
  const add = async (more: Record<string, unknown>) =>
    (await user.call(addParticipant, { body: givenParticipant(work.siteId, more) })).reply.participantId;
  const ada = await add({ email: 'ada@mail.example', phone: '+16175550100', preferred_contact: 0 });
  const other = await add({ subject_number: '999-999', lname: 'Somebodyelse' });
  const change = { ...givenParticipant(work.siteId), email: 'ada@mail.example', phone: '+16175550100' };
  await user.call(changeParticipant, {
    body: { ...change, preferred_contact: 1, participant_id: ada, addressChanged: 0 },
  });
  const read = (at: string, ids: number[], host: string, many = 1) =>
    portal.rows(
      `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
       select $1, $2, $3, 'GET /care-groups/trial-participant', 'participant', $4::int[], 'read', $5, '10.0.0.1', 'r' || n
       from generate_series(1, $6::int) n`,
      [work.companyId, at, work.siteUser, ids, host, many],
    );
  return { ...portal, ...work, admin, user, ada, other, read };
}

test('PRV-02 the copy of a participant tells all that is held, where it came from, every change and all 500 readings, and checks itself without the portal', async () => {
  onItsOwn();
  const s = await aTrialWithPeople();
  await s.read(new Date().toISOString(), [s.ada], 'seeded', 500);
  await s.read(new Date().toISOString(), [s.other], 'of the other');
  await s.rows(
    `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at, withdrawn_at)
     values ($1, $2, $3, 'email', 'ada@mail.example', $4, now(), null), ($1, $2, $3, 'sms', '+16175550123', $4, now(), '2031-03-05T12:00:00Z')`,
    [s.companyId, s.trialId, s.ada, s.siteUser],
  );
  const prescriber = await s.aPerson('Site User', { company_id: s.companyId, last_name: 'Prescribes' });
  for (const [n, named] of [[s.ada], [s.ada, s.other]].entries()) {
    const [request] = await s.rows<{ id: number }>(
      `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
         requester_id, required_on, status_changed_on, submission, created_at, prescriber_id)
       values ($1, $2, $3, $4, 'pharmacy', 'preprocessing', false, $5, $6, '2031-03-05', '2031-03-05', gen_random_uuid(), now(), $7)
       returning request_id as id`,
      [
        s.companyId,
        s.trialId,
        s.siteId,
        s.pharmacyId,
        await s.addressOf(s.companyId, { street: '9 Delivery Road' }),
        s.siteUser,
        prescriber,
      ],
    );
    for (const [position, id] of named.entries())
      await s.rows(
        `insert into shipment_participant (request_id, position, company_id, participant_id, subject_number, first_name, last_name)
         select $1, $2, company_id, participant_id, subject_number, first_name, last_name from participant where participant_id = $3`,
        [request?.id, position, id],
      );
    await s.rows(
      `insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
       values ($1, $2, $3, 1, 30, $4)`,
      [s.companyId, request?.id, s.tablet, `Directions ${n}`],
    );
  }

  const begun = performance.now();
  const { status, reply } = await s.admin.call(copyParticipant, { query: { participant_id: s.ada } });
  expect([status, reply.filename]).toEqual([200, `participant-${s.ada}.zip`]);
  expect(performance.now() - begun).toBeLessThan(60_000);
  const { told, readable, check } = unpacked(reply);
  const [partner] = await s.rows<{ name: string }>('select name from partner where partner_id = $1', [s.pharmacyId]);
  expect(told).toMatchObject({
    participant: { participant_id: s.ada, last_name: 'Lovelace', preferred_contact: 1 },
    cards: [
      { channel: 'email', recipient: 'ada@mail.example', sender_id: s.siteUser, withdrawn_at: null },
      { channel: 'sms', withdrawn_at: '2031-03-05T12:00:00.000Z' },
    ],
    shipments: Array(2).fill({
      subject_number: '123-456',
      partner: partner?.name,
      requester_id: s.siteUser,
      prescriber_id: prescriber,
      to_participant: false,
      street: '9 Delivery Road',
    }),
    people: expect.arrayContaining([expect.objectContaining({ cpId: prescriber, lastName: 'Prescribes' })]),
    products: [{ directions: 'Directions 0' }, { directions: 'Directions 1' }],
  });
  const { accesses, audit } = told as unknown as { accesses: { host: string }[]; audit: { kind: string }[] };
  expect(accesses.filter(({ host }) => host === 'seeded')).toHaveLength(500);
  expect(audit.map(({ kind }) => kind)).toEqual(['participant.added', 'participant.changed']);
  for (const words of [
    'ada@mail.example',
    'Directions 1',
    '9 Delivery Road',
    'Who read the record',
    'seeded',
    'Changed a participant',
    '<td>Phone (1)</td>',
    'preferred_contact: Email (0) → Phone (1)',
    '<h2>Names</h2>',
  ])
    expect(readable).toContain(words);
  for (const words of ['Somebodyelse', '999-999', 'of the other'])
    expect(readable + JSON.stringify(told)).not.toContain(words);
  expect(check()).toBe(0);
});

test('PRV-02 the copy of a participant counts in units, and says which product went out instead of which', async () => {
  const s = await openShipments();
  await s.rows(`update product set drug_name = 'Aurelix', dosage_form = 'Tablet' where product_id = $1`, [s.tablet]);
  const capsule = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Capsule' });
  const srId = await s.aRequest({ participants: [s.subject('717-919', s.ada)] });
  const replacement = { oldProductId: s.tablet, newProductId: capsule, quantity: 2, daysOfSupply: 28 };
  const shipped = await s.people.pharmacist.call(shipByPharmacy, {
    body: { srId, replacements: [replacement], packages: [s.package_([s.item(capsule, { quantity: 2 })])] },
  });
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  // The unit of then stays, whatever the product is counted in by now.
  await s.rows(`update shipment_line set quantity_unit = 'Bottle' where product_id = $1`, [capsule]);
  await s.rows(`update product set quantity_unit = 'Kit' where product_id = $1`, [capsule]);
  const { reply } = await s.people.admin.call(copyParticipant, { query: { participant_id: s.ada } });
  const { told, readable } = unpacked(reply);
  const common = { request_id: srId, drug_name: 'Aurelix', quantity_unit: 'Bottle' };
  expect(told).toMatchObject({
    products: [
      { ...common, dosage_form: 'Tablet', quantity: 4, replaced_by: 'Aurelix, Capsule', instead_of: null },
      { ...common, dosage_form: 'Capsule', quantity: 2, replaced_by: null, instead_of: 'Aurelix, Tablet' },
    ],
  });
  for (const words of ['Quantity unit', 'Replaced by', 'Instead of', 'Aurelix, Capsule'])
    expect(readable).toContain(words);
});

test('PRV-02 P11-08 the copy of a participant has what corrects the papers of their own requests, and what corrects that, deleted ones too; what was put into no group, or corrects papers of others as well, is not in it', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { admin } = s.people;
  /** With what the acts would have written down of it: the check of the copy compares that. */
  const rejected = (docId: number) =>
    s.rows(
      `with request as (
         insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
         values ($1, $2, 'general', gen_random_uuid(), 'rejected', now()) on conflict (document_id) do update set state = 'rejected'
         returning signing_request_id as id)
       insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
       select $1, now(), 'Test', 'System', action, 'signing_request', id::text, $3, 'test', 'test'
       from request cross join unnest(array['signing.requested', 'signing.rejected']) with ordinality as act (action, place) order by place`,
      [
        s.companyId,
        docId,
        JSON.stringify([
          { field: 'document_id', new: docId },
          { field: 'kind', new: 'general' },
          { field: 'signers', new: '' },
        ]),
      ],
    );
  const asked = async (...participants: object[]) => {
    const { srId, orderForms } = await s.asked({ participants });
    await s.rows(`update shipment_request set status = 'received' where request_id = $1`, [srId]);
    await rejected(orderForms[0]!.docId);
    return orderForms[0]!.docId;
  };
  const uploaded = async (corrects: number) =>
    (await admin.call(documents.saveDocument, { body: uploadOf(`Corrects ${corrects}`, { corrects }) })).reply
      .documentId;
  const corrected = async (docId: number) => {
    const fresh = await uploaded(docId);
    const put = await admin.call(documents.attachToGroups, { body: { docId: fresh, g_id: s.trialId } });
    expect(put.status).toBe(200);
    await rejected(fresh);
    return fresh;
  };
  const form = await asked(s.subject('717-919', s.ada));
  const fresh = await corrected(form);
  const second = await corrected(fresh);
  expect((await admin.call(documents.deleteDocument, { query: { docId: fresh } })).status).toBe(200);
  await uploaded(form);
  await corrected(await asked(s.subject('717-919', s.ada), s.subject('555-556')));

  const { reply } = await admin.call(copyParticipant, { query: { participant_id: s.ada } });
  const { told, readable, check } = unpacked(reply);
  const copy = told as unknown as {
    documents: { docId: number; correctsId: number | null; removedAt: string | null; revisions: object[] }[];
    audit: { kind: string; recordKind: string; recordId: string }[];
  };
  expect(
    copy.documents.map((one) => [one.docId, one.correctsId, one.removedAt !== null, one.revisions.length]),
  ).toEqual([
    [form, null, false, 1],
    [fresh, form, true, 1],
    [second, fresh, false, 1],
  ]);
  for (const docId of [fresh, second]) expect(readable).toContain(`documents/${docId}/index.html`);
  const about = (docId: number) =>
    copy.audit.flatMap((one) => (one.recordKind === 'document' && one.recordId === String(docId) ? one.kind : []));
  expect([about(fresh), about(second)]).toEqual([
    ['document.kept', 'document.attached', 'document.removed'],
    ['document.kept', 'document.attached'],
  ]);
  expect(check()).toBe(0);
});

test('PRV-01 PRV-02 SEC-22 SEC-23 a copy is for administrators who see the participant; of others there is none, and its making is on record', async () => {
  onItsOwn();
  const s = await aTrialWithPeople();
  const stranger = await s.signedIn((await s.aTrialAtWork()).admin);
  const elsewhere = await s.signedIn(
    await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [await s.aSite(s.companyId, s.trialId)]),
  );
  const statusFor = async (who: typeof stranger) =>
    (await who.call(copyParticipant, { query: { participant_id: s.ada } })).status;
  expect([await statusFor(s.user), await statusFor(stranger), await statusFor(elsewhere)]).toEqual([403, 404, 404]);
  expect(await statusFor(s.admin)).toBe(200);
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select record_ids from access_entry where call = 'GET /records/participant' and provider_id = $1
         and record_kind = 'participant' and outcome = 'read'`,
      [s.admin.providerId],
    ),
  ).toEqual([{ record_ids: [s.ada] }]);
});

test('PRV-02 SEC-23 whoever sees a participant at their site of today is told neither the name nor the address of an earlier one', async () => {
  onItsOwn();
  const s = await openShipments();
  const street = '9 Far Road';
  await s.rows(
    'update address set street = $2 where address_id = (select address_id from care_group where care_group_id = $1)',
    [s.siteId, street],
  );
  const address = { ...anAddress, street };
  const order = s.order({ participants: [s.subject('717-919', s.ada)], toParticipant: 0, address });
  expect((await s.people.siteUser.call(createRequest, { body: order })).status).toBe(200);
  const next = await s.aSite(s.companyId, s.trialId);
  await s.rows('update participant set site_id = $2 where participant_id = $1', [s.ada, next]);
  const [before] = await s.rows<{ name: string; street: string }>(
    `select display_name as name, street from care_group join shipment_request on site_id = care_group_id join address on address.address_id = shipment_request.address_id
     where care_group_id = $1 limit 1`,
    [s.siteId],
  );
  const copiedBy = async (who: { call: typeof s.people.admin.call }) =>
    unpacked((await who.call(copyParticipant, { query: { participant_id: s.ada } })).reply);
  const elsewhere = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [next]));
  const { told, readable } = await copiedBy(elsewhere);
  expect((told as unknown as { shipments: object[] }).shipments).toMatchObject([
    { site_id: s.siteId, site: 'Another care group', street: null, zip: null },
  ]);
  expect(readable).toContain('Another care group');
  const whole = await copiedBy(s.people.admin);
  expect((whole.told as unknown as { shipments: object[] }).shipments).toMatchObject([
    { site: before?.name, street: before?.street },
  ]);
  expect(whole.readable).toContain(before?.name);
  expect(whole.readable).toContain(street);
  for (const text of [before?.name, street]) expect(readable + JSON.stringify(told)).not.toContain(text);
});

test('PRV-02 PRV-01 the report of an account tells all that it saw and changed between two times, and nothing before, after or of anybody else', async () => {
  onItsOwn();
  const s = await aTrialWithPeople();
  const made = (await s.user.call(listParticipants, { query: { g_id: s.siteId } })).status;
  expect(made).toBe(200);
  // Months that lie ahead have their tables, which those of long ago may not.
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const [from, until] = [at(20), at(40)];
  await s.read(at(19), [s.ada], 'before');
  await s.read(from, [s.ada, s.other], 'within', 500);
  await s.read(until, [s.ada], 'after');
  const ask = (from: string, until: string, who = s.admin) =>
    who.call(copyAccount, { query: { cp_id: s.siteUser, from, until } });
  const { reply } = await ask(from, until);
  expect([reply.accesses, reply.entries]).toEqual([500, 0]);
  await s.app.accessLog.flush();
  const noted = `select record_kind as kind, record_ids as ids from access_entry where call = 'GET /records/account' and provider_id = $1 order by 1`;
  expect(await s.rows(noted, [s.admin.providerId])).toEqual([
    { kind: 'audit', ids: [] },
    { kind: 'provider', ids: [s.siteUser] },
  ]);
  const { told, readable, check } = unpacked(reply);
  const { accesses } = told as unknown as { accesses: { host: string; ids: number[] }[] };
  expect(new Set(accesses.map(({ host, ids }) => `${host} ${ids.join()}`))).toEqual(
    new Set([`within ${s.ada},${s.other}`]),
  );
  expect(readable).toContain(`participant ${s.ada}, ${s.other}`);
  expect(check()).toBe(0);

  const [hourAgo, soon] = [at(-60), at(5)];
  const changed = unpacked((await ask(hourAgo, soon)).reply).told as unknown as { audit: { kind: string }[] };
  expect(changed.audit.map(({ kind }) => kind)).toEqual([
    'participant.added',
    'participant.added',
    'participant.changed',
  ]);
  expect((await ask(soon, hourAgo)).fields).toEqual({ until: 'must be after the beginning' });
  expect((await ask(hourAgo, soon, s.user)).status).toBe(403);
  const stranger = await s.signedIn((await s.aTrialAtWork()).admin);
  expect((await ask(hourAgo, soon, stranger)).status).toBe(404);
});

test('PRV-02 PRV-01 a report of an account that is larger than a browser can take asks for a shorter period, and nobody counts as having read it', async () => {
  onItsOwn();
  const s = await aTrialWithPeople();
  // A page of such a length would take more time and memory than the test has.
  const from = Buffer.from.bind(Buffer);
  const bytes = vi.spyOn(Buffer, 'from').mockImplementation(((...given: Parameters<typeof from>) => {
    const [content] = given as unknown[];
    if (typeof content === 'string' && content.startsWith('<!doctype html>'))
      throw new RangeError('Invalid string length');
    return from(...given);
  }) as typeof from);
  onTestFinished(() => bytes.mockRestore());
  const query = { cp_id: s.siteUser, from: '2031-03-01T00:00:00Z', until: '2031-03-02T00:00:00Z' };
  const { status, code, message } = await s.admin.call(copyAccount, { query });
  expect([status, code, message]).toEqual([
    400,
    'audit.report_too_large',
    'The report would be larger than a browser can take. Choose a shorter period.',
  ]);
  await s.app.accessLog.flush();
  const mine = `select from access_entry where call = 'GET /records/account' and provider_id = $1`;
  expect(await s.rows(mine, [s.admin.providerId])).toEqual([]);
});
