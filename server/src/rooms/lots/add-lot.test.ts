/** A lot that nobody has packed yet is put on record, and recalled by what is there then. */
import * as api from '@portal/contract/lots/endpoints.ts';
import { removeProduct } from '@portal/contract/products/endpoints.ts';
import * as shipping from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { openShipmentsInMarch } from '#test/shipments.ts';

const expirationDate = '2027-03-05';

async function aPortal() {
  const s = await openShipmentsInMarch();
  const { people } = s;
  const add = (over: object = {}, by = people.admin, headers: Record<string, string> = {}) =>
    by.call(api.addLot, { body: { productId: s.tablet, lotNumber: 'L2612', expirationDate, ...over }, headers });
  const ship = async (lotNumber: string) => {
    const srId = await s.aRequest();
    const packages = [s.package_([s.item(s.tablet, { lotNumber, expirationDate })])];
    return people.pharmacist.call(shipping.shipByPharmacy, { body: { srId, packages } });
  };
  const lots = async () => (await people.admin.call(api.listLots)).reply.lots;
  const [named] = await s.rows<{ drugName: string }>(
    'select drug_name as "drugName" from product where product_id = $1',
    [s.tablet],
  );
  return { ...s, add, ship, lots, drugName: named?.drugName ?? '' };
}

test('a lot is recorded before anybody packed it, listed, traced with no shipments and recalled; packing refuses it then', async () => {
  const s = await aPortal();
  const { body, reply } = await s.add({ lotNumber: '  L2612\u200b ' });
  const { lotId } = reply;
  expect(body).toEqual({ message: 'Lot recorded.', lotId: expect.any(Number) as number });
  const lot = {
    lotId,
    lotNumber: 'L2612',
    productId: s.tablet,
    drugName: s.drugName,
    expirationDate,
    recalledAt: null,
    createdAt: expect.any(Date) as Date,
    version: 1,
  };
  expect(await s.lots()).toEqual([expect.objectContaining(lot)]);
  const trace = async () => (await s.people.admin.call(api.traceLot, { query: { lotId } })).reply;
  expect(await trace()).toMatchObject({ lot, shipments: [], more: false, recalls: [], mayCorrect: true });
  const recalled = await s.people.admin.call(api.recallLot, {
    body: { lotId, recalled: 1, reason: 'The manufacturer calls it back.', version: 1 },
  });
  expect(recalled.status).toBe(200);
  const sentence = `Lot L2612 of ${s.drugName} was recalled on 05-Mar-2026 and cannot be shipped.`;
  const refused = await s.ship('l2612');
  expect([refused.status, refused.code, refused.fields]).toEqual([
    400,
    'lot.recalled',
    { 'packages.0.items.0.lotNumber': sentence },
  ]);
  expect((await trace()).shipments).toEqual([]);
});

test('one that is not recalled is packed as any other, by the day on record', async () => {
  const s = await aPortal();
  const { lotId } = (await s.add({ expirationDate: '2027-12-31' })).reply;
  expect((await s.ship('L2612')).code).toBe('lot.other_expiry');
  await s.people.admin.call(api.correctLotExpiry, { body: { lotId, expirationDate, reason: 'Mistyped.' } });
  expect((await s.ship('l2612')).status).toBe(200);
  expect((await s.lots()).map((one) => [one.lotId, one.lotNumber])).toEqual([[lotId, 'L2612']]);
});

test('a lot that has expired may be recorded too', async () => {
  const s = await aPortal();
  expect((await s.add({ expirationDate: '2020-01-31' })).status).toBe(200);
  expect(await s.lots()).toMatchObject([{ expirationDate: '2020-01-31' }]);
});

test('P11-09 the trail says who recorded which lot, and the people of the trial are told of it', async () => {
  const s = await aPortal();
  // The pharmacy that may pack it for a request is told too: it shows what is on record of a number that is typed.
  await s.aRequest();
  const [last] = await s.rows<{ n: number }>('select coalesce(max(event_id), 0)::int as n from event');
  const { lotId } = (await s.add()).reply;
  expect(
    await s.rows(
      `select action, actor_id, record_kind, record_id, changes from audit_entry where company_id = $1 and record_kind = 'lot' order by seq`,
      [s.companyId],
    ),
  ).toEqual([
    {
      action: 'lot.added',
      actor_id: s.people.admin.providerId,
      record_kind: 'lot',
      record_id: String(lotId),
      changes: [
        { field: 'product_id', new: s.tablet },
        { field: 'lot_number', new: 'L2612' },
        { field: 'expires_on', new: expirationDate },
      ],
    },
  ]);
  expect(await s.rows('select type, payload from event where event_id > $1 order by event_id', [last?.n])).toEqual([
    { type: 'lot.changed', payload: { id: lotId, careGroupId: s.trialId, people: [] } },
    { type: 'lot.changed', payload: { id: lotId, partnerId: s.pharmacyId } },
  ]);
});

