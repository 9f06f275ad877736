/** Orders beside a participant who moves to another site of the trial. */
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { slipForPharmacy, slipForSite } from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { expect, test } from 'vitest';
import { textOf } from '#test/read-pdf.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

const orderAt = (s: Shipments, gId: number) =>
  s.people.admin.call(api.createRequest, { body: s.order({ gId, participants: [s.subject('717-919', s.ada)] }) });
const moveToOtherSite = (s: Shipments) =>
  s.people.admin.call(changeParticipant, {
    body: {
      participant_id: s.ada,
      g_id: s.otherSiteId,
      fname: 'Adelheid',
      lname: 'Planted',
      dob: '1980-03-05',
      gender: 1,
      subject_number: '717-919',
      addressChanged: 0,
    },
  });

test('OPS-73 REL-08 a participant cannot move away while a request for them is being made; the next site then sees that request', async () => {
  const s = await openShipments();
  let asked: ReturnType<typeof orderAt> | undefined;
  let moved: ReturnType<typeof moveToOtherSite> | undefined;
  await s.app.database.inCompany(s.companyId, async (tx) => {
    // Its pharmacy is held, so that the request stands still after it has looked, and nobody can see it yet.
    await tx.selectFrom('partner').select('partner_id').where('partner_id', '=', s.pharmacyId).forUpdate().execute();
    asked = orderAt(s, s.siteId);
    await somebodyWaits(s);
    moved = moveToOtherSite(s);
    const first = await Promise.race([
      moved.then(({ status, message }) => `${status} ${message}`),
      somebodyWaits(s, 2).then(() => 'waits'),
    ]);
    expect(first).toBe('waits');
  });
  expect([(await asked)?.status, (await moved)?.status]).toEqual([200, 200]);
  expect((await orderAt(s, s.otherSiteId)).code).toBe('shipment.same_product');
  expect(await s.rows('select 1 from shipment_request')).toHaveLength(1);
});

test('OPS-73 REL-08 a request that begins while its participant moves away waits, and is told that they are not there', async () => {
  const s = await openShipments();
  let asked: ReturnType<typeof orderAt> | undefined;
  await s.app.database.inCompany(s.companyId, async (tx) => {
    inPlaceOfAct(tx);
    // As a move holds the participant.
    await tx.updateTable('participant').set({ site_id: s.otherSiteId }).where('participant_id', '=', s.ada).execute();
    asked = orderAt(s, s.siteId);
    await Promise.race([asked, somebodyWaits(s)]);
  });
  const answer = await asked;
  expect([answer?.status, answer?.fields]).toEqual([
    400,
    { 'participants.0.participantId': 'This participant is not active at this site.' },
  ]);
  expect((await orderAt(s, s.otherSiteId)).status).toBe(200);
});

test('SEC-23 SHP-22 of a participant who moves to another site the site that ordered and its pharmacy learn neither the address nor the number that they have there, only that both are outdated', async () => {
  const s = await openShipments();
  const { admin, siteUser, pharmacist } = s.people;
  const home = { ...anAddress, street: '48 Commonwealth Avenue' };
  const given = {
    g_id: s.siteId,
    fname: 'Ada',
    lname: 'Home',
    dob: '1980-03-05',
    gender: 1,
    subject_number: '718-001',
  };
  const participant_id = (await siteUser.call(addParticipant, { body: { ...given, address: home } })).reply
    .participantId;
  const participants = [s.subject('718-001', participant_id)];
  const srId = await s.aRequest({ toParticipant: 1, participants, address: home });
  const change = async (over: Record<string, unknown>) =>
    expect((await admin.call(changeParticipant, { body: { ...given, participant_id, ...over } })).status).toBe(200);
  await change({ g_id: s.otherSiteId, addressChanged: 0 });
  const read = async () => (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request;
  // Nothing is outdated as long as nothing of it is another one.
  expect(await read()).toMatchObject({ isAddressOutdated: false, addressNow: null });
  expect(await read()).not.toHaveProperty('isAtAnotherSite');

  const there = { subject_number: '718-002', addressChanged: 1, address: { ...home, street: '9 New Road' } };
  await change({ ...there, g_id: s.otherSiteId });
  const asked = {
    participantId: participant_id,
    isUncertain: true,
    subjectNumber: '718-001',
    fname: 'Ada',
    lname: 'Home',
  };
  expect(await read()).toMatchObject({
    isAddressOutdated: true,
    isAtAnotherSite: true,
    addressNow: null,
    address: { street: '48 Commonwealth Avenue' },
    participants: [asked],
  });
  const replies = [
    await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } }),
    await siteUser.call(api.listForSite, { query: { gId: s.siteId } }),
    await siteUser.call(api.listReminders, { query: { gId: s.siteId } }),
    await pharmacist.call(api.readForPharmacy, { query: { srId } }),
    await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(JSON.stringify(replies.map(({ reply }) => reply))).not.toMatch(/9 New Road|718-002/);
  for (const slip of [
    await siteUser.call(slipForSite, { query: { srId } }),
    await pharmacist.call(slipForPharmacy, { query: { srId } }),
  ]) {
    const { text } = await textOf(Buffer.from(slip.reply.data, 'base64'));
    expect(text).toContain('718-001 (may be another participant’s by now)');
    expect(text).not.toContain('718-002');
  }

  await change(there);
  expect(await read()).toMatchObject({
    isAddressOutdated: true,
    addressNow: { street: '9 New Road' },
    participants: [{ participantId: participant_id, subjectNumber: '718-001', numberNow: '718-002' }],
  });
  expect(await read()).not.toHaveProperty('isAtAnotherSite');
});

test('SEC-23 a parcel to the site whose participant has moved away, or whose number somebody at another site was given, is told to its pharmacy, and nothing of where that is', async () => {
  const s = await openShipments();
  const { admin, siteUser, pharmacist } = s.people;
  const [forAda] = (await orderAt(s, s.siteId)).reply.srIds as [number];
  const byNumber = await s.aRequest({ participants: [s.subject('717-930')] });
  const told = async (srId: number) => {
    const { request } = (await pharmacist.call(api.readForPharmacy, { query: { srId } })).reply;
    return [request.isForInactive, request.participants.map(({ isInactive }) => isInactive)];
  };
  const active = [false, [undefined]];
  expect([await told(forAda), await told(byNumber)]).toEqual([active, active]);
  expect((await moveToOtherSite(s)).status).toBe(200);
  const body = { g_id: s.otherSiteId, fname: 'Ben', lname: 'Away', dob: '1980-03-05', gender: 1 };
  expect((await admin.call(addParticipant, { body: { ...body, subject_number: '717-930' } })).status).toBe(200);
  const inactive = [true, [true]];
  expect([await told(forAda), await told(byNumber)]).toEqual([inactive, inactive]);
  const read = await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId: forAda } });
  expect(read.reply.request).toMatchObject({ isForInactive: true, isAddressOutdated: false });
  expect(read.reply.request).not.toHaveProperty('isAtAnotherSite');
  const [elsewhere] = await s.rows<{ name: string }>(
    'select display_name as name from care_group where care_group_id = $1',
    [s.otherSiteId],
  );
  expect(JSON.stringify(read.reply)).not.toContain(elsewhere!.name);
  // Back here they can be ordered for again.
  const back = { ...body, participant_id: s.ada, g_id: s.siteId, subject_number: '717-919', addressChanged: 0 };
  expect((await admin.call(changeParticipant, { body: back })).status).toBe(200);
  expect(await told(forAda)).toEqual(active);
});
