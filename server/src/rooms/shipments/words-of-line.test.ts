import { changeProduct, listProducts } from '@portal/contract/products/endpoints.ts';
import { invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { somebodyWaits } from '#test/waits.ts';

/** Gives the tablet, or another product of the trial, another name, unit and number. */
const renaming =
  (s: Shipments, productId = s.tablet) =>
  async (drugName: string, quantityUnit: string, itemNumber: string | null): Promise<void> => {
    const answer = await s.people.admin.call(changeProduct, {
      body: {
        productId,
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

test('SHC-12 OPS-13 what was asked for and invoiced stays as it was called, whatever its product is called afterwards', async () => {
  const s = await openShipments();
  const { siteUser, pharmacist } = s.people;
  const rename = renaming(s);
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

test('SHC-02 SHC-08 a quantity that says its unit, and a product that says its form, is refused where the product has another one by now; one that says none is taken', async () => {
  const s = await openShipments();
  const rename = renaming(s);
  let next = 100;
  const ask = async (over: object) => {
    const products = [s.line(s.tablet, { quantity: 3, ...over })];
    const body = s.order({ participants: [s.subject(`902-${++next}`)], products });
    const { status, fields } = await s.people.siteUser.call(api.createRequest, { body });
    return [status, fields];
  };
  await rename('Aurelix', 'Tablet', null);
  expect(await ask({ quantityUnit: 'Tablet' })).toEqual([200, {}]);
  await rename('Aurelix', 'Bottle', null);
  const before = await s.fingerprint();
  expect(await ask({ quantityUnit: 'Tablet' })).toEqual([
    400,
    {
      'products.0.quantityUnit':
        'The quantity was entered in “Tablet”, and the unit of this product is “Bottle” now. Please enter it again.',
    },
  ]);
  expect(await s.fingerprint()).toBe(before);
  expect(await ask({ quantityUnit: 'Bottle' })).toEqual([200, {}]);
  expect(await ask({})).toEqual([200, {}]);
  // The strength that was looked at counts in the same way, and the list tells that it may be said.
  const { reply: listed } = await s.people.siteUser.call(listProducts, { query: { g_id: s.siteId } });
  expect(listed.map(({ takesName }) => takesName)).toEqual([true, true]);
  for (const [drug, form] of [
    ['Aurelix', '100 mg tablet'],
    ['Aurelix 100', '50 mg tablet'],
  ]) {
    await s.rows('update product set drug_name = $2, dosage_form = $3 where product_id = $1', [s.tablet, drug, form]);
    expect(await ask({ productName: 'Aurelix, 50 mg tablet' })).toEqual([
      400,
      {
        'products.0.productName': `This product was chosen as “Aurelix, 50 mg tablet” and is called “${drug}, ${form}” now. Please check that it is the right one.`,
      },
    ]);
    expect(await ask({ productName: `${drug}, ${form}` })).toEqual([200, {}]);
  }
});

/** A request for the tablet, what may stand in for it, and how it is shipped with that. */
async function withStandIn() {
  const s = await openShipments();
  const [{ drug_name }] = (await s.rows<{ drug_name: string }>('select drug_name from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug_name: string }];
  const standIn = await s.aProduct(s.companyId, s.trialId, { drug_name, dosage_form: '75 mg tablet' });
  const ship = async (srId: number, over: object) => {
    const replacement = { oldProductId: s.tablet, newProductId: standIn, quantity: 2, daysOfSupply: 30, ...over };
    const packages = [s.package_([s.item(standIn, { quantity: 2 })])];
    const body = { srId, packages, replacements: [replacement] };
    const { status, fields } = await s.people.pharmacist.call(api.shipByPharmacy, { body });
    return [status, fields];
  };
  return { ...s, drug_name, standIn, ship, srId: await s.aRequest() };
}

test('PKG-11 the quantity of a replacement that was entered in another unit than it has by now is refused', async () => {
  const { ship: send, srId, standIn, drug_name, ...s } = await withStandIn();
  await renaming(s, standIn)(drug_name, 'Kit', null);
  const ship = (quantityUnit: string) => send(srId, { quantityUnit });
  expect(await ship('Bottle')).toEqual([
    400,
    {
      'replacements.0.quantityUnit':
        'The quantity was entered in “Bottle”, and the unit of this product is “Kit” now. Please enter it again.',
    },
  ]);
  expect(await ship('Kit')).toEqual([200, {}]);
});

test.each([
  ['form', 'Aurelix', '100 mg tablet'],
  ['drug', 'Aurelix 100', '75 mg tablet'],
])(
  'PKG-11 PKG-14 a replacement whose strength, which stands in the name of its %s, has changed since it was chosen is refused, and nothing is sent; one that does not say it is taken',
  async (_, drug, form) => {
    const { ship, srId, standIn, ...s } = await withStandIn();
    const another = await s.aRequest();
    const name = (drugName: string, dosageForm: string) =>
      s.rows(
        'update product set drug_name = $2, dosage_form = case product_id when $3 then $4 else dosage_form end where product_id = any($1)',
        [[s.tablet, standIn], drugName, standIn, dosageForm],
      );
    await name('Aurelix', '75 mg tablet');
    const { reply: listed } = await s.people.pharmacist.call(api.productsForPharmacy, { query: { srId } });
    expect(listed.products.find(({ productId }) => productId === standIn)?.takesName).toBe(true);
    await name(drug, form);
    const before = await s.fingerprint();
    expect(await ship(srId, { productName: 'Aurelix, 75 mg tablet' })).toEqual([
      400,
      {
        'replacements.0.productName': `This product was chosen as “Aurelix, 75 mg tablet” and is called “${drug}, ${form}” now. Please check that it is the right one.`,
      },
    ]);
    expect(await s.fingerprint()).toBe(before);
    expect(await ship(srId, { productName: `${drug}, ${form}` })).toEqual([200, {}]);
    expect(await ship(another, {})).toEqual([200, {}]);
  },
);

test('SHC-12 REL-08 a request that is sent while its product is renamed keeps what the product was called when it was looked at', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  const rename = renaming(s);
  await rename('Aurelix 50', 'Bottle', null);
  const holder = new pg.Client({ ...inject('postgres'), database: s.connection.database });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  // Its products are looked at before its participant.
  await holder.query('select from participant where participant_id = $1 for update', [s.ada]);
  const sending = siteUser.call(api.createRequest, {
    body: s.order({ participants: [s.subject('717-919', s.ada)] }),
  });
  await somebodyWaits(s);
  const renamed = rename('Something else', 'Kit', 'ELSE');
  await Promise.race([renamed, somebodyWaits(s, 2)]);
  await holder.query('rollback');
  const [sent] = await Promise.all([sending, renamed]);
  expect(sent.status, sent.message).toBe(200);
  const query = { gId: s.siteId, srId: sent.reply.srIds[0] as number };
  const { request } = (await siteUser.call(api.readForSite, { query })).reply;
  expect(request.products).toMatchObject([{ drugName: 'Aurelix 50', quantityUnit: 'Bottle', itemNumber: null }]);
});

test('SHC-12 PKG-14 REL-08 what stands in for a product and is renamed while it is shipped keeps what it was called when it was looked at', async () => {
  const s = await openShipments();
  const { siteUser, pharmacist } = s.people;
  const strong = await s.aProduct(s.companyId, s.trialId, { dosage_form: '100 mg tablet' });
  const rename = renaming(s, strong);
  await rename('Aurelix', 'Bottle', null);
  await renaming(s)('Aurelix', 'Bottle', null);
  const srId = await s.aRequest();
  const holder = new pg.Client({ ...inject('postgres'), database: s.connection.database });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  // Whose prices count is asked last.
  await holder.query('select from care_group where care_group_id = $1 for no key update', [s.trialId]);
  const shipping = pharmacist.call(api.shipByPharmacy, {
    body: {
      srId,
      packages: [s.package_([s.item(strong, { quantity: 2 })])],
      replacements: [
        { oldProductId: s.tablet, newProductId: strong, quantity: 2, daysOfSupply: 15, directions: 'Take one daily' },
      ],
    },
  });
  await somebodyWaits(s);
  const renamed = rename('Something else', 'Kit', 'ELSE');
  await Promise.race([renamed, somebodyWaits(s, 2)]);
  await holder.query('rollback');
  const [shipped] = await Promise.all([shipping, renamed]);
  expect(shipped.status, shipped.message).toBe(200);
  const { request } = (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply;
  expect(request.products).toMatchObject([
    { productId: s.tablet, drugName: 'Aurelix' },
    { productId: strong, drugName: 'Aurelix', quantityUnit: 'Bottle', itemNumber: null },
  ]);
});

test('PKG-12 SHC-12 what stands in for a product that was renamed meanwhile is what has the new name with it, and not what has the former one', async () => {
  const s = await openShipments();
  const strong = await s.aProduct(s.companyId, s.trialId, { dosage_form: '100 mg tablet' });
  const another = await s.aProduct(s.companyId, s.trialId);
  const [tablets, strongOnes, others] = [renaming(s), renaming(s, strong), renaming(s, another)];
  for (const rename of [tablets, strongOnes]) await rename('Aurelix', 'Bottle', null);
  const srId = await s.aRequest();
  for (const rename of [tablets, strongOnes]) await rename('Aurelix 2', 'Bottle', null);
  await others('Aurelix', 'Bottle', null);
  const ships = (newProductId: number) =>
    s.people.pharmacist.call(api.shipByPharmacy, {
      body: {
        srId,
        packages: [s.package_([s.item(newProductId, { quantity: 2 })])],
        replacements: [{ oldProductId: s.tablet, newProductId, quantity: 2, daysOfSupply: 15, directions: '' }],
      },
    });
  const refused = await ships(another);
  expect([refused.status, refused.fields]).toEqual([
    400,
    { 'replacements.0.newProductId': 'is not a replacement for this product' },
  ]);
  const shipped = await ships(strong);
  expect(shipped.status, shipped.message).toBe(200);
});

test('PKG-12 SHC-12 a request tells what its product is called by now where that is another name, also once no kind of partner supplies it', async () => {
  const s = await openShipments();
  const { siteUser, pharmacist } = s.people;
  const rename = renaming(s);
  await rename('Aurelix', 'Bottle', null);
  const srId = await s.aRequest();
  const called = async () => {
    const { reply } = await pharmacist.call(api.readForPharmacy, { query: { srId } });
    return reply.request.products.map(({ drugName, drugNameNow }) => [drugName, drugNameNow]);
  };
  expect(await called()).toEqual([['Aurelix', null]]);
  await rename('Aurelix (withdrawn)', 'Bottle', null);
  await s.rows('update product set pharmacy_supplied = false where product_id = $1', [s.tablet]);
  const listed = await pharmacist.call(api.productsForPharmacy, { query: { srId } });
  expect(listed.reply.products.map(({ productId }) => productId)).not.toContain(s.tablet);
  expect(await called()).toEqual([['Aurelix', 'Aurelix (withdrawn)']]);
  const { reply } = await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  expect(reply.request.products).toMatchObject([{ drugName: 'Aurelix', drugNameNow: 'Aurelix (withdrawn)' }]);
  await rename('Aurelix', 'Bottle', null);
  expect(await called()).toEqual([['Aurelix', null]]);
});
