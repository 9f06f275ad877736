import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { changeOwnDetails } from '@portal/contract/providers/own-endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { aDrawing, aPicture, names } from '#test/forms.ts';
import { looksOf, textOf } from '#test/read-pdf.ts';
import { aPersonWithApp } from '#test/factors.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { openSigning, reason } from '#test/signing.ts';

test('CAG-33 APD-01 APD-05 APD-07 OPS-06 SGN-01 SGN-17 SGN-19 SGN-21 SGN-22 P11-03 P11-04 P11-07 P11-13 two people sign in their order, the file is sealed once, and it verifies', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  expect(await s.rowOf(atBoston, docId)).toMatchObject({
    isCurrentSigner: true,
    signerNum: 1,
    isCompletelySigned: false,
  });
  expect(await s.rowOf(admin, docId)).toMatchObject({ isCurrentSigner: false, signerNum: 2 });
  const early = await s.signs(admin, docId);
  expect([early.status, early.message]).toEqual([409, 'It is not your turn to sign this document.']);

  const first = await s.signs(atBoston, docId);
  expect([first.status, first.body]).toEqual([200, { message: 'Signed.', docId, isCompletelySigned: 0 }]);
  expect(await s.rowOf(atBoston, docId)).toMatchObject({ isCurrentSigner: false, isCompletelySigned: false });
  expect(await s.rowOf(admin, docId)).toMatchObject({ isCurrentSigner: true });
  expect((await s.signs(atBoston, docId)).status).toBe(409);

  await s.app.jobs.start();
  const last = await s.signs(admin, docId);
  expect(last.body).toEqual({ message: 'Signed.', docId, isCompletelySigned: 1 });
  await expect
    .poll(async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply.sealedAt)
    .not.toBeNull();
  const { reply } = await admin.call(api.verifyDocument, { query: { docId } });
  expect([reply.valid, reply.problems]).toEqual([true, []]);
  const hash = createHash('sha384').update(aDrawing()).digest('hex');
  const given = { hash, reason, date: expect.any(Date) as Date };
  expect(reply.signatures).toEqual([
    { ...given, fieldName: names.first, ...(await s.whoIs(atBoston)), cpId: atBoston.providerId },
    { ...given, fieldName: names.second, ...(await s.whoIs(admin)), cpId: admin.providerId },
  ]);
  // Both names are those of the accounts, beneath the drawing and on the page of signatures, whatever was drawn.
  const file = await s.contentOf(docId);
  const [, lastPage] = (await textOf(file)).text.split('Signatures');
  const looks = await looksOf(file);
  for (const [person, field] of [
    [atBoston, names.first],
    [admin, names.second],
  ] as const) {
    const { name: own } = await s.whoIs(person);
    expect(looks[field]?.text.join(' ')).toContain(own);
    expect(lastPage).toContain(own);
  }
  // The client's clock is kept apart.
  expect(reply.signatures.every(({ date }) => date.getUTCFullYear() > 2020)).toBe(true);
  expect(await s.rows('select claimed_at from signature')).toEqual([
    { claimed_at: new Date('2001-02-03T04:05:06Z') },
    { claimed_at: new Date('2001-02-03T04:05:06Z') },
  ]);
});

test('P11-03 a signature is kept with the account, the role, the company, the host, the network address and the client it was given from, and the audit entry has them too', async () => {
  const s = await openSigning();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const body = await s.submission(atBoston, docId);
  expect((await atBoston.call(api.sign, { body, headers: { 'user-agent': 'Clinic tablet 7' } })).status).toBe(200);
  expect(
    await s.rows(
      `select signature.company_id, provider_id, type, host, address, client
       from signature join signing_request using (signing_request_id) where document_id = $1`,
      [docId],
    ),
  ).toEqual([
    {
      company_id: s.companyId,
      provider_id: atBoston.providerId,
      type: 'Site User',
      host: 'localhost',
      address: '127.0.0.1',
      client: 'Clinic tablet 7',
    },
  ]);
  expect(
    await s.rows(
      `select company_id, actor_id, actor_type, host, changes from audit_entry where action = 'signing.signed' and actor_id = $1`,
      [atBoston.providerId],
    ),
  ).toEqual([
    {
      company_id: s.companyId,
      actor_id: atBoston.providerId,
      actor_type: 'Site User',
      host: 'localhost',
      changes: expect.arrayContaining([
        // Elsewhere in the trail an address is a postal one.
        { field: 'network_address', new: '127.0.0.1' },
        { field: 'client', new: 'Clinic tablet 7' },
      ]) as unknown,
    },
  ]);
});

