/** Adding, changing and removing products, as an administrator's screen does. */
import * as api from '@portal/contract/products/endpoints.ts';
import { isNoQuantity, isRequired, quantityUnits } from '@portal/contract/products/rules.ts';
import { createRequest, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

/** A trial at work, its administrator, and a product as the form sends it. */
async function aCatalogue() {
  const portal = await openPortal();
  const ours = await portal.aTrialAtWork();
  const admin = await portal.signedIn(ours.admin);
  const body = {
    g_id: ours.trialId,
    drugName: 'Aurelix 150 mg',
    dosageForm: 'Tablet',
    quantityUnit: 'Bottle',
    isQuantityUnitOther: 0,
    directions: 'Take one daily',
    quantityDefault: 2,
    batchQuantityDefault: 5,
    maxShipmentQuantity: 10,
    daysOfSupplyDefault: 30,
    itemNumber: 'A-150',
    itemDescription: 'White',
    pharmacySupplied: 1,
    wholesalerSupplied: 0,
  };
  const add = (over: object = {}) => admin.call(api.addProduct, { body: { ...body, ...over } });
  const list = async () => (await admin.call(api.listProducts, { query: { g_id: ours.trialId } })).reply;
  const everything = () =>
    portal.rows(
      `select (select json_agg(p order by p.product_id) from product p) as products,
        (select count(*)::int from audit_entry) as entries, (select count(*)::int from event) as events`,
    );
  return { portal, ours, admin, body, add, list, everything };
}

/** The site asks for this product, for a subject of its own. */
async function order(caller: Caller, siteId: number, productId: number, subjectNumber: string) {
  return caller.call(createRequest, {
    body: {
      gId: siteId,
      toParticipant: 0,
      participants: [{ participantId: null, subjectNumber }],
      dateRequired: '2099-01-01',
      nextOrderDate: '2099-02-01',
      address: anAddress,
      products: [{ productId, quantity: 1, daysOfSupply: 30, directions: 'Take one daily' }],
    },
  });
}

test('APG-13 PRD-16 OPS-21 PRD-13 P11-09 an administrator adds a product: it is listed as it was sent, with one entry', async () => {
  const { portal, ours, body, add, list } = await aCatalogue();
  const { status, reply } = await add();
  expect([status, reply.message, reply.version]).toEqual([200, 'Product successfully added.', 1]);
  expect((await list()).find(({ productId }) => productId === reply.productId)).toEqual({
    ...body,
    productId: reply.productId,
    isQuantityUnitOther: false,
    otherUnit: null,
    pharmacySupplied: true,
    wholesalerSupplied: false,
    version: 1,
  });
  expect(await portal.rows('select action, record_id, actor_id from audit_entry')).toEqual([
    { action: 'product.added', record_id: String(reply.productId), actor_id: ours.admin },
  ]);
});

test('OPS-45 a product that is added at a site belongs to the trial', async () => {
  const { ours, add, list } = await aCatalogue();
  const { reply } = await add({ g_id: String(ours.siteId) });
  expect((await list()).find(({ productId }) => productId === reply.productId)?.g_id).toBe(ours.trialId);
});

test('PRD-04 PRD-05 every required field is refused when it is empty or left out, and named in its words', async () => {
  const { admin, body, everything } = await aCatalogue();
  const before = await everything();
  const required = [
    'drugName',
    'dosageForm',
    'directions',
    'maxShipmentQuantity',
    'quantityUnit',
    'quantityDefault',
    'batchQuantityDefault',
    'daysOfSupplyDefault',
  ] as const;
  for (const field of required) {
    const { [field]: _, ...without } = body;
    for (const sent of [
      { ...body, [field]: '' },
      { ...body, [field]: typeof body[field] === 'string' ? '  ' : null },
      without,
    ]) {
      const { status, message, fields } = await admin.call(api.addProduct, { body: sent });
      expect([field, status, message, fields]).toEqual([field, 400, isRequired(field), { [field]: isRequired(field) }]);
    }
  }
  expect(isRequired('maxShipmentQuantity')).toBe('Max shipment quantity is required');
  expect(await everything()).toEqual(before);
});

test('PRD-06 a default above the most a shipment holds is refused on adding and on changing, an equal one is not', async () => {
  const { ours, admin, body, add } = await aCatalogue();
  const change = (over: object) =>
    admin.call(api.changeProduct, { body: { ...body, productId: ours.tablet, ...over } });
  for (const send of [add, change]) {
    expect((await send({ maxShipmentQuantity: 5, quantityDefault: 6 })).fields).toEqual({
      quantityDefault: 'Default quantity cannot be greater than max shipment quantity',
    });
    expect((await send({ maxShipmentQuantity: 5, batchQuantityDefault: 6 })).fields).toEqual({
      batchQuantityDefault: 'Default batch quantity cannot be greater than max shipment quantity',
    });
    expect((await send({ maxShipmentQuantity: 5, quantityDefault: 5, batchQuantityDefault: 5 })).status).toBe(200);
  }
});

test('PRD-07 quantities are digits: no letters, signs, points or nothing at all', async () => {
  const { add } = await aCatalogue();
  for (const wrong of ['x', '+5', '-5', -5, '5.5', 5.5, '1e3', 0, 1_000_000, true])
    expect([wrong, (await add({ daysOfSupplyDefault: wrong })).fields]).toEqual([
      wrong,
      { daysOfSupplyDefault: isNoQuantity('daysOfSupplyDefault') },
    ]);
  expect((await add({ daysOfSupplyDefault: '30' })).status).toBe(200);
});

test('PRD-08 PRD-09 CON-06 the nine units are taken, and with Other the text that was typed is the unit', async () => {
  const { add, list } = await aCatalogue();
  expect(quantityUnits).toHaveLength(9);
  const sent = [
    ...quantityUnits.slice(0, 8).map((quantityUnit) => ({ quantityUnit })),
    { quantityUnit: 'Sachet', isQuantityUnitOther: 1 },
    { quantityUnit: 'Other', isQuantityUnitOther: 1, otherUnit: 'Sachet' },
  ];
  const kept = [];
  for (const over of sent) {
    const { productId } = (await add(over)).reply;
    const found = (await list()).find((one) => one.productId === productId);
    kept.push([found?.quantityUnit, found?.isQuantityUnitOther, found?.otherUnit]);
  }
  expect(kept).toEqual([
    ...quantityUnits.slice(0, 8).map((unit) => [unit, false, null]),
    ['Sachet', true, 'Sachet'],
    ['Sachet', true, 'Sachet'],
  ]);
  expect((await add({ quantityUnit: 'Other', isQuantityUnitOther: 1, otherUnit: ' ' })).fields).toEqual({
    quantityUnit: 'Unit of quantity is required',
  });
});

test('APG-14 PRD-10 PRD-13 REL-07 P11-09 a product is changed, with old and new values in one entry; a stale version is refused with what is there now', async () => {
  onItsOwn();
  const { portal, ours, admin, body, list } = await aCatalogue();
  const change = (over: object) =>
    admin.call(api.changeProduct, { body: { ...body, productId: ours.tablet, ...over } });
  const first = await change({ version: 1, pharmacySupplied: 0, wholesalerSupplied: 1 });
  expect(first.body).toEqual({
    message: 'Product successfully updated.',
    productId: ours.tablet,
    version: 2,
  });
  expect((await list()).find(({ productId }) => productId === ours.tablet)).toEqual({
    productId: ours.tablet,
    g_id: ours.trialId,
    drugName: 'Aurelix 150 mg',
    dosageForm: 'Tablet',
    quantityUnit: 'Bottle',
    isQuantityUnitOther: false,
    otherUnit: null,
    directions: 'Take one daily',
    quantityDefault: 2,
    batchQuantityDefault: 5,
    maxShipmentQuantity: 10,
    daysOfSupplyDefault: 30,
    itemNumber: 'A-150',
    itemDescription: 'White',
    pharmacySupplied: false,
    wholesalerSupplied: true,
    version: 2,
  });
  const [entry] = await portal.rows<{ changes: object[] }>(
    `select changes from audit_entry where action = 'product.changed'`,
  );
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'pharmacy_supplied', old: true, new: false },
      { field: 'wholesaler_supplied', old: false, new: true },
      { field: 'item_number', old: null, new: 'A-150' },
    ]),
  );
  const stale = await change({ version: 1, drugName: 'Mine' });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  expect(stale.body).toMatchObject({ detail: { current: { drugName: 'Aurelix 150 mg', version: 2 } } });
  expect((await list()).find(({ productId }) => productId === ours.tablet)?.drugName).toBe('Aurelix 150 mg');
});

