import { deleteDocument, fetchDocument } from '@portal/contract/documents/endpoints.ts';
import {
  pharmacyDocuments,
  type ShipmentDocument,
  siteDocuments,
  wholesalerDocuments,
} from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aDocument, aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { type Call, type Reply, renderPage } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { aRow, forWholesaler, noon, pharmacist, shipped, siteReplies, wholesaler } from '#test/shipments.ts';
import { sendsUploads } from '#test/uploads.ts';
import { DocumentsDialog } from './DocumentsDialog.tsx';
import { ShipmentsScreen } from '../ShipmentsScreen.tsx';

drawsPdfs();
sendsUploads();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const received = aRow({ status: 'received' });
const slip = aDocument();
const chart = aDocument({ docId: 32, category: 1, friendlyName: 'Chart', uploadedBy: 'Sam Sites' });
const letter = aDocument({ docId: 33, category: 2, friendlyName: 'Letter' });
const saved = { message: '', docId: 40 };

interface Given {
  row?: api.ShipmentSummary;
  viewer?: object;
  replies?: Reply[];
}
function open(documents: readonly ShipmentDocument[], { row = received, viewer = {}, replies = [] }: Given = {}) {
  const onClose = vi.fn<() => void>();
  const page = renderPage(<DocumentsDialog row={row} onClose={onClose} />, {
    viewer,
    replies: [
      [siteDocuments.list, { documents }],
      [pharmacyDocuments.list, { documents }],
      [wholesalerDocuments.list, { documents }],
      [siteDocuments.upload, saved],
      ...replies,
    ],
  });
  // As in a browser that was told to show every file.
  return { ...page, onClose, user: newUser({ applyAccept: false }) };
}
type Page = Pick<ReturnType<typeof open>, 'user'>;

