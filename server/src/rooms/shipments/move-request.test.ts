import * as api from '@portal/contract/shipments/endpoints.ts';
import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments, type Shipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

const statuses = shipmentStatus.options;
const ends = ['received', 'damaged', 'missing', 'other'];

/** The steps the seeds allow by a status call, written out once more: status, side, whether it goes to a participant. */
const allowed = (status: string, isPartner: boolean, toParticipant: boolean): readonly string[] => {
  if (status === 'preprocessing') return isPartner ? ['processing', 'cancelled'] : ['cancelled'];
  if (status === 'processing') return isPartner ? ['cancelled'] : [];
  return status === 'shipped' && isPartner === toParticipant ? ends : [];
};

/** Every way to move a request: who tries it, by which call, from which side. */
const movers = [
  ['siteUser', api.moveBySite, 'site'],
  ['admin', api.moveBySite, 'site'],
  ['other', api.moveBySite, 'site'],
  ['pharmacist', api.moveByPharmacy, 'partner'],
  ['wholesaler', api.moveByWholesaler, 'partner'],
  ['sponsor', api.moveBySite, 'nobody'],
  ['nurse', api.moveBySite, 'site'],
] as const;

const bodyFor = (s: Shipments, call: { path: string }, srId: number, status: string, more = {}) => ({
  srId,
  status,
  ...(call === api.moveBySite ? { gId: s.siteId } : {}),
  ...more,
});

/** The sentences of a step that is refused. */
const said: Record<string, readonly string[]> = {
  'shipment.cannot_move': ['shipment.cannot_move', 'Invalid status change.'],
  'shipment.already_moved': ['shipment.already_moved', 'Someone else has already changed this request.'],
};

test('APS-14 APS-24 APS-32 P11-20 OPS-14 SST-02 SST-03 SST-04 SST-05 SST-06 SST-07 SST-10 OPS-81 ROL-26 ROL-28 ROL-29 ROL-39 every status by every target by every role: only the published steps happen', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  const requests = { pharmacist: await s.aRequest(), wholesaler: await s.aRequest({ products: [s.line(s.pen)] }) };
  for (const [who, call, side] of movers) {
    const srId = who === 'wholesaler' ? requests.wholesaler : requests.pharmacist;
    const caller = s.people[who];
    for (const toParticipant of [true, false]) {
      for (const status of statuses) {
        for (const target of statuses) {
          await s.put(srId, { status, toParticipant });
          const before = await s.fingerprint();
          const answer = await caller.call(call as typeof api.moveBySite, { body: bodyFor(s, call, srId, target) });
          const may = side !== 'nobody' && allowed(status, side === 'partner', toParticipant).includes(target);
          const tried = `${who} ${status} ${target} ${toParticipant ? 'participant' : 'site'}`;
          expect(`${tried} ${answer.status}`).toBe(`${tried} ${side === 'nobody' ? 403 : may ? 200 : 409}`);
          expect((await s.stateOf(srId)).status).toBe(may ? target : status);
          expect((await s.fingerprint()) === before).toBe(!may);
          expect([answer.code, answer.message]).toEqual(
            may
              ? [undefined, undefined]
              : side === 'nobody'
                ? ['forbidden', 'You are not allowed to do this.']
                : said[answer.code ?? ''],
          );
        }
      }
    }
  }
});

test('SST-01 SEC-27 an unknown status, or any other wrong field, is a 400 and changes nothing', async () => {
  const s = await openShipments();
  const tablets = await s.aRequest({}, { status: 'shipped', toParticipant: false });
  const pens = await s.aRequest({ products: [s.line(s.pen)] }, { status: 'shipped', toParticipant: false });
  const before = await s.fingerprint();
  for (const [who, call, srId] of [
    ['siteUser', api.moveBySite, tablets],
    ['pharmacist', api.moveByPharmacy, tablets],
    ['wholesaler', api.moveByWholesaler, pens],
  ] as const) {
    expect(
      (await s.people[who].call(call as typeof api.moveBySite, { body: bodyFor(s, call, srId, 'Shipped') })).fields,
    ).toHaveProperty('status');
    for (const { path, body } of spoiled(bodyFor(s, call, srId, 'received', { dateOfStatusChange: s.today }))) {
      const answer = await s.people[who].call(call as typeof api.moveBySite, { body });
      expect(`${path} ${answer.status}`).toBe(`${path} 400`);
    }
  }
  expect(await s.fingerprint()).toBe(before);
});

