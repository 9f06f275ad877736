/** What is not shown alike on the screen and on paper is kept as a document, and becomes nothing that anybody signs. */
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers } from '#test/one-signature.ts';
import { onItsOwn } from '#test/portal.ts';

/** With a layer that is printed and not shown. */
async function layered(data: string): Promise<string> {
  const pdf = await PDFDocument.load(Buffer.from(data, 'base64'));
  const { context, catalog } = pdf;
  const layer = context.obj({ Type: 'OCG', Usage: { View: { ViewState: 'OFF' }, Print: { PrintState: 'ON' } } });
  layer.set(PDFName.of('Name'), PDFString.of('Dose'));
  const ref = context.register(layer);
  pdf.getPage(0).node.set(PDFName.of('Resources'), context.obj({ Properties: { Dose: ref } }));
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [ref], D: {} }));
  return Buffer.from(await pdf.save({ updateFieldAppearances: false })).toString('base64');
}

test('P11-03 P11-06 ODF-03 AKF-03 a document with a layer for paper alone is kept, and is neither sent round nor made a template, an order form or a training form', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const sentence = 'Page 1 has a layer "Dose" that is not shown alike on the screen and on paper.';
  const data = await layered(s.paper[1]);
  const docId = await s.saved('Prescription', { data });
  const state = () =>
    s.rows(
      'select (select count(*) from signing_request) requests, (select count(*) from document_link) links, (select count(*) from template_signer) signers',
    );
  const before = await state();
  const signers = await s.signersOf([admin]);
  for (const requestRequired of [1, 0]) {
    const asked = await admin.call(requestSignatures, { body: { docId, requestRequired, signers } });
    expect([asked.status, asked.message]).toEqual([400, sentence]);
  }
  const template = await s.saved('Form', { data, isTemplate: 1 });
  for (const more of [{ isOrderForm: 1 }, { isTrainingDoc: 1, userType: 'Site User' }]) {
    const attached = await s.attach(template, s.trial, more);
    expect([attached.status, attached.message]).toEqual([400, sentence]);
  }
  expect(await state()).toEqual(before);
  // Nobody signs what merely lies in a group.
  expect((await s.attach(docId, s.trial)).status).toBe(200);
});
