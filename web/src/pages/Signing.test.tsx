import { PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { listToSign, readToSign, sign, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import type { SigningKind } from '@portal/contract/signing/rules.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { decideUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import Documents from '#pages/Documents.tsx';
import { isOff as isButtonOff } from '#test/buttons.ts';
import { aListedDocument, aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { aTrial } from '#test/participants.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import { aForm, aSigning, names, sha384OfPng, signsDocuments } from '#test/signing.ts';
import { sendsUploads } from '#test/uploads.ts';

drawsPdfs();
sendsUploads();
signsDocuments();

interface Given {
  kind?: SigningKind;
  more?: object;
  pdf?: Uint8Array;
  viewer?: object;
  replies?: Reply[];
  route?: string;
}
async function open(given: Given = {}) {
  const { listed, replies, pdf } = await aSigning(given);
  const page = renderPage(<Documents />, {
    viewer: given.viewer ?? {},
    route: given.route ?? '/document?group=1&sign=61',
    replies: [
      [listTrials, { groups: [aTrial()] }],
      [documents.listGroupDocuments, { documents: [] }],
      [listToSign, { documents: [listed] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
      ...replies,
      ...(given.replies ?? []),
    ],
  });
  return { ...page, pdf };
}
type Page = Awaited<ReturnType<typeof open>>;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOff = (name: string) => isButtonOff(button(name) as HTMLButtonElement);
const field = (name: string) => screen.getByLabelText(name);
// The first to open a document waits for what draws it.
const firstName = () => screen.findByRole('textbox', { name: 'Patient First Name, page 1' }, { timeout: 30_000 });
const signature = /^Signature, page 1,/;
const says = async (text: string | RegExp) =>
  within(await screen.findByRole('dialog', { name: 'Consent to ship' })).findByText(text);

async function fillIn({ user }: Page) {
  await user.write(await firstName(), 'Łucja');
  await user.click(field('Choice: option 2, page 1'));
}
/** Up to the pad. */
async function proveOneself({ user }: Page, title = 'Prescriber Verification') {
  await user.click(button(signature));
  await screen.findByRole('dialog', { name: title });
  await user.click(button('SIGN'));
  await user.click(await screen.findByRole('button', { name: 'CONTINUE' }));
  await user.write(await screen.findByLabelText('Password'), 'Correct-horse-1');
  await user.keyboard('{Enter}');
  return screen.findByRole('dialog', { name: 'Signature' });
}
const drawLine = () => {
  const pad = screen.getByRole('img', { name: /^Pad to draw on/ });
  Object.assign(pad, { setPointerCapture: () => undefined });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 20, clientY: 20 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 90, clientY: 60 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
};
async function giveSignature(page: Page, title?: string) {
  await proveOneself(page, title);
  drawLine();
  await page.user.click(button('Confirm'));
  await screen.findByRole('button', { name: 'Signature, page 1, signed, sign again' });
}
async function finalize({ user }: Page) {
  await user.click(button('Finalize'));
  await says('The document is finalized. It is signed once it is submitted.');
}
async function upToSubmit(page: Page, title?: string) {
  await fillIn(page);
  await giveSignature(page, title);
  await finalize(page);
}

describe('filling in', () => {
  test('SGN-03 APD-09 OPS-08 the fields of the current signer are open, in the order of their places; those of others are not', async () => {
    const { callsOf } = await open();
    await firstName();
    const [asked] = callsOf(readToSign);
    expect(asked?.query).toEqual({
      srUuid: '00000000-0000-4000-8000-000000000001',
      signerUuid: '00000000-0000-4000-8000-000000000002',
    });
    // The client says who it is, though the server does not demand it.
    expect(asked?.headers.get('authorization')).toBe('Bearer a-token');
    const group = screen.getByRole('group', { name: 'Your fields' });
    const labels = [...group.querySelectorAll('[data-field]')].map((one) => one.getAttribute('aria-label'));
    expect(labels).toEqual([
      'Patient First Name, page 1',
      'Patient Address, page 1',
      'Checkbox, page 1',
      'Choice: option 1, page 1',
      'Choice: option 2, page 1',
      'Signature, page 1, required, sign',
    ]);
    expect(field('Patient First Name, page 1')).toHaveProperty('required', true);
    expect(field('Patient Address, page 1')).toHaveProperty('required', false);
  });

  test('SGN-05 SGN-06 SGN-07 SGN-08 what is required and empty is named, gone to, and keeps "Submit" back', async () => {
    const page = await open();
    await firstName();
    expect(await says('3 required fields are left: Patient First Name, Choice, and Signature.')).toBeDefined();
    await page.user.click(button('Next required field'));
    expect(document.activeElement).toBe(field('Patient First Name, page 1'));
    await page.user.paste(' ');
    expect(await says(/^3 required fields/)).toBeDefined();
    await page.user.paste('Ann');
    await says('2 required fields are left: Choice and Signature.');
    await page.user.click(button('Next required field'));
    expect(document.activeElement).toBe(field('Choice: option 1, page 1'));
    await page.user.click(field('Choice: option 1, page 1'));
    await says('One required field is left: Signature.');
    // Finalize goes to what is missing instead.
    await page.user.click(button('Finalize'));
    expect(document.activeElement).toBe(button(signature));
    expect(isOff('Submit')).toBe(true);
    // Once it is the next step it is in the main colour, and no longer.
    const look = () => button('Finalize').dataset['variant'];
    expect(look()).toBe('light');
    await giveSignature(page);
    await says('Everything required is filled in. Finalize writes it into the document.');
    expect(isOff('Submit')).toBe(true);
    expect(look()).toBe('filled');
    await finalize(page);
    expect(isOff('Submit')).toBe(false);
    expect(look()).toBe('default');
    expect(document.activeElement).toBe(button('Submit'));
  });

  test('SGN-05 SGN-08 a text that is longer than its field takes stays whole, is told at the field, and is not written', async () => {
    const pdf = await PDFDocument.load(await aForm());
    const address = pdf.getForm().getTextField(names.address);
    address.setText('Boston');
    address.acroField.setMaxLength(5);
    const page = await open({ pdf: await pdf.save({ updateFieldAppearances: false }) });
    await fillIn(page);
    await giveSignature(page);
    // What was dealt is taken as it is.
    expect(await says('Everything required is filled in. Finalize writes it into the document.')).toBeDefined();
    expect(field('Patient Address, page 1').getAttribute('aria-invalid')).toBeNull();
    await page.user.clear(field('Patient Address, page 1'));
    await page.user.paste('Salem ');
    expect(field('Patient Address, page 1')).toHaveProperty('value', 'Salem ');
    const told = 'Too long: it has 6 characters, and 5 at most are kept. Please shorten it by 1.';
    expect(await says(told)).toBeDefined();
    expect(await says('Still too long: Patient Address.')).toBeDefined();
    expect(field('Patient Address, page 1').getAttribute('aria-invalid')).toBe('true');
    await page.user.click(button('Finalize'));
    expect(document.activeElement).toBe(field('Patient Address, page 1'));
    expect(isOff('Submit')).toBe(true);
    await page.user.keyboard('{Backspace}');
    expect(screen.queryByText(told)).toBeNull();
    await page.user.clear(await firstName());
    await page.user.paste('x'.repeat(10_001));
    expect(await firstName()).toHaveProperty('value', 'x'.repeat(10_001));
    expect(await says('Still too long: Patient First Name.')).toBeDefined();
    await page.user.keyboard('{Backspace}');
    await finalize(page);
    expect(isOff('Submit')).toBe(false);
    expect(page.callsOf(sign)).toEqual([]);
  });

  test('SGN-05 SGN-08 where every signature field is optional, one of them keeps "Submit" back', async () => {
    const fields = [100, 200].map((y) => ({ name: 'Signature' as const, y, required: false }));
    await open({ pdf: await aForm(fields) });
    await screen.findByRole('button', { name: /^Signature 1, page 1,/ }, { timeout: 30_000 });
    expect(await says('One required field is left: Signature 1.')).toBeDefined();
    expect(isOff('Submit')).toBe(true);
  });

  test('AKF-06 a form without a place to sign says what is wrong with it, and who can mend it', async () => {
    await open({ kind: 'training', pdf: await aForm([{ name: 'TextInput', required: false }]) });
    expect(
      await screen.findByText(
        'This document has no signature field for you, so it cannot be signed. Please ask an administrator to replace it.',
        undefined,
        { timeout: 30_000 },
      ),
    ).toBeDefined();
    expect([isOff('Finalize'), isOff('Submit')]).toEqual([true, true]);
  });

  test('SGN-04 where a page is too small to fill in, pressing it makes it large enough and leads into the field', async () => {
    const low = [{ name: 'TextInput' as const, signer: 1, y: 60, height: 5, label: 'Patient First Name' }];
    const page = await open({ pdf: await aForm(low) });
    const enlarge = await screen.findByRole('button', { name: 'Enlarge page 1 to fill it in' }, { timeout: 30_000 });
    const shown = () => screen.getByRole('group', { name: 'Size' }).querySelector('output')?.textContent;
    expect(shown()).toBe('229 %');
    await page.user.click(enlarge);
    expect(shown()).toBe('400 %');
    await waitFor(() => expect(document.activeElement).toBe(field('Patient First Name, page 1')));
    expect(screen.queryByRole('button', { name: /^Enlarge/ })).toBeNull();
  });

  test('OPS-60 a change after "Finalize" keeps "Submit" back until "Finalize" is pressed again', async () => {
    const page = await open();
    await upToSubmit(page);
    await page.user.click(field('Checkbox, page 1'));
    expect(isOff('Submit')).toBe(true);
    await finalize(page);
    expect(isOff('Submit')).toBe(false);
  });

  test('OPS-60 what is changed while "Finalize" still writes is not in its file, so "Submit" waits for another "Finalize"', async () => {
    const page = await open();
    await fillIn(page);
    await giveSignature(page);
    fireEvent.click(button('Finalize'));
    fireEvent.click(field('Checkbox, page 1'));
    await says('Everything required is filled in. Finalize writes it into the document.');
    expect(isOff('Submit')).toBe(true);
    await finalize(page);
    await page.user.click(button('Submit'));
    await waitFor(() => expect(page.callsOf(sign)).toHaveLength(1));
    const { data } = (page.callsOf(sign)[0] as Call).sent as { data: string };
    const file = await PDFDocument.load(Buffer.from(data, 'base64'));
    expect(file.getForm().getCheckBox(names.agrees).isChecked()).toBe(true);
  });

  test('what is filled in stays, with the document that was given, whatever is read anew', async () => {
    const page = await open();
    await fillIn(page);
    page.answer(readToSign, { status: 500, body: { code: 'unexpected', message: 'Something went wrong.' } });
    const lists = page.callsOf(listToSign).length;
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(page.callsOf(listToSign).length).toBeGreaterThan(lists));
    expect(field('Patient First Name, page 1')).toHaveProperty('value', 'Łucja');
    expect(page.callsOf(readToSign)).toHaveLength(1);
  });

  test('what was filled in is asked about before it is thrown away', async () => {
    const { user, router } = await open();
    await user.write(await firstName(), 'Ann');
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard what you filled in?' });
    await user.click(button('Keep editing'));
    expect(field('Patient First Name, page 1')).toHaveProperty('value', 'Ann');
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 1 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('submitting', () => {
  test('SGN-04 SGN-17 SGN-19 APD-05 CON-14 OPS-58 the values and the drawing are in the file; then the list is there again', async () => {
    const page = await open();
    await upToSubmit(page);
    page.answer(listToSign, { documents: [] });
    await page.user.click(button('Submit'));
    expect(await screen.findByText('“Consent to ship” is signed. It waits for the next signer.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.router.state.location.search).toEqual({ group: 1 });
    const [call] = page.callsOf(sign);
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    const { data, auditTrailSignatures, ...rest } = (call as Call).sent as {
      data: string;
      auditTrailSignatures: object[];
    };
    expect(rest).toEqual({
      srUuid: '00000000-0000-4000-8000-000000000001',
      signerUuid: '00000000-0000-4000-8000-000000000002',
      contentType: 'application/pdf',
    });
    expect(auditTrailSignatures).toEqual([
      {
        fieldName: names.signature,
        hash: await sha384OfPng(),
        reason: 'I approve this prescription.',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        proof: 'the-proof',
        image: expect.stringMatching(/^iVBORw0KGgo/),
      },
    ]);
    const file = await PDFDocument.load(Buffer.from(data, 'base64'));
    const form = file.getForm();
    expect(form.getTextField(names.firstName).getText()).toBe('Łucja');
    expect(form.getRadioGroup(names.route).getSelected()).toBe('Option2');
    expect(form.getCheckBox(names.agrees).isChecked()).toBe(false);
    const look = form.getTextField(names.signature).acroField.getWidgets()[0]?.dict.lookup(PDFName.of('AP'), PDFDict);
    const drawing = look?.lookup(PDFName.of('N'), PDFStream);
    expect(drawing?.dict.lookup(PDFName.of('Subtype'))).toBe(PDFName.of('Form'));
    expect(page.callsOf(decideUserReport)).toEqual([]);
  });

  test('SGN-20 after the submit the viewer is closed and the lists are read anew, and the next document opens with empty fields', async () => {
    const page = await open();
    await upToSubmit(page);
    const next = await aSigning({ more: { docId: 62, friendlyName: 'Consent to store' } });
    page.answer(listToSign, { documents: [next.listed] });
    for (const [call, answer] of next.replies) page.answer(call, answer);
    const read = page.callsOf(documents.listGroupDocuments).length;
    await page.user.click(button('Submit'));
    await screen.findByText('“Consent to ship” is signed. It waits for the next signer.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await page.user.click(await screen.findByRole('button', { name: 'Sign, Consent to store' }));
    await screen.findByRole('dialog', { name: 'Consent to store' });
    expect(await firstName()).toHaveProperty('value', '');
    expect(field('Choice: option 2, page 1')).toHaveProperty('checked', false);
    expect(button(signature).getAttribute('aria-label')).toBe('Signature, page 1, required, sign');
    expect([isOff('Submit'), page.callsOf(documents.listGroupDocuments).length > read]).toEqual([true, true]);
  });

  test('a lost answer is asked for again with the same key; what was changed since has another one', async () => {
    const page = await open();
    await upToSubmit(page);
    page.answer(sign, () => Promise.reject(new TypeError('the line broke')));
    await page.user.click(button('Submit'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It is not known whether the document was submittedUnable to make request. Press “Submit” again without changing anything: it is done once only.',
    );
    await page.user.click(button('Submit'));
    await waitFor(() => expect(page.callsOf(sign)).toHaveLength(2));
    await screen.findByRole('alert');
    await page.user.click(field('Checkbox, page 1'));
    await finalize(page);
    page.answer(sign, { message: 'Signed.', docId: 61, isCompletelySigned: true });
    await page.user.click(button('Submit'));
    await screen.findByText('“Consent to ship” is signed by everybody.');
    const [first, second, third] = page.callsOf(sign).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('P11-07 where somebody was quicker it is said what happened, and nothing is left to send or to lose', async () => {
    const [code, message] = ['signing.not_turn', 'It is not your turn to sign this document.'];
    const page = await open();
    await upToSubmit(page);
    page.answer(sign, { status: 409, body: { code, message } });
    await page.user.click(button('Submit'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(message);
    expect(document.activeElement).toBe(alert);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Finalize' })).toBeNull();
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const leftSite =
    'You no longer see the site of this order form, so you cannot sign it. Until the pharmacy starts processing the request, the site can cancel it and place it again.';
  test('SEC-06 SEC-23 whoever has left the site of an order form reads so when they open it, and sends nothing', async () => {
    const body = { code: 'signing.left_site', message: leftSite };
    const page = await open({ kind: 'order_form', replies: [[readToSign, { status: 403, body }]] });
    expect(await says(leftSite)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(page.callsOf(sign)).toEqual([]);
  });

  test('SEC-06 SEC-23 whoever leaves the site while they sign reads so, and what they filled in stays: the right may come back', async () => {
    const page = await open({ kind: 'order_form' });
    await upToSubmit(page);
    page.answer(sign, { status: 403, body: { code: 'signing.left_site', message: leftSite } });
    await page.user.click(button('Submit'));
    expect((await screen.findByRole('alert')).textContent).toContain(leftSite);
    expect(field('Patient First Name, page 1')).toHaveProperty('value', 'Łucja');
    page.answer(sign, { message: 'Signed.', docId: 61, isCompletelySigned: true });
    await page.user.click(button('Submit'));
    expect(await screen.findByText('“Consent to ship” is signed by everybody.')).toBeDefined();
  });

  test('P11-01 a proof that is of no use any more takes its drawing along: the field is signed anew', async () => {
    const page = await open();
    await upToSubmit(page);
    page.answer(sign, {
      status: 400,
      body: { code: 'signing.no_proof', message: 'Please sign in again to sign this field.' },
    });
    await page.user.click(button('Submit'));
    expect((await screen.findByRole('alert')).textContent).toContain('Please sign in again to sign this field.');
    expect(await screen.findByRole('button', { name: 'Signature, page 1, required, sign' })).toBeDefined();
    expect(field('Patient First Name, page 1')).toHaveProperty('value', 'Łucja');
    expect(isOff('Submit')).toBe(true);
  });
});

describe('reports', () => {
  const report = { kind: 'report', more: { signerNum: 2 }, viewer: { type: 'Sponsor' as const } } as const;
  test('UMR-06 after the signature of signer 2 the status is said as well, with state 0', async () => {
    const pdf = await aForm([
      { name: 'Signature', signer: 1, y: 20 },
      { name: 'Signature', signer: 2, y: 80 },
    ]);
    const page = await open({ ...report, pdf, replies: [[decideUserReport, { message: 'ok' }]] });
    await screen.findByRole('button', { name: signature });
    await giveSignature(page, 'Verification');
    await finalize(page);
    page.answer(sign, { message: 'Signed.', docId: 61, isCompletelySigned: true });
    await page.user.click(button('Submit'));
    await screen.findByText('“Consent to ship” is signed by everybody.');
    expect(page.callsOf(decideUserReport).map(({ sent }) => sent)).toEqual([
      { document_ID: 61, is_rejected: 0, companyId: 1 },
    ]);
  });

  test('UMR-07 UMR-08 DOC-13 a report is rejected with state 1, after a question; its refusal stands in it', async () => {
    const refusal = { code: 'user_report.decided', message: 'The report has already been accepted or rejected.' };
    const page = await open({ ...report, replies: [[decideUserReport, { status: 409, body: refusal }]] });
    await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject report' });
    await page.user.write(within(dialog).getByLabelText('Reason (optional)'), 'Two have left.');
    await page.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain(refusal.message);
    page.answer(decideUserReport, { message: 'ok' });
    page.answer(listToSign, { documents: [] });
    await page.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('“Consent to ship” is rejected.')).toBeDefined();
    expect(page.callsOf(decideUserReport).at(-1)?.sent).toEqual({
      document_ID: 61,
      is_rejected: 1,
      companyId: 1,
      reason: 'Two have left.',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['Escape', 'Close', 'Cancel'])(
    'UMR-07 a reason that was typed is not thrown away by %s without a question',
    async (way) => {
      const page = await open(report);
      await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Reject report' }));
      await page.user.write(dialog.getByLabelText('Reason (optional)'), 'Two have left.');
      if (way === 'Escape') await page.user.keyboard('{Escape}');
      else await page.user.click(dialog.getByRole('button', { name: way }));
      const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
      expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('Two have left.');
    },
  );

  test('UMR-07 REL-17 nobody is led away from a reason while it is sent, so that its refusal is read', async () => {
    const sent = Promise.withResolvers<unknown>();
    const page = await open({ ...report, replies: [[decideUserReport, () => sent.promise]] });
    await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject report' }));
    await page.user.write(dialog.getByLabelText('Reason (optional)'), 'Two have left.');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(page.callsOf(decideUserReport)).toHaveLength(1));
    const { href } = page.router.state.location;
    await act(async () => void page.router.navigate({ to: '/account' }));
    expect(page.router.history.location.href).toBe(href);
    await act(async () => sent.resolve({ status: 500, body: { code: 'unexpected', message: 'It broke.' } }));
    await screen.findByRole('alert');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('Two have left.');
  });

  test('UMR-07 REL-17 nobody is led away, or asked, while a rejection is sent from a form that is partly filled in', async () => {
    const sent = Promise.withResolvers<unknown>();
    const pdf = await aForm([
      { name: 'TextInput', signer: 2, y: 20 },
      { name: 'Signature', signer: 2, y: 80 },
    ]);
    const page = await open({ ...report, pdf, replies: [[decideUserReport, () => sent.promise]] });
    await page.user.write(await screen.findByRole('textbox', { name: 'Text, page 1' }), 'Ann');
    await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject report' }));
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(page.callsOf(decideUserReport)).toHaveLength(1));
    const { href } = page.router.state.location;
    await act(async () => void page.router.navigate({ to: '/account' }));
    expect(page.router.history.location.href).toBe(href);
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await act(async () => sent.resolve({ status: 500, body: { code: 'unexpected', message: 'It broke.' } }));
    await screen.findByRole('alert');
    await act(async () => void page.router.navigate({ to: '/account' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.router.history.location.pathname).toBe('/account'));
  });

  test('UMR-07 REL-17 nobody is led away while a rejection without a reason is sent', async () => {
    const sent = Promise.withResolvers<unknown>();
    const page = await open({ ...report, replies: [[decideUserReport, () => sent.promise]] });
    await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
    await page.user.click(within(await screen.findByRole('dialog', { name: 'Reject report' })).getByText('Confirm'));
    await waitFor(() => expect(page.callsOf(decideUserReport)).toHaveLength(1));
    const { href } = page.router.state.location;
    await act(async () => void page.router.navigate({ to: '/account' }));
    expect(page.router.history.location.href).toBe(href);
    await act(async () => sent.resolve({ status: 500, body: { code: 'unexpected', message: 'It broke.' } }));
    await screen.findByRole('alert');
  });

  test('UMR-07 REL-17 after a lost answer nobody says that the report was not rejected, nor that it was somebody else', async () => {
    const refusal = { code: 'user_report.decided', message: 'The report has already been accepted or rejected.' };
    const lost = () => Promise.reject(new TypeError('the line broke'));
    const page = await open({ ...report, replies: [[decideUserReport, lost]] });
    await page.user.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject report' });
    const confirm = () => page.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await confirm();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It is not known whether the report was rejectedUnable to make request. Press “Confirm” again to find out: it is not done twice.',
    );
    page.answer(decideUserReport, { status: 409, body: refusal });
    await confirm();
    await screen.findByText('Your first try, which got no answer, may have rejected it.');
    expect(screen.getByRole('alert').textContent).toContain(refusal.message);
    expect(screen.queryByText('The report was not rejected')).toBeNull();
  });

  test('UMR-07 nothing else can be rejected', async () => {
    await open();
    await firstName();
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });
});

describe('who is not to sign', () => {
  test.each([
    ['of whom it is not the turn', { isCurrentSigner: false, waitsFor: 'Ada Admin' }],
    ['who has rejected it', { isCurrentSigner: true, isRejected: true }],
  ])('SGN-03 UMR-08 somebody %s gets a plain viewer', async (_, more) => {
    const shown = contentOf({ docId: 61, friendlyName: 'Consent to ship', filename: 'c.pdf' }, aPdf(['Read only']));
    await open({ more, replies: [[documents.fetchDocument, shown]] });
    const dialog = within(await screen.findByRole('dialog', { name: 'Consent to ship' }));
    expect(await dialog.findByRole('button', { name: 'Download' })).toBeDefined();
    expect(await dialog.findByText('Read only')).toBeDefined();
    for (const name of ['Finalize', 'Submit', 'Reject', 'Sign'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('SGN-03 where somebody was quicker it is read only, with the reason', async () => {
    const { replies } = await aSigning({ more: { isCurrentSigner: false, waitsFor: 'Ada Admin' } });
    await open({ replies: replies.slice(0, 1) });
    expect(await says('This document waits for Ada Admin.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  test('SEC-34 a document that was withdrawn meanwhile is said to be gone; a failed load can be tried again', async () => {
    const page = await open({
      replies: [[readToSign, { status: 404, body: { code: 'not_found', message: 'Not found' } }]],
    });
    expect(await says(/^This document can no longer be opened/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    page.unmount();
    const second = await open({
      replies: [[readToSign, { status: 500, body: { code: 'unexpected', message: 'No.' } }]],
    });
    await screen.findByText('There was a problem opening the document.');
    const { replies } = await aSigning();
    second.answer(...(replies[0] as [typeof readToSign, unknown]));
    await second.user.click(button('Try again'));
    expect(await firstName()).toBeDefined();
  });
});

describe('verifying', () => {
  const signed = aListedDocument({
    docId: 61,
    friendlyName: 'Consent to ship',
    isSignRequest: true,
    isCompletelySigned: true,
  });
  const given = {
    valid: true,
    problems: [],
    checked: ['The bytes of all 3 revisions against what was kept.', 'The seal over the whole file.'],
    sealedAt: null as Date | null,
    signatures: [
      {
        fieldName: names.signature,
        hash: 'ab'.repeat(48),
        reason: 'I approve this prescription.',
        date: new Date('2026-03-05T11:00:07.123Z'),
        name: 'Sam Sites',
        email: 'sam@portal.example',
        cpId: 3,
      },
    ],
  };
  const verify = async (reply: unknown) => {
    const page = await open({
      more: signed,
      route: '/document?group=1',
      replies: [
        [documents.listGroupDocuments, { documents: [signed] }],
        [verifyDocument, reply],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Actions for Consent to ship' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Verify' }));
    return { page, dialog: within(await screen.findByRole('dialog', { name: 'Verify: Consent to ship' })) };
  };

  test('P11-03 P11-04 P11-13 it says what was checked, who signed what with which meaning and when, and that the seal is awaited', async () => {
    const { page, dialog } = await verify(given);
    expect(await dialog.findByText('This document is valid.')).toBeDefined();
    for (const words of [
      ...given.checked,
      'Sam Sites',
      'I approve this prescription.',
      '05-Mar-2026 11:00:07 UTC',
      'Waiting: the document is sealed within a minute of the last signature.',
    ])
      expect(dialog.getByText(words)).toBeDefined();
    page.answer(verifyDocument, { ...given, sealedAt: new Date('2026-03-05T11:00:09Z') });
    await page.user.click(dialog.getByRole('button', { name: 'Check again' }));
    expect(await dialog.findByText('Sealed 05-Mar-2026 11:00:09 UTC.')).toBeDefined();
  });

  test('P11-04 of a document that should have its seal by now it says for how long it has none', async () => {
    const missingSeal = 'It has no seal yet, 3 days after the last signature. The operator can tell why.';
    const { dialog } = await verify({ ...given, missingSeal });
    const seal = within(await dialog.findByRole('region', { name: 'Seal' }));
    expect(seal.getByText(missingSeal)).toBeDefined();
    expect(seal.queryByText(/within a minute/)).toBeNull();
  });

  test.each([
    ['not_found', 'This document can no longer be opened.', false],
    ['no_such_call', 'Not found.', true],
  ])('a 404 that says %s is told as what it is', async (code, said, canBeTriedAgain) => {
    const { dialog } = await verify({ status: 404, body: { code, message: 'Not found.' } });
    expect(await dialog.findByText(said)).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Try again' }) !== null).toBe(canBeTriedAgain);
  });

  test('P11-04 what differs is said in words', async () => {
    const problem = 'The file is not the one that was sealed.';
    const { dialog } = await verify({ ...given, valid: false, problems: [problem] });
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('This document is not valid.')).toBeDefined();
    expect(alert.getByText(problem)).toBeDefined();
    expect(dialog.queryByText('This document is valid.')).toBeNull();
  });
});
