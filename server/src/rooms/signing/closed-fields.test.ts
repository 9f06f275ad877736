/** Forms of other programs, and of this portal, whose fields are closed to whoever would sign (SEC-27). */
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { listToSign, readToSign, requestSignatures, sign, stepUp } from '@portal/contract/signing/endpoints.ts';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { aDrawing } from '#test/forms.ts';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { goodPassword } from '#test/people.ts';
import { onItsOwn } from '#test/portal.ts';

const [own, second] = ['Signature0_1_Required', 'Signature1_1_Optional'];
const base64Of = async (pdf: PDFDocument) => Buffer.from(await pdf.save()).toString('base64');

/** A page with two signature fields of signer 1, changed. */
async function twoPlaces(change: (pdf: PDFDocument) => void): Promise<string> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([612, 400]);
  for (const [at, name] of [own, second].entries())
    pdf
      .getForm()
      .createTextField(name)
      .addToPage(page, { x: 60, y: 300 - 90 * at, width: 200, height: 60 });
  change(pdf);
  return base64Of(pdf);
}
const lock = (pdf: PDFDocument, name: string) => pdf.getForm().getTextField(name).enableReadOnly();
/** As if it were signed, and not locked. */
function draw(pdf: PDFDocument, name: string): void {
  const look = pdf.context.register(
    pdf.context.flateStream('1 0 0 RG 5 5 m 40 40 80 5 150 40 c S', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 60],
    }),
  );
  for (const widget of pdf.getForm().getTextField(name).acroField.getWidgets()) widget.setNormalAppearance(look);
}

/** Somebody of the site has a copy of a training form of this content. */
async function ownCopy(s: Papers, data: string) {
  const { atBoston } = s.people;
  const form = await s.saved('Rules of the site', { data, isTemplate: 1 });
  // Attached by a server of an earlier release, where nobody looked whether it can be signed.
  await s.rows(
    `insert into document_link (document_id, care_group_id, company_id, user_types, linked_at)
     values ($1, $2, $3, '{Site User}', now())`,
    [form, s.trial, s.companyId],
  );
  const body = { docId: form, requestRequired: 1, signers: await s.signersOf([atBoston]) };
  const asked = await atBoston.call(requestSignatures, { body });
  expect(asked.status).toBe(200);
  const { docId } = asked.reply;
  const row = await s.rowOf(atBoston, docId);
  const link = { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
  const proves = async (fieldName: string) =>
    atBoston.call(stepUp, {
      body: {
        email: await s.emailOf(atBoston),
        password: goodPassword,
        srUuid: link.srUuid,
        fieldName,
        reason: 'I acknowledge this training',
      },
    });
  const dealt = (await atBoston.call(readToSign, { query: link })).reply.data;
  const signsIn = (fieldName: string, proof: string, data = dealt) =>
    atBoston.call(sign, {
      body: {
        ...link,
        contentType: 'application/pdf',
        data,
        auditTrailSignatures: [
          { fieldName, reason: 'I acknowledge this training', proof, image: aDrawing().toString('base64') },
        ],
      },
    });
  return { docId, link, dealt, proves, signsIn };
}
const spent = (s: Papers) =>
  s.rows(
    'select (select count(*)::int from signature) as signatures, (select count(*)::int from signing_proof) as proofs',
  );
const closed =
  'Your signature field in "Rules of the site" is locked, signed already or of another kind, so it cannot be signed. Please ask an administrator to replace it with a form that has an open one.';

test('SEC-27 SGN-08 AKF-06 a form that was signed here before is refused at step-up and at signing, with what is wrong and who can mend it, before anything is spent', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const { sealed } = await signedAndSealed(s);
  for (const [said, data] of [
    ['sealed', sealed],
    ['locked', await twoPlaces((pdf) => [own, second].forEach((name) => lock(pdf, name)))],
    ['drawn', await twoPlaces((pdf) => [own, second].forEach((name) => draw(pdf, name)))],
  ] as const) {
    const before = await spent(s);
    const copy = await ownCopy(s, data);
    const refused = await copy.signsIn(own, 'a'.repeat(43));
    expect([said, refused.status, refused.code, refused.message]).toEqual([said, 400, 'signing.no_place', closed]);
    const proved = await copy.proves(own);
    expect([said, proved.status, proved.code, proved.message]).toEqual([said, 400, 'signing.no_place', closed]);
    expect(await spent(s)).toEqual(before);
    // It stays as it was, until an administrator takes it off.
    expect((await s.rowOf(atBoston, copy.docId))?.isCurrentSigner).toBe(true);
    const { data: kept } = (await admin.call(fetchDocument, { query: { docId: copy.docId } })).reply;
    expect(kept).toBe(data);
    await s.rows('update document_link set removed_at = now()');
  }
});

