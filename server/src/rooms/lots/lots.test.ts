import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

type Item = ReturnType<Shipments['item']>;

const ship = (s: Shipments, who: 'pharmacist' | 'pharmacistElsewhere' | 'wholesaler', srId: number, items: Item[]) =>
  s.people[who].call(who === 'wholesaler' ? api.shipByWholesaler : api.shipByPharmacy, {
    body: { srId, packages: [s.package_(items)] },
  });
const lots = (s: Shipments) =>
  s.rows<{ product_id: number; lot_number: string; expires_on: string }>(
    'select product_id, lot_number, expires_on from lot order by lot_id',
  );
/** A request of the other site, which another pharmacy supplies. */
const elsewhere = async (s: Shipments) => {
  const answer = await s.people.admin.call(api.createRequest, {
    body: s.order({ gId: s.otherSiteId, participants: [s.subject('900-001')] }),
  });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  return answer.reply.srIds[0] as number;
};

test('PKG-04 PKG-05 a lot goes on record when it is first typed on a package, and is found again in either case', async () => {
  const s = await openShipments();
  const expires = addDays(s.today, 90);
  const of = (lotNumber: string, quantity: number) =>
    s.item(s.tablet, { lotNumber, quantity, expirationDate: expires });
  const [first, second] = [await s.aRequest(), await s.aRequest()];
  expect((await ship(s, 'pharmacist', first, [of('Lx-7', 1), of('LX-7', 1), of('Lx-8', 2)])).message).toBe(undefined);
  expect((await ship(s, 'pharmacist', second, [of('lx-7', 4)])).message).toBe(undefined);
  expect(await lots(s)).toEqual(
    ['Lx-7', 'Lx-8'].map((lot_number) => ({ product_id: s.tablet, lot_number, expires_on: expires })),
  );
  // However it was typed, the package has the spelling on record.
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId: second } });
  expect(reply.request.packages[0]?.items).toMatchObject([{ lotNumber: 'Lx-7', expirationDate: expires }]);
  const held = await s.rows(
    'select item.lot_number as item, lot.lot_number as lot from package_item item join lot using (lot_id) order by item_id',
  );
  expect(held).toEqual([
    { item: 'Lx-7', lot: 'Lx-7' },
    { item: 'Lx-7', lot: 'Lx-7' },
    { item: 'Lx-8', lot: 'Lx-8' },
    { item: 'Lx-7', lot: 'Lx-7' },
  ]);
  // The same number of another product is another lot.
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const pen = s.item(s.pen, { lotNumber: 'LX-7', expirationDate: addDays(s.today, 5) });
  expect((await ship(s, 'wholesaler', pens, [pen])).status).toBe(200);
  expect((await lots(s)).at(-1)).toEqual({
    product_id: s.pen,
    lot_number: 'LX-7',
    expires_on: addDays(s.today, 5),
  });
});

test('P11-09 each new lot has one audit entry with product, number and day; a known one has none', async () => {
  onItsOwn();
  const s = await openShipments();
  const expires = addDays(s.today, 90);
  for (const srId of [await s.aRequest(), await s.aRequest()])
    await ship(s, 'pharmacist', srId, [s.item(s.tablet, { lotNumber: 'A1', expirationDate: expires })]);
  const entries = await s.rows("select actor_id, record_kind, changes from audit_entry where action = 'lot.added'");
  expect(entries).toEqual([
    {
      actor_id: s.people.pharmacist.providerId,
      record_kind: 'lot',
      changes: [
        { field: 'product_id', new: s.tablet },
        { field: 'lot_number', new: 'A1' },
        { field: 'expires_on', new: expires },
      ],
    },
  ]);
});

test('PKG-05 another expiration date for a known lot is refused by naming the lot and the day on record; nothing is shipped', async () => {
  const s = await openShipments();
  const of = (lotNumber: string, expirationDate: string, quantity = 4) =>
    s.item(s.tablet, { lotNumber, expirationDate, quantity });
  const [known, waiting] = [await s.aRequest(), await s.aRequest()];
  expect((await ship(s, 'pharmacist', known, [of('L-77', '2077-03-05')])).message).toBe(undefined);
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  const before = await s.fingerprint();
  const sentence = `Lot L-77 of ${drug} is on record with the expiration date 05-Mar-2077. If that date is wrong, an administrator of the trial can correct it.`;
  const refused = await ship(s, 'pharmacist', waiting, [of('NEW', '2078-01-01', 2), of('l-77', '2077-03-06', 2)]);
  expect([refused.status, refused.code, refused.message, refused.fields]).toEqual([
    400,
    'lot.other_expiry',
    sentence,
    { 'packages.0.items.1.expirationDate': sentence },
  ]);
  // Of two days for one new lot in a single shipment the first counts.
  const twice = await ship(s, 'pharmacist', waiting, [of('N-1', '2078-01-01', 2), of('n-1', '2078-01-02', 2)]);
  expect([twice.status, Object.keys(twice.fields), twice.message]).toEqual([
    400,
    ['packages.0.items.1.expirationDate'],
    `Lot N-1 of ${drug} has the expiration date 01-Jan-2078 elsewhere in this shipment.`,
  ]);
  expect(await s.fingerprint()).toBe(before);
  expect(await s.stateOf(waiting)).toEqual({ status: 'preprocessing', version: 1 });
});

