/** Requests by a subject number that nobody has yet, once somebody is given it. */
import {
  addParticipant,
  changeParticipant,
  removeParticipant,
  setParticipantStatus,
} from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { slipForPharmacy } from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { onItsOwn } from '#test/portal.ts';
import { textOf } from '#test/read-pdf.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';
import { somebodyWaits } from '#test/waits.ts';

const numbered = (g_id: number, fname: string, subject_number: string) => ({
  fname,
  lname: 'Alone',
  g_id,
  dob: '1980-03-05',
  gender: 1,
  subject_number,
});

function actsOf(s: Shipments) {
  const { admin, siteUser } = s.people;
  const add = (fname: string, number: string, siteId = s.siteId) =>
    admin.call(addParticipant, { body: numbered(siteId, fname, number) });
  const renumber = (participant_id: number, fname: string, number: string) =>
    admin.call(changeParticipant, {
      body: { ...numbered(s.siteId, fname, number), participant_id, addressChanged: 0 },
    });
  const order = (number: string, participantId: number | null = null, over: Record<string, unknown> = {}) =>
    siteUser.call(api.createRequest, { body: s.order({ participants: [s.subject(number, participantId)], ...over }) });
  const deactivate = (participant_id: number) =>
    admin.call(setParticipantStatus, { body: { participant_id, isActive: 0 } });
  const remove = (participant_id: number) => admin.call(removeParticipant, { query: { participant_id } });
  const named = async (srId: number) =>
    (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request.participants;
  return { add, renumber, order, deactivate, remove, named };
}
const made = ({ reply }: { reply: { srIds: number[] } }): number => reply.srIds[0] as number;

test('OPS-68 OPS-73 PRV-03 what was asked for by a number alone is the request of the participant who is added with it, and stays theirs under another number', async () => {
  onItsOwn();
  const s = await openShipments();
  const { add, renumber, order, deactivate, remove, named } = actsOf(s);
  const asked = made(await order('101-851'));
  const ended = made(await order('101-851', null, { products: [s.line(s.pen)] }));
  await s.put(ended, { status: 'received' });
  const ann = (await add('Ann', '101-851')).reply.participantId;
  const asAskedFor = [{ participantId: ann, subjectNumber: '101-851', fname: 'New', lname: 'Participant' }];
  expect([await named(asked), await named(ended)]).toEqual([asAskedFor, asAskedFor]);
  expect((await renumber(ann, 'Ann', '101-852')).status).toBe(200);
  expect((await order('101-852', ann)).code).toBe('shipment.same_product');
  const bob = (await add('Bob', '101-851')).reply.participantId;
  // Whose it is, nobody can tell by now.
  expect(await named(asked)).toEqual([{ ...asAskedFor[0], participantId: null, isUncertain: true }]);
  // The number may have been given to Ann by mistake: while it is under way neither gets the product twice, and neither is removed.
  expect((await order('101-851', bob)).code).toBe('shipment.same_product');
  await deactivate(bob);
  expect((await remove(bob)).code).toBe('participant.awaits_shipment');
  await deactivate(ann);
  expect((await remove(ann)).code).toBe('participant.awaits_shipment');
  await s.put(asked, { status: 'received' });
  expect((await remove(ann)).status).toBe(200);
  expect((await remove(bob)).status).toBe(200);
  const entries = await s.rows<{ record_id: string; changes: unknown }>(
    `select record_id, changes from audit_entry where action = 'shipment.participant_known' order by record_id::int`,
  );
  const changes = [
    { field: 'participant_id', old: null, new: ann },
    { field: 'subject_number', new: '101-851' },
  ];
  expect(entries).toEqual([
    { record_id: String(asked), changes },
    { record_id: String(ended), changes },
  ]);
});

test('SHC-24 OPS-73 the number that a request under way was asked for by is refused by itself once it was corrected, and is somebody else’s once they were given it', async () => {
  const s = await openShipments();
  const { add, renumber, order } = actsOf(s);
  const ann = (await add('Ann', '101-811')).reply.participantId;
  const asked = made(await order('101-811', ann));
  expect((await renumber(ann, 'Ann', '101-812')).status).toBe(200);
  const refused = await order('101-811');
  expect([refused.status, refused.code, refused.fields]).toEqual([
    400,
    'shipment.same_product',
    {
      'participants.0.subjectNumber': 'A shipment that is under way has one of these products for this subject number.',
    },
  ]);
  // Another product is not the same one, and another site asks by numbers of its own.
  expect((await order('101-811', null, { products: [s.line(s.pen)] })).status).toBe(200);
  const elsewhere = { gId: s.otherSiteId, participants: [s.subject('101-811')] };
  expect((await s.people.admin.call(api.createRequest, { body: s.order(elsewhere) })).status).toBe(200);
  // Who is at another site is found by their record there, and not by a number of then.
  const abroad = (await add('Abe', '101-813', s.otherSiteId)).reply.participantId;
  const there = { gId: s.otherSiteId, participants: [s.subject('101-813', abroad)] };
  expect((await s.people.admin.call(api.createRequest, { body: s.order(there) })).status).toBe(200);
  const moved = { ...numbered(s.siteId, 'Abe', '101-814'), participant_id: abroad, addressChanged: 0 };
  expect((await s.people.admin.call(changeParticipant, { body: moved })).status).toBe(200);
  const both = await order('101-814', abroad, { participants: [s.subject('101-814', abroad), s.subject('101-813')] });
  expect(Object.keys(both.fields ?? {})).toEqual(['participants.0.subjectNumber']);
  const bob = (await add('Bob', '101-811')).reply.participantId;
  expect((await order('101-811', bob)).status).toBe(200);
  await s.put(asked, { status: 'received' });
  expect((await order('101-812', ann)).status).toBe(200);
});

test('OPS-68 SEC-23 a participant who is given the number later has the requests by it at their site, and none of another site of the trial', async () => {
  const s = await openShipments();
  const { add, renumber, order } = actsOf(s);
  const here = made(await order('101-853'));
  const elsewhere = await s.people.admin.call(api.createRequest, {
    body: s.order({ gId: s.otherSiteId, participants: [s.subject('101-853')] }),
  });
  const whose = async (srId: number | undefined) =>
    (await s.rows('select participant_id from shipment_participant where request_id = $1', [srId]))[0];
  const ann = (await add('Ann', '101-852')).reply.participantId;
  expect([await whose(here), await whose(made(elsewhere))]).toEqual([
    { participant_id: null },
    { participant_id: null },
  ]);
  expect((await renumber(ann, 'Ann', '101-853')).status).toBe(200);
  expect([await whose(here), await whose(made(elsewhere))]).toEqual([
    { participant_id: ann },
    { participant_id: null },
  ]);
  // Of another trial it is another subject.
  const abroad = await s.people.adminAbroad.call(addParticipant, {
    body: numbered(s.theirs.siteId, 'Abe', '101-853'),
  });
  expect(abroad.status).toBe(200);
  expect(await whose(here)).toEqual({ participant_id: ann });
});

test('PRV-03 OPS-68 where a request by the number alone went is erased with the participant, also once they have another number', async () => {
  const s = await openShipments();
  const { add, renumber, order, deactivate, remove } = actsOf(s);
  const home = { ...anAddress, street: '7 Quixworth Lane' };
  const srId = made(await order('101-854', null, { toParticipant: 1, address: home }));
  await s.put(srId, { status: 'received' });
  const ann = (await add('Ann', '101-854')).reply.participantId;
  expect((await renumber(ann, 'Ann', '101-855')).status).toBe(200);
  await deactivate(ann);
  expect((await remove(ann)).status).toBe(200);
  expect(
    await s.rows(
      `select street, first_name, last_name, subject_number from shipment_request join address using (address_id)
       join shipment_participant using (request_id) where request_id = $1`,
      [srId],
    ),
  ).toEqual([{ street: 'Removed', first_name: 'New', last_name: 'Participant', subject_number: '101-854' }]);
});

test('REM-01 REM-02 what was asked for by the number alone does not come due for a participant who is deactivated, nor is it set to', async () => {
  const s = await openShipments();
  const { add, order, deactivate } = actsOf(s);
  const srId = made(await order('101-856'));
  const due = async () =>
    (await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } })).reply.orderReminders.map(
      (one) => one.srId,
    );
  const ann = (await add('Ann', '101-856')).reply.participantId;
  expect(await due()).toEqual([srId]);
  await deactivate(ann);
  expect(await due()).toEqual([]);
  const set = await s.people.siteUser.call(api.setReminder, { body: { srId, nextOrderDate: addDays(s.today, 5) } });
  expect([set.status, set.message]).toEqual([400, 'No participant of this request is active at this trial site.']);
});

