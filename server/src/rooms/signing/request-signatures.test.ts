import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { generalSigners } from '@portal/contract/signing/rules.ts';
import { listPeopleOfGroups, saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { anOrderForm } from '#test/forms.ts';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

const isForm = [
  409,
  'Others sign copies of this form, so the form itself cannot be signed. Please upload it again as a Read-Only PDF.',
];
const asks = async (s: Papers, docId: number, people: readonly Caller[], by: Caller = s.people.admin) => {
  const body = { docId, requestRequired: 1, signers: await s.signersOf(people) };
  const { status, message } = await by.call(api.requestSignatures, { body });
  return status === 200 ? [200] : [status, message];
};
/** Everything that asking for signatures writes. */
const written = (s: Papers) =>
  s.rows(`select (select count(*)::int from signing_request) as requests, (select count(*)::int from signer) as signers,
    (select count(*)::int from audit_entry where action in ('signing.requested', 'document.signers_set')) as entries`);

test('AKF-03 ODF-03 ODF-04 OPS-06 LIB-01 a form of which copies are signed is not signed itself: the order form of a trial, a training form, a template of the library', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const orderForm = await s.saved('Order form', { data: (await anOrderForm([])).toString('base64'), isTemplate: 1 });
  expect((await s.attach(orderForm, s.trial, { isOrderForm: 1, cascade: 1 })).status).toBe(200);
  const training = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  expect((await s.attach(training, s.trial, { isTrainingDoc: 1, userType: 'Site User' })).status).toBe(200);
  const library = await admin.call(documents.addToLibrary, {
    body: {
      filename: 'consent.pdf',
      friendlyName: 'Consent',
      contentType: 'application/pdf',
      data: s.paper[1],
      company_id: s.companyId,
      isTemplate: 1,
    },
  });
  const before = await written(s);
  expect(await asks(s, orderForm, [atBoston, admin])).toEqual(isForm);
  expect(await asks(s, training, [admin])).toEqual(isForm);
  expect(await asks(s, library.reply.documentId, [admin])).toEqual(isForm);
  await s.rows(
    `insert into workflow_document (care_group_id, document_id, company_id, trigger_type, trigger_value, description)
     values ($1, $2, $3, 'Time', '3d', 'After three days')`,
    [s.ward, library.reply.documentId, s.companyId],
  );
  expect(await asks(s, library.reply.documentId, [admin])).toEqual(isForm);
  expect(await written(s)).toEqual(before);
  // Whoever the training is for asks for their copy all the same; what is a form no more can be signed.
  expect(await asks(s, training, [atBoston], atBoston)).toEqual([200]);
  for (const docId of [orderForm, training])
    await admin.call(documents.detachFromGroup, { query: { docId, g_id: s.trial } });
  expect(await asks(s, training, [admin])).toEqual([200]);
  // At the sites it stays what it was.
  expect(await asks(s, orderForm, [atBoston, admin])).toEqual([200]);
});

test('REL-08 AKF-03 of a document that is made a form and sent to be signed at once, one happens', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const signers = await s.signersOf([admin]);
  const pairs = [];
  for (let n = 0; n < 6; n += 1) pairs.push(await s.saved('Form', { data: s.paper[1], isTemplate: 1 }));
  const answers = await Promise.all(
    pairs.map(async (docId) => {
      const [asked, attached] = await Promise.all([
        admin.call(api.requestSignatures, { body: { docId, requestRequired: 1, signers } }),
        s.attach(docId, s.trial, { isTrainingDoc: 1, userType: 'Site User' }),
      ]);
      return [asked.status, attached.status].toSorted((a, b) => a - b);
    }),
  );
  expect(answers).toEqual(answers.map(() => [200, 409]));
});

