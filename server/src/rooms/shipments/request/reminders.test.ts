import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments, type Shipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

const due = async (s: Shipments) =>
  (await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } })).reply.orderReminders.map(
    (one): [number, string] => [one.srId, one.nextOrderDate],
  );

test('REM-01 REM-02 APS-11 APS-12 a site lists its reminders by day, sets one and moves it', async () => {
  const s = await openShipments();
  expect(await due(s)).toEqual([]);
  const late = await s.aRequest({ nextOrderDate: addDays(s.today, 9), participants: [s.subject('717-919', s.ada)] });
  const early = await s.aRequest({ nextOrderDate: addDays(s.today, 3) });
  const body = s.order({ gId: s.otherSiteId, nextOrderDate: addDays(s.today, 5) });
  const [elsewhere] = (await s.people.siteUserElsewhere.call(api.createRequest, { body })).reply.srIds;
  expect(await due(s)).toEqual([
    [early, addDays(s.today, 3)],
    [late, addDays(s.today, 9)],
  ]);
  // Who sees both sites is shown the one that is selected.
  const ofAdmin = async (gId: number) =>
    (await s.people.admin.call(api.listReminders, { query: { gId } })).reply.orderReminders.map(({ srId }) => srId);
  expect([await ofAdmin(s.siteId), await ofAdmin(s.otherSiteId)]).toEqual([[early, late], [elsewhere]]);
  expect(
    (await s.people.siteUser.call(api.setReminder, { body: { srId: late, nextOrderDate: addDays(s.today, 1) } }))
      .status,
  ).toBe(200);
  expect((await due(s))[0]).toEqual([late, addDays(s.today, 1)]);
  const { reply } = await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
  expect(reply.orderReminders[0]).toMatchObject({
    gId: s.siteId,
    status: 'preprocessing',
    shipmentType: 'pharmacy',
    participants: [{ participantId: s.ada, subjectNumber: '717-919', fname: 'Adelheid' }],
    products: [{ productId: s.tablet, dosageForm: '50 mg tablet', quantity: 4, quantityUnit: 'Bottle' }],
  });
  // What it is found by besides is told as the list of requests tells it.
  const { reply: listed } = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  const found = listed.requests.find(({ srId }) => srId === late);
  expect([found?.partnerName, found?.protocolNumber]).toEqual([expect.any(String), expect.any(String)]);
  expect(reply.orderReminders[0]).toMatchObject({
    partnerName: found?.partnerName,
    protocolNumber: found?.protocolNumber,
  });
  const read = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId: late } });
  expect(read.reply.request).toMatchObject({ nextOrderDate: addDays(s.today, 1), version: 1 });
});

test('REM-01 nothing comes due for participants who are all deactivated, until one of them is active again', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  const bob = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-930' });
  const ada = s.subject('717-919', s.ada);
  // All for tomorrow, the last day that somebody may ask for.
  const hers = await s.aRequest({ participants: [ada] });
  const both = await s.aRequest({
    participants: [ada, s.subject('717-930', bob)],
    products: [s.line(s.pen)],
  });
  const unknown = await s.aRequest();
  const nobodys = await s.aRequest({ participants: [] });
  const listed = async () => (await due(s)).map(([srId]) => srId);
  const toOrder = async () =>
    (await siteUser.call(listNeeds, { query: { today: addDays(s.today, 1) } })).reply.needs.find(
      ({ kind }) => kind === 'order',
    )?.count;
  expect([await listed(), await toOrder()]).toEqual([[hers, both, unknown, nobodys], 4]);
  await s.rows('update participant set is_active = false where participant_id = $1', [s.ada]);
  expect([await listed(), await toOrder()]).toEqual([[both, unknown, nobodys], 3]);
  await s.rows('update participant set is_active = false where participant_id = $1', [bob]);
  expect([await listed(), await toOrder()]).toEqual([[unknown, nobodys], 2]);
  await s.rows('update participant set is_active = true where participant_id = $1', [s.ada]);
  expect([await listed(), await toOrder()]).toEqual([[hers, both, unknown, nobodys], 4]);
});

