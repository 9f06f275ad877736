import * as api from '@portal/contract/products/endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { addProduct, type NewProduct } from './add-product.ts';

async function aTrial() {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const siteId = await portal.aSite(companyId, trialId);
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const actor = {
    companyId,
    careGroupIds: null,
    providerId: null,
    firstName: 'System',
    lastName: '',
    type: 'System',
    host: '',
    requestId: '',
  };
  const add = (given: Partial<NewProduct> & { trialId: number }) =>
    portal.app.database.inCompany(companyId, (tx) =>
      addProduct(actOf(tx, portal.app.clock, actor), {
        drugName: 'Aurelix 50 mg',
        dosageForm: 'Tablet',
        quantityUnit: 'Bottle',
        defaultQuantity: 2,
        defaultBatchQuantity: 5,
        maxShipmentQuantity: 10,
        defaultDaysOfSupply: 30,
        ...given,
      }),
    );
  return { portal, companyId, trialId, siteId, user, add };
}

test('PRD-01 SHC-13 APG-12 OPS-20 a product carries every field, in a bare list', async () => {
  const { trialId, user, add } = await aTrial();
  const productId = await add({ trialId, itemNumber: '17', itemDescription: 'White', pharmacySupplied: true });
  expect((await user.call(api.listProducts, { query: { g_id: trialId } })).body).toEqual([
    {
      productId,
      g_id: trialId,
      drugName: 'Aurelix 50 mg',
      dosageForm: 'Tablet',
      quantityUnit: 'Bottle',
      isQuantityUnitOther: 0,
      otherUnit: null,
      directions: 'N/A',
      quantityDefault: 2,
      batchQuantityDefault: 5,
      maxShipmentQuantity: 10,
      daysOfSupplyDefault: 30,
      itemNumber: '17',
      itemDescription: 'White',
      pharmacySupplied: 1,
      wholesalerSupplied: 0,
      version: 1,
    },
  ]);
});

test('OPS-45 a site has the products of its trial, without removed ones; another trial’s are not among them', async () => {
  const { portal, companyId, trialId, siteId, user, add } = await aTrial();
  const kept = await add({ trialId });
  const removed = await add({ trialId, drugName: 'Gone' });
  await portal.rows('update product set removed_at = now() where product_id = $1', [removed]);
  await portal.aProduct(companyId, await portal.aTrial(companyId));
  for (const g_id of [trialId, siteId]) {
    expect((await user.call(api.listProducts, { query: { g_id } })).reply.map((product) => product.productId)).toEqual([
      kept,
    ]);
  }
});

test('OPS-22 a trial without products has an empty list', async () => {
  const { siteId, user } = await aTrial();
  expect((await user.call(api.listProducts, { query: { g_id: siteId } })).body).toEqual([]);
});

test('PRD-09 with unit Other the text that was typed is the unit', async () => {
  const { trialId, user, add } = await aTrial();
  await add({ trialId, quantityUnit: 'Sachet', isOtherUnit: true });
  expect((await user.call(api.listProducts, { query: { g_id: trialId } })).body).toMatchObject([
    { quantityUnit: 'Sachet', isQuantityUnitOther: 1, otherUnit: 'Sachet' },
  ]);
});

test('PRD-06 defaults above the most a shipment may hold are refused, equal ones are not', async () => {
  const { trialId, add } = await aTrial();
  await expect(add({ trialId, maxShipmentQuantity: 5, defaultQuantity: 6 })).rejects.toMatchObject({
    fields: { quantityDefault: 'Default quantity cannot be greater than max shipment quantity' },
  });
  await expect(add({ trialId, maxShipmentQuantity: 5, defaultBatchQuantity: 6 })).rejects.toMatchObject({
    fields: { batchQuantityDefault: 'Default batch quantity cannot be greater than max shipment quantity' },
  });
  await expect(
    add({ trialId, maxShipmentQuantity: 5, defaultQuantity: 5, defaultBatchQuantity: 5 }),
  ).resolves.toBeGreaterThan(0);
});

test('P11-09 SEC-22 adding a product writes one entry, and none for another company’s trial', async () => {
  onItsOwn();
  const { portal, trialId, add } = await aTrial();
  const foreign = await portal.aTrial(await portal.aCompany());
  await expect(add({ trialId: foreign })).rejects.toMatchObject({ code: 'not_found' });
  const productId = await add({ trialId });
  expect(await portal.rows('select action, actor_name, record_kind, record_id from audit_entry')).toEqual([
    { action: 'product.added', actor_name: 'System', record_kind: 'product', record_id: String(productId) },
  ]);
});
