import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { siteDocuments, wholesalerDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { aPng } from '#test/image-corpus.ts';
import { aPdf } from '#test/pdfs.ts';
import { openShipments } from '#test/shipments.ts';

const pdf = { filename: 'Scan.pdf', contentType: 'application/pdf', data: aPdf().toString('base64') };
const photo = { filename: 'IMG 1.png', contentType: 'image/png', data: aPng(12, 8).toString('base64') };

/** A shipment to the site in two packages: 3 tablets of one lot and 1 of another. */
async function onItsWay() {
  const s = await openShipments();
  const srId = await s.aRequest();
  const packages = [
    s.package_([s.item(s.tablet, { quantity: 3 })]),
    s.package_([s.item(s.tablet, { quantity: 1, lotNumber: 'L2' })]),
  ];
  expect((await s.people.pharmacist.call(api.shipByPharmacy, { body: { srId, packages } })).status).toBe(200);
  const read = async () =>
    (await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request;
  const items = (await read()).packages.flatMap((one) => one.items.map(({ itemId }) => itemId)) as [number, number];
  const body = (over: object = {}) => ({
    srId,
    gId: s.siteId,
    status: 'damaged',
    items: [
      { itemId: items[0], condition: 'received' },
      { itemId: items[1], condition: 'damaged' },
    ],
    note: 'The box was wet.',
    files: [pdf, photo],
    ...over,
  });
  const receive = (over: object = {}, who: keyof typeof s.people = 'siteUser', headers = {}) =>
    s.people[who].call(api.receiveBySite, { body: body(over), headers });
  const comments = async () =>
    (await s.people.siteUser.call(api.siteComments.list, { query: { srId } })).reply.comments;
  const documents = async () => (await s.people.siteUser.call(siteDocuments.list, { query: { srId } })).reply.documents;
  return { ...s, srId, items, read, receive, comments, documents };
}

test('SST-07 CMT-04 CMT-08 SDC-06 OPS-83 a report keeps how each item arrived, the note as a comment and photos and PDFs as documents, for both sides', async () => {
  const s = await onItsWay();
  const answer = await s.receive();
  expect([answer.status, answer.reply]).toMatchObject([200, { srId: s.srId, status: 'damaged', version: 3 }]);
  const request = await s.read();
  expect(request.packages.flatMap((one) => one.items.map(({ condition }) => condition))).toEqual([
    'received',
    'damaged',
  ]);
  expect(request).toMatchObject({ status: 'damaged', dateOfStatusChange: s.today });
  const seen = await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: s.srId } });
  expect(seen.reply.request.packages[1]?.items[0]?.condition).toBe('damaged');
  expect((await s.comments()).map(({ message }) => message)).toEqual(['The box was wet.']);
  const documents = await s.documents();
  expect(documents).toMatchObject([
    { friendlyName: 'Scan', filename: 'Scan.pdf', category: 2, contentType: 'application/pdf' },
    { friendlyName: 'IMG 1', filename: 'IMG 1.pdf', category: 2, contentType: 'application/pdf' },
  ]);
  for (const { docId } of documents) {
    const opened = await s.people.pharmacist.call(fetchDocument, { query: { docId } });
    expect(Buffer.from(opened.reply.data, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
  }
  const entries = await s.rows<{ action: string }>(
    "select action from audit_entry where record_kind = 'shipment_request' and actor_id = $1 and action <> 'shipment.created' order by seq",
    [s.people.siteUser.providerId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'shipment.moved',
    'shipment.items_arrived',
    'shipment.commented',
    'shipment.document_uploaded',
    'shipment.document_uploaded',
  ]);
});

test('PRV-04 photos and PDFs of a delivery by a wholesaler are called by their number, and not as they were on a computer of the site', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({ products: [s.line(s.pen)] });
  const { wholesaler, siteUser } = s.people;
  const packages = [s.package_([s.item(s.pen)])];
  expect((await wholesaler.call(api.shipByWholesaler, { body: { srId, packages } })).status).toBe(200);
  const files = [
    { ...pdf, filename: 'POD_Smith_100-014.pdf' },
    { ...photo, filename: 'Smith 1.png' },
    { ...photo, filename: 'Smith 2.png' },
  ];
  const body = { srId, gId: s.siteId, status: 'damaged', files };
  expect((await siteUser.call(api.receiveBySite, { body })).status).toBe(200);
  const { documents } = (await wholesaler.call(wholesalerDocuments.list, { query: { srId } })).reply;
  expect(documents.map(({ friendlyName, filename }) => [friendlyName, filename])).toEqual([
    ['Document 1', 'Document 1.pdf'],
    ['Photo 2', 'Photo 2.pdf'],
    ['Photo 3', 'Photo 3.pdf'],
  ]);
});

