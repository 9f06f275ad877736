import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import * as partners from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { unsignedFormText } from '@portal/contract/shipments/rules.ts';
import { orderFormLabels } from '@portal/contract/signing/field-names.ts';
import { listToSign, readToSign } from '@portal/contract/signing/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { anOrderForm } from '#test/forms.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { aPdf } from '#test/pdfs.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { paintedIn, textOf, valuesOf } from '#test/read-pdf.ts';
import { somebodyWaits } from '#test/waits.ts';

type Forms = Awaited<ReturnType<typeof openOrderForms>>;

/** What stands in the fields of an order form, by their labels. */
const saidIn = async (s: Forms, docId: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await valuesOf(await s.contentOf(docId))).flatMap(([name, value]) =>
      name.startsWith('TextInput') ? [[name.split('_')[3], value]] : [],
    ),
  );
const toSign = async (person: Caller) =>
  (await person.call(listToSign, { query: { cp_id: person.providerId } })).reply.documents;
const papersOf = async (s: Forms, srId: number, by: Caller = s.people.siteUser) =>
  (await by.call(partners.siteDocuments.list, { query: { srId } })).reply.documents;
const moreProducts = (s: Forms, names: readonly string[]) =>
  Promise.all(
    names.map(async (drug_name) => {
      const product = await s.aProduct(s.companyId, s.trialId, { drug_name, dosage_form: '5 mg tablet' });
      await s.supply(s.companyId, s.siteId, s.pharmacyId, product);
      return product;
    }),
  );

test('OPS-57 OPS-97 CON-16 BLD-12 BLD-13 BLD-14 BLD-15 an order form says in all of its 33 fields what request, site and participant know', async () => {
  const s = await openOrderForms();
  await s.rows(
    `update participant set phone = '+16175550199', born_on = '1984-02-29',
       address_id = (select address_id from care_group where care_group_id = $2) where participant_id = $1`,
    [s.ada, s.siteId],
  );
  await s.rows(`update care_group set phone = '+16175550123', extension = '12' where care_group_id = $1`, [s.siteId]);
  await s.rows(`update care_group set name = 'AUR-7' where care_group_id = $1`, [s.trialId]);
  await s.rows(`update care_group set display_name = 'Hill Clinic' where care_group_id = $1`, [s.siteId]);
  await s.rows(`update sponsor set name = 'Aurelia' where sponsor_id = $1`, [s.sponsorId]);
  await s.rows(`update provider set first_name = 'Sam', last_name = 'Sites' where provider_id = $1`, [s.siteUser]);
  const { orderForms } = await s.asked({
    dateRequired: '2031-03-09',
    nextOrderDate: '2031-04-09',
    toParticipant: 1,
    participants: [s.subject('717-919', s.ada)],
    products: (await moreProducts(s, ['Alpha', 'Beta', 'Gamma'])).map((id, i) =>
      s.line(id, { quantity: i + 1, daysOfSupply: 30 + i, directions: i === 2 ? '' : `Way ${i}` }),
    ),
  });
  expect(orderForms).toHaveLength(1);
  const said = await saidIn(s, orderForms[0]!.docId);
  expect(said).toEqual({
    'Date Prescription Required': '09-Mar-2031',
    'Protocol Number': 'AUR-7',
    Sponsor: 'Aurelia',
    'Subject Number': '717-919',
    'Patient Address': '1 Main Street',
    'Patient City': 'Boston',
    'Patient Country': 'United States',
    'Patient DOB': '29/02/1984',
    'Patient First Name': 'Adelheid',
    'Patient Last Name': 'Planted',
    'Patient Phone': '+16175550199',
    'Patient Zip': '02110',
    'Patient Province': 'Massachusetts',
    'Site Address': '1 Main Street',
    'Site City': 'Boston',
    'Site Country': 'United States',
    'Site Name': 'Hill Clinic',
    'Site Phone': '+16175550123, extension 12',
    'Site User Name': 'Sam Sites',
    'Site Zip': '02110',
    'Site Province': 'Massachusetts',
    'Drug 1 Name and Form': 'Alpha, 5 mg tablet',
    'Drug 1 Quantity': '1 Bottle',
    'Drug 1 Direction': 'Way 0',
    'Drug 1 Days of Supply': '30',
    'Drug 2 Name and Form': 'Beta, 5 mg tablet',
    'Drug 2 Quantity': '2 Bottles',
    'Drug 2 Direction': 'Way 1',
    'Drug 2 Days of Supply': '31',
    'Drug 3 Name and Form': 'Gamma, 5 mg tablet',
    'Drug 3 Quantity': '3 Bottles',
    'Drug 3 Direction': 'N/A',
    'Drug 3 Days of Supply': '32',
  });
  expect(Object.keys(said).sort()).toEqual([...orderFormLabels].sort());

  // A number without a record says itself and nothing more; of several nobody is the patient.
  const patientIn = async (docId: number) =>
    Object.entries(await saidIn(s, docId)).filter(([label]) => /^Patient|^Subject/.test(label) && label !== '');
  const alone = await s.asked({ participants: [s.subject('555-555')] });
  const two = await s.asked({ participants: [s.subject('555-556'), s.subject('717-919', s.ada)] });
  for (const [{ orderForms: made }, number] of [
    [alone, '555-555'],
    [two, '555-556, 717-919'],
  ] as const)
    expect((await patientIn(made[0]!.docId)).filter(([, value]) => value !== '')).toEqual([['Subject Number', number]]);
});

