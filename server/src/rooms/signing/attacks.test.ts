/** What a browser, or somebody with its token, may try instead of signing. */
import * as documents from '@portal/contract/documents/endpoints.ts';
import * as reports from '@portal/contract/user-reports/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { filledByLibrary, names } from '#test/forms.ts';
import { mailsTo } from '#test/mails.ts';
import { goodPassword } from '#test/people.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { openSigning, reason } from '#test/signing.ts';

type Signing = Awaited<ReturnType<typeof openSigning>>;
type Body = Awaited<ReturnType<Signing['submission']>>;

const tried = async (caller: Caller, body: unknown, headers: Record<string, string> = {}) => {
  const { status, code } = await caller.call(api.sign, { body, headers });
  return [status, code];
};
/** The same submission, with another proof. */
const withProof = ({ auditTrailSignatures: [entry], ...body }: Body, proof: unknown) => ({
  ...body,
  auditTrailSignatures: [{ ...entry, proof }],
});
const signed = (s: Signing) => s.rows('select count(*)::int as n from signature');

test('P11-01 P11-05 a proof of another request, session, person, field or reason, one that was used and one that ran out make no signature; the right one does', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const [one, other] = [await s.asks(), await s.asks()];
  const body = await s.submission(atBoston, one.docId);
  const ofOther = (await s.stepUp(atBoston, other.srUuid, names.first)).reply.proof;
  expect(await tried(atBoston, withProof(body, ofOther))).toEqual([400, 'signing.no_proof']);
  const elsewhere = await s.signedIn(atBoston.providerId);
  expect(await tried(elsewhere, body)).toEqual([400, 'signing.no_proof']);
  const spoiled = async (column: string, value: string) => {
    const { proof } = (await s.stepUp(atBoston, one.srUuid, names.first)).reply;
    await s.rows(`update signing_proof set ${column} = ${value} where proof_hash = sha256(convert_to($1, 'UTF8'))`, [
      proof,
    ]);
    return tried(atBoston, withProof(body, proof));
  };
  for (const [column, value] of [
    ['provider_id', String(admin.providerId)],
    ['field_name', `'${names.second}'`],
    ['reason', "'I acknowledge this training'"],
    ['used_at', 'now()'],
  ] as const)
    expect([column, ...(await spoiled(column, value))]).toEqual([column, 400, 'signing.no_proof']);
  expect(await signed(s)).toEqual([{ n: 0 }]);
  expect((await s.rowOf(atBoston, one.docId))?.isCurrentSigner).toBe(true);

  // Each was made for a quarter of an hour.
  const start = s.app.clock.now().getTime();
  s.app.clock.set(new Date(start + 10 * 60_000));
  await s.rowOf(atBoston, one.docId);
  s.app.clock.set(new Date(start + 15 * 60_000 + 1_000));
  expect(await tried(atBoston, body)).toEqual([400, 'signing.no_proof']);
  const { proof } = (await s.stepUp(atBoston, one.srUuid, names.first)).reply;
  expect((await tried(atBoston, withProof(body, proof)))[0]).toBe(200);
});

test('P11-06 APD-05 changed text, another page, a field of somebody else, an earlier signature and an appended revision are refused with the reason, and the stored file stays', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  const refused = async (caller: Caller, body: Body, data: Uint8Array) => {
    const answer = await caller.call(api.sign, { body: { ...body, data: Buffer.from(data).toString('base64') } });
    return [answer.status, answer.code, answer.message];
  };
  const dealt = await s.contentOf(docId);
  const body = await s.submission(atBoston, docId);
  const changed = (change: Parameters<typeof filledByLibrary>[1]) => filledByLibrary(dealt, change);
  const differs = [400, 'signing.differs'];
  const attacks = {
    text: await changed((pdf) => pdf.getPage(0).drawText('Twice as much', { x: 60, y: 400 })),
    page: await changed((pdf) => void pdf.addPage()),
    'fewer pages': await changed((pdf) => pdf.removePage(1)),
    'a field of another signer': await changed((pdf) => pdf.getForm().getTextField(names.note).setText('Agreed')),
    title: await changed((pdf) => pdf.setTitle('Another form')),
    revision: Buffer.concat([dealt, Buffer.from('\nxref\n0 0\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n')]),
  };
  const said: Record<string, unknown> = {};
  for (const [what, data] of Object.entries(attacks)) {
    const [status, code, message] = await refused(atBoston, body, data);
    expect([what, status, code]).toEqual([what, ...differs]);
    said[what] = message;
  }
  expect(said).toEqual({
    text: 'Page 1 was changed.',
    page: 'The file has 3 pages instead of 2 pages.',
    'fewer pages': 'The file has 1 page instead of 2 pages.',
    'a field of another signer': 'The field "TextInput5_2_Optional" was changed.',
    title: 'The Title of the document was changed.',
    revision: 'A revision was appended to the file.',
  });
  expect((await s.contentOf(docId)).equals(dealt)).toBe(true);

  expect((await tried(atBoston, body))[0]).toBe(200);
  const withFirst = await s.contentOf(docId);
  const second = await s.submission(admin, docId);
  const without = await filledByLibraryOf(withFirst);
  expect((await refused(admin, second, without)).slice(0, 2)).toEqual(differs);
  expect((await refused(admin, second, dealt)).slice(0, 2)).toEqual(differs);
  expect((await s.contentOf(docId)).equals(withFirst)).toBe(true);
  expect((await tried(admin, second))[0]).toBe(200);
  // The fetched file is the signed one.
  expect((await s.contentOf(docId)).equals(withFirst)).toBe(false);
});