test('OPS-68 REL-08 whoever is added with a number while a request by it is made waits, and has that request, unless it is of another site', async () => {
  const s = await openShipments();
  const { add, order } = actsOf(s);
  const beginBoth = (siteId: number, number: string) =>
    s.app.database.inCompany(s.companyId, async (tx) => {
      // Its pharmacy is held, so that the request stands still after it has looked, and nobody can see it yet.
      await tx.selectFrom('partner').select('partner_id').where('partner_id', '=', s.pharmacyId).forUpdate().execute();
      const asked = order(number);
      await somebodyWaits(s);
      const added = add('Ann', number, siteId);
      const first = await Promise.race([added.then(({ status }) => status), somebodyWaits(s, 2).then(() => 'waits')]);
      return { asked, added, first };
    });
  for (const [siteId, number] of [
    [s.siteId, '101-861'],
    [s.otherSiteId, '101-863'],
  ] as const) {
    const { asked, added, first } = await beginBoth(siteId, number);
    expect([first, (await asked).status, (await added).status]).toEqual(['waits', 200, 200]);
    const whose = siteId === s.siteId ? (await added).reply.participantId : null;
    expect(await s.rows('select participant_id from shipment_participant where subject_number = $1', [number])).toEqual(
      [{ participant_id: whose }],
    );
  }
});

