/** Lot numbers as different hands type them. */
import * as api from '@portal/contract/lots/endpoints.ts';
import * as shipping from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments } from '#test/shipments.ts';

async function aPacker() {
  const s = await openShipments();
  const expires = addDays(s.today, 90);
  const pack = async (lotNumber: string, expirationDate = expires) => {
    const srId = await s.aRequest();
    const packages = [s.package_([s.item(s.tablet, { lotNumber, expirationDate })])];
    return { srId, answer: await s.people.pharmacist.call(shipping.shipByPharmacy, { body: { srId, packages } }) };
  };
  const found = async (search?: string) => {
    const { status, reply } = await s.people.admin.call(api.listLots, {
      query: search === undefined ? {} : { search },
    });
    expect(status).toBe(200);
    return reply.lots.map(({ lotId, lotNumber, expirationDate }) => ({ lotId, lotNumber, expirationDate }));
  };
  const trace = async (lotId: number) => (await s.people.admin.call(api.traceLot, { query: { lotId } })).reply;
  return { ...s, expires, pack, found, trace };
}

const alike = {
  'with a space of no width': 'Recall 7\u200b',
  'with a joiner inside': 'Rec\u200dall 7',
  'with a soft hyphen and a byte order mark': '\ufeffRe\u00adcall 7',
  'in full-width letters': 'Ｒｅｃａｌｌ\u3000７',
  'in other letters’ case': 'rECALL 7',
  'with a wider gap': 'Recall \u00a0 7',
};

test('P11-11 PKG-05 a lot number that nobody can tell apart is the same lot: one trace, one search result, one day, one correction', async () => {
  const s = await aPacker();
  const packed = [await s.pack('Recall 7')];
  for (const typed of Object.values(alike)) packed.push(await s.pack(typed));
  expect(packed.map(({ answer }) => [answer.status, answer.message])).toEqual(packed.map(() => [200, undefined]));
  const lots = await s.found();
  expect(lots).toEqual([{ lotId: expect.any(Number) as number, lotNumber: 'Recall 7', expirationDate: s.expires }]);
  const [{ lotId }] = lots as unknown as [{ lotId: number }];
  expect((await s.trace(lotId)).shipments.map(({ srId }) => srId)).toEqual(packed.map(({ srId }) => srId).toReversed());
  for (const typed of ['Recall 7', ...Object.values(alike), 'ＲＥＣ', 're\u200bc'])
    expect([typed, await s.found(typed)]).toEqual([typed, lots]);
  // What is corrected once is corrected for every way to type it.
  const expirationDate = addDays(s.today, 30);
  const body = { lotId, expirationDate, reason: 'Read from the wrong label.' };
  expect((await s.people.admin.call(api.correctLotExpiry, { body })).status).toBe(200);
  for (const typed of Object.values(alike)) {
    expect([typed, (await s.pack(typed)).answer.code]).toEqual([typed, 'lot.other_expiry']);
    expect([typed, (await s.pack(typed, expirationDate)).answer.status]).toEqual([typed, 200]);
  }
});

test('PKG-04 what only pastes along does not get onto a package; a lot number of nothing that can be seen is refused', async () => {
  const s = await aPacker();
  const { srId } = await s.pack('\u202eA \u200b 7\ufeff');
  const { reply } = await s.people.siteUser.call(shipping.readForSite, { query: { gId: s.siteId, srId } });
  expect(reply.request.packages[0]?.items[0]?.lotNumber).toBe('A 7');
  for (const typed of ['\u200b', '\u200d\u200c', ' \u2060 ']) {
    const { answer } = await s.pack(typed);
    expect([answer.status, Object.keys(answer.fields)]).toEqual([400, ['packages.0.items.0.lotNumber']]);
  }
});

test('PKG-05 P11-15 an expiration date outside 1900 to 2199 is a slip: neither packed nor corrected, and the field is named', async () => {
  const s = await aPacker();
  const { srId } = await s.pack('A7', '2199-12-31');
  const [{ lotId }] = (await s.found()) as unknown as [{ lotId: number }];
  const correct = (expirationDate: string) =>
    s.people.admin.call(api.correctLotExpiry, { body: { lotId, expirationDate, reason: 'Mistyped.' } });
  const sentence = 'must lie between 01-Jan-1900 and 31-Dec-2199';
  for (const day of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
    const corrected = await correct(day);
    expect([corrected.status, corrected.fields]).toEqual([400, { expirationDate: sentence }]);
    const { answer } = await s.pack('B8', day);
    expect([answer.status, answer.fields]).toEqual([400, { 'packages.0.items.0.expirationDate': sentence }]);
  }
  expect(await s.found()).toEqual([{ lotId, lotNumber: 'A7', expirationDate: '2199-12-31' }]);
  for (const day of ['1900-01-01', '2199-12-31']) expect((await correct(day)).status).toBe(200);
  expect((await s.trace(lotId)).shipments).toMatchObject([{ srId, expirationDates: ['2199-12-31'] }]);
});