test('REL-07 of fifty changes of one product at once one wins each version, and the last one stands', async () => {
  const { ours, admin, body, list } = await aCatalogue();
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      admin.call(api.changeProduct, {
        body: { ...body, productId: ours.tablet, drugName: `Try ${i}`, version: 1 },
      }),
    ),
  );
  const won = tries.flatMap(({ status }, i) => (status === 200 ? [i] : []));
  expect(won).toHaveLength(1);
  expect(tries.filter(({ code }) => code === 'stale')).toHaveLength(49);
  expect((await list()).find(({ productId }) => productId === ours.tablet)).toMatchObject({
    drugName: `Try ${won[0]}`,
    version: 2,
  });
});

test('APG-15 OPS-44 OPS-19 PRD-13 an unused product is removed, by query or by body; it is listed no more and stays on record', async () => {
  const { portal, ours, admin, add, list } = await aCatalogue();
  const second = (await add()).reply.productId;
  const byQuery = await admin.call(api.removeProduct, { query: { productId: ours.tablet, g_id: ours.trialId } });
  expect(byQuery.body).toEqual({ message: 'Product successfully removed.' });
  const byBody = await admin.call(api.removeProduct, { body: { productId: second, g_id: ours.trialId } });
  expect(byBody.status).toBe(200);
  expect((await list()).map(({ productId }) => productId)).toEqual([ours.pen]);
  expect(await portal.rows('select product_id from product where removed_at is not null order by 1')).toEqual([
    { product_id: ours.tablet },
    { product_id: second },
  ]);
  const again = await admin.call(api.removeProduct, { query: { productId: ours.tablet, g_id: ours.trialId } });
  expect(again.status).toBe(404);
  const user = await portal.signedIn(ours.siteUser);
  expect((await order(user, ours.siteId, ours.tablet, '100-001')).status).toBe(400);
});