test('OPS-57 directions of 500 characters are in the order form in a size that can be read, whatever their field has room for', async () => {
  const s = await openOrderForms();
  const directions = 'Take 0.5 tablets in the morning and 5 in the evening. '.repeat(10).slice(0, 499).concat('.');
  const { orderForms } = await s.asked({ products: [s.line(s.tablet, { directions })] });
  const file = await s.contentOf(orderForms[0]!.docId);
  const readable = (await paintedIn(file)).filter(({ size, text }) => size >= 6 && text.length > 3);
  expect(readable.map(({ page, text }) => [page, text.join(' ')])).toEqual([[2, directions]]);
  const { pages, text } = await textOf(file);
  expect([pages, text.slice(text.indexOf('In full'))]).toEqual([
    2,
    expect.stringMatching(
      /^In full\s+These texts may be too small to be read in their fields\.\s+Drug 1 Direction, page 1$/,
    ),
  ]);
  expect((await saidIn(s, orderForms[0]!.docId))['Drug 1 Direction']).toBe(directions);
});

test('OPS-71 OPS-70 ODF-04 ODF-07 SHC-21 SDC-01 SHP-16 ROL-30 one form for up to three products of a pharmacy, none for a wholesaler; they are among the papers of their request', async () => {
  const s = await openOrderForms();
  const four = [s.tablet, ...(await moreProducts(s, ['Alpha', 'Beta', 'Gamma']))];
  const of = (number: string, products: readonly number[]) =>
    s.asked({ participants: [s.subject(number)], products: products.map((id) => s.line(id)) });
  const [one, three, many] = [
    await of('100-001', [s.tablet]),
    await of('100-003', [...four.slice(0, 3), s.pen]),
    await of('100-004', four),
  ];
  expect([one, three, many].map((each) => [each.srIds.length, each.orderForms.length])).toEqual([
    [1, 1],
    [2, 1],
    [1, 2],
  ]);
  expect((await of('100-005', [s.pen])).orderForms).toEqual([]);
  const drugsIn = async (docId: number) =>
    Object.entries(await saidIn(s, docId)).flatMap(([label, value]) =>
      label.endsWith('Name and Form') && value ? [value.split(',')[0]] : [],
    );
  expect(await Promise.all(many.orderForms.map(({ docId }) => drugsIn(docId)))).toEqual([
    [expect.stringMatching(/^Drug/), 'Alpha', 'Beta'],
    ['Gamma'],
  ]);
  expect(
    (await papersOf(s, many.srId)).map(({ category, friendlyName, filename }) => [category, friendlyName, filename]),
  ).toEqual([
    [null, `Order form of request ${many.srId}, 1 of 2`, `order-form-${many.srId}-1.pdf`],
    [null, `Order form of request ${many.srId}, 2 of 2`, `order-form-${many.srId}-2.pdf`],
  ]);
  const [pharmacys, wholesalers] = three.srIds as [number, number];
  expect((await papersOf(s, pharmacys)).map(({ friendlyName }) => friendlyName)).toEqual([
    `Order form of request ${pharmacys}`,
  ]);
  expect(await papersOf(s, wholesalers)).toEqual([]);

  // Two people sign, the requester first; each copy names its template.
  const rows = await s.rows(
    `select signer_num, provider_id, kind, state, template_id, care_group_id, partner_id from signer
     join signing_request using (signing_request_id) join document using (document_id) where document_id = $1 order by 1`,
    [one.orderForms[0]!.docId],
  );
  const copy = {
    kind: 'order_form',
    state: 'open',
    template_id: s.templateId,
    care_group_id: s.siteId,
    partner_id: s.pharmacyId,
  };
  expect(rows).toEqual([
    { signer_num: 1, provider_id: s.siteUser, ...copy },
    { signer_num: 2, provider_id: s.prescriberId, ...copy },
  ]);
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { srId: many.srId } });
  expect(reply.request.orderForms).toEqual(many.orderForms);
});