/** With the drawing of the first signer taken out. */
async function filledByLibraryOf(signedFile: Uint8Array): Promise<Buffer> {
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.load(signedFile);
  const [widget] = pdf.getForm().getTextField(names.first).acroField.getWidgets();
  widget?.dict.delete(PDFName.of('AP'));
  return Buffer.from(await pdf.save({ updateFieldAppearances: false }));
}

test('P11-07 REL-06 the same press twice signs once and is answered alike, together and one after the other; the same key for something else is refused', async () => {
  onItsOwn();
  const s = await openSigning();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const body = await s.submission(atBoston, docId);
  const headers = { 'idempotency-key': 'one-press-of-submit' };
  const press = () => atBoston.call(api.sign, { body, headers });
  const answers = [...(await Promise.all([press(), press()])), await press()];
  for (const { status, body: said } of answers)
    expect([status, said]).toEqual([200, { message: 'Signed.', docId, isCompletelySigned: 0 }]);
  expect(await signed(s)).toEqual([{ n: 1 }]);
  expect(await tried(atBoston, { ...body, signerUuid: body.srUuid }, headers)).toEqual([422, 'key_reused']);
});

test('P11-07 P11-08 P11-15 APD-09 APD-10 nobody signs what was withdrawn or rejected, with a proof from before or a new one; the reasons are on record', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston, atLyon } = s.people;
  const [gone, rejected] = [await s.asks(), await s.asks()];
  const bodies = [await s.submission(atBoston, gone.docId), await s.submission(atBoston, rejected.docId)] as const;
  const left = { docId: gone.docId, reason: 'Wrong dose.\nНеверная доза.' };
  expect((await admin.call(documents.deleteDocument, { query: left })).status).toBe(200);

  await s.isReport(rejected.docId, s.boston);
  const decide = (caller: Caller, is_rejected: 0 | 1, why?: string) =>
    caller.call(reports.decideUserReport, {
      body: { document_ID: rejected.docId, is_rejected, companyId: s.companyId, reason: why },
    });
  expect((await decide(atLyon, 1)).status).toBe(403);
  expect((await decide(admin, 1)).status).toBe(409);
  expect((await decide(atBoston, 0)).status).toBe(409);
  expect((await decide(atBoston, 1, 'Ada left.\nИмя неверно.')).status).toBe(200);
  expect((await decide(atBoston, 1)).status).toBe(409);
  expect(await s.rowOf(atBoston, rejected.docId)).toMatchObject({ isRejected: true, isCurrentSigner: false });
  const verified = await admin.call(api.verifyDocument, { query: { docId: rejected.docId } });
  expect(verified.reply).toMatchObject({ valid: true, problems: [] });

  for (const [n, { srUuid }] of [gone, rejected].entries()) {
    expect(await tried(atBoston, bodies[n])).toEqual([409, 'signing.ended']);
    expect((await s.stepUp(atBoston, srUuid, names.first)).code).toBe('signing.ended');
    const { srUuid: _, signerUuid } = bodies[n]!;
    expect((await s.call(api.readToSign, { query: { srUuid, signerUuid } })).status).toBe(404);
  }
  expect(await signed(s)).toEqual([{ n: 0 }]);
  expect(
    await s.rows(
      `select action, reason from audit_entry where action in ('signing.withdrawn', 'signing.rejected') order by seq`,
    ),
  ).toEqual([
    { action: 'signing.withdrawn', reason: 'Wrong dose.\nНеверная доза.' },
    { action: 'signing.rejected', reason: 'Ada left.\nИмя неверно.' },
  ]);
});

