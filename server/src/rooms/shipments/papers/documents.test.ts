import { deleteDocument, fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { maxDocumentBytes } from '@portal/contract/documents/rules.ts';
import * as api from '@portal/contract/shipments/document-endpoints.ts';
import { listForPharmacy, listForSite } from '@portal/contract/shipments/endpoints.ts';
import { categoryLabel, uploadTypes } from '@portal/contract/shipments/rules.ts';
import { beforeEach, expect, test } from 'vitest';
import { keptFiles } from '#test/house.ts';
import { aPdf } from '#test/pdfs.ts';
import { openShipments, type Shipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

beforeEach(onItsOwn);

const calls = {
  siteUser: api.siteDocuments,
  admin: api.siteDocuments,
  pharmacist: api.pharmacyDocuments,
  wholesaler: api.wholesalerDocuments,
} as const;
type Who = keyof typeof calls;

const given = (srId: number, over: Record<string, unknown> = {}) => ({
  srId,
  category: 0,
  filename: 'scan.pdf',
  friendlyName: 'Proof of delivery',
  contentType: 'application/pdf',
  data: aPdf().toString('base64'),
  ...over,
});
const upload = (s: Shipments, who: Who, body: unknown, headers: Record<string, string> = {}) =>
  s.people[who].call(calls[who].upload, { body, headers });
const listed = async (s: Shipments, who: Who, srId: number) =>
  (await s.people[who].call(calls[who].list, { query: { srId } })).reply.documents;

test.each([
  ['pharmacist', 'tablet'],
  ['wholesaler', 'pen'],
] as const)(
  'SDC-01 SDC-06 OPS-83 APS-15 APS-16 APS-25 APS-27 APS-33 APS-35 OPS-07 a site and its %s upload documents of every category, and each side lists and opens those of the other',
  async (partner, product) => {
    const s = await openShipments();
    const srId = await s.aRequest({ products: [s.line(s[product])] });
    expect([await listed(s, 'siteUser', srId), await listed(s, partner, srId)]).toEqual([[], []]);
    const made: unknown[] = [];
    for (const [i, who] of (['siteUser', partner, 'admin', partner] as const).entries()) {
      const { category, label } = uploadTypes[i]!;
      const data = aPdf(label).toString('base64');
      // As text too, the way a form would send it.
      const sent = i % 2 === 0 ? category : String(category);
      const answer = await upload(
        s,
        who,
        given(srId, { category: sent, filename: `${label}.pdf`, friendlyName: label, data }),
      );
      expect([answer.status, answer.message]).toEqual([200, undefined]);
      const [author] = await s.rows<{ name: string }>(
        `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
        [s.people[who].providerId],
      );
      const names = { friendlyName: label, filename: `${label}.pdf`, contentType: 'application/pdf' };
      const uploaded = { uploadedBy: author!.name, uploadedAt: expect.any(Date) as Date, isCorrected: false };
      made.push({ docId: answer.reply.docId, srId, category, ...names, ...uploaded, mayDelete: false });
      for (const reader of ['siteUser', 'admin', partner] as const) {
        const opened = await s.people[reader].call(fetchDocument, { query: { docId: answer.reply.docId } });
        expect([reader, opened.body]).toEqual([
          reader,
          {
            docId: answer.reply.docId,
            ...names,
            data,
            signatures: [],
            corrects: null,
            correctedBy: [],
            g_id: s.siteId,
            mayVerify: false,
            mayCorrect: false,
          },
        ]);
      }
    }
    expect(await listed(s, 'siteUser', srId)).toEqual(made);
    expect(await listed(s, partner, srId)).toEqual(made);
    expect((await listed(s, partner, srId)).map(({ category }) => categoryLabel(category))).toEqual([
      'Proof of Delivery',
      'Temperature Data',
      'Shipping Confirmation',
      'Other',
    ]);
  },
);

test('the lists count the documents that can be opened: one that was deleted counts no more', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const [first] = [await upload(s, 'siteUser', given(srId)), await upload(s, 'pharmacist', given(srId))];
  const { siteUser, pharmacist, admin } = s.people;
  const counts = async () => [
    (await siteUser.call(listForSite, { query: { gId: s.siteId } })).reply.requests.map((one) => one.documentCount),
    (await pharmacist.call(listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests.map(
      (one) => one.documentCount,
    ),
  ];
  expect(await counts()).toEqual([[2], [2]]);
  expect((await admin.call(deleteDocument, { query: { docId: first.reply.docId } })).status).toBe(200);
  expect(await counts()).toEqual([[1], [1]]);
  expect(await listed(s, 'siteUser', srId)).toHaveLength(1);
});

test('APD-03 the papers of a request say which of them people are asked to sign, or have signed', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const states = ['open', 'completed', 'withdrawn', null];
  for (const state of states) {
    const { docId } = (await upload(s, 'pharmacist', given(srId))).reply;
    if (state)
      await s.rows(
        `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
         values ($1, $2, 'general', gen_random_uuid(), $3, now())`,
        [s.companyId, docId, state],
      );
  }
  expect((await listed(s, 'siteUser', srId)).map(({ signing }) => signing)).toEqual([
    'open',
    'completed',
    undefined,
    undefined,
  ]);
});

test('APD-03 SDC-06 SEC-23 P11-08 the papers of a request say who may delete each of them, which is who can; it is gone on both sides then, and kept', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const { docId } = (await upload(s, 'pharmacist', given(srId))).reply;
  const { docId: other } = (await upload(s, 'siteUser', given(srId))).reply;
  const people = {
    ...s.people,
    ofSite: await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId])),
  };
  const said = async (who: keyof typeof people, list: (typeof calls)[Who]['list']) =>
    (await people[who].call(list, { query: { srId } })).reply.documents.map((one) => [one.docId, one.mayDelete]);
  for (const [who, list, mayDelete] of [
    ['siteUser', api.siteDocuments.list, false],
    ['pharmacist', api.pharmacyDocuments.list, false],
    ['admin', api.siteDocuments.list, true],
    ['ofSite', api.siteDocuments.list, true],
  ] as const) {
    expect([who, await said(who, list)]).toEqual([
      who,
      [
        [docId, mayDelete],
        [other, mayDelete],
      ],
    ]);
    if (mayDelete) continue;
    expect([who, (await people[who].call(deleteDocument, { query: { docId } })).status]).toEqual([who, 403]);
  }
  await s.rows(`update shipment_request set status = 'received' where request_id = $1`, [srId]);
  const files = await keptFiles(s);
  expect((await people.ofSite.call(deleteDocument, { query: { docId } })).status).toBe(200);
  for (const who of ['siteUser', 'pharmacist', 'admin'] as const)
    expect((await listed(s, who, srId)).map((one) => one.docId)).toEqual([other]);
  expect((await people.admin.call(deleteDocument, { query: { docId: other } })).status).toBe(200);
  expect(await keptFiles(s)).toEqual(files);
});

test('PRV-04 how a file is called on a computer of the site no wholesaler reads; its own files and those of requests to pharmacies keep their names', async () => {
  const s = await openShipments();
  const [theirs, pharmacys] = [await s.aRequest({ products: [s.line(s.pen)] }), await s.aRequest()];
  const filename = 'POD_Smith_100-014.pdf';
  const { docId } = (await upload(s, 'siteUser', given(theirs, { filename }))).reply;
  expect(await listed(s, 'wholesaler', theirs)).toMatchObject([{ docId, filename: 'Proof of delivery.pdf' }]);
  const opened = await s.people.wholesaler.call(fetchDocument, { query: { docId } });
  expect(opened.reply.filename).toBe('Proof of delivery.pdf');
  // What is called like a file stays one, and a slash ends no name.
  for (const friendlyName of ['Slip.PDF', 'Delivery 12/03', 'Back\\front'])
    expect((await upload(s, 'siteUser', given(theirs, { filename, friendlyName }))).status).toBe(200);
  const names = ['Proof of delivery.pdf', 'Slip.pdf', 'Delivery 12-03.pdf', 'Back-front.pdf'];
  expect((await listed(s, 'wholesaler', theirs)).map((one) => one.filename)).toEqual(names);
  expect((await upload(s, 'wholesaler', given(theirs, { filename: 'own.pdf' }))).status).toBe(200);
  expect((await listed(s, 'siteUser', theirs)).map((one) => one.filename)).toEqual([...names, 'own.pdf']);
  expect((await upload(s, 'siteUser', given(pharmacys, { filename }))).status).toBe(200);
  expect(await listed(s, 'pharmacist', pharmacys)).toMatchObject([{ filename }]);
});

test('SEC-31 a name with dots and slashes, quotes or 300 characters is kept as it was given and decides no path', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const names = [
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/cron.d/x.pdf',
    'a "quoted" \'name\'; filename="b.exe".pdf',
    '<img src=x onerror=alert(1)>.pdf',
    'Łukasz 王 🧪 %2e%2e%2f.pdf',
    `${'x'.repeat(296)}.pdf`,
    'CON',
    '.',
  ];
  for (const name of names) {
    const answer = await upload(s, 'siteUser', given(srId, { filename: name, friendlyName: name }));
    expect([name, answer.status, answer.message]).toEqual([name, 200, undefined]);
    const opened = await s.people.pharmacist.call(fetchDocument, { query: { docId: answer.reply.docId } });
    expect(opened.reply).toMatchObject({ filename: name, friendlyName: name });
    expect(Object.values(opened.headers).join()).not.toContain(name);
  }
  // Control characters in names are a 400 (decisions, "Documents and signing").
  const broken = given(srId, { filename: 'first line\nsecond line\r\nX-Header: 1.pdf' });
  expect((await upload(s, 'siteUser', broken)).status).toBe(400);
  expect((await listed(s, 'pharmacist', srId)).map(({ filename }) => filename)).toEqual(names);
  const files = await keptFiles(s);
  expect(files).toHaveLength(names.length);
  for (const file of files) expect(file).toMatch(/^[0-9a-f]{32}$/);
});

test('SDC-03 SEC-27 OPS-83 a .png, wrong or missing fields and what is not base64 are a 400 that names the field, and nothing is written', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = await upload(s, 'pharmacist', given(srId, { contentType: 'image/png', data: png }));
  expect([picture.status, picture.fields]).toEqual([400, { contentType: 'Only PDF files can be uploaded.' }]);
  const renamed = await upload(s, 'pharmacist', given(srId, { data: png }));
  expect([renamed.status, renamed.code]).toEqual([400, 'document.not_pdf']);

  const good = aPdf().toString('base64');
  for (const data of [
    `${good.slice(0, -4)}*${good.slice(-3)}`,
    `data:application/pdf;base64,${good}`,
    `${good}\n`,
    '-_-_',
    'a',
    '====',
  ]) {
    const answer = await upload(s, 'siteUser', given(srId, { data }));
    expect([data.slice(0, 20), answer.status, answer.fields]).toEqual([
      data.slice(0, 20),
      400,
      { data: 'must be base64' },
    ]);
  }
  for (const category of [4, -1, '9', '', null, 'Other'])
    expect((await upload(s, 'siteUser', given(srId, { category }))).fields).toHaveProperty('category');
  for (const { path, body } of spoiled(given(srId)))
    expect(`${path} ${(await upload(s, 'siteUser', body)).status}`).toBe(`${path} 400`);
  expect(await s.fingerprint()).toBe(before);
  expect(await keptFiles(s)).toEqual([]);
});

test('OPS-53 SEC-27 SEC-31 a file of 51 MB is 413 with its sentence, and nothing is written', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  const answer = await upload(
    s,
    'siteUser',
    given(srId, { data: 'A'.repeat(((maxDocumentBytes + 1_048_576) / 3) * 4) }),
  );
  expect([answer.status, answer.code, answer.message]).toEqual([
    413,
    'document.too_large',
    'File size is greater than 50MB',
  ]);
  expect(await s.fingerprint()).toBe(before);
  expect(await keptFiles(s)).toEqual([]);
});

test('REL-06 P11-09 SHP-14 twenty equal uploads with one key make one document, with its audit entries and one event for both sides', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  await s.rows('delete from event');
  const headers = { 'idempotency-key': 'one-document-of-mine' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(s, 'pharmacist', given(srId), headers)));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  const [document] = await listed(s, 'siteUser', srId);
  expect(await listed(s, 'siteUser', srId)).toHaveLength(1);
  expect(await keptFiles(s)).toHaveLength(1);
  expect((await upload(s, 'pharmacist', given(srId, { category: 1 }), headers)).code).toBe('key_reused');
  expect(
    await s.rows(
      `select action, record_kind, record_id, actor_id from audit_entry where action like '%document%' order by action`,
    ),
  ).toEqual([
    { action: 'document.kept', record_kind: 'document', record_id: String(document!.docId), actor_id: s.pharmacist },
    {
      action: 'shipment.document_uploaded',
      record_kind: 'shipment_request',
      record_id: String(srId),
      actor_id: s.pharmacist,
    },
  ]);
  expect(await s.rows('select type, payload from event')).toEqual([
    { type: 'shipment.changed', payload: { id: srId, careGroupId: s.siteId, partnerId: s.pharmacyId } },
  ]);
});

test('PRV-01 who lists or opens the documents of a participant is in the access log, a wholesaler too, and who was refused', async () => {
  const s = await openShipments();
  const of = async (product: number, participantId: number | null) =>
    s.aRequest({ products: [s.line(product)], participants: [s.subject('717-919', participantId)] });
  const [tablets, pens] = [await of(s.tablet, s.ada), await of(s.pen, s.ada)];
  const docIds = {
    [tablets]: (await upload(s, 'siteUser', given(tablets))).reply.docId,
    [pens]: (await upload(s, 'siteUser', given(pens))).reply.docId,
  };
  await s.app.accessLog.flush();
  await s.rows('delete from access_entry');
  for (const [who, srId] of [
    ['siteUser', tablets],
    ['pharmacist', tablets],
    ['wholesaler', pens],
  ] as const) {
    await listed(s, who, srId);
    await s.people[who].call(fetchDocument, { query: { docId: docIds[srId] } });
  }
  await s.people.pharmacist.call(fetchDocument, { query: { docId: docIds[pens] } });
  await s.app.accessLog.flush();
  const entries = await s.rows<{ provider_id: number; call: string; record_ids: number[]; outcome: string }>(
    `select provider_id, call, record_ids, outcome from access_entry where record_kind <> 'document' order by entry_id`,
  );
  const read = (who: Who, call: { method: string; path: string }) => ({
    provider_id: s.people[who].providerId,
    call: `${call.method} ${call.path}`,
    record_ids: [s.ada],
    outcome: 'read',
  });
  expect(entries).toEqual([
    ...(['siteUser', 'pharmacist', 'wholesaler'] as const).flatMap((who) => [
      read(who, calls[who].list),
      read(who, fetchDocument),
    ]),
    { ...read('pharmacist', fetchDocument), record_ids: [], outcome: 'refused' },
  ]);
});