test('OPS-70 OPS-71 SEC-23 of two pharmacies each has the form of its own request, and does not open the other', async () => {
  const s = await openOrderForms();
  const partnerId = await s.aPartner(s.companyId, 'pharmacy');
  const theirs = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Theirs' });
  await s.connect(s.companyId, s.siteId, partnerId, [theirs]);
  const other = await s.signedIn(await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: partnerId }));
  const made = await s.asked({ products: [s.line(theirs), s.line(s.tablet)] });
  expect([made.srIds.length, made.orderForms.length]).toEqual([2, 2]);
  const [mine, others] = made.orderForms.map(({ docId }) => docId) as [number, number];
  expect((await saidIn(s, others))['Drug 1 Name and Form']).toBe('Theirs, 50 mg tablet');
  const opens = (person: Caller) =>
    Promise.all(
      [mine, others].map(async (docId) => (await person.call(documents.fetchDocument, { query: { docId } })).status),
    );
  expect([await opens(s.people.pharmacist), await opens(other)]).toEqual([
    [200, 404],
    [404, 200],
  ]);
});

test('ODF-04 ODF-05 SEC-34 SHP-16 whoever places the request signs first, whatever their type, and may be the prescriber as well; the link is for its own signer', async () => {
  const s = await openOrderForms();
  const { admin, siteUser } = s.people;
  const byAdmin = await s.asked({ participants: [s.subject('100-001')] }, admin);
  const [form] = byAdmin.orderForms;
  const mine = async (person: Caller) =>
    (await toSign(person)).map(({ docId, uuid, signerUuid, isCurrentSigner, signerNum, srId }) => ({
      docId,
      uuid,
      signerUuid,
      isCurrentSigner,
      signerNum,
      srId,
    }));
  expect(await mine(admin)).toEqual([{ ...form, isCurrentSigner: true, signerNum: 1, srId: byAdmin.srId }]);
  const [second] = await mine(s.prescriber);
  expect(second).toMatchObject({ docId: form!.docId, uuid: form!.uuid, isCurrentSigner: false, signerNum: 2 });
  expect(second?.signerUuid).not.toBe(form?.signerUuid);
  expect(await mine(siteUser)).toEqual([]);
  const formsFor = async (person: Caller, call = api.readForSite) =>
    (await person.call(call, { query: { srId: byAdmin.srId } })).reply.request.orderForms;
  expect(await formsFor(admin)).toEqual([form]);
  expect(await formsFor(s.prescriber)).toEqual([{ ...form, signerUuid: second?.signerUuid }]);
  const untold = [{ docId: form!.docId, uuid: null, signerUuid: null }];
  expect(await formsFor(siteUser)).toEqual(untold);
  expect(await formsFor(s.people.pharmacist, api.readForPharmacy as never)).toEqual(untold);

  const own = await s.asked({ participants: [s.subject('100-002')] }, s.prescriber);
  expect(
    await s.rows(
      `select array_agg(provider_id order by signer_num) as who, count(distinct signer_uuid)::int as links
       from signer join signing_request using (signing_request_id) where document_id = $1`,
      [own.orderForms[0]!.docId],
    ),
  ).toEqual([{ who: [s.prescriberId, s.prescriberId], links: 2 }]);
});