test('P11-09 P11-14 the audit trail says of every item how it arrived, of which product and lot it was, as the product was called when it was sent, and how much', async () => {
  const s = await onItsWay();
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  await s.rows(`update product set drug_name = 'Something else' where product_id = $1`, [s.tablet]);
  const { status } = await s.receive();
  expect(status).toBe(200);
  const tablets = {
    product_id: s.tablet,
    drug_name: drug,
    dosage_form: '50 mg tablet',
    quantity_unit: 'Bottle',
  };
  const recorded = `select changes from audit_entry where action = 'shipment.items_arrived' and record_id = $1`;
  expect(await s.rows(recorded, [String(s.srId)])).toEqual([
    {
      changes: [
        {
          field: 'items',
          new: [
            { item_id: s.items[0], condition: 'received', ...tablets, lot_number: 'L1', quantity: 3 },
            { item_id: s.items[1], condition: 'damaged', ...tablets, lot_number: 'L2', quantity: 1 },
          ],
        },
      ],
    },
  ]);
});

test('SST-06 a delivery is received although one item of it was damaged, without a note or files', async () => {
  const s = await onItsWay();
  const answer = await s.receive({
    status: 'received',
    dateOfStatusChange: s.today,
    note: undefined,
    files: undefined,
  });
  expect(answer.status).toBe(200);
  const request = await s.read();
  expect([request.status, request.packages[1]?.items[0]?.condition]).toEqual(['received', 'damaged']);
  expect([await s.comments(), await s.documents()]).toEqual([[], []]);
});

test('SST-07 SST-12 the status call keeps how each item arrived; conditions that do not fit the outcome or the delivery are refused by name', async () => {
  const s = await onItsWay();
  const move = (over: object) =>
    s.people.siteUser.call(api.moveBySite, { body: { srId: s.srId, gId: s.siteId, status: 'damaged', ...over } });
  const items = s.items.map((itemId) => ({ itemId, condition: 'damaged' }));
  const before = await s.fingerprint();
  for (const wrong of [{ items: items.slice(0, 1) }, { items, status: 'missing' }, { items, status: 'received' }]) {
    const refused = await move(wrong);
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, ['items']]);
  }
  expect(await s.fingerprint()).toBe(before);
  expect((await move({ items })).status).toBe(200);
  const conditions = (await s.read()).packages.flatMap((one) => one.items.map(({ condition }) => condition));
  expect(conditions).toEqual(['damaged', 'damaged']);
});

test('SST-07 PKG-01 how much of each arrived damaged, and how much was missing, stands in the lists of both sides', async () => {
  const s = await onItsWay();
  const { srId } = s;
  const another = await s.aRequest();
  const counts = async () => {
    const ofSite = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
    const ofPartner = await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
    return [ofSite, ofPartner].map(({ reply }) =>
      reply.requests.map((one) => ({ of: one.srId, damaged: one.damagedCount, missing: one.missingCount })),
    );
  };
  const untouched = { of: another, damaged: 0, missing: 0 };
  const before = [untouched, { of: srId, damaged: 0, missing: 0 }];
  expect(await counts()).toEqual([before, before]);
  const items = [
    { itemId: s.items[0], condition: 'damaged' },
    { itemId: s.items[1], condition: 'missing' },
  ];
  expect((await s.receive({ items })).status).toBe(200);
  const after = [untouched, { of: srId, damaged: 3, missing: 1 }];
  expect(await counts()).toEqual([after, after]);
});