const dialog = (name: string) => screen.findByRole('dialog', { name });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the list', () => {
  test('SDC-04 CON-17 one or two documents are buttons', async () => {
    open([slip, chart]);
    const list = within(await screen.findByRole('list', { name: 'Documents' }));
    expect(list.getAllByRole('button').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Signed slipProof of Delivery · Pat Pharm, 05-Mar-2026 \d\d:00$/),
      expect.stringMatching(/^ChartTemperature Data · Sam Sites, 05-Mar-2026 \d\d:00$/),
    ]);
    expect(screen.queryByRole('combobox', { name: /^Documents/ })).toBeNull();
  });

  test('SDC-01 SDC-04 CON-17 three are a dropdown, which says of each what it is', async () => {
    const confirmation = aDocument({ docId: 34, category: 3, friendlyName: 'Confirmation' });
    const form = aDocument({ docId: 35, category: null, friendlyName: 'Order' });
    const page = open([slip, chart, letter, confirmation, form]);
    await page.user.click(await screen.findByRole('combobox', { name: 'Documents (5)' }));
    expect((await screen.findAllByRole('option')).map((one) => one.textContent?.split(' · ')[0])).toEqual([
      'Signed slipProof of Delivery',
      'ChartTemperature Data',
      'LetterOther',
      'ConfirmationShipping Confirmation',
      'OrderOrder Form',
    ]);
    expect(screen.queryByRole('list', { name: 'Documents' })).toBeNull();
  });

  test('SDC-07 ERR-20 ERR-30 none, or none that could be read, is an empty list and nothing else', async () => {
    const page = open([]);
    expect(await screen.findByText('No documents to display')).toBeDefined();
    page.unmount();
    const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
    open([slip], { replies: [[siteDocuments.list, broken]] });
    expect(screen.queryByText('No documents to display')).toBeNull();
    expect(await screen.findByText('No documents to display')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the preview', () => {
  test('SDC-05 SHP-12 a document opens in a dialog of its own, and its file can be kept', async () => {
    const page = open([slip], { replies: [[fetchDocument, contentOf(slip, aPdf(['Received in full']))]] });
    const opener = await screen.findByRole('button', { name: /^Signed slip/ });
    await page.user.click(opener);
    const preview = within(await dialog('Signed slip'));
    expect(await preview.findByText('Received in full')).toBeDefined();
    expect(preview.getByRole('button', { name: 'Download' })).toBeDefined();
    expect(page.callsOf(fetchDocument).map((call) => call.query)).toEqual([{ docId: 31 }]);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed slip' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test('SDC-04 SDC-05 the same document can be chosen from the dropdown again', async () => {
    const page = open([slip, chart, letter], { replies: [[fetchDocument, contentOf(chart, aPdf(['Cold enough']))]] });
    for (let time = 1; time <= 2; time += 1) {
      await page.user.click(await screen.findByRole('combobox', { name: 'Documents (3)' }));
      await page.user.click(await screen.findByRole('option', { name: /^Chart/ }));
      expect(await within(await dialog('Chart')).findByText('Cold enough')).toBeDefined();
      await page.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chart' })).toBeNull());
    }
    expect(page.callsOf(fetchDocument).map((call) => call.query)).toEqual([{ docId: 32 }, { docId: 32 }]);
  });

  test('ODF-07 SDC-01 SDC-05 an order form is among the documents of its request and opens like the others', async () => {
    const form = aDocument({ docId: 41, category: null, friendlyName: 'Order form of request 71' });
    const page = open([form], { replies: [[fetchDocument, contentOf(form, aPdf(['Drug 1']))]] });
    const opener = await screen.findByRole('button', { name: /^Order form of request 71/ });
    expect(opener.textContent).toContain('Order Form ·');
    await page.user.click(opener);
    expect(await within(await dialog('Order form of request 71')).findByText('Drug 1')).toBeDefined();
  });

  test.each([
    ['who may correct it', {}, { mayVerify: true, mayCorrect: true }, '/document?group=2&view=41'],
    ['who may verify it', {}, { mayVerify: true }, '/document?group=2&view=41'],
    ['who may do neither', {}, {}, null],
    ['whose partner has no page of documents', pharmacist, { mayVerify: true }, null],
  ])(
    'P11-04 P11-08 ROL-09 an order form of a request leads to its viewer among the documents, for whoever may verify or correct it there: %s',
    async (_, viewer, may, to) => {
      const form = aDocument({ docId: 41, category: null, friendlyName: 'Order form of request 71' });
      const content = { ...contentOf(form, aPdf(['Drug 1'])), g_id: 2, ...may };
      const page = open([form], { viewer, replies: [[fetchDocument, content]] });
      await page.user.click(await screen.findByRole('button', { name: /^Order form of request 71/ }));
      const preview = within(await dialog('Order form of request 71'));
      expect(await preview.findByText('Drug 1')).toBeDefined();
      const link = preview.queryByRole('link', { name: 'Open in Documents' });
      expect(link?.getAttribute('href') ?? null).toBe(to);
    },
  );

  test.each([
    ['a pharmacy that may', pharmacist, { mayVerify: true }, true],
    ['a pharmacy that may not', pharmacist, {}, false],
    ['a site, which does so among the documents', {}, { mayVerify: true }, false],
  ])('P11-04 ROL-09 a signed order form is verified from the request: %s', async (_, viewer, may, isOffered) => {
    const form = aDocument({ docId: 41, category: null, friendlyName: 'Order form of request 71' });
    const verified = { valid: true, problems: [], checked: ['The bytes.'], sealedAt: null, signatures: [] };
    const page = open([form], {
      viewer,
      replies: [
        [fetchDocument, { ...contentOf(form, aPdf(['Drug 1'])), ...may }],
        [verifyDocument, verified],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Order form of request 71/ }));
    const preview = within(await dialog('Order form of request 71'));
    await preview.findByText('Drug 1');
    const verify = preview.queryByRole('button', { name: 'Verify' });
    expect(verify !== null).toBe(isOffered);
    if (!verify) return;
    expect(page.callsOf(verifyDocument)).toEqual([]);
    await page.user.click(verify);
    const found = within(await dialog('Verify: Order form of request 71'));
    expect(await found.findByText('The bytes.')).toBeDefined();
    expect(page.callsOf(verifyDocument).map(({ query }) => query)).toEqual([{ docId: 41 }]);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Verify/ })).toBeNull());
    expect(preview.getByText('Drug 1')).toBeDefined();
  });

  test('P11-08 a form that was corrected says so in the list and before it is read, and leads to the correction', async () => {
    const form = aDocument({ docId: 41, category: null, friendlyName: 'Order form of request 71', isCorrected: true });
    const fresh = aDocument({ docId: 52, category: null, friendlyName: 'Corrected form' });
    const page = open([form, fresh], {
      viewer: pharmacist,
      replies: [
        [
          fetchDocument,
          ({ query }: Call) =>
            Number(query.docId) === 41
              ? { ...contentOf(form, aPdf(['Old'])), correctedBy: [{ docId: 52, friendlyName: 'Corrected form' }] }
              : {
                  ...contentOf(fresh, aPdf(['New'])),
                  corrects: { docId: 41, friendlyName: 'Order form of request 71', isDeleted: false },
                },
        ],
      ],
    });
    const opener = await screen.findByRole('button', { name: /^Order form of request 71/ });
    expect(opener.textContent).toContain('Corrected by a later document');
    expect(screen.getByRole('button', { name: /^Corrected form/ }).textContent).not.toContain('later document');
    await page.user.click(opener);
    const old = within(await dialog('Order form of request 71'));
    expect(await old.findByText('A later document corrects this one.')).toBeDefined();
    await page.user.click(old.getByRole('button', { name: 'Corrected form' }));
    const correction = within(await dialog('Corrected form'));
    expect(await correction.findByText('New')).toBeDefined();
    await page.user.click(correction.getByRole('button', { name: 'Order form of request 71' }));
    expect(await within(await dialog('Order form of request 71')).findByText('Old')).toBeDefined();
  });

  test('APD-03 SDC-05 a document of the wrong request is deleted from its preview after a question, and the list is read anew', async () => {
    const mine = { ...slip, mayDelete: true };
    const page = open([mine, chart], {
      replies: [
        [fetchDocument, contentOf(mine, aPdf(['Of another request']))],
        [deleteDocument, { message: 'Document deleted.' }],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Signed slip/ }));
    const preview = within(await dialog('Signed slip'));
    await preview.findByText('Of another request');
    await page.user.click(preview.getByRole('button', { name: 'Delete' }));
    const question = within(await dialog('Delete document'));
    expect(question.getByText('Are you sure you would like to delete this document?')).toBeDefined();
    page.answer(siteDocuments.list, { documents: [chart] });
    await page.user.click(question.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Document “Signed slip” is deleted.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Signed slip/ })).toBeNull());
    expect(screen.queryByRole('dialog', { name: 'Signed slip' })).toBeNull();
    expect(await screen.findByRole('button', { name: /^Chart/ })).toBeDefined();
    expect(page.callsOf(deleteDocument).map(({ query }) => query)).toEqual([{ docId: 31 }]);
  });

  test('APD-03 SDC-05 a document that cannot be opened can be deleted', async () => {
    const damaged = { status: 500, body: { code: 'unexpected', message: '' } };
    const page = open([{ ...slip, mayDelete: true }], { replies: [[fetchDocument, damaged]] });
    await page.user.click(await screen.findByRole('button', { name: /^Signed slip/ }));
    const preview = within(await dialog('Signed slip'));
    await preview.findByText('There was a problem opening the document.');
    await page.user.click(preview.getByRole('button', { name: 'Delete' }));
    expect(await dialog('Delete document')).toBeDefined();
  });

  test.each([
    ['open', 'The open request for signatures is withdrawn.'],
    ['completed', 'Its signatures are kept for the records.'],
  ] as const)('APD-03 the question says what becomes of a signing that is %s', async (signing, sentence) => {
    const page = open([{ ...slip, mayDelete: true, signing }], {
      replies: [[fetchDocument, contentOf(slip, aPdf(['Received in full']))]],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Signed slip/ }));
    await page.user.click(await within(await dialog('Signed slip')).findByRole('button', { name: 'Delete' }));
    expect(within(await dialog('Delete document')).getByText(sentence)).toBeDefined();
  });

  test.each([
    ['whoever may not', { mayDelete: false }],
    ['an order form, which is signed', { mayDelete: true, category: null }],
  ])('APD-03 SDC-05 no document is offered to be deleted: %s', async (_, more) => {
    const page = open([{ ...slip, ...more }], {
      replies: [[fetchDocument, contentOf(slip, aPdf(['Received in full']))]],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Signed slip/ }));
    const preview = within(await dialog('Signed slip'));
    await preview.findByText('Received in full');
    expect(preview.getByRole('button', { name: 'Download' })).toBeDefined();
    expect(preview.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('ODF-08 SDC-05 ERR-23 a document that is gone says so', async () => {
    const gone = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
    const form = aDocument({ category: null, friendlyName: 'Order form of request 71' });
    const page = open([form], { replies: [[fetchDocument, gone]] });
    await page.user.click(await screen.findByRole('button', { name: /^Order form of request 71/ }));
    const preview = within(await dialog('Order form of request 71'));
    expect((await preview.findByRole('alert')).textContent).toBe('Shipping request document not found.');
    expect(preview.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  test('SDC-05 what could not be read for another reason can be tried again', async () => {
    const page = open([slip], {
      replies: [[fetchDocument, { status: 500, body: { code: 'unexpected', message: '' } }]],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Signed slip/ }));
    const preview = within(await dialog('Signed slip'));
    expect((await preview.findByRole('alert')).textContent).toContain('There was a problem opening the document.');
    page.answer(fetchDocument, contentOf(slip, aPdf(['Here it is'])));
    await page.user.click(preview.getByRole('button', { name: 'Try again' }));
    expect(await preview.findByText('Here it is')).toBeDefined();
  });
});

const file = (name = 'signed slip.pdf', type = 'application/pdf', size?: number) => {
  const made = new File(['%PDF-1.7 slip'], name, { type });
  return size === undefined ? made : Object.defineProperty(made, 'size', { value: size });
};
const picker = () => screen.getByLabelText<HTMLInputElement>(/^File/);
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const chooseType = async ({ user }: Page, label: string) => {
  await user.click(screen.getByRole('combobox', { name: 'Document type' }));
  await user.click(await screen.findByRole('option', { name: label }));
};
const fillIn = async (page: Page, more: { type?: string; file?: File } = {}) => {
  await screen.findByRole('button', { name: 'Upload' });
  await chooseType(page, more.type ?? 'Temperature Data Document');
  await page.user.upload(picker(), more.file ?? file());
};
const slipBody = {
  srId: 71,
  category: 1,
  friendlyName: 'signed slip',
  filename: 'signed slip.pdf',
  contentType: 'application/pdf',
  data: btoa('%PDF-1.7 slip'),
};

describe('the upload', () => {
  test.each<[string, object, api.ShipmentSummary, boolean]>([
    ['a site, received', {}, received, true],
    ['a site, cancelled', {}, aRow({ status: 'cancelled' }), true],
    ['a site, waiting', {}, aRow(), false],
    ['a site, shipped', {}, shipped(), false],
    ['an admin, received', { type: 'Admin' }, received, true],
    ['a wholesaler, received', wholesaler, received, true],
    ['a wholesaler, shipped', wholesaler, shipped(), false],
    ['a pharmacy, received', pharmacist, received, false],
    ['a pharmacy, shipped', pharmacist, shipped(), false],
  ])('ROL-25 is it offered? %s', async (_, viewer, row, isOffered) => {
    open([slip], { viewer, row });
    await screen.findByRole('list', { name: 'Documents' });
    expect(screen.queryByRole('button', { name: 'Upload' }) !== null).toBe(isOffered);
    expect(document.querySelector('input[type="file"]') !== null).toBe(isOffered);
  });

  test('SDC-02 the types to choose from', async () => {
    const page = open([]);
    await page.user.click(await screen.findByRole('combobox', { name: 'Document type' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Proof Of Delivery',
      'Temperature Data Document',
      'Shipping Confirmation',
      'Other',
    ]);
  });

  test('SDC-03 OPS-53 what is no PDF, or larger than 50 MB, is refused before it is sent', async () => {
    const page = open([]);
    await fillIn(page);
    expect(picker().accept).toContain('application/pdf');
    for (const [picked, problem] of [
      [file('slip.png', 'image/png'), 'Only PDF files can be uploaded.'],
      [file('slip.pdf', 'application/pdf', 50 * 1_048_576 + 1), 'File size is greater than 50MB'],
      [file('slip.pdf', 'application/pdf', 0), 'The file is empty.'],
    ] as const) {
      await page.user.upload(picker(), picked);
      expect(screen.getByText(problem)).toBeDefined();
      expect(picker().getAttribute('aria-invalid')).toBe('true');
      expect(isOff(button('Upload'))).toBe(true);
    }
    await page.user.upload(picker(), file());
    expect(picker().getAttribute('aria-invalid')).not.toBe('true');
    expect(isOff(button('Upload'))).toBe(false);
    expect(page.callsOf(siteDocuments.upload)).toEqual([]);
  });

  test('SHP-12 SDC-03 a PDF is sent once with its type and name, is announced by its name, and stands in the list', async () => {
    const page = open([]);
    await fillIn(page);
    expect(nameField().value).toBe('signed slip');
    page.answer(siteDocuments.list, {
      documents: [aDocument({ docId: 40, category: 1, friendlyName: 'signed slip' })],
    });
    const kept = Promise.withResolvers<object>();
    page.answer(siteDocuments.upload, () => kept.promise);
    await page.user.dblClick(button('Upload'));
    kept.resolve(saved);
    expect(await screen.findByText('Document “signed slip” is uploaded to request 71.')).toBeDefined();
    expect(await screen.findByRole('button', { name: /^signed slip/ })).toBeDefined();
    expect(page.callsOf(siteDocuments.upload).map((call) => call.body)).toEqual([slipBody]);
    await waitFor(() => expect(document.activeElement).toBe(picker()));
    expect([picker().value, nameField().value, isOff(button('Upload'))]).toEqual(['', '', true]);
  });

  test('a name that is longer than is kept stays whole and is told, and "Upload" waits', async () => {
    const page = open([]);
    await fillIn(page);
    await page.user.clear(nameField());
    await page.user.write(nameField(), 'x'.repeat(501));
    expect(nameField().value).toHaveLength(501);
    expect(
      screen.getByText('Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.'),
    ).toBeDefined();
    expect(isOff(button('Upload'))).toBe(true);
    await page.user.type(nameField(), '{Backspace}');
    expect(isOff(button('Upload'))).toBe(false);
  });

  test('the name follows the file until somebody gives it another', async () => {
    const page = open([]);
    await fillIn(page);
    await page.user.upload(picker(), file('chart.PDF'));
    expect(nameField().value).toBe('chart');
    await page.user.clear(nameField());
    expect(isOff(button('Upload'))).toBe(true);
    await page.user.type(nameField(), 'Chart of May');
    await page.user.upload(picker(), file('slip.pdf'));
    expect(nameField().value).toBe('Chart of May');
    await page.user.click(button('Upload'));
    await waitFor(() => expect(page.callsOf(siteDocuments.upload)).toHaveLength(1));
    expect(page.callsOf(siteDocuments.upload)[0]?.body).toMatchObject({
      filename: 'slip.pdf',
      friendlyName: 'Chart of May',
    });
  });

  const encrypted = 'The PDF is protected with a password. Please upload it without one.';
  const notSaved = 'A Problem occurred while saving the document';
  test('ERR-12 REL-17 an answer without the number of a document leaves open whether there is one', async () => {
    const page = open([], { replies: [[siteDocuments.upload, () => new Response('{"message":""}')]] });
    await fillIn(page);
    await page.user.click(button('Upload'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      `It is not known whether the document was uploaded${notSaved}. Press “Upload” again without changing anything: it is done once only.`,
    );
  });
  test.each<[string, unknown, string]>([
    ['in its own words', { status: 400, body: { code: 'document.encrypted', message: encrypted } }, encrypted],
    ['where it gave no reason', { status: 500, body: { code: 'unexpected', message: '' } }, notSaved],
  ])('ERR-12 what the server did not take is said %s, and what was filled in stays', async (_, reply, message) => {
    const page = open([], { replies: [[siteDocuments.upload, reply]] });
    await fillIn(page);
    await page.user.click(button('Upload'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`The document was not uploaded${message}`);
    expect([picker().files?.[0]?.name, nameField().value]).toEqual(['signed slip.pdf', 'signed slip']);
    expect(document.activeElement).toBe(alert);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Document type' }).value).toBe(
      'Temperature Data Document',
    );
    // It is true of that file alone.
    await page.user.upload(picker(), file('another.pdf'));
    expect(screen.queryByText(message)).toBeNull();
  });

  test('REL-06 after a lost answer the same is sent with the same key, something else with another that takes its place', async () => {
    const lost = () => Promise.reject(new TypeError('no network'));
    const page = open([], { replies: [[siteDocuments.upload, lost]] });
    await fillIn(page);
    for (const tries of [1, 2]) {
      await page.user.click(button('Upload'));
      expect((await screen.findByRole('alert')).textContent).toContain('Unable to make request');
      await waitFor(() => expect(page.callsOf(siteDocuments.upload)).toHaveLength(tries));
      await waitFor(() => expect(isOff(button('Upload'))).toBe(false));
    }
    page.answer(siteDocuments.upload, saved);
    await page.user.type(nameField(), ' 2');
    await page.user.click(button('Upload'));
    expect(await screen.findByText('Document “signed slip 2” is uploaded to request 71.')).toBeDefined();
    const [first, second, third] = page
      .callsOf(siteDocuments.upload)
      .map(({ headers }) => [headers.get('idempotency-key'), headers.get('idempotency-instead-of')]);
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), null]);
    expect(second).toEqual(first);
    expect(third).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first?.[0]]);
    expect(third?.[0]).not.toBe(first?.[0]);
  });

  test('SHP-12 while it is sent one sees how much has left, and the dialog stays', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const page = open([], { replies: [[siteDocuments.upload, () => new Promise((resolve) => (answer = resolve))]] });
    await fillIn(page);
    await page.user.click(button('Upload'));
    expect(await screen.findByText(/^Sending 0\.0 MB: 25 %$/)).toBeDefined();
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload' }).value).toBe(0.25);
    await page.user.keyboard('{Escape}');
    expect(page.onClose).not.toHaveBeenCalled();
    expect(isOff(button('Close'))).toBe(true);
    answer(saved);
    expect(await screen.findByText(/is uploaded to request 71/)).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('SDC-05 REL-07 while a document is sent the others can be opened, and its form takes nothing; once it is there the one that is read stays in front', async () => {
    const answer = Promise.withResolvers<unknown>();
    const page = open([slip], {
      replies: [
        [siteDocuments.upload, () => answer.promise],
        [fetchDocument, contentOf(slip, aPdf(['Received in full']))],
      ],
    });
    await fillIn(page);
    await page.user.click(button('Upload'));
    expect(await screen.findByText('Being sent…')).toBeDefined();
    await page.user.upload(picker(), file('another.pdf'));
    expect(picker().files?.[0]?.name).toBe('signed slip.pdf');
    await page.user.click(button(/^Signed slip/));
    const preview = await dialog('Signed slip');
    expect(await within(preview).findByText('Received in full')).toBeDefined();
    answer.resolve(saved);
    expect(await screen.findByText(/is uploaded to request 71/)).toBeDefined();
    expect(preview.contains(document.activeElement)).toBe(true);
    expect(screen.queryByText('Being sent…')).toBeNull();
  });

  test('closing with a file that was not sent asks first', async () => {
    const page = open([]);
    await fillIn(page);
    await page.user.keyboard('{Escape}');
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(nameField().value).toBe('signed slip');
    expect(page.onClose).not.toHaveBeenCalled();
  });

  const read = 'Wholesalers can read this. Do not enter names or subject numbers.';
  const opened = 'PDF, up to 50 MB. Wholesalers can open this. Choose files without names or subject numbers.';
  test('PRV-04 where a wholesaler reads it the site is told so at the file and at its name, and no name is proposed', async () => {
    const page = open([], { row: { ...received, shipmentType: 'wholesaler' } });
    await fillIn(page, { file: file('POD_Smith_100-014.pdf') });
    expect(screen.getByText(opened)).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Name', description: read })).toBe(nameField());
    expect([nameField().value, isOff(button('Upload'))]).toEqual(['', true]);
    await page.user.write(nameField(), 'Proof of delivery');
    await page.user.click(button('Upload'));
    expect(await screen.findByText('Document “Proof of delivery” is uploaded to request 71.')).toBeDefined();
  });

  test.each<[string, object, api.ShipmentSummary]>([
    ['a site at a request of a pharmacy', {}, received],
    ['a wholesaler itself', wholesaler, { ...received, shipmentType: 'wholesaler' }],
  ])('%s is told of no wholesaler, and the name follows the file', async (_, viewer, row) => {
    const page = open([], { viewer, row });
    await fillIn(page);
    expect(nameField().value).toBe('signed slip');
    expect(screen.getByText('PDF, up to 50 MB')).toBeDefined();
    expect(screen.queryByText(read)).toBeNull();
  });

  test('ROL-25 a wholesaler uploads by its own call', async () => {
    const page = open([], { viewer: wholesaler, replies: [[wholesalerDocuments.upload, saved]] });
    await fillIn(page, { type: 'Other' });
    await page.user.click(button('Upload'));
    expect(await screen.findByText(/is uploaded to request 71/)).toBeDefined();
    expect(page.callsOf(wholesalerDocuments.upload).map((call) => call.body)).toEqual([{ ...slipBody, category: 2 }]);
    expect(page.calls.filter((call) => call.path.startsWith('/care-groups'))).toEqual([]);
  });
});

