import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listToSign, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Documents from '#pages/Documents.tsx';
import { aListedDocument, aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import { sendsUploads } from '#test/uploads.ts';

drawsPdfs();
sendsUploads();

const signed = aListedDocument({
  docId: 51,
  friendlyName: 'Consent',
  isSignRequest: true,
  isCompletelySigned: true,
  g_id: 2,
});
const open = (
  view: number,
  {
    document = signed,
    opened = {},
    listed = [document],
    more = [],
  }: { document?: api.ListedDocument; opened?: object; listed?: api.ListedDocument[]; more?: Reply[] } = {},
) =>
  renderPage(<Documents />, {
    viewer: { adminRights: true },
    route: `/document?group=1&view=${view}`,
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [api.listGroupDocuments, { documents: listed }],
      [listToSign, { documents: [] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
      [listPeopleOfGroups, { careProviders: [] }],
      [api.fetchDocument, { ...contentOf(document, aPdf(['Chapter one'])), ...opened }],
      ...more,
    ],
  });
const viewer = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('P11-08 whoever opens a document that was corrected is told so and led to the correction, and from there to what it corrects', async () => {
  const fresh = { docId: 52, friendlyName: 'Consent, corrected' };
  const { user, router } = open(51, {
    document: { ...signed, isCorrected: true },
    more: [
      [
        api.fetchDocument,
        ({ query }: Call) =>
          Number(query.docId) === 51
            ? { ...contentOf(signed, aPdf(['Old'])), correctedBy: [fresh] }
            : {
                ...contentOf({ ...signed, ...fresh }, aPdf(['New'])),
                corrects: { docId: 51, friendlyName: 'Consent', isDeleted: false },
              },
      ],
    ],
  });
  const old = await viewer('Consent');
  expect(await old.findByText('A later document corrects this one.')).toBeDefined();
  await old.findByText('Old');
  await user.click(old.getByRole('button', { name: 'Consent, corrected' }));
  expect(router.state.location.search).toMatchObject({ view: 52 });
  const correction = await viewer('Consent, corrected');
  expect((await correction.findByText(/^Corrects/)).textContent).toBe('Corrects Consent.');
  await correction.findByText('New');
  await user.click(correction.getByRole('button', { name: 'Consent' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 51 }));
  await (await viewer('Consent')).findByText('Old');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Corrected by a later document')).toBeDefined();
});

test('P11-08 P11-11 a correction says that the one it corrects was deleted, by its name where the reader is told that, and leads nowhere', async () => {
  for (const [friendlyName, said] of [
    ['Consent', 'Corrects “Consent”, which was deleted.'],
    [null, 'Corrects a document, which was deleted.'],
  ] as const) {
    const page = open(51, { opened: { corrects: { docId: 50, friendlyName, isDeleted: true } } });
    const shown = await viewer('Consent');
    expect(await shown.findByText(said)).toBeDefined();
    expect(shown.queryByRole('button', { name: 'Consent' })).toBeNull();
    page.unmount();
  }
});

const ofRequest = { ...signed, friendlyName: 'Order form of request 71', srId: 71, g_id: null };
test.each([
  ['of a group, from its list', 'Consent', {}],
  ['an order form of others, which is in no list', 'Order form of request 71', { document: ofRequest, listed: [] }],
])(
  'P11-08 an administrator uploads a correction of what everybody signed, at its site and without being asked for a type; the new document names it: %s',
  async (_, name, given) => {
    const { user, callsOf } = open(51, {
      ...given,
      opened: { g_id: 2, mayVerify: true, mayCorrect: true },
      more: [
        [api.saveDocument, { message: 'ok', documentId: 88 }],
        [api.attachToGroups, { message: 'ok' }],
      ],
    });
    const signedOne = await viewer(name);
    await signedOne.findByText('Chapter one');
    await user.click(signedOne.getByRole('button', { name: 'Upload a correction' }));
    const wizard = await viewer('Upload: Read-Only PDF');
    wizard.getByText(`It corrects “${name}”, which stays as it is and names the new document.`);
    await user.upload(
      wizard.getByLabelText(/^File/),
      new File([aPdf(['Right'])], 'POD_Smith_100-014.pdf', { type: 'application/pdf' }),
    );
    // It may be read where names are kept from (PRV-04).
    wizard.getByText(
      'Where it corrects a document of a request to a wholesaler, wholesalers can read this. Do not enter names or subject numbers.',
    );
    const field = wizard.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value).toBe('');
    await user.write(field, 'Corrected');
    const press = async (name: string) => {
      const button = await wizard.findByRole('button', { name });
      await waitFor(() => expect(button.getAttribute('aria-disabled') ?? 'false').toBe('false'));
      await user.click(button);
    };
    await wizard.findByText('Right');
    await press('Next');
    await press('Next');
    await wizard.findByText('Right');
    expect(await wizard.findByText('Corrects')).toBeDefined();
    await press('Finish');
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    expect(callsOf(api.saveDocument)[0]?.body).toMatchObject({ corrects: 51, friendlyName: 'Corrected' });
    expect(callsOf(api.attachToGroups)[0]?.body).toMatchObject({ docId: 88, g_id: [2] });
  },
);

test('P11-08 SEC-23 what corrects a document of patients is uploaded into their records, whatever group is chosen', async () => {
  const { user, callsOf } = open(51, {
    document: { ...signed, g_id: null },
    opened: { mayCorrect: true, u_ids: [31] },
    more: [
      [api.saveDocument, { message: 'ok', documentId: 88 }],
      [attachToPatients, { message: 'ok' }],
    ],
  });
  const old = await viewer('Consent');
  await old.findByText('Chapter one');
  await user.click(old.getByRole('button', { name: 'Upload a correction' }));
  const dialog = await viewer('Upload a correction');
  dialog.getByText(
    'It corrects “Consent”, which stays as it is and names the new document. It is added to the record of the patient whose document it is.',
  );
  await user.upload(
    dialog.getByLabelText(/^File/),
    new File([aPdf(['Right'])], 'consent.pdf', { type: 'application/pdf' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Document “consent” was added.')).toBeDefined();
  expect(callsOf(api.saveDocument)[0]?.body).toMatchObject({ corrects: 51 });
  expect(callsOf(attachToPatients).map(({ body }) => body)).toEqual([{ docId: 88, u_id: [31], cascade: false }]);
  expect(callsOf(api.attachToGroups)).toEqual([]);
});

test('P11-04 P11-08 neither verifying nor a correction is offered of a signed document where the server does not allow it', async () => {
  open(51, { opened: { g_id: 2 } });
  const opened = await viewer('Consent');
  expect(await opened.findByText('Chapter one')).toBeDefined();
  for (const name of ['Verify', 'Upload a correction']) expect(opened.queryByRole('button', { name })).toBeNull();
});

test('P11-04 an order form of others, which is in no list, is verified by whoever may', async () => {
  const verified = { valid: true, problems: [], checked: ['The bytes.'], sealedAt: null, signatures: [] };
  const { user, callsOf } = open(51, {
    document: ofRequest,
    listed: [],
    opened: { g_id: 2, mayVerify: true },
    more: [[verifyDocument, verified]],
  });
  const opened = await viewer('Order form of request 71');
  await user.click(await opened.findByRole('button', { name: 'Verify' }));
  expect(opened.queryByRole('button', { name: 'Upload a correction' })).toBeNull();
  expect(await viewer('Verify: Order form of request 71')).toBeDefined();
  await waitFor(() => expect(callsOf(verifyDocument).map(({ query }) => query)).toEqual([{ docId: 51 }]));
});