test('SEC-23 ROL-30 PRV-01 PRV-04 administrators, the site, its signers and the pharmacy of the request open an order form; for everybody else there is none, and unsigned it keeps nobody from processing', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { orderForms, srId } = await s.asked({ participants: [s.subject('717-919', s.ada)] });
  const query = { docId: orderForms[0]!.docId };
  const opens = Object.fromEntries(
    await Promise.all(
      Object.entries({ ...s.people, prescriber: s.prescriber }).map(async ([who, person]) => [
        who,
        (await person.call(documents.fetchDocument, { query })).status,
      ]),
    ),
  );
  expect(opens).toEqual({
    admin: 200,
    siteUser: 200,
    prescriber: 200,
    other: 200,
    pharmacist: 200,
    nurse: 200,
    wholesaler: 404,
    sponsor: 404,
    siteUserElsewhere: 404,
    pharmacistElsewhere: 404,
    wholesalerElsewhere: 404,
    adminAbroad: 404,
    siteUserAbroad: 404,
    pharmacistAbroad: 404,
    wholesalerAbroad: 404,
  });
  const atPharmacy = await s.people.pharmacist.call(partners.pharmacyDocuments.list, { query: { srId } });
  expect(atPharmacy.reply.documents.map(({ docId, category }) => [docId, category])).toEqual([[query.docId, null]]);
  const process = { srId, status: 'processing' };
  expect((await s.people.pharmacist.call(api.moveByPharmacy, { body: process })).status).toBe(200);
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select distinct record_kind as kind, record_ids from access_entry where call = 'GET /document' and outcome = 'read' order by 1`,
    ),
  ).toEqual([
    { kind: 'document', record_ids: [query.docId] },
    { kind: 'participant', record_ids: [s.ada] },
  ]);
});

test('ODF-04 an order form that lacks a signature is told of to the site and to the pharmacy, before and after it is shipped, and is not once everybody has signed', async () => {
  const s = await openOrderForms();
  const { siteUser, pharmacist } = s.people;
  const { srId, orderForms } = await s.asked();
  const without = await s.aRequest({ products: [s.line(s.pen)] });
  const told = async () => {
    const site = await siteUser.call(api.listForSite, { query: { gId: s.siteId } });
    const pharmacy = await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
    const ofBoth = [...site.reply.requests, ...pharmacy.reply.requests].filter((row) => row.srId === srId);
    const whole = [
      await siteUser.call(api.readForSite, { query: { srId } }),
      await pharmacist.call(api.readForPharmacy, { query: { srId } }),
    ];
    expect(site.reply.requests.find((row) => row.srId === without)?.unsignedFormCount).toBe(0);
    return [...ofBoth, ...whole.map(({ reply }) => reply.request)].map(({ unsignedFormCount }) => unsignedFormCount);
  };
  expect(await told()).toEqual([1, 1, 1, 1]);
  await s.put(srId, { status: 'shipped' });
  expect(await told()).toEqual([1, 1, 1, 1]);
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [orderForms[0]!.docId]);
  expect(await told()).toEqual([0, 0, 0, 0]);
});

test('ODF-04 P11-08 a rejected order form counts as signed no more once one that everybody signed was put in its place, also where it is deleted after that', async () => {
  const s = await openOrderForms();
  const { admin, siteUser } = s.people;
  const { srId, orderForms } = await s.asked({ participants: [s.subject('717-919', s.ada)] });
  const { docId } = orderForms[0]!;
  const told = async () => unsignedFormText((await siteUser.call(api.readForSite, { query: { srId } })).reply.request);
  await s.rows(`update signing_request set state = 'rejected' where document_id = $1`, [docId]);
  const body = uploadOf('Right', { corrects: docId });
  const { documentId } = (await admin.call(documents.saveDocument, { body })).reply;
  const isNow = (state: string) =>
    s.rows(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, 'general', gen_random_uuid(), $3, now()) on conflict (document_id) do update set state = excluded.state`,
      [s.companyId, documentId, state],
    );
  await isNow('completed');
  expect(await told()).toBe('Order form not signed yet.');
  const placed = await admin.call(documents.attachToGroups, { body: { docId: documentId, g_id: s.siteId } });
  expect(placed.status).toBe(200);
  expect(await told()).toBeNull();
  await isNow('open');
  expect(await told()).toBe('Order form not signed yet.');
  expect((await admin.call(documents.deleteDocument, { query: { docId } })).status).toBe(200);
  expect(await told()).toBe('Order form was deleted before it was signed.');
  await isNow('completed');
  expect(await told()).toBeNull();
});