test('SEC-27 SGN-06 of two signature fields one of which is closed the open one is signed; the other is refused at step-up and at signing', async () => {
  const s = await openPapers();
  for (const close of [lock, draw]) {
    const copy = await ownCopy(s, await twoPlaces((pdf) => close(pdf, own)));
    const proved = await copy.proves(own);
    expect([proved.status, proved.fields]).toEqual([
      400,
      { fieldName: 'is no signature field of yours in this document' },
    ]);
    const { proof } = (await copy.proves(second)).reply;
    const refused = await copy.signsIn(own, proof);
    expect([refused.status, refused.fields]).toEqual([
      400,
      { 'auditTrailSignatures.0.fieldName': 'is no signature field of yours in this document' },
    ]);
    // The proof is still good.
    expect((await copy.signsIn(second, proof)).status).toBe(200);
  }
});

test('SEC-27 P11-06 fields that are of another kind than their names say, or that cannot be read, are refused in words and never a fault', async () => {
  const s = await openPapers();
  const button = await twoPlaces((pdf) => {
    const { dict } = pdf.getForm().getTextField(own).acroField;
    dict.set(PDFName.of('FT'), PDFName.of('Btn'));
    lock(pdf, second);
  });
  const copy = await ownCopy(s, button);
  expect((await copy.proves(own)).status).toBe(400);
  expect((await copy.signsIn(own, 'a'.repeat(43))).status).toBe(400);

  // A text that is a tick: what is sent of it is not taken, and the signature beside it is.
  const odd = await twoPlaces((pdf) => {
    const page = pdf.getPage(0);
    pdf
      .getForm()
      .createTextField('TextInput2_1_Optional_Name')
      .addToPage(page, { x: 300, y: 300, width: 100, height: 20 });
    const { dict } = pdf.getForm().getTextField('TextInput2_1_Optional_Name').acroField;
    dict.set(PDFName.of('FT'), PDFName.of('Btn'));
  });
  const oddCopy = await ownCopy(s, odd);
  const { proof } = (await oddCopy.proves(own)).reply;
  const sent = await PDFDocument.load(Buffer.from(oddCopy.dealt, 'base64'));
  for (const [, object] of sent.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && String(object.get(PDFName.of('FT'))) === '/Btn')
      object.set(PDFName.of('V'), PDFName.of('Yes'));
  const changed = Buffer.from(await sent.save({ updateFieldAppearances: false, addDefaultPage: false })).toString(
    'base64',
  );
  const refused = await oddCopy.signsIn(own, proof, changed);
  expect([refused.status, refused.code]).toEqual([400, 'signing.differs']);
  expect((await oddCopy.signsIn(own, proof)).status).toBe(200);
});

/** A paper that was signed and sealed: what somebody may download and upload as a form. */
async function signedAndSealed(s: Papers) {
  const { admin } = s.people;
  await s.app.jobs.start();
  const docId = await s.signedBy(admin);
  const state = async () => (await s.rows('select sealed_at from signing_request where document_id = $1', [docId]))[0];
  await expect.poll(state).toMatchObject({ sealed_at: expect.any(Date) });
  const listed = (await admin.call(listToSign, { query: { cp_id: admin.providerId } })).reply.documents;
  expect(listed.map(({ isCompletelySigned }) => isCompletelySigned)).toEqual([true]);
  return { sealed: (await admin.call(fetchDocument, { query: { docId } })).reply.data };
}