test('OPS-68 what was asked for by a number alone is of whoever was given it for sure only as long as they have it', async () => {
  const s = await openShipments();
  const { add, renumber, order } = actsOf(s);
  const srId = made(await order('101-871'));
  const ann = (await add('Ann', '101-871')).reply.participantId;
  const ofAnn = async () =>
    (
      await s.app.database.asSystem((tx) =>
        sql`select set_config('app.company_id', ${String(s.companyId)}, true)`
          .execute(tx)
          .then(() => sql<{ request_id: number }>`select request_id from requests_of_participant(${ann})`.execute(tx)),
      )
    ).rows;
  expect(await ofAnn()).toEqual([{ request_id: srId }]);
  expect((await renumber(ann, 'Ann', '101-872')).status).toBe(200);
  expect(await ofAnn()).toEqual([]);
});

test('OPS-68 of a batch nobody is on one request twice, whatever numbers they are given', async () => {
  const s = await openShipments();
  const { add, renumber } = actsOf(s);
  const numbers = ['101-881', '101-882'];
  const asked = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ participants: numbers.map((number) => s.subject(number)) }),
  });
  const ann = (await add('Ann', '101-881')).reply.participantId;
  expect((await renumber(ann, 'Ann', '101-882')).status).toBe(200);
  expect(
    await s.rows('select participant_id from shipment_participant where request_id = $1 order by position', [
      made(asked),
    ]),
  ).toEqual([{ participant_id: ann }, { participant_id: null }]);
});

test('OPS-68 APS-28 the card of what was asked for by a number alone is that of whoever was given it, as long as they have it', async () => {
  const s = await openShipments();
  const { add, renumber, order, named } = actsOf(s);
  await s.aCard(s.companyId, s.trialId);
  const srId = made(await order('101-871'));
  const whose = async () => {
    const { reply } = await s.people.pharmacist.call(api.cardForPharmacy, { query: { srId } });
    return [reply.trialCard?.participantId, (await named(srId))[0]?.participantId];
  };
  expect(await whose()).toEqual([undefined, null]);
  const ann = (await add('Ann', '101-871')).reply.participantId;
  expect(await whose()).toEqual([ann, ann]);
  expect((await renumber(ann, 'Ann', '101-872')).status).toBe(200);
  expect(await whose()).toEqual([undefined, null]);
  const bob = (await add('Bob', '101-871')).reply.participantId;
  expect(await whose()).toEqual([undefined, null]);
  expect((await renumber(bob, 'Bob', '101-873')).status).toBe(200);
  expect((await renumber(ann, 'Ann', '101-871')).status).toBe(200);
  expect(await whose()).toEqual([ann, ann]);
});