test('ODF-04 APD-03 that an order form was deleted before everybody had signed it is told to the site and to the pharmacy while the request is under way', async () => {
  const s = await openOrderForms();
  const { admin, siteUser, pharmacist } = s.people;
  const deleted = await s.asked({ participants: [s.subject('717-919', s.ada)] });
  const signed = await s.asked({ participants: [s.subject('100-001')] });
  const told = async () => {
    const site = await siteUser.call(api.listForSite, { query: { gId: s.siteId } });
    const pharmacy = await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
    const whole = await pharmacist.call(api.readForPharmacy, { query: { srId: deleted.srId } });
    const listed = [site, pharmacy].flatMap(({ reply }) =>
      [deleted, signed].map(({ srId }) => reply.requests.find((row) => row.srId === srId)!),
    );
    return [...listed, whole.reply.request].map(unsignedFormText);
  };
  const waits = 'Order form not signed yet.';
  expect(await told()).toEqual([waits, waits, waits, waits, waits]);
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [signed.orderForms[0]!.docId]);
  for (const { orderForms } of [deleted, signed])
    expect((await admin.call(documents.deleteDocument, { query: { docId: orderForms[0]!.docId } })).status).toBe(200);
  const isDeleted = 'Order form was deleted before it was signed.';
  expect(await told()).toEqual([isDeleted, null, isDeleted, null, isDeleted]);
  await s.put(deleted.srId, { status: 'shipped' });
  expect(await told()).toEqual([isDeleted, null, isDeleted, null, isDeleted]);
  await s.put(deleted.srId, { status: 'received' });
  expect(await told()).toEqual([null, null, null, null, null]);
});

test('OPS-68 SEC-23 the list of order forms tells the number that its participant has by now at its site, and what is nobody’s for sure', async () => {
  const s = await openOrderForms();
  const { admin, siteUser } = s.people;
  const person = (fname: string, subject_number: string, g_id = s.siteId) => ({
    fname,
    lname: 'Planted',
    g_id,
    dob: '1980-03-05',
    gender: 1,
    subject_number,
  });
  const change = async (participant_id: number, given: object) =>
    expect(
      (await admin.call(changeParticipant, { body: { ...given, participant_id, addressChanged: 0 } })).status,
    ).toBe(200);
  await s.asked({ participants: [s.subject('717-919', s.ada)] });
  await s.asked({ participants: [s.subject('100-001')] });
  const eve = (await admin.call(addParticipant, { body: person('Eve', '100-001') })).reply.participantId;
  const told = async () => (await toSign(siteUser)).map(({ participants }) => participants);
  const [ofAda, ofEve] = [
    { participantId: s.ada, subjectNumber: '717-919' },
    { participantId: eve, subjectNumber: '100-001' },
  ];
  expect(await told()).toEqual([[ofEve], [ofAda]]);
  await change(s.ada, person('Adelheid', '717-920'));
  await change(eve, person('Eve', '100-002'));
  const ofNobody = { participantId: null, isUncertain: true, subjectNumber: '100-001' };
  expect(await told()).toEqual([[ofNobody], [{ ...ofAda, numberNow: '717-920' }]]);
  await change(s.ada, person('Adelheid', '717-920', s.otherSiteId));
  expect(await told()).toEqual([[ofNobody], [{ ...ofAda, isUncertain: true }]]);
});

test('SGN-03 SGN-21 each signer of an order form is led to it while it is their turn, in the list and in the request; nobody else is', async () => {
  const s = await openOrderForms();
  const { siteUser, admin, pharmacist } = s.people;
  const { srId, orderForms } = await s.asked();
  const docId = orderForms[0]!.docId;
  const ledTo = async () => {
    const ofSite = async (person: Caller) => {
      const list = await person.call(api.listForSite, { query: { gId: s.siteId } });
      const whole = await person.call(api.readForSite, { query: { srId } });
      const row = list.reply.requests.find((one) => one.srId === srId);
      expect(row?.formToSign).toBe(whole.reply.request.formToSign);
      return row?.formToSign;
    };
    const atPharmacy = await pharmacist.call(api.readForPharmacy, { query: { srId } });
    return {
      placer: await ofSite(siteUser),
      prescriber: await ofSite(s.prescriber),
      others: [await ofSite(admin), atPharmacy.reply.request.formToSign],
    };
  };
  const others = [null, null];
  expect(await ledTo()).toEqual({ placer: docId, prescriber: null, others });
  await s.rows(
    `update signer set signed_at = now() where signer_num = 1 and signing_request_id =
       (select signing_request_id from signing_request where document_id = $1)`,
    [docId],
  );
  expect(await ledTo()).toEqual({ placer: null, prescriber: docId, others });
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [docId]);
  expect(await ledTo()).toEqual({ placer: null, prescriber: null, others });
});