test('REM-01 REM-02 OPS-89 for whoever has gone to another site of the trial nothing comes due, until they come back, and the others can be ordered for again without them', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  const bob = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-930' });
  const ada = s.subject('717-919', s.ada);
  const hers = await s.aRequest({ participants: [ada], nextOrderDate: addDays(s.today, 1) });
  const both = await s.aRequest(
    {
      participants: [ada, s.subject('717-930', bob)],
      products: [s.line(s.pen)],
      nextOrderDate: addDays(s.today, 2),
    },
    { status: 'received' },
  );
  const byNumber = await s.aRequest({ participants: [s.subject('717-940')], nextOrderDate: addDays(s.today, 3) });
  const listed = async () => (await due(s)).map(([srId]) => srId);
  const isAt = (site: number) => s.rows('update participant set site_id = $1 where participant_id = $2', [site, s.ada]);
  expect(await listed()).toEqual([hers, both, byNumber]);
  // A number that somebody at another site has cannot be ordered for here either.
  await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, { subject_number: '717-940' });
  await isAt(s.otherSiteId);
  expect(await listed()).toEqual([both]);
  const set = await siteUser.call(api.setReminder, { body: { srId: hers, nextOrderDate: addDays(s.today, 5) } });
  expect([set.status, set.message]).toEqual([400, 'No participant of this request is active at this trial site.']);
  await isAt(s.siteId);
  expect(await listed()).toEqual([hers, both]);
  await isAt(s.otherSiteId);
  const participants = [s.subject('717-930', bob)];
  const again = s.order({
    participants,
    products: [s.line(s.pen)],
    reorderSrId: both,
    nextOrderDate: addDays(s.today, 9),
  });
  const made = (await siteUser.call(api.createRequest, { body: again })).reply.srIds;
  await isAt(s.siteId);
  // Nobody was left whom it could have been ordered for.
  expect(await listed()).toEqual([hers, ...made]);
});

test('REM-02 no reminder is set for participants who are all deactivated, and every one that is set is listed', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({ participants: [s.subject('717-919', s.ada)] });
  const set = (day: string) => s.people.siteUser.call(api.setReminder, { body: { srId, nextOrderDate: day } });
  await s.rows('update participant set is_active = false where participant_id = $1', [s.ada]);
  const before = await s.fingerprint();
  expect(await set(addDays(s.today, 5))).toMatchObject({
    status: 400,
    message: 'No participant of this request is active at this trial site.',
    fields: { srId: 'No participant of this request is active at this trial site.' },
  });
  expect(await s.fingerprint()).toBe(before);
  await s.rows('update participant set is_active = true where participant_id = $1', [s.ada]);
  expect((await set(addDays(s.today, 5))).status).toBe(200);
  expect(await due(s)).toEqual([[srId, addDays(s.today, 5)]]);
});

test('REM-02 SHC-06 P11-09 a reminder lies after today and not on a cancelled request; setting it is recorded', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest();
  const cancelled = await s.aRequest({}, { status: 'cancelled' });
  const before = await s.fingerprint();
  const set = (body: Record<string, unknown>) => s.people.siteUser.call(api.setReminder, { body });
  expect((await set({ srId, nextOrderDate: s.today })).fields).toEqual({
    nextOrderDate: 'Date must be in the future.',
  });
  expect((await set({ srId, nextOrderDate: '9999-12-31' })).fields).toEqual({
    nextOrderDate: 'must lie between 01-Jan-1900 and 31-Dec-2199',
  });
  expect((await set({ srId: cancelled, nextOrderDate: addDays(s.today, 5) })).fields).toEqual({
    srId: 'is a cancelled request',
  });
  for (const { path, body } of spoiled({ srId, nextOrderDate: addDays(s.today, 5) })) {
    expect(`${path} ${(await set(body as Record<string, unknown>)).status}`).toBe(`${path} 400`);
  }
  expect(await s.fingerprint()).toBe(before);
  await set({ srId, nextOrderDate: addDays(s.today, 5) });
  await set({ srId, nextOrderDate: addDays(s.today, 5) });
  const entries = await s.rows("select changes from audit_entry where action = 'shipment.reminder_set'");
  expect(entries).toHaveLength(1);
  expect((entries[0] as { changes: unknown[] }).changes).toContainEqual({
    field: 'reminder_on',
    old: addDays(s.today, 1),
    new: addDays(s.today, 5),
  });
});