test('REL-08 two partners who type the same new lots at once, in either order, make one row of each', async () => {
  onItsOwn();
  const s = await openShipments();
  const expires = addDays(s.today, 30);
  const rounds = [1, 2, 3, 4, 5, 6];
  for (const round of rounds) {
    const [ours, theirs] = [await s.aRequest(), await elsewhere(s)];
    const items = ['a', 'b', 'c', 'd'].map((letter) =>
      s.item(s.tablet, { lotNumber: `${letter}${round}`, quantity: 1, expirationDate: expires }),
    );
    const upper = items.map((item) => ({ ...item, lotNumber: String(item['lotNumber']).toUpperCase() }));
    const answers = await Promise.all([
      ship(s, 'pharmacist', ours, items),
      ship(s, 'pharmacistElsewhere', theirs, upper.reverse()),
    ]);
    expect(answers.map(({ status, message }) => [status, message])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await s.put(theirs, { status: 'received' });
  }
  expect(await lots(s)).toHaveLength(4 * rounds.length);
  expect(await s.rows("select 1 from audit_entry where action = 'lot.added'")).toHaveLength(4 * rounds.length);
});

test('REL-08 of two partners who give one new lot two days at once one ships and the other is told the day', async () => {
  onItsOwn();
  const s = await openShipments();
  const [ours, theirs] = [await s.aRequest(), await elsewhere(s)];
  const of = (days: number) => [s.item(s.tablet, { lotNumber: 'R1', expirationDate: addDays(s.today, days) })];
  const answers = await Promise.all([
    ship(s, 'pharmacist', ours, of(10)),
    ship(s, 'pharmacistElsewhere', theirs, of(11)),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.code).toBe('lot.other_expiry');
  expect(await lots(s)).toHaveLength(1);
});

test('SST-06 SST-07 what had expired on the day it came cannot be confirmed as received, but reported; its last day is still good', async () => {
  const s = await openShipments();
  s.app.clock.set(new Date('2026-03-01T12:00:00Z'));
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  const of = (lotNumber: string, expirationDate: string) =>
    s.item(s.tablet, { lotNumber, expirationDate, quantity: 2 });
  const requests: number[] = [];
  for (const subject of ['910-001', '910-002', '910-003', '910-004', '910-005']) {
    const srId = await s.aRequest({
      participants: [s.subject(subject)],
      dateRequired: '2026-03-01',
      nextOrderDate: '2026-05-01',
    });
    await ship(s, 'pharmacist', srId, [of('SHORT', '2026-03-04'), of('LONG', '2027-03-05')]);
    requests.push(srId);
  }
  s.app.clock.set(new Date('2026-03-05T12:00:00Z'));
  const sites = await s.signedIn(s.siteUser);
  const end = (srId: number, status: string, dateOfStatusChange: string) =>
    sites.call(api.moveBySite, { body: { srId, gId: s.siteId, status, dateOfStatusChange } });
  const [late, ...others] = requests as [number, ...number[]];
  const before = await s.fingerprint();
  const refused = await end(late, 'received', '2026-03-05');
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'shipment.expired',
    `Lot SHORT of ${drug} expired on 04-Mar-2026. If that date is wrong, an administrator of the trial can correct it. Items that have expired on arrival cannot be confirmed as received. Report the delivery instead.`,
  ]);
  expect(await s.fingerprint()).toBe(before);
  expect((await end(late, 'received', '2026-03-04')).message).toBe(undefined);
  for (const [i, outcome] of (['damaged', 'missing', 'other'] as const).entries())
    expect((await end(others[i] as number, outcome, '2026-03-05')).reply).toMatchObject({ status: outcome });
  // A pharmacy that confirms for a participant meets the same rule.
  await s.rows('update shipment_request set to_participant = true where request_id = $1', [others[3]]);
  const pharmacist = await s.signedIn(s.pharmacist);
  const partner = await pharmacist.call(api.moveByPharmacy, {
    body: { srId: others[3], status: 'received', dateOfStatusChange: '2026-03-05' },
  });
  expect([partner.status, partner.code]).toEqual([409, 'shipment.expired']);
});