test('OPS-68 where somebody’s number was corrected and given to another, a request tells the one of now too, and the slip says it first', async () => {
  const s = await openShipments();
  const { add, renumber, order, named } = actsOf(s);
  const ada = (await add('Ada', '101-891')).reply.participantId;
  const forAda = made(await order('101-891', ada));
  const byNumber = made(await order('101-893'));
  const cleo = (await add('Cleo', '101-893')).reply.participantId;
  expect((await named(forAda))[0]).not.toHaveProperty('numberNow');
  expect((await renumber(ada, 'Ada', '101-892')).status).toBe(200);
  expect((await add('Bob', '101-891')).status).toBe(200);
  expect((await renumber(cleo, 'Cleo', '101-894')).status).toBe(200);

  const ofAda = { participantId: ada, subjectNumber: '101-891', numberNow: '101-892', fname: 'Ada', lname: 'Alone' };
  expect(await named(forAda)).toEqual([ofAda]);
  const listed = (await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply
    .requests;
  expect(listed.find(({ srId }) => srId === forAda)?.participants).toEqual([ofAda]);
  expect((await named(byNumber))[0]).toMatchObject({ participantId: null, isUncertain: true });
  expect((await named(byNumber))[0]).not.toHaveProperty('numberNow');
  const slip = async (srId: number) => {
    const { reply } = await s.people.pharmacist.call(slipForPharmacy, { query: { srId } });
    return (await textOf(Buffer.from(reply.data, 'base64'))).text;
  };
  expect(await slip(forAda)).toContain('101-892 (asked for as 101-891)');
  expect(await slip(byNumber)).toContain('101-893 (may be another participant’s by now)');
});

test('OPS-68 SEC-23 a participant who comes to a site under a number by which it has asked has its requests', async () => {
  const s = await openShipments();
  const { add, order } = actsOf(s);
  const srId = made(await order('101-874'));
  const ann = (await add('Ann', '101-874', s.otherSiteId)).reply.participantId;
  const whose = () => s.rows('select participant_id from shipment_participant where request_id = $1', [srId]);
  expect(await whose()).toEqual([{ participant_id: null }]);
  const body = { ...numbered(s.siteId, 'Ann', '101-874'), participant_id: ann, addressChanged: 0 };
  expect((await s.people.admin.call(changeParticipant, { body })).status).toBe(200);
  expect(await whose()).toEqual([{ participant_id: ann }]);
});

test('OPS-68 OPS-89 the reminder of what was asked for by a number alone goes once whoever was given it, whoever has it now, or the number itself is ordered for again', async () => {
  const s = await openShipments();
  const { add, renumber, order, deactivate } = actsOf(s);
  const due = async () =>
    (await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } })).reply.orderReminders.map(
      (one) => one.srId,
    );
  const asked: number[] = [];
  for (const product of [s.tablet, s.pen, s.tablet]) {
    asked.push(made(await order('101-875', null, { products: [s.line(product)] })));
    await s.put(asked.at(-1)!, { status: 'received' });
  }
  const [first, second, third] = asked as [number, number, number];
  const again = async (number: string, participantId: number | null, reorderSrId: number, productId: number) => {
    const over = { products: [s.line(productId)], reorderSrId, nextOrderDate: addDays(s.today, 5) };
    const srId = made(await order(number, participantId, over));
    await s.put(srId, { status: 'received' });
    await s.people.siteUser.call(api.dismissReminder, { query: { srId } });
  };
  const ann = (await add('Ann', '101-875')).reply.participantId;
  expect((await renumber(ann, 'Ann', '101-876')).status).toBe(200);
  expect(await due()).toEqual(asked);
  // For somebody else nothing is done of it.
  await again('717-919', s.ada, first, s.tablet);
  expect(await due()).toEqual(asked);
  await again('101-875', null, first, s.tablet);
  expect(await due()).toEqual([second, third]);
  await again('101-876', ann, second, s.pen);
  expect(await due()).toEqual([third]);
  // While nobody else has the number, nothing is ordered by it once she has left.
  await deactivate(ann);
  expect(await due()).toEqual([]);
  await s.people.admin.call(setParticipantStatus, { body: { participant_id: ann, isActive: 1 } });
  expect(await due()).toEqual([third]);
  const bob = (await add('Bob', '101-875')).reply.participantId;
  // Of whoever was given it by mistake the reminder is none: who has it can be ordered for, or cannot.
  await deactivate(ann);
  expect(await due()).toEqual([third]);
  await deactivate(bob);
  expect(await due()).toEqual([]);
  await s.people.admin.call(setParticipantStatus, { body: { participant_id: bob, isActive: 1 } });
  await again('101-875', bob, third, s.tablet);
  expect(await due()).toEqual([]);
});