test.each(['preprocessing', 'processing', 'shipped'])(
  'OPS-44 a product of a request in %s is not removed; once that has ended it is, and the request keeps it',
  async (status) => {
    onItsOwn();
    const { portal, ours, admin, list } = await aCatalogue();
    const user = await portal.signedIn(ours.siteUser);
    expect((await order(user, ours.siteId, ours.tablet, '100-001')).status).toBe(200);
    await portal.rows('update shipment_request set status = $1', [status]);
    const remove = () => admin.call(api.removeProduct, { query: { productId: ours.tablet, g_id: ours.trialId } });
    const refused = await remove();
    expect([refused.status, refused.code]).toEqual([400, 'product.in_use']);
    expect((await list()).map(({ productId }) => productId)).toContain(ours.tablet);
    await portal.rows(`update shipment_request set status = 'received'`);
    expect((await remove()).status).toBe(200);
    expect(await portal.rows('select product_id from shipment_line')).toEqual([{ product_id: ours.tablet }]);
  },
);

test('OPS-44 when a product is removed while sites ask for it, either the request or the removal wins, never both', async () => {
  const { portal, ours, admin } = await aCatalogue();
  const user = await portal.signedIn(ours.siteUser);
  for (let round = 0; round < 12; round += 1) {
    const productId = await portal.aProduct(ours.companyId, ours.trialId);
    await portal.supply(ours.companyId, ours.siteId, ours.pharmacyId, productId);
    const [asked, removed] = await Promise.all([
      order(user, ours.siteId, productId, `100-${String(100 + round)}`),
      admin.call(api.removeProduct, { query: { productId, g_id: ours.trialId } }),
    ]);
    expect([asked.status, removed.status].toSorted((one, other) => one - other)).toEqual([200, 400]);
  }
});

/** Removes the product as its act does, and lets somebody else try something before that is committed. */
async function whileRemoved<T>(
  { portal, ours }: Pick<Awaited<ReturnType<typeof aCatalogue>>, 'portal' | 'ours'>,
  productId: number,
  meanwhile: () => Promise<T>,
): Promise<T> {
  let tried: Promise<T> | undefined;
  await portal.app.database.inCompany(ours.companyId, async (tx) => {
    inPlaceOfAct(tx);
    await tx.selectFrom('product').select('product_id').where('product_id', '=', productId).forUpdate().execute();
    await tx.updateTable('product').set({ removed_at: new Date() }).where('product_id', '=', productId).execute();
    tried = meanwhile();
    await somebodyWaits(portal);
  });
  return tried as Promise<T>;
}