test('OPS-50 DOC-20 P11-11 P11-15 cancelling a request withdraws its order forms: signers have none any more, reviewers keep it, also what was signed', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { siteUser, pharmacist } = s.people;
  const [mine, theirs, signed] = [
    await s.asked({ participants: [s.subject('100-001')] }),
    await s.asked({ participants: [s.subject('100-002')] }),
    await s.asked({ participants: [s.subject('100-003')] }),
  ];
  const signedForm = signed.orderForms[0]!.docId;
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [signedForm]);
  const [form] = mine.orderForms;
  expect(await toSign(siteUser)).toHaveLength(3);
  await siteUser.call(api.moveBySite, { body: { srId: signed.srId, gId: s.siteId, status: 'cancelled' } });
  await siteUser.call(api.moveBySite, { body: { srId: mine.srId, gId: s.siteId, status: 'cancelled' } });
  await pharmacist.call(api.moveByPharmacy, { body: { srId: theirs.srId, status: 'cancelled' } });
  expect([await toSign(siteUser), await toSign(s.prescriber)]).toEqual([[], []]);
  const { uuid: srUuid, signerUuid } = form!;
  expect((await siteUser.call(readToSign, { query: { srUuid, signerUuid } })).status).toBe(404);
  expect((await papersOf(s, mine.srId)).map(({ docId }) => docId)).toEqual([form!.docId]);
  expect((await saidIn(s, form!.docId))['Subject Number']).toBe('100-001');
  expect((await siteUser.call(api.readForSite, { query: { srId: mine.srId } })).reply.request.orderForms).toEqual([
    { docId: form!.docId, uuid: null, signerUuid: null },
  ]);
  expect(await s.rows('select state, reason from signing_request order by signing_request_id')).toEqual([
    { state: 'withdrawn', reason: 'Cancel Request' },
    { state: 'withdrawn', reason: 'Cancel Request' },
    { state: 'completed', reason: null },
  ]);
  expect((await papersOf(s, signed.srId)).map(({ docId }) => docId)).toEqual([signedForm]);
  const trail = await s.rows(
    `select actor_id, reason from audit_entry where action = 'signing.withdrawn' order by seq`,
  );
  expect(trail).toEqual([
    { actor_id: s.siteUser, reason: 'Cancel Request' },
    { actor_id: s.pharmacist, reason: 'Cancel Request' },
  ]);
});

test('OPS-50 DOC-20 order forms are listed to signers while their request is preprocessing, processing, shipped or received', async () => {
  const s = await openOrderForms();
  const { siteUser } = s.people;
  const { srId, orderForms } = await s.asked({ participants: [s.subject('100-001')] });
  const [{ uuid: srUuid, signerUuid }] = orderForms as [(typeof orderForms)[number]];
  const listed: Record<string, [number, number, number]> = {};
  for (const status of ['preprocessing', 'processing', 'shipped', 'received', 'damaged', 'missing', 'other']) {
    await s.put(srId, { status });
    listed[status] = [
      (await toSign(siteUser)).length,
      (await siteUser.call(readToSign, { query: { srUuid, signerUuid } })).status,
      (await papersOf(s, srId)).length,
    ];
  }
  const open = [1, 200, 1];
  const hidden = [0, 404, 1];
  expect(listed).toEqual({
    preprocessing: open,
    processing: open,
    shipped: open,
    received: open,
    damaged: hidden,
    missing: hidden,
    other: hidden,
  });
});

