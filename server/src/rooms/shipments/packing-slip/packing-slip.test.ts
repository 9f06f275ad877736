import * as api from '@portal/contract/shipments/endpoints.ts';
import * as slips from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { expect, test } from 'vitest';
import { textOf } from '#test/read-pdf.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';

const slipOf = async (s: Shipments, who: 'siteUser' | 'pharmacist' | 'wholesaler', srId: number) => {
  const call = { siteUser: slips.slipForSite, pharmacist: slips.slipForPharmacy, wholesaler: slips.slipForWholesaler };
  const { status, reply } = await s.people[who].call(call[who], { query: { srId } });
  expect([status, reply.contentType, reply.filename]).toEqual([200, 'application/pdf', `packing-slip-${srId}.pdf`]);
  return textOf(Buffer.from(reply.data, 'base64'));
};
const home = { street: '7 Elm Row', street2: 'Flat 2', city: 'Salem', state: 'Oregon', zip: '97301', country: 'USA' };

/** A request for Ada Planted at her home, shipped in two packages. */
async function sentToAda(s: Shipments, product: 'tablet' | 'pen'): Promise<number> {
  const srId = await s.aRequest({
    toParticipant: 1,
    participants: [s.subject('717-919', s.ada)],
    products: [s.line(s[product])],
    address: home,
  });
  const item = (lotNumber: string, quantity: number) =>
    s.item(s[product], { lotNumber, quantity, expirationDate: '2097-05-31' });
  const packages = [
    s.package_([item('LOT-7', 3)], { courier: 'Swift', trackingNumber: 'SW-100' }),
    s.package_([item('LOT-8', 1)], { courier: 'Hare', trackingNumber: 'HA-200' }),
  ];
  const shipped =
    product === 'tablet'
      ? await s.people.pharmacist.call(api.shipByPharmacy, { body: { srId, packages } })
      : await s.people.wholesaler.call(api.shipByWholesaler, { body: { srId, packages } });
  expect(shipped.status).toBe(200);
  return srId;
}

test('PKG-01 SHP-16 PRV-04 a packing slip says where the parcels go and what is in them, and no price and no name', async () => {
  const s = await openShipments();
  const srId = await sentToAda(s, 'tablet');
  const [trial] = await s.rows<{ name: string }>('select name from care_group where care_group_id = $1', [s.trialId]);
  for (const who of ['siteUser', 'pharmacist'] as const) {
    const { text, pages } = await slipOf(s, who, srId);
    expect(pages).toBe(1);
    for (const part of [
      'Trellis',
      'Packing slip',
      `Request ${srId}`,
      trial!.name,
      '7 Elm Row',
      'Flat 2',
      'Salem, Oregon 97301',
      'United States',
      '717-919',
      'Package 1 of 2: SWIFT, tracking number SW-100',
      'Package 2 of 2: HARE, tracking number HA-200',
      'LOT-7',
      'LOT-8',
      '31-May-2097',
      '3 Bottles',
      '4 Bottles',
      `Request ${srId}, page 1 of 1`,
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Adelheid|Planted|USD|price|fee/i);
  }
});

test('PKG-14 SHC-12 a packing slip says of what stands in instead of which product it was packed, and how much of that was asked for', async () => {
  const s = await openShipments();
  await s.rows(`update product set drug_name = 'Aurelix', dosage_form = 'Tablet' where product_id = $1`, [s.tablet]);
  const capsule = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Capsule' });
  const other = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Betrix', dosage_form: 'Syrup' });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, other);
  const srId = await s.aRequest({ products: [s.line(s.tablet), s.line(other, { quantity: 6 })] });
  const replacement = { oldProductId: s.tablet, newProductId: capsule, quantity: 2, daysOfSupply: 28 };
  const items = [s.item(capsule, { quantity: 2 }), s.item(other, { quantity: 5, lotNumber: 'L2' })];
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: { srId, replacements: [replacement], packages: [s.package_(items)] },
  });
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  for (const who of ['siteUser', 'pharmacist'] as const) {
    const { text } = await slipOf(s, who, srId);
    const [, products] = text.replaceAll(/\s+/g, ' ').split('Product Requested Packed');
    expect(products).toMatch(
      /^ Betrix, Syrup 6 Bottles 5 Bottles Aurelix, Capsule – 2 Bottles Instead of Aurelix, Tablet \(4 Bottles requested\) Package 1 of 1/,
    );
  }
});

test('ROL-29 PRV-04 PRV-01 on the slip of a wholesaler no subject number stands, and that it told where somebody lives is noted', async () => {
  const s = await openShipments();
  const srId = await sentToAda(s, 'pen');
  const { text } = await slipOf(s, 'wholesaler', srId);
  expect(text).toContain('7 Elm Row');
  expect(text).not.toMatch(/717-919|Subject|Adelheid|Planted/);
  await s.stop();
  expect(
    await s.rows('select provider_id, record_ids from access_entry where call = $1', [
      `GET ${slips.slipForWholesaler.path}`,
    ]),
  ).toEqual([{ provider_id: s.people.wholesaler.providerId, record_ids: [s.ada] }]);
});

test('PKG-01 what is on record for a lot by now, another day or its recall, is on the slip; many packages take more pages, none of them lost', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({ products: [s.line(s.tablet, { quantity: 10 })] });
  const packages = Array.from({ length: 10 }, (_, n) =>
    s.package_([s.item(s.tablet, { quantity: 1, lotNumber: `LOT-${n + 1}` })], { trackingNumber: `T-${n + 1}-END` }),
  );
  expect((await s.people.pharmacist.call(api.shipByPharmacy, { body: { srId, packages } })).status).toBe(200);
  await s.rows("update lot set expires_on = '2096-02-29' where lot_number = 'LOT-10'");
  await s.rows("update lot set recalled_at = '2026-02-01T12:00:00Z' where lot_number = 'LOT-9'");
  const { text, pages } = await slipOf(s, 'pharmacist', srId);
  expect(pages).toBeGreaterThan(1);
  for (let n = 1; n <= 10; n += 1) expect(text).toContain(`Package ${n} of 10: SWIFT, tracking number T-${n}-END`);
  expect(text).toContain('29-Feb-2096');
  // In two lines of its column.
  for (const words of ['Recalled on', '01-Feb-2026']) expect([words, text.split(words).length - 1]).toEqual([words, 1]);
  expect(text).toContain(`page ${pages} of ${pages}`);
});