test('P11-08 P11-11 what everybody has signed is not signed, asked for or changed any more; deleted, it is in no list, and its bytes, signatures and entries stay', async () => {
  onItsOwn();
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  const first = await s.submission(atBoston, docId);
  expect((await tried(atBoston, first))[0]).toBe(200);
  const last = await s.submission(admin, docId);
  expect((await tried(admin, last))[0]).toBe(200);
  expect(await tried(atBoston, first)).toEqual([409, 'signing.ended']);
  expect(await tried(admin, last)).toEqual([409, 'signing.ended']);
  const again = { docId, uploaderOwned: 1, requestRequired: 1, signers: await s.signersOf([atBoston, admin]) };
  expect((await admin.call(api.requestSignatures, { body: again })).code).toBe('signing.requested');

  const kept = async () =>
    s.rows(
      `select (select count(*)::int from document_revision where document_id = $1) as revisions,
         (select count(*)::int from signature) as signatures,
         (select count(*)::int from audit_entry where record_kind in ('document', 'signing_request')) as entries,
         (select state from signing_request where document_id = $1) as state`,
      [docId],
    );
  const [before] = await kept();
  expect(before).toMatchObject({ revisions: 2, signatures: 2, state: 'completed' });
  expect((await admin.call(documents.deleteDocument, { query: { docId } })).status).toBe(200);
  expect(await s.rowOf(atBoston, docId)).toBeUndefined();
  expect((await admin.call(documents.fetchDocument, { query: { docId } })).status).toBe(404);
  const entries = (before?.['entries'] as number) + 1;
  expect(await kept()).toEqual([{ ...before, entries }]);
});

test('P11-02 P11-18 SGN-13 five wrong passwords at signing lock it, also at another document, and the administrators get one notice', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const [one, other] = [await s.asks(), await s.asks()];
  for (let n = 0; n < 5; n += 1)
    expect((await s.stepUp(atBoston, one.srUuid, names.first, { password: `Wrong-${n}` })).status).toBe(400);
  for (const { srUuid } of [one, other]) {
    const locked = await s.stepUp(atBoston, srUuid, names.first, { reason });
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '1']);
  }
  const { email } = await s.whoIs(admin);
  const { name } = await s.whoIs(atBoston);
  const notices = async () => (await mailsTo(s, email)).filter(({ text }) => text.includes(name));
  await expect.poll(notices).toHaveLength(1);
  const [notice] = await notices();
  expect(notice?.subject).toBe('Wrong passwords were given to sign a document');
  expect(notice?.text).toContain(`From the session of ${name}`);
  expect(notice?.text).toContain('Address: 127.0.0.1');
});

test("P11-02 P11-18 SGN-12 SEC-39 a colleague's credentials count as failures of whoever is signed in: each is on record, the fifth locks them and not the colleague, and the administrators are told", async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { srUuid } = await s.asks();
  const colleague = (await s.whoIs(admin)).email;
  for (let n = 0; n < 5; n += 1) {
    const { status, message } = await s.stepUp(atBoston, srUuid, names.first, { email: colleague });
    expect([status, message]).toEqual([400, 'Only the logged in user can sign.']);
  }
  expect((await s.stepUp(atBoston, srUuid, names.first)).status).toBe(429);
  const { email: own, name } = await s.whoIs(atBoston);
  const signsIn = (email: string) => s.call(signIn, { body: { email, password: goodPassword } });
  expect((await signsIn(own)).code).toBe('LOCKED');
  expect((await signsIn(colleague)).status).toBe(200);
  await s.app.security.flush();
  expect(
    await s.rows(
      `select outcome, factor, count(*)::int as n from security_event
       where event = 'password.given_again' and provider_id = $1 group by 1, 2 order by 1`,
      [atBoston.providerId],
    ),
  ).toEqual([
    { outcome: 'failed', factor: 'password', n: 5 },
    { outcome: 'refused', factor: 'password', n: 1 },
  ]);
  const subjects = async () =>
    (await mailsTo(s, colleague)).filter(({ text }) => text.includes(name)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Wrong passwords were given to sign a document');
});

test('P11-01 SEC-04 a proof that ran out is cleared away, and so is the session that it was given in', async () => {
  const s = await openSigning();
  const { atBoston } = s.people;
  const { srUuid } = await s.asks();
  expect((await s.stepUp(atBoston, srUuid, names.first)).status).toBe(200);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 9 * 86_400_000));
  expect((await s.app.keepHouse()).failed).toBeNull();
  // Tokens go first.
  expect((await s.app.keepHouse()).failed).toBeNull();
  const left = async (table: string) =>
    s.rows(`select count(*)::int as n from ${table} where provider_id = $1`, [atBoston.providerId]);
  expect([await left('signing_proof'), await left('session')]).toEqual([[{ n: 0 }], [{ n: 0 }]]);
});