test('P11-09 P11-12 each order form has its audit entries, by whoever placed the request, with the request in one act', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { srId, orderForms } = await s.asked({ participants: [s.subject('100-001')] });
  const [{ docId }] = orderForms as [(typeof orderForms)[number]];
  const entries = await s.rows<{ action: string; changes: { field: string; new: unknown }[] }>(
    `select action, record_kind, record_id, actor_id, changes from audit_entry
     where seq >= (select min(seq) from audit_entry where action = 'shipment.created') order by seq`,
  );
  const [request] = await s.rows<{ id: number }>('select signing_request_id as id from signing_request');
  const by = { actor_id: s.siteUser };
  expect(entries).toMatchObject([
    { action: 'shipment.created', record_kind: 'shipment_request', record_id: String(srId), ...by },
    { action: 'document.kept', record_kind: 'document', record_id: String(docId), ...by },
    { action: 'signing.requested', record_kind: 'signing_request', record_id: String(request?.id), ...by },
    { action: 'shipment.order_form_made', record_kind: 'shipment_request', record_id: String(srId), ...by },
  ]);
  expect(entries[3]?.changes).toEqual([
    { field: 'document_id', new: docId },
    { field: 'template_id', new: s.templateId },
    { field: 'prescriber_id', new: s.prescriberId },
  ]);
});

test('REL-02 P11-12 a request that fails at its end leaves no order form behind, not even a file', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const before = await s.leftBehind();
  await s.rows('alter table shipment_document rename to shipment_document_away');
  expect((await s.ask()).status).toBe(500);
  await s.rows('alter table shipment_document_away rename to shipment_document');
  expect(await s.leftBehind()).toEqual(before);
  expect((await s.ask()).reply.orderForms).toHaveLength(1);
});

test('REL-06 REL-08 ten equal presses with one key make one order form and get one answer; of ten without, one is made', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const headers = { 'idempotency-key': 'one-intention' };
  const body = { participants: [s.subject('100-001')] };
  const ten = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, press));
  const same = await ten(() => s.ask(body, { headers }));
  expect(new Set(same.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(same[0]!.reply.orderForms).toHaveLength(1);
  const others = await ten(() => s.ask({ participants: [s.subject('100-002')] }));
  expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 400),
  ]);
  expect(await s.rows(`select document_id from signing_request where kind = 'order_form'`)).toHaveLength(2);
  expect(await s.rows('select document_id from shipment_document')).toHaveLength(2);
});

test('REL-06 a lost answer is repeated, also where the trial has another order form by then', async () => {
  const s = await openOrderForms();
  const headers = { 'idempotency-key': 'one-intention' };
  const first = await s.ask({}, { headers });
  await s.attachTemplate(aPdf('No form'));
  const again = await s.ask({}, { headers });
  expect([again.status, again.reply]).toEqual([200, first.reply]);
});

test('ODF-01 OPS-54 REL-08 P11-11 where the order form is replaced or detached, or what it says is changed, while a request is on its way, the request says so and is not made', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const { admin } = s.people;
  const changed = {
    replaced_meanwhile: async () => void (await s.attachTemplate(await anOrderForm(['Sponsor']))),
    detached_meanwhile: async () => {
      const [{ id }] = (await s.rows<{ id: number }>(
        'select order_form_template_id as id from care_group where care_group_id = $1',
        [s.trialId],
      )) as [{ id: number }];
      const query = { docId: id, g_id: s.trialId };
      expect((await admin.call(documents.detachFromGroup, { query })).status).toBe(200);
    },
    attached_meanwhile: async () => void (await s.attachTemplate(await anOrderForm(['Sponsor']))),
    renamed_meanwhile: () => s.rows(`update sponsor set name = 'Borealis' where sponsor_id = $1`, [s.sponsorId]),
  };
  for (const [what, change] of Object.entries(changed)) {
    const before = await s.rows('select request_id from shipment_request');
    const answer = await s.app.database.asSystem(async (tx) => {
      // Filled already, the request waits here for its act to begin.
      await sql`lock table idempotency_key in exclusive mode`.execute(tx);
      const pressed = s.ask({}, { headers: { 'idempotency-key': what } });
      await somebodyWaits(s);
      await change();
      return { pressed };
    });
    const { status, code, message } = await answer.pressed;
    expect([what, status, code, message]).toEqual([
      what,
      409,
      'shipment.order_form_changed',
      'The order form, or what it says, has just changed. Please submit again.',
    ]);
    expect(await s.rows('select request_id from shipment_request')).toEqual(before);
  }
  expect(await s.rows('select document_id from shipment_document')).toEqual([]);
  expect(await saidIn(s, (await s.asked()).orderForms[0]!.docId)).toEqual({ Sponsor: 'Borealis' });
});