test('P11-01 P11-02 SGN-12 SGN-13 a proof is given to the current signer alone, for a field of theirs and the reason of the document', async () => {
  const s = await openSigning();
  const { admin, atBoston, atLyon } = s.people;
  const { srUuid } = await s.asks();
  const said = async (...given: Parameters<typeof s.stepUp>) => {
    const { status, message, fields } = await s.stepUp(...given);
    return [status, message, ...Object.values(fields)];
  };
  const sessions = await s.rows('select count(*) from session');
  expect(await said(atBoston, srUuid, names.first)).toEqual([200, undefined]);
  expect(await said(admin, srUuid, names.second)).toEqual([409, 'It is not your turn to sign this document.']);
  expect(await said(atLyon, srUuid, names.first)).toEqual([
    403,
    'Only people who were asked to sign this document can do this.',
  ]);
  const other = { email: (await s.whoIs(admin)).email };
  expect(await said(atBoston, srUuid, names.first, other)).toEqual([400, 'Only the logged in user can sign.']);
  const upper = { email: (await s.whoIs(atBoston)).email.toUpperCase() };
  expect(await said(atBoston, srUuid, names.first, upper)).toEqual([200, undefined]);
  expect((await said(atBoston, srUuid, names.second)).slice(2)).toEqual([
    'is no signature field of yours in this document',
  ]);
  expect((await said(atBoston, srUuid, names.first, { reason: 'I like it' })).slice(2)).toEqual([
    'must be "I approve this prescription."',
  ]);
  for (let n = 0; n < 5; n += 1)
    expect(await said(atBoston, srUuid, names.first, { password: `Wrong-${n}` })).toEqual([
      400,
      'Email or Password is incorrect.',
    ]);
  expect(await said(atBoston, srUuid, names.first)).toEqual([429, 'Email or Password is incorrect.']);
  expect(await s.rows('select count(*) from session')).toEqual(sessions);
});

test('PRV-01 SEC-39 whoever wants to sign what they were not asked to, or opens it by ids that do not go together, is refused on record', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston, atLyon } = s.people;
  const [one, other] = [await s.asks(), await s.asks()];
  expect((await s.stepUp(atLyon, one.srUuid, names.first)).status).toBe(403);
  const { signerUuid = '' } = (await s.rowOf(admin, other.docId)) ?? {};
  expect((await atBoston.call(api.readToSign, { query: { srUuid: one.srUuid, signerUuid } })).status).toBe(404);
  await s.app.accessLog.flush();
  expect(
    await s.rows(`select provider_id, call from access_entry where outcome = 'refused' order by entry_id`),
  ).toEqual([
    { provider_id: atLyon.providerId, call: 'POST /auth/step-up' },
    { provider_id: atBoston.providerId, call: 'GET /documents/sign' },
  ]);
});

test('P11-18 SEC-22 a request for signatures of another company counts among the refused calls for its records', async () => {
  onItsOwn();
  const s = await openSigning();
  const { srUuid } = await s.asks();
  const companyId = await s.aCompany();
  const stranger = await s.signedIn(await s.aPerson('Admin', { company_id: companyId }));
  expect((await s.stepUp(stranger, srUuid, names.first)).status).toBe(403);
  expect((await s.stepUp(stranger, '00000000-0000-4000-8000-000000000000', names.first)).status).toBe(403);
  await expect
    .poll(() => s.rows('select company_id, provider_id from foreign_call'))
    .toEqual([{ company_id: companyId, provider_id: stranger.providerId }]);
  await s.stop();
  expect(await s.rows('select count(*)::int as n from foreign_call')).toEqual([{ n: 1 }]);
});