test('OPS-44 a request that begins while its product is being removed waits for that, and is refused', async () => {
  onItsOwn();
  const catalogue = await aCatalogue();
  const { portal, ours } = catalogue;
  const user = await portal.signedIn(ours.siteUser);
  const asked = await whileRemoved(catalogue, ours.tablet, () => order(user, ours.siteId, ours.tablet, '100-001'));
  expect([asked.status, asked.fields]).toEqual([400, { 'products.0.productId': 'is not a product of this trial' }]);
  expect(await portal.rows('select 1 from shipment_request')).toEqual([]);
});

test('OPS-44 PKG-12 a replacement that is being removed while the partner ships is refused', async () => {
  onItsOwn();
  const catalogue = await aCatalogue();
  const { portal, ours } = catalogue;
  const [tablet] = await portal.rows<{ drug_name: string }>('select drug_name from product where product_id = $1', [
    ours.tablet,
  ]);
  const standIn = await portal.aProduct(ours.companyId, ours.trialId, { drug_name: tablet?.drug_name ?? '' });
  const asked = await order(await portal.signedIn(ours.siteUser), ours.siteId, ours.tablet, '100-001');
  const pharmacist = await portal.signedIn(ours.pharmacist);
  const items = [{ productId: standIn, quantity: 1, lotNumber: 'L1', expirationDate: '2099-01-01' }];
  const body = {
    srId: asked.reply.srIds[0],
    packages: [{ courier: 'Swift', trackingNumber: 'AB-1', items }],
    replacements: [
      { oldProductId: ours.tablet, newProductId: standIn, quantity: 1, daysOfSupply: 30, directions: 'N/A' },
    ],
  };
  const shipped = await whileRemoved(catalogue, standIn, () => pharmacist.call(shipByPharmacy, { body }));
  expect(shipped.status).toBe(400);
  expect(await portal.rows('select status from shipment_request')).toEqual([{ status: 'preprocessing' }]);
});

test('OPS-44 a removal that begins while a request is being made waits for it, and is refused', async () => {
  const { portal, ours, admin } = await aCatalogue();
  const user = await portal.signedIn(ours.siteUser);
  let asked: ReturnType<typeof order> | undefined;
  let removal: Promise<{ code: string | undefined }> | undefined;
  await portal.app.database.inCompany(ours.companyId, async (tx) => {
    // Its pharmacy is held, so that the request stands still after it has chosen its product.
    await tx.selectFrom('partner').select('partner_id').where('partner_id', '=', ours.pharmacyId).forUpdate().execute();
    asked = order(user, ours.siteId, ours.tablet, '100-001');
    await somebodyWaits(portal);
    removal = admin.call(api.removeProduct, { query: { productId: ours.tablet, g_id: ours.trialId } });
    await somebodyWaits(portal, 2);
  });
  expect((await asked)?.status).toBe(200);
  expect((await removal)?.code).toBe('product.in_use');
});

test('SEC-22 SEC-23 OPS-15 strangers to the trial, and people without admin rights, change no product', async () => {
  const { portal, ours, body, everything } = await aCatalogue();
  const theirs = await portal.aTrialAtWork();
  const ofSite = await portal.aPerson('Site User', { company_id: ours.companyId, admin_rights: true }, [ours.siteId]);
  const before = await everything();
  const all = async (caller: Caller) => [
    (await caller.call(api.addProduct, { body })).status,
    (await caller.call(api.changeProduct, { body: { ...body, productId: ours.tablet } })).status,
    (await caller.call(api.removeProduct, { query: { productId: ours.tablet, g_id: ours.trialId } })).status,
  ];
  expect(await all(await portal.signedIn(theirs.admin))).toEqual([404, 404, 404]);
  // Who has a site alone sees what its trial has, and changes none of it.
  expect(await all(await portal.signedIn(ofSite))).toEqual([404, 404, 404]);
  expect(await all(await portal.signedIn(ours.siteUser))).toEqual([403, 403, 403]);
  expect(await all(await portal.signedIn(ours.sponsor))).toEqual([403, 403, 403]);
  expect(await everything()).toEqual(before);
});
