import { changeProduct } from '@portal/contract/products/endpoints.ts';
import { invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { openShipments } from '#test/shipments.ts';

test('SHC-12 OPS-13 what was asked for and invoiced stays as it was called, whatever its product is called afterwards', async () => {
  const s = await openShipments();
  const { admin, siteUser, pharmacist } = s.people;
  const rename = async (drugName: string, quantityUnit: string, itemNumber: string | null) => {
    const answer = await admin.call(changeProduct, {
      body: {
        productId: s.tablet,
        g_id: s.trialId,
        drugName,
        dosageForm: 'Tablet',
        quantityUnit,
        isQuantityUnitOther: 0,
        directions: 'N/A',
        quantityDefault: 1,
        batchQuantityDefault: 1,
        maxShipmentQuantity: 12,
        daysOfSupplyDefault: 30,
        itemNumber,
        itemDescription: null,
        pharmacySupplied: 1,
        wholesalerSupplied: 0,
      },
    });
    expect(answer.status, answer.message).toBe(200);
  };
  const called = async (srId: number) => {
    const { request } = (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply;
    const listed = (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests;
    const line = listed.find((one) => one.srId === srId)?.products[0];
    return [
      ...request.products.map((one) => [one.drugName, one.quantityUnit, one.itemNumber]),
      [line?.drugName, line?.quantityUnit],
    ];
  };
  await rename('Aurelix 50', 'Bottle', null);
  const first = await s.aRequest();
  const shipped = await pharmacist.call(api.shipByPharmacy, {
    body: { srId: first, packages: [s.package_([s.item(s.tablet)])] },
  });
  expect(shipped.status, shipped.message).toBe(200);
  await rename('Aurelix 50 mg', 'Vial', 'AUR-50');
  const second = await s.aRequest();
  await rename('Something else', 'Kit', 'ELSE');
  const third = await s.aRequest();

  expect(await called(first)).toEqual([
    ['Aurelix 50', 'Bottle', null],
    ['Aurelix 50', 'Bottle'],
  ]);
  expect(await called(second)).toEqual([
    ['Aurelix 50 mg', 'Vial', 'AUR-50'],
    ['Aurelix 50 mg', 'Vial'],
  ]);
  expect(await called(third)).toEqual([
    ['Something else', 'Kit', 'ELSE'],
    ['Something else', 'Kit'],
  ]);
  const invoice = await siteUser.call(invoiceForSite, {
    query: { gId: s.siteId, start_date: '2000-01-01', end_date: '2100-01-01' },
  });
  expect((invoice.body as { invoice: object[] }).invoice).toMatchObject([
    { srId: first, drugName: 'Aurelix 50', dosageForm: 'Tablet', quantityUnit: 'Bottle' },
  ]);
});