test('a number that is on record for the product, however it is typed, is refused at its field in the spelling on record; nothing is written', async () => {
  const s = await aPortal();
  await s.add({ lotNumber: 'Lot 2612' });
  await s.ship('A7');
  const before = await s.fingerprint();
  for (const [typed, onRecord] of [
    ['Lot 2612', 'Lot 2612'],
    ['lOT  2612', 'Lot 2612'],
    ['Lot\u200b 2612', 'Lot 2612'],
    ['Ｌｏｔ\u30002612', 'Lot 2612'],
    ['a7', 'A7'],
  ] as const) {
    const sentence = `Lot ${onRecord} of ${s.drugName} is on record already.`;
    const refused = await s.add({ lotNumber: typed, expirationDate: '2028-01-01' });
    expect([typed, refused.status, refused.code, refused.message, refused.fields]).toEqual([
      typed,
      400,
      'lot.on_record',
      sentence,
      { lotNumber: sentence },
    ]);
  }
  expect(await s.fingerprint()).toBe(before);
  // Of another product it is another lot.
  expect((await s.add({ productId: s.pen, lotNumber: 'Lot 2612' })).status).toBe(200);
});

test('REL-08 of five who record one number at once one does, and the others are told that it is on record', async () => {
  const s = await aPortal();
  const tries = await Promise.all(
    ['L2612', 'l2612', 'L2612 ', ' l2612', 'L\u200b2612'].map((lotNumber) => s.add({ lotNumber })),
  );
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  expect(new Set(tries.filter(({ status }) => status === 400).map(({ code }) => code))).toEqual(
    new Set(['lot.on_record']),
  );
  expect(await s.lots()).toHaveLength(1);
  const added = `select record_id from audit_entry where company_id = $1 and action = 'lot.added'`;
  expect(await s.rows(added, [s.companyId])).toHaveLength(1);
});

test('REL-06 the same key twice records one lot and answers alike', async () => {
  const s = await aPortal();
  const key = { 'idempotency-key': 'one-lot-of-this-browser' };
  const [first, second] = [await s.add({}, s.people.admin, key), await s.add({}, s.people.admin, key)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect(await s.lots()).toHaveLength(1);
});

test('SEC-22 SEC-23 SEC-24 only who administers the whole trial records a lot of it; a product that is gone or out of sight is not there', async () => {
  const s = await aPortal();
  const person = async (groups: number[]) =>
    s.signedIn(await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, groups));
  const ofSite = await person([s.siteId]);
  const ofTrial = await person([s.trialId]);
  const ofOther = await person([await s.aTrial(s.companyId)]);
  const gone = await s.aProduct(s.companyId, s.trialId);
  expect((await s.people.admin.call(removeProduct, { query: { productId: gone, g_id: s.trialId } })).status).toBe(200);
  const before = await s.fingerprint();
  const unknown = await s.add({ productId: 99_999_999 });
  expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
  for (const refused of [
    await s.add({}, ofSite),
    await s.add({}, ofOther),
    await s.add({}, s.people.adminAbroad),
    await s.add({ productId: s.theirs.tablet }),
    await s.add({ productId: gone }),
  ])
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
  for (const who of ['siteUser', 'nurse', 'sponsor', 'pharmacist', 'wholesaler'] as const)
    expect([who, (await s.add({}, s.people[who])).status]).toEqual([who, 403]);
  expect(await s.fingerprint()).toBe(before);
  expect((await s.add({}, ofTrial)).status).toBe(200);
});

test('SEC-27 what is wrong is named, and nothing is written', async () => {
  const s = await aPortal();
  const before = await s.fingerprint();
  for (const [over, field, said] of [
    [{ lotNumber: '' }, 'lotNumber', 'Lot number is required'],
    [{ lotNumber: ' \u200b ' }, 'lotNumber', 'Lot number is required'],
    [{ lotNumber: undefined }, 'lotNumber', 'Lot number is required'],
    [{ lotNumber: 'x'.repeat(61) }, 'lotNumber', 'is too long (maximum is 60 characters)'],
    [{ lotNumber: 7 }, 'lotNumber', expect.any(String)],
    [{ expirationDate: undefined }, 'expirationDate', expect.any(String)],
    [{ expirationDate: '2027-02-30' }, 'expirationDate', expect.any(String)],
    [{ expirationDate: '0226-03-05' }, 'expirationDate', 'must lie between 01-Jan-1900 and 31-Dec-2199'],
    [{ productId: undefined }, 'productId', expect.any(String)],
    [{ productId: 'x' }, 'productId', expect.any(String)],
    [{ recalled: 1 }, 'recalled', expect.any(String)],
  ] as const) {
    const refused = await s.add(over);
    expect([over, refused.status, refused.fields]).toEqual([over, 400, { [field]: said as string }]);
  }
  expect(await s.fingerprint()).toBe(before);
});