test('REL-07 of 50 who move a reminder from the day they have read one does, and the others are told where it stands', async () => {
  onItsOwn();
  const s = await openShipments();
  const nextOrderDateBefore = addDays(s.today, 3);
  const srId = await s.aRequest({ nextOrderDate: nextOrderDateBefore });
  const days = Array.from({ length: 50 }, (_, n) => addDays(s.today, n + 4));
  const answers = await Promise.all(
    days.map((nextOrderDate) =>
      s.people.siteUser.call(api.setReminder, { body: { srId, nextOrderDate, nextOrderDateBefore } }),
    ),
  );
  const won = answers.flatMap(({ status }, n) => (status === 200 ? [days[n]] : []));
  expect(won).toHaveLength(1);
  expect(await due(s)).toEqual([[srId, won[0]]]);
  for (const { status, body } of answers.filter((one) => one.status !== 200))
    expect([status, body]).toEqual([
      409,
      {
        code: 'stale',
        message: 'Someone else has changed this in the meantime. Please look at it again.',
        detail: { current: { srId, nextOrderDate: won[0] } },
      },
    ]);
});

test('REL-07 REM-02 REM-03 a move or a dismissal from a day on which the reminder no longer stands is refused and changes nothing; without that day it counts', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest({ nextOrderDate: addDays(s.today, 3) });
  const { siteUser } = s.people;
  const set = async (to: number, before?: number | null) => {
    const nextOrderDateBefore = before ? addDays(s.today, before) : before;
    const body = { srId, nextOrderDate: addDays(s.today, to), nextOrderDateBefore };
    return (await siteUser.call(api.setReminder, { body })).status;
  };
  const dismiss = async (before: number) =>
    (await siteUser.call(api.dismissReminder, { query: { srId, nextOrderDateBefore: addDays(s.today, before) } }))
      .status;
  expect(await set(9, 3)).toBe(200);
  const before = await s.fingerprint();
  expect([await set(5, 3), await set(5, null), await dismiss(3)]).toEqual([409, 409, 409]);
  expect(await s.fingerprint()).toBe(before);
  expect(await dismiss(9)).toBe(200);
  expect([await set(5, 9), await due(s)]).toEqual([409, []]);
  expect([await set(5, null), await due(s)]).toEqual([200, [[srId, addDays(s.today, 5)]]]);
  expect([await set(7), await due(s)]).toEqual([200, [[srId, addDays(s.today, 7)]]]);
});

test('REM-03 APS-13 OPS-19 OPS-89 a dismissed reminder is gone, named in the query or in a body; of twenty at once one is recorded', async () => {
  onItsOwn();
  const s = await openShipments();
  const [srId, other] = [await s.aRequest(), await s.aRequest()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => s.people.siteUser.call(api.dismissReminder, { query: { srId } })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await s.rows("select 1 from audit_entry where action = 'shipment.reminder_dismissed'")).toHaveLength(1);
  expect((await due(s)).map(([id]) => id)).toEqual([other]);
  // Pressed once more, on a screen that was open since: the first answer again, and nothing is written.
  const before = await s.fingerprint();
  const again = await s.people.admin.call(api.dismissReminder, { query: { srId } });
  expect([again.status, again.body]).toEqual([200, answers[0]?.body]);
  expect(await s.fingerprint()).toBe(before);
  expect((await s.people.siteUser.call(api.dismissReminder, { body: { srId: String(other) } })).status).toBe(200);
  expect(await due(s)).toEqual([]);
  for (const query of [{}, { srId: 'x' }, { srId: 0 }])
    expect((await s.people.siteUser.call(api.dismissReminder, { query })).status).toBe(400);
});

test('OPS-19 a DELETE that names one record in its address and another in its body is refused by the field, and neither is touched', async () => {
  const s = await openShipments();
  const [first, second] = [await s.aRequest(), await s.aRequest()];
  const send = (query: object, body: object) =>
    s.people.siteUser.call(api.dismissReminder, { query: { ...query }, body });
  const refused = await send({ srId: first }, { srId: second });
  expect([refused.status, refused.fields]).toEqual([400, { srId: 'must be the same in the address and in the body' }]);
  expect(new Set((await due(s)).map(([id]) => id))).toEqual(new Set([first, second]));
  expect((await send({ srId: first }, { srId: String(first) })).status).toBe(200);
  expect((await due(s)).map(([id]) => id)).toEqual([second]);
});