test('SEC-23 OPS-06 SEC-22 an administrator asks themselves and whom the lists of their groups show; anybody else is answered exactly like an unknown number', async () => {
  onItsOwn();
  const s = await openPapers();
  const { ofBoston, ofTrial, admin, atBoston } = s.people;
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const gone = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.boston]));
  await s.rows('update provider set is_active = false where provider_id = $1', [gone.providerId]);
  const docId = await s.saved('For signature', { data: s.paper[1] }, ofBoston);
  const said = async (cpId: number, over: object = {}) => {
    const signers = [{ cpId, name: 'Ada Lovelace', email: 'ada@clinic.example', signerNum: 1, ...over }];
    const { status, body } = await ofBoston.call(api.requestSignatures, {
      body: { docId, requestRequired: 1, signers },
    });
    return { status, body };
  };
  const unknown = await said(99_999);
  expect(unknown).toMatchObject({ status: 400, body: { fields: { 'signers.0.cpId': 'cannot sign' } } });
  const [{ system }] = (await s.rows(
    `insert into provider (company_id, type, email, first_name, last_name, created_at)
     values ($1, 'physician', 'physician@clinic.example', 'Ada', 'Lovelace', now()) returning provider_id as system`,
    [s.companyId],
  )) as [{ system: number }];
  const { atLyon, ofClinic, ofWard, abroad } = s.people;
  for (const who of [atLyon, ofClinic, ofWard, abroad, gone].map(({ providerId }) => providerId).concat(system)) {
    expect(await said(who)).toEqual(unknown);
    // Also with what they are called, and in a document of two.
    const { email } = await s.whoIs({ providerId: who } as Caller);
    expect(await said(who, { email })).toEqual(unknown);
  }
  expect(await s.rows('select 1 from signing_request')).toEqual([]);

  // Whom the wizard offers for the site can be asked, and nobody else.
  const { careProviders } = (await ofBoston.call(listPeopleOfGroups, { query: { g_id: s.boston } })).reply;
  const offered = careProviders
    .filter(({ status, type }) => status.startsWith('Has ') && generalSigners.includes(type))
    .map(({ cpID }) => cpID);
  expect(offered.toSorted((a, b) => a - b)).toEqual(
    [ofBoston, ofTrial, admin, atBoston].map(({ providerId }) => providerId).toSorted((a, b) => a - b),
  );
  for (const who of Object.values(s.people)) {
    const paper = await s.saved('For signature', { data: s.paper[1] }, ofBoston);
    const [status] = await asks(s, paper, [who], ofBoston);
    expect([who.providerId, status]).toEqual([who.providerId, offered.includes(who.providerId) ? 200 : 400]);
  }
  // Of a trial the people of its sites too; in the whole company everybody.
  const ofTrials = await s.saved('For signature', { data: s.paper[2] }, ofTrial);
  expect(await asks(s, ofTrials, [atLyon, ofTrial], ofTrial)).toEqual([200]);
  for (const by of [admin, ofClinic]) {
    const paper = await s.saved('For signature', { data: s.paper[2] }, by);
    expect(await asks(s, paper, [atLyon, ofWard], by)).toEqual([200]);
  }
});

test('UPW-10 OPS-06 a request for signatures wants the name of each person, and their e-mail as the person has it', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const docId = await s.saved('For signature', { data: s.paper[2] });
  const [first, second] = await s.signersOf([atBoston, admin]);
  const saidOf = async (over: object) => {
    const signers = [first, { ...second, ...over }];
    const { status, fields } = await admin.call(api.requestSignatures, {
      body: { docId, requestRequired: 1, signers },
    });
    return [status, fields];
  };
  const said = (email: string | null | undefined) => saidOf({ email });
  for (const name of ['', ' ', undefined])
    expect(await saidOf({ name })).toEqual([400, { 'signers.1.name': 'is required' }]);
  for (const email of [undefined, null, ''])
    expect(await said(email)).toEqual([400, { 'signers.1.email': expect.any(String) as string }]);
  expect(await said('not an e-mail')).toEqual([400, { 'signers.1.email': expect.any(String) as string }]);
  expect(await said(first?.email)).toEqual([400, { 'signers.1.email': 'is not the e-mail of this person' }]);
  expect(await s.rows('select 1 from signing_request')).toEqual([]);
  expect((await said(second?.email.toUpperCase()))[0]).toBe(200);
});