test('P11-01 P11-05 P11-06 SGN-06 SGN-16 a submission without the proof of its field, or of more than the own fields, is refused, and the file stays', async () => {
  const s = await openSigning();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const before = await s.contentOf(docId);
  const good = await s.submission(atBoston, docId);
  const [entry] = good.auditTrailSignatures;
  const refused = async (over: Record<string, unknown>) => {
    const { status, code } = await atBoston.call(api.sign, { body: { ...good, ...over } });
    return [status, code];
  };
  const withEntry = (over: object) => refused({ auditTrailSignatures: [{ ...entry, ...over }] });
  expect(await refused({ auditTrailSignatures: [] })).toEqual([400, 'signing.incomplete']);
  expect(await withEntry({ proof: undefined })).toEqual([400, 'signing.no_proof']);
  expect(await withEntry({ proof: 'x'.repeat(43) })).toEqual([400, 'signing.no_proof']);
  expect(await withEntry({ image: undefined })).toEqual([400, 'signing.empty']);
  expect(await withEntry({ image: aDrawing({ isEmpty: true }).toString('base64') })).toEqual([400, 'signing.empty']);
  // One pixel is nobody's signature either.
  const speck = aPicture({ width: 400, height: 150 }, (x, y) => [0, 0, 0, x === 200 && y === 75 ? 255 : 0]);
  const specks = [{ ...entry, image: speck.toString('base64') }];
  const unseen = await atBoston.call(api.sign, { body: { ...good, auditTrailSignatures: specks } });
  expect([unseen.status, unseen.message]).toEqual([400, 'Signature cannot be empty.']);
  expect(await withEntry({ hash: '0'.repeat(96) })).toEqual([400, 'invalid']);
  expect(await withEntry({ fieldName: names.second })).toEqual([400, 'invalid']);
  // Before the year 1 there is no date.
  for (const date of ['0000-06-01T00:00:00Z', '0001-01-01T00:30:00+01:00', 'yesterday']) {
    const body = { ...good, auditTrailSignatures: [{ ...entry, date }] };
    expect((await atBoston.call(api.sign, { body })).fields).toEqual({
      'auditTrailSignatures.0.date': 'must be a date and time as in 2026-11-23T12:34:56Z',
    });
  }
  expect(await refused({ data: before.toString('base64') })).toEqual([400, 'signing.incomplete']);
  expect(await refused({ signerUuid: good.srUuid })).toEqual([403, 'signing.not_signer']);
  expect((await s.contentOf(docId)).equals(before)).toBe(true);
  // The proof that was given is still good, once.
  expect((await atBoston.call(api.sign, { body: good })).status).toBe(200);
  expect(await refused({})).toEqual([409, 'signing.not_turn']);
});