test('OPS-89 SHP-16 a request says when it is to be ordered again as long as its reminder is there: not once it is dismissed, cancelled or reordered', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  const day = addDays(s.today, 7);
  const make = (subjectNumber: string) => s.aRequest({ participants: [s.subject(subjectNumber)], nextOrderDate: day });
  const [kept, dismissed, cancelled, reordered] = [
    await make('717-931'),
    await make('717-932'),
    await make('717-933'),
    await s.aRequest({ participants: [s.subject('717-934')], nextOrderDate: day }, { status: 'received' }),
  ];
  const said = async () => {
    const list = (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests;
    const read = async (srId: number) =>
      (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request.nextOrderDate;
    const days = await Promise.all([kept, dismissed, cancelled, reordered].map(read));
    expect(
      [kept, dismissed, cancelled, reordered].map((id) => list.find(({ srId }) => srId === id)?.nextOrderDate),
    ).toEqual(days);
    return days;
  };
  expect(await said()).toEqual([day, day, day, day]);
  await siteUser.call(api.dismissReminder, { query: { srId: dismissed } });
  await siteUser.call(api.moveBySite, { body: { srId: cancelled, gId: s.siteId, status: 'cancelled' } });
  const again = s.order({ participants: [s.subject('717-934')], reorderSrId: reordered });
  expect((await siteUser.call(api.createRequest, { body: again })).status).toBe(200);
  expect(await said()).toEqual([day, null, null, null]);
  const moved = addDays(s.today, 9);
  await siteUser.call(api.setReminder, { body: { srId: dismissed, nextOrderDate: moved } });
  expect(await said()).toEqual([day, moved, null, null]);
});

test('REM-05 ROL-31 PRV-04 no partner is told when a site is reminded of ordering again, nor that a reminder was moved, dismissed or ordered again', async () => {
  onItsOwn();
  const s = await openShipments();
  const ofPharmacy = await s.aRequest();
  const ofWholesaler = await s.aRequest({ products: [s.line(s.pen)] });
  const answers = [
    await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } }),
    await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: ofPharmacy } }),
    await s.people.wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId } }),
    await s.people.wholesaler.call(api.readForWholesaler, { query: { srId: ofWholesaler } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const { requests, request } = body as { requests?: object[]; request?: object };
    expect(requests ?? [request]).toMatchObject([{ nextOrderDate: null }]);
  }
  const told = () => s.rows(`select payload from event where payload->>'id' = $1 order by event_id`, [`${ofPharmacy}`]);
  await s.put(ofPharmacy, { status: 'received' });
  await s.rows('delete from event');
  const { siteUser } = s.people;
  const set = (days: number) =>
    siteUser.call(api.setReminder, { body: { srId: ofPharmacy, nextOrderDate: addDays(s.today, days) } });
  await set(5);
  await siteUser.call(api.dismissReminder, { query: { srId: ofPharmacy } });
  await set(6);
  const { reply } = await siteUser.call(api.readForSite, { query: { srId: ofPharmacy } });
  const participants = reply.request.participants.map(({ subjectNumber }) => s.subject(subjectNumber));
  await s.aRequest({ participants, reorderSrId: ofPharmacy });
  expect(await told()).toEqual(Array(4).fill({ payload: { id: ofPharmacy, careGroupId: s.siteId } }));
});

test('OPS-19 a DELETE with everything in its query and an empty body is taken whatever its content type says', async () => {
  const s = await openShipments();
  const port = new URL(await s.app.http.listen({ port: 0, host: '127.0.0.1' })).port;
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'odd'];
  const send = async (srId: number, type: string, body?: string) => {
    const url = `http://127.0.0.1:${port}/api${api.dismissReminder.path}?srId=${srId}`;
    const headers = { authorization: `Bearer ${s.people.siteUser.token}`, 'content-type': type, host: 'localhost' };
    const sent = request(url, { method: 'DELETE', headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return [type, answer.statusCode];
  };
  for (const type of types) {
    expect(await send(await s.aRequest(), type)).toEqual([type, 200]);
    expect(await send(await s.aRequest(), type, '')).toEqual([type, 200]);
  }
  expect(await due(s)).toEqual([]);
  expect(await send(await s.aRequest(), 'text/plain', 'srId=1')).toEqual(['text/plain', 400]);
});