test('SST-06 SST-12 SST-13 SST-16 SST-18 SHP-21 OPS-79 OPS-80 OPS-14 a site confirms a delivery with its day, in either spelling; both borders hold', async () => {
  const s = await openShipments();
  const shippedOn = addDays(s.today, -3);
  const days = [shippedOn, s.today, addDays(s.today, -1).split('-').reverse().join('-'), undefined];
  for (const [i, dateOfStatusChange] of days.entries()) {
    const srId = await s.aRequest({}, { status: 'shipped', shippedOn });
    const answer = await s.people.siteUser.call(api.moveBySite, {
      body: { srId, gId: s.siteId, status: 'received', dateOfStatusChange },
    });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
    const day = [shippedOn, s.today, addDays(s.today, -1), s.today][i];
    expect(reply.request).toMatchObject({ status: 'received', dateOfStatusChange: day, dateShipped: shippedOn });
    expect(reply.request.history.map((step) => [step.status, step.date])).toEqual([
      ['preprocessing', s.today],
      ['received', day],
    ]);
    expect((await s.rows('select received_on from shipment_request where request_id = $1', [srId]))[0]).toEqual({
      received_on: day,
    });
  }
});

test('SST-14 SST-15 a day in the future or before the shipment is refused in words, for every outcome and from both sides', async () => {
  const s = await openShipments();
  const shippedOn = addDays(s.today, -3);
  const toSite = await s.aRequest({}, { status: 'shipped', shippedOn });
  const toParticipant = await s.aRequest({}, { status: 'shipped', shippedOn, toParticipant: true });
  const waiting = await s.aRequest();
  const before = await s.fingerprint();
  for (const status of ends) {
    for (const [dateOfStatusChange, sentence] of [
      [addDays(s.today, 1), 'Selected date is in the future'],
      [addDays(shippedOn, -1), 'Selected date is before the shipment date'],
      ['31-02-2026', 'must be a date in the form YYYY-MM-DD'],
      ['0001-01-01', 'Selected date is before the shipment date'],
    ]) {
      const site = await s.people.siteUser.call(api.moveBySite, {
        body: { srId: toSite, gId: s.siteId, status, dateOfStatusChange },
      });
      expect([site.status, site.fields]).toEqual([400, { dateOfStatusChange: sentence }]);
      const partner = await s.people.pharmacist.call(api.moveByPharmacy, {
        body: { srId: toParticipant, status, dateOfStatusChange },
      });
      expect([partner.status, partner.fields]).toEqual([400, { dateOfStatusChange: sentence }]);
    }
  }
  for (const dateOfStatusChange of [addDays(s.today, 1), addDays(s.today, -1)]) {
    expect(
      (
        await s.people.pharmacist.call(api.moveByPharmacy, {
          body: { srId: waiting, status: 'processing', dateOfStatusChange },
        })
      ).status,
    ).toBe(400);
  }
  expect(await s.fingerprint()).toBe(before);
});

test('OPS-14 OPS-89 cancelling removes the reminder; every other step keeps it', async () => {
  const s = await openShipments();
  const [cancelled, moved] = [await s.aRequest(), await s.aRequest()];
  await s.people.siteUser.call(api.moveBySite, { body: { srId: cancelled, gId: s.siteId, status: 'cancelled' } });
  await s.people.pharmacist.call(api.moveByPharmacy, { body: { srId: moved, status: 'processing' } });
  const { reply } = await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
  expect(reply.orderReminders.map((reminder) => reminder.srId)).toEqual([moved]);
});