test('REL-06 of ten reports at once with one key all get one answer, and everything is kept once; another report is refused', async () => {
  const s = await onItsWay();
  const headers = { 'idempotency-key': 'one-receipt-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => s.receive({}, 'siteUser', headers)));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const before = await s.fingerprint();
  expect((await s.receive()).code).toBe('shipment.cannot_move');
  expect(await s.fingerprint()).toBe(before);
  expect([(await s.comments()).length, (await s.documents()).length]).toEqual([1, 2]);
});

test('REL-02 a report that breaks off at its last file leaves nothing, and can be sent again', async () => {
  const s = await onItsWay();
  const before = await s.fingerprint();
  await s.rows('revoke insert on shipment_document from portal_app');
  const answer = await s.receive();
  expect([answer.status, answer.message]).toEqual([500, 'Unable to make request']);
  expect(await s.fingerprint()).toBe(before);
  await s.rows('grant insert on shipment_document to portal_app');
  expect((await s.receive()).status).toBe(200);
  expect((await s.documents()).length).toBe(2);
});

test('SST-10 OPS-15 only the site that a delivery went to says how it arrived', async () => {
  const s = await onItsWay();
  const before = await s.fingerprint();
  for (const who of ['siteUserElsewhere', 'siteUserAbroad', 'adminAbroad'] as const)
    expect([who, (await s.receive({}, who)).status]).toEqual([who, 404]);
  for (const who of ['pharmacist', 'wholesaler', 'sponsor'] as const)
    expect([who, (await s.receive({}, who)).status]).toEqual([who, 403]);
  expect((await s.receive({ gId: s.otherSiteId })).status).toBe(404);
  expect((await s.receive({ version: 1 })).code).toBe('stale');
  expect(await s.fingerprint()).toBe(before);
  await s.put(s.srId, { status: 'shipped', toParticipant: true });
  expect((await s.receive()).code).toBe('shipment.cannot_move');
});

test('SST-06 SST-15 SEC-30 SEC-31 what a receipt cannot say is refused with its field, and nothing is kept', async () => {
  const s = await onItsWay();
  const before = await s.fingerprint();
  const [one, two] = s.items;
  const named = (...conditions: [itemId: number, condition: string][]) => ({
    items: conditions.map(([itemId, condition]) => ({ itemId, condition })),
  });
  const everyOnce = 'must name every item of the delivery once';
  const cases: [object, Record<string, string>][] = [
    [named([one, 'received']), { items: everyOnce }],
    [named([one, 'received'], [one, 'damaged']), { items: everyOnce }],
    [named([one, 'received'], [two, 'missing'], [99_999, 'missing']), { items: everyOnce }],
    [
      { ...named([one, 'damaged'], [two, 'missing']), status: 'received' },
      { items: 'Nothing arrived in good order. Report the delivery instead.' },
    ],
    [
      { ...named([one, 'damaged'], [two, 'received']), status: 'missing' },
      { items: 'No item is set to missing. Choose which one is, or choose another outcome.' },
    ],
    [
      { ...named([one, 'received'], [two, 'received']), status: 'damaged' },
      { items: 'No item is set to damaged. Choose which one is, or choose another outcome.' },
    ],
    [
      { status: 'received', dateOfStatusChange: addDays(s.today, -1) },
      { dateOfStatusChange: 'Selected date is before the shipment date' },
    ],
  ];
  for (const [over, fields] of cases) {
    const answer = await s.receive(over);
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  }
  const page = { ...photo, data: Buffer.from('<!doctype html><script>1</script>').toString('base64') };
  const notAPhoto = await s.receive({ files: [pdf, page] });
  expect([notAPhoto.status, Object.keys(notAPhoto.fields), notAPhoto.message]).toEqual([
    400,
    ['files.1.data'],
    'IMG 1.png: Only PNG, JPEG and WebP photos and PDF files can be added.',
  ]);
  for (const over of [
    { status: 'cancelled' },
    { files: Array.from({ length: 6 }, () => pdf) },
    { note: 'x'.repeat(2001) },
    named([one, 'lost'], [two, 'received']),
    { files: [{ ...pdf, contentType: 'text/html' }] },
  ])
    expect([over, (await s.receive(over)).status]).toEqual([over, 400]);
  expect(await s.fingerprint()).toBe(before);
  // As many files as there can be.
  expect((await s.receive({ files: Array.from({ length: 5 }, () => pdf) })).status).toBe(200);
});