test('REL-02 OPS-71 a template that nobody could sign is refused with what is wrong with it, and nothing is made', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const problems: Record<string, string | undefined> = {};
  for (const [what, template] of Object.entries({
    'no fields': aPdf('Nothing to fill in'),
    'nobody prescribes': await anOrderForm(['Sponsor'], { signers: [1] }),
    'a third signer': await anOrderForm(['Sponsor'], { signers: [1, 2, 3] }),
  })) {
    await s.attachTemplate(template);
    const before = await s.leftBehind();
    const { status, code, message } = await s.ask();
    expect([status, code]).toEqual([409, 'shipment.order_form_unusable']);
    problems[what] = message;
    expect(await s.leftBehind()).toEqual(before);
  }
  const said = (problem: string) =>
    `The order form of this trial cannot be used: ${problem} Please ask an administrator to replace it.`;
  expect(problems).toEqual({
    'no fields': said('Signer 1 has no signature field in it.'),
    'nobody prescribes': said('Signer 2 has no signature field in it.'),
    'a third signer': said('The field "Signature3_3_Required" is for signer 3, and there are 2 signers.'),
  });
  expect((await s.ask({ isBatchShipment: 1 })).status).toBe(200);
});

test('OPS-54 P11-11 an order form stays as it was made, whatever becomes of its template', async () => {
  const s = await openOrderForms();
  const { orderForms, srId } = await s.asked({ participants: [s.subject('100-001')] });
  await s.attachTemplate(await anOrderForm(['Sponsor']));
  expect((await s.people.admin.call(documents.deleteDocument, { query: { docId: s.templateId } })).status).toBe(200);
  expect(await toSign(s.people.siteUser)).toMatchObject([{ docId: orderForms[0]!.docId, isCurrentSigner: true }]);
  expect((await saidIn(s, orderForms[0]!.docId))['Subject Number']).toBe('100-001');
  expect(await papersOf(s, srId)).toHaveLength(1);
});

test('P11-04 REL-02 of a template whose bytes are not those that were kept no order form is made', async () => {
  // What an earlier test had signed may be sealed meanwhile.
  onItsOwn();
  const s = await openOrderForms();
  const [kept] = await s.rows<{ file_id: number; sha256: string }>(
    'select file_id, sha256 from stored_file join document using (file_id) where document_id = $1',
    [s.templateId],
  );
  const said = (sha256: string) =>
    s.rows('update stored_file set sha256 = $2 where file_id = $1', [kept!.file_id, sha256]);
  await said('0'.repeat(64));
  const before = await s.leftBehind();
  expect((await s.ask()).status).toBe(500);
  expect(await s.leftBehind()).toEqual(before);
  await said(kept!.sha256);
  expect((await s.ask()).reply.orderForms).toHaveLength(1);
});

test('P11-18 REL-12 a request is a 503 while the template of its order form cannot be read as the files are away, and nobody is told of damage', async () => {
  onItsOwn();
  const s = await openOrderForms();
  const files = path.join(s.app.env.dataDir, 'files');
  renameSync(files, `${files}-away`);
  mkdirSync(files);
  expect((await s.ask()).status).toBe(503);
  rmSync(files, { recursive: true });
  renameSync(`${files}-away`, files);
  expect((await s.ask()).reply.orderForms).toHaveLength(1);
  // What was told before it is told by the time that this is.
  const { admin } = s.people;
  const { documentId: other } = (await admin.call(documents.saveDocument, { body: uploadOf('Other') })).reply;
  await s.rows(
    `update stored_file set sha256 = repeat('0', 64) from document where document.file_id = stored_file.file_id and document_id = $1`,
    [other],
  );
  expect((await admin.call(documents.fetchDocument, { query: { docId: other } })).status).toBe(500);
  const damage = () =>
    s.rows(`select record_id as id from audit_entry where action = 'document.found_damaged' order by seq`);
  await expect.poll(damage).toContainEqual({ id: String(other) });
  expect(await damage()).toEqual([{ id: String(other) }]);
});