test('URP-11 SEC-23 an administrator of a site asks the sponsor of its trial to sign the report on it', async () => {
  const s = await openPapers();
  const { ofBoston, sponsor } = s.people;
  const docId = await s.saved('Users of Boston', { data: s.paper[2] }, ofBoston);
  const body = { document_ID: docId, g_id: s.boston, changes_since_date: s.app.clock.today(), companyId: s.companyId };
  expect((await ofBoston.call(saveUserReport, { body })).status).toBe(200);
  expect((await s.attach(docId, s.boston, {}, ofBoston)).status).toBe(200);
  const others = await s.aSponsor(s.companyId);
  const stranger = await s.signedIn(await s.aPerson('Sponsor', { company_id: s.companyId, sponsor_id: others }));
  expect(await asks(s, docId, [ofBoston, stranger], ofBoston)).toEqual([400, 'signers.1.cpId cannot sign']);
  expect(await asks(s, docId, [ofBoston, sponsor], ofBoston)).toEqual([200]);
});

test('SEC-23 DOC-03 whoever sees a document only because they sign it does not say who signs copies of it', async () => {
  const s = await openPapers();
  const { atLyon, ofBoston } = s.people;
  const docId = await s.saved('Of Lyon', { data: s.paper[2] });
  await s.attach(docId, s.lyon);
  await s.asked(docId, [
    [ofBoston.providerId, null],
    [atLyon.providerId, null],
  ]);
  const signers = ['SiteUser', 'Prescriber'].map((name, at) => ({ userType: name, name, signerNum: at + 1 }));
  const { status, code } = await ofBoston.call(api.requestSignatures, { body: { docId, requestRequired: 0, signers } });
  expect([status, code]).toEqual([403, 'forbidden']);
  expect(await s.rows('select 1 from template_signer where document_id = $1', [docId])).toEqual([]);
});

test('P11-09 P11-11 who signs copies of a template is recorded with who was to sign them before, and the same said again leaves no entry', async () => {
  const s = await openPapers();
  const docId = await s.saved('Form', { data: s.paper[2], isTemplate: 1 });
  const says = async (...userTypes: string[]) => {
    const signers = userTypes.map((name, at) => ({ userType: name, name, signerNum: at + 1 }));
    const answers = [];
    // Whoever is named last comes first: the numbers count.
    for (const given of [signers, signers.toReversed()])
      answers.push(
        await s.people.admin.call(api.requestSignatures, { body: { docId, requestRequired: 0, signers: given } }),
      );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  };
  await says('SiteUser', 'Prescriber');
  await says('Prescriber', 'SiteUser');
  const told = (await s.trailOf(docId)).filter(({ action }) => action === 'document.signers_set');
  expect(told.map(({ changes }) => changes)).toEqual([
    [{ field: 'signers', old: [], new: ['SiteUser', 'Prescriber'] }],
    [{ field: 'signers', old: ['SiteUser', 'Prescriber'], new: ['Prescriber', 'SiteUser'] }],
  ]);
  expect(await s.rows('select signer_num, user_type from template_signer order by 1')).toEqual([
    { signer_num: 1, user_type: 'Prescriber' },
    { signer_num: 2, user_type: 'SiteUser' },
  ]);
});

test('PRV-11 SEC-23 of a document that somebody sees by emergency access alone they ask those for signatures who see it for good, and neither themselves nor a stranger', async () => {
  onItsOwn();
  const s = await openPapers();
  const { ofBoston, atLyon } = s.people;
  const docId = await s.saved('Consent', { data: s.paper[2] });
  expect((await s.attach(docId, s.lyon)).status).toBe(200);
  await letIn(s, ofBoston, s.lyon);
  const before = await written(s);
  expect(await asks(s, docId, [atLyon, ofBoston], ofBoston)).toEqual([
    403,
    'You see this document only through emergency access, so you can neither keep it nor give it to others.',
  ]);
  const colleague = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, email: 'colleague@boston.example' }, [s.boston]),
  );
  expect((await asks(s, docId, [atLyon, colleague], ofBoston))[0]).toBe(403);
  expect(await written(s)).toEqual(before);
  expect(await asks(s, docId, [atLyon, atLyon], ofBoston)).toEqual([200]);
  const own = await s.saved('Own', { data: s.paper[1] }, ofBoston);
  expect((await s.attach(own, s.lyon, {}, ofBoston)).status).toBe(200);
  expect(await asks(s, own, [ofBoston], ofBoston)).toEqual([200]);
  await s.rows('update emergency_access set ended_at = now()');
  expect([await s.opens(docId, ofBoston), await s.opens(own, ofBoston)]).toEqual([404, 200]);
});