test('P11-07 of ten who press at once one signs', async () => {
  onItsOwn();
  const s = await openSigning();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const body = await s.submission(atBoston, docId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => atBoston.call(api.sign, { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  expect(await s.rows('select count(*)::int as n from signature')).toEqual([{ n: 1 }]);
});

test("SEC-34 OPS-08 CAD-30 CAD-32 PDO-05 CLN-06 two ids open one signer's view without a session while the request is open; wrong, mixed and old ones are alike", async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const [one, two] = [await s.asks(), await s.asks()];
  const link = async (person: typeof admin, docId: number) => {
    const row = await s.rowOf(person, docId);
    return { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
  };
  const [mine, other, hers] = [
    await link(atBoston, one.docId),
    await link(atBoston, two.docId),
    await link(admin, one.docId),
  ];
  const open = await s.call(api.readToSign, { query: mine });
  expect([open.status, open.reply.signerNum, open.reply.isCurrentSigner, open.reply.kind]).toEqual([
    200,
    1,
    true,
    'general',
  ]);
  expect(Buffer.from(open.reply.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect((await s.call(api.readToSign, { query: hers })).reply.isCurrentSigner).toBe(false);
  const nowhere = (await s.call(api.readToSign, { query: { srUuid: mine.signerUuid, signerUuid: mine.srUuid } })).body;
  for (const query of [
    { ...mine, signerUuid: other.signerUuid },
    { ...other, signerUuid: hers.signerUuid },
  ])
    expect((await s.call(api.readToSign, { query })).body).toEqual(nowhere);
  // Nobody else's list has them.
  expect(JSON.stringify((await admin.call(api.listToSign, { query: { cp_id: admin.providerId } })).body)).not.toContain(
    mine.signerUuid,
  );
  // A link opens for 30 days.
  for (const [age, status] of [
    ['29 days 23 hours 50 minutes', 200],
    ['30 days 1 second', 404],
  ] as const) {
    await s.rows('update signing_request set created_at = now() - $1::interval where sr_uuid = $2', [
      age,
      other.srUuid,
    ]);
    expect([age, (await s.call(api.readToSign, { query: other })).status]).toEqual([age, status]);
  }
  await s.signs(atBoston, one.docId);
  await s.signs(admin, one.docId);
  expect((await s.call(api.readToSign, { query: mine })).body).toEqual(nowhere);
  expect((await atBoston.call(api.readToSign, { query: mine })).reply.isCompletelySigned).toBe(true);
});

test('SGN-08 P11-05 where a signer may leave each signature field empty, one of them is signed all the same', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const [one, two] = ['Signature0_1_Optional', 'Signature1_1_Optional'] as const;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage();
  for (const [at, name] of [one, two].entries())
    pdf
      .getForm()
      .createTextField(name)
      .addToPage(page, { x: 60, y: 90 + 90 * at, width: 200, height: 60 });
  const data = Buffer.from(await pdf.save()).toString('base64');
  const docId = await s.saved('Consent', { data });
  const signers = await s.signersOf([atBoston]);
  const asked = await admin.call(api.requestSignatures, { body: { docId, requestRequired: 1, signers } });
  const { srUuid = '' } = asked.reply as { srUuid?: string };
  const link = { srUuid, signerUuid: (await s.rowOf(atBoston, docId))?.signerUuid };
  const signs = (auditTrailSignatures: object[]) =>
    atBoston.call(api.sign, { body: { ...link, contentType: 'application/pdf', data, auditTrailSignatures } });
  const refused = await signs([]);
  expect([refused.status, refused.message]).toEqual([
    400,
    'Please sign in one of your signature fields before you submit.',
  ]);
  const { proof } = (await s.stepUp(atBoston, srUuid, two)).reply;
  const entry = { fieldName: two, reason, proof, image: aDrawing().toString('base64') };
  expect((await signs([entry])).body).toEqual({ message: 'Signed.', docId, isCompletelySigned: 1 });
});

test('OPS-06 UPW-10 ROL-09 ROL-21 SIG-15 nobody is asked for a signature who could not give it: people of partners and sponsors, and who cannot sign in; nor somebody without a signature field', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston, sponsor, pharmacist, abroad } = s.people;
  const aPerson = async (type: 'System' | 'physician') =>
    s.signedIn(await s.aPerson(type, { company_id: s.companyId }));
  const docId = await s.saved('Form', { data: s.form });
  const asks = async (second: Caller, body: object = {}) => {
    const signers = await s.signersOf([atBoston, second]);
    const { status, fields, message } = await admin.call(api.requestSignatures, {
      body: { docId, requestRequired: 1, signers, ...body },
    });
    return [status, fields['signers.1.cpId'] ?? message];
  };
  for (const who of [sponsor, pharmacist, await aPerson('System'), await aPerson('physician')])
    expect(await asks(who)).toEqual([400, 'cannot sign this document']);
  expect(await asks(abroad)).toEqual([400, 'cannot sign']);
  const unsigned = await PDFDocument.load(Buffer.from(s.form, 'base64'));
  unsigned.getForm().removeField(unsigned.getForm().getTextField(names.second));
  const other = await s.saved('Form', { data: Buffer.from(await unsigned.save()).toString('base64') });
  expect(await asks(admin, { docId: other })).toEqual([400, 'Signer 2 has no signature field in the document.']);
  expect(await s.rows('select 1 from signing_request')).toEqual([]);
  expect(await asks(admin)).toEqual([200, undefined]);
});

test('OPS-59 SEC-31 whoever has a second factor proves it with the password alone, and the session stays as it is', async () => {
  const s = await openSigning();
  const person = await aPersonWithApp(s, 'Site User', { companyId: s.companyId });
  const { srUuid } = await s.asks([person, s.people.admin]);
  const sessions = () => s.rows('select session_id, ended_at from session order by 1');
  const before = await sessions();
  const wrong = await s.stepUp(person, srUuid, names.first, { password: 'Wrong-Horse-7' });
  expect([wrong.status, wrong.message]).toEqual([400, 'Email or Password is incorrect.']);
  const right = await s.stepUp(person, srUuid, names.first);
  expect([right.status, right.reply.proof.length > 20]).toEqual([200, true]);
  expect(await sessions()).toEqual(before);
});

test('PRV-01 SEC-34 who opens a document by the link of a signer is in the access log of its company: the reader, or without a session of it the signer', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston, abroad } = s.people;
  const { docId } = await s.asks();
  const row = await s.rowOf(atBoston, docId);
  const query = { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
  await s.app.accessLog.flush();
  await s.rows('delete from access_entry');
  const entries = async () => {
    await s.app.accessLog.flush();
    return s.rows('select company_id, provider_id, record_kind, record_ids from access_entry order by entry_id');
  };
  const entry = (providerId: number) => ({
    company_id: s.companyId,
    provider_id: providerId,
    record_kind: 'document',
    record_ids: [docId],
  });
  expect((await s.call(api.readToSign, { query })).status).toBe(200);
  expect(await entries()).toEqual([entry(atBoston.providerId)]);
  expect((await admin.call(api.readToSign, { query })).status).toBe(200);
  expect((await abroad.call(api.readToSign, { query })).status).toBe(200);
  expect(await entries()).toEqual([entry(atBoston.providerId), entry(admin.providerId)]);
});

test('P11-02 P11-03 P11-17 two people who call themselves alike are told apart by their accounts on the page of signatures and where it is verified', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  const named = (who: Caller, fName: string) =>
    who.call(changeOwnDetails, {
      body: { cp_id: who.providerId, fName, lName: 'Faria', phone: null, preferredContact: 0, dateLanguage: null },
    });
  for (const who of [atBoston, admin]) {
    expect((await named(who, 'Tomás')).status).toBe(200);
    expect((await s.signs(who, docId)).status).toBe(200);
    expect((await named(who, 'Alba')).status).toBe(200);
  }
  const [, page = ''] = (await textOf(await s.contentOf(docId))).text.split('Signatures');
  const printed = page.replace(/\s+/g, ' ');
  expect(printed.match(/Signed by Tomás Faria/g)).toHaveLength(2);
  const [ofBoston, ofAdmin] = [await s.whoIs(atBoston), await s.whoIs(admin)].map(({ email }) => email);
  expect(printed).toContain(`As Site User Account ${ofBoston}, number ${atBoston.providerId}`);
  expect(printed).toContain(`As Admin Account ${ofAdmin}, number ${admin.providerId}`);
  const { reply } = await admin.call(api.verifyDocument, { query: { docId } });
  expect([reply.valid, reply.signatures.map(({ name, email, cpId }) => [name, email, cpId])]).toEqual([
    true,
    [
      ['Tomás Faria', ofBoston, atBoston.providerId],
      ['Tomás Faria', ofAdmin, admin.providerId],
    ],
  ]);
  expect(reply.checked.join(' ')).toContain(`(${ofBoston})`);
});