describe('on the screen of requests', () => {
  const openScreen = (rows: api.ShipmentSummary[], viewer: object = {}, replies: Reply[] = []) =>
    renderPage(<ShipmentsScreen siteId={2} onSite={() => undefined} />, {
      viewer,
      replies: [
        ...siteReplies,
        [api.listForSite, { requests: rows }],
        [api.listForPharmacy, { requests: rows }],
        [api.listForWholesaler, { requests: rows.map(forWholesaler) }],
        [siteDocuments.list, { documents: [] }],
        [pharmacyDocuments.list, { documents: [] }],
        [wholesalerDocuments.list, { documents: [] }],
        ...replies,
      ],
    });
  const begin = async ({ user }: Page, srId: number, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for request ${srId}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };

  test.each([
    ['a site', {}, siteDocuments.list],
    ['a pharmacy', pharmacist, pharmacyDocuments.list],
    ['a wholesaler', wholesaler, wholesalerDocuments.list],
  ])('SHP-12 %s opens the documents of a row of each section, by its own call', async (_, viewer, list) => {
    const page = openScreen([aRow(), shipped({ srId: 72 }), aRow({ srId: 73, status: 'received' })], viewer);
    for (const srId of [71, 72, 73]) {
      await begin(page, srId, 'Documents');
      const opened = within(await dialog(`Documents of request ${srId}`));
      expect(await opened.findByText('No documents to display')).toBeDefined();
      await page.user.click(opened.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(page.callsOf(list).map((call) => call.query)).toEqual([{ srId: 71 }, { srId: 72 }, { srId: 73 }]);
  });

  test('SHP-12 when the server says that the request changed, its documents are read anew', async () => {
    const page = openScreen([received]);
    await begin(page, 71, 'Documents');
    expect(await screen.findByText('No documents to display')).toBeDefined();
    page.answer(siteDocuments.list, { documents: [slip] });
    await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
    expect(await screen.findByRole('button', { name: /^Signed slip/ })).toBeDefined();
  });

  const moved = { message: '', srId: 71, status: 'received', version: 5 };
  const confirm = async (page: Page) => {
    await begin(page, 71, 'Confirm delivery');
    await page.user.click(await screen.findByRole('button', { name: 'Confirm delivery' }));
    expect(await screen.findByText('The delivery of request 71 is confirmed.')).toBeDefined();
  };
  const prompt = 'Upload proof of delivery of request 71';

  test('SST-17 OPS-84 a pharmacy that has confirmed a delivery to a participant adds its proof at once', async () => {
    const page = openScreen([shipped({ toParticipant: true })], pharmacist, [
      [api.moveByPharmacy, moved],
      [pharmacyDocuments.upload, saved],
    ]);
    await confirm(page);
    await dialog(prompt);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Document type' }).value).toBe('Proof Of Delivery');
    await page.user.upload(picker(), file());
    await page.user.click(button('Upload'));
    expect(await screen.findByText('Document “signed slip” is uploaded to request 71.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(pharmacyDocuments.upload).map((call) => call.body)).toEqual([{ ...slipBody, category: 0 }]);
  });

  test('SST-17 OPS-84 or leaves it', async () => {
    const page = openScreen([shipped({ toParticipant: true })], pharmacist, [[api.moveByPharmacy, moved]]);
    await confirm(page);
    await page.user.click(within(await dialog(prompt)).getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(pharmacyDocuments.upload)).toEqual([]);
  });

  test.each([
    ['a wholesaler', wholesaler, true],
    ['a site', {}, false],
  ])('SST-17 %s is not asked for a proof', async (_, viewer, toParticipant) => {
    const page = openScreen([shipped({ toParticipant })], viewer, [
      [api.moveByWholesaler, moved],
      [api.moveBySite, moved],
    ]);
    await confirm(page);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
