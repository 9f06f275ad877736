/** Orders beside a participant who moves to another site of the trial. */
import { changeParticipant } from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { openShipments, type Shipments } from '#test/shipments.ts';
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
    await inPlaceOfAct(tx);
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
