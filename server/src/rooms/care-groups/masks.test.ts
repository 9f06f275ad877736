import * as api from '@portal/contract/care-groups/configuration-endpoints.ts';
import { readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

/** A trial with the mask XXX-XXX, at work. */
async function aTrialWithMask() {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  const [admin, siteUser] = [await portal.signedIn(world.admin), await portal.signedIn(world.siteUser)];
  const put = (subjectNumberMask: string, more: object = {}) =>
    admin.call(api.reconfigureTrial, {
      body: {
        g_id: world.trialId,
        outreachPreference: 0,
        hasCard: 0,
        hasShippingRequest: 1,
        sponsorId: world.sponsorId,
        subjectNumberMask,
        ...more,
      },
    });
  const add = (subject_number: string) =>
    siteUser.call(addParticipant, {
      body: { fname: 'Ada', lname: 'Lovelace', g_id: world.siteId, dob: '1980-03-05', subject_number, gender: 1 },
    });
  const order = (subjectNumber: string, participantId: number | null) =>
    siteUser.call(shipments.createRequest, {
      body: {
        gId: world.siteId,
        toParticipant: 0,
        participants: [{ participantId, subjectNumber }],
        dateRequired: '2099-01-01',
        nextOrderDate: '2099-02-01',
        address: anAddress,
        products: [{ productId: world.tablet, quantity: 1, daysOfSupply: 30, directions: 'Take one daily' }],
      },
    });
  const trial = async () => (await admin.call(readTrial, { query: { g_id: world.trialId } })).reply.trialInfo;
  return { ...world, portal, siteUser, put, add, order, trial };
}
const refusal =
  'This trial has participants or shipment requests with subject numbers in its present format. If the format changes, nothing can be ordered for these numbers.';

test('SHC-17 OPS-62 a trial keeps the mask that the numbers of its participants have, so that each can be ordered for as before', async () => {
  const { portal, put, add, order, trial } = await aTrialWithMask();
  const { participantId } = (await add('101-001')).reply;
  for (const mask of ['XXX', 'XXX-XXXX', 'XXX-XX-X', 'XXXXXX']) {
    const { status, message } = await put(mask, { outreachPreference: 1 });
    expect([mask, status, message]).toEqual([mask, 400, refusal]);
  }
  expect(await trial()).toMatchObject({ subjectNumberMask: 'XXX-XXX', outreachPreference: false, version: 1 });
  expect((await order('101-001', participantId)).status).toBe(200);
  // Whoever is deactivated may come back.
  await portal.rows('update participant set is_active = false');
  expect((await put('XXX')).message).toBe(refusal);
});

test('OPS-62 a number that never had the form of the mask does not hold it, and everything else of a trial can change beside it', async () => {
  const { put, add, order, trial } = await aTrialWithMask();
  const { participantId } = (await add('7')).reply;
  expect((await order('7', participantId)).status).toBe(400);
  expect((await put('XXX-XXX', { outreachPreference: 1 })).status).toBe(200);
  expect((await put('X')).status).toBe(200);
  expect((await trial()).subjectNumberMask).toBe('X');
  expect((await order('7', participantId)).status).toBe(200);
  // Now the number has the form, and holds it.
  expect((await put('XX')).message).toBe(refusal);
});

test('SHC-17 OPS-68 OPS-73 a subject number that was ordered for without a record holds the mask until its request has ended and nobody is reminded of it', async () => {
  const { portal, siteUser, put, order, trial } = await aTrialWithMask();
  const [srId] = (await order('123-456', null)).reply.srIds as [number];
  expect((await order('123-456', null)).message).toBe('Request contains the same product as an active shipment.');
  expect((await put('XXXX-XXX', { outreachPreference: 1 })).message).toBe(refusal);
  const becomes = (status: string) =>
    portal.rows('update shipment_request set status = $2 where request_id = $1', [srId, status]);
  await becomes('received');
  expect((await put('XXXX-XXX')).message).toBe(refusal);
  expect((await siteUser.call(shipments.dismissReminder, { query: { srId } })).status).toBe(200);
  await becomes('shipped');
  expect((await put('XXXX-XXX')).message).toBe(refusal);
  await becomes('received');
  expect((await put('XXXX-XXX')).status).toBe(200);
  expect((await trial()).subjectNumberMask).toBe('XXXX-XXX');
});

test('OPS-62 participants and requests of another trial do not hold the mask of this one', async () => {
  const { portal, companyId, put, order, siteUser, siteId } = await aTrialWithMask();
  const other = await portal.aTrial(companyId);
  const site = await portal.aSite(companyId, other);
  await portal.aParticipant(companyId, other, site, { subject_number: '101-001' });
  // A request that was made in this trial and is of the other one.
  const [srId] = (await order('123-456', null)).reply.srIds as [number];
  await portal.rows('update shipment_request set trial_id = $2, site_id = $3 where request_id = $1', [
    srId,
    other,
    site,
  ]);
  expect((await put('XX')).status).toBe(200);
  expect((await siteUser.call(listParticipants, { query: { g_id: siteId } })).reply.participants).toEqual([]);
});