test('P11-09 P11-15 each step has one audit entry with old and new status; what undoes has its reason; the other side is told', async () => {
  const s = await openShipments();
  const tried: [string, string | null, Record<string, unknown>][] = [
    ['cancelled', 'Cancel Request', { status: 'preprocessing' }],
    ['received', null, { status: 'shipped' }],
    ['damaged', 'Damaged', { status: 'shipped' }],
    ['missing', 'Missing', { status: 'shipped' }],
    ['other', 'Other', { status: 'shipped' }],
  ];
  for (const [status, reason, state] of tried) {
    const srId = await s.aRequest({}, state);
    await s.people.siteUser.call(api.moveBySite, { body: { srId, gId: s.siteId, status } });
    const entries = await s.rows<{ reason: string | null; changes: unknown[] }>(
      "select reason, changes from audit_entry where action = 'shipment.moved' and record_id = $1",
      [String(srId)],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]!.reason).toBe(reason);
    expect(entries[0]!.changes).toContainEqual({ field: 'status', old: state.status, new: status });
    const events = await s.rows(
      "select payload from event where type = 'shipment.changed' and (payload->>'id')::int = $1 order by event_id",
      [srId],
    );
    expect(events).toHaveLength(2);
    expect(events[1]).toEqual({
      payload: {
        id: srId,
        careGroupId: s.siteId,
        partnerId: s.pharmacyId,
        mail: { step: status, by: expect.any(Number), host: 'localhost' },
      },
    });
  }
});

test('REL-07 SST-02 a stale version is refused with the status of now; the version of now is taken', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  await s.people.pharmacist.call(api.moveByPharmacy, { body: { srId, status: 'processing', version: 1 } });
  const before = await s.fingerprint();
  const stale = await s.people.siteUser.call(api.moveBySite, {
    body: { srId, gId: s.siteId, status: 'cancelled', version: 1 },
  });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  expect(stale.body).toMatchObject({ detail: { current: { status: 'processing', version: 2 } } });
  expect(await s.fingerprint()).toBe(before);
  const next = await s.people.pharmacist.call(api.moveByPharmacy, { body: { srId, status: 'cancelled', version: 2 } });
  expect(next.reply).toMatchObject({ status: 'cancelled', version: 3 });
});

test('REL-07 SST-03 SST-04 a step somebody else has overtaken is told apart from one that is never right', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const cancel = { body: { srId, gId: s.siteId, status: 'cancelled' } };
  await s.people.pharmacist.call(api.moveByPharmacy, { body: { srId, status: 'processing' } });
  const late = await s.people.siteUser.call(api.moveBySite, cancel);
  expect([late.status, late.code, late.message]).toEqual([
    409,
    'shipment.already_moved',
    'Someone else has already changed this request.',
  ]);
  expect(late.body).toMatchObject({ detail: { status: 'processing' } });
  for (const [who, status] of [
    ['pharmacist', 'processing'],
    ['pharmacist', 'preprocessing'],
    ['pharmacist', 'received'],
    ['pharmacist', 'shipped'],
  ] as const) {
    const never = await s.people[who].call(api.moveByPharmacy, { body: { srId, status } });
    expect([status, never.status, never.code, never.message]).toEqual([
      status,
      409,
      'shipment.cannot_move',
      'Invalid status change.',
    ]);
  }
});

test('REL-07 REL-01 P11-20 of twenty people who press at once one moves the request; the others are told', async () => {
  onItsOwn();
  const s = await openShipments();
  const colleagues = await Promise.all(
    Array.from({ length: 3 }, async () =>
      s.signedIn(await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: s.pharmacyId })),
    ),
  );
  const srId = await s.aRequest();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2
        ? s.people.siteUser.call(api.moveBySite, { body: { srId, gId: s.siteId, status: 'cancelled', version: 1 } })
        : colleagues[i % 3]!.call(api.moveByPharmacy, { body: { srId, status: 'cancelled' } }),
    ),
  );
  expect([200, 409].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([1, 19]);
  expect(await s.stateOf(srId)).toEqual({ status: 'cancelled', version: 2 });
  expect(await s.rows("select 1 from audit_entry where action = 'shipment.moved'")).toHaveLength(1);
  expect(await s.rows('select 1 from shipment_status_change where request_id = $1', [srId])).toHaveLength(2);
});
