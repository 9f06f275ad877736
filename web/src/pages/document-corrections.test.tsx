import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
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
    viewer = { adminRights: true },
    more = [],
  }: { document?: api.ListedDocument; viewer?: object; more?: Reply[] } = {},
) =>
  renderPage(<Documents />, {
    viewer,
    route: `/document?group=1&view=${view}`,
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [api.listGroupDocuments, { documents: [document] }],
      [listToSign, { documents: [] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
      [listPeopleOfGroups, { careProviders: [] }],
      [api.fetchDocument, contentOf(document, aPdf(['Chapter one']))],
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
                corrects: { docId: 51, friendlyName: 'Consent' },
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

test('P11-08 an administrator uploads a correction of what everybody signed, at its site and without being asked for a type; the new document names it', async () => {
  const { user, callsOf } = open(51, {
    more: [
      [api.saveDocument, { message: 'ok', documentId: 88 }],
      [api.attachToGroups, { message: 'ok' }],
    ],
  });
  const signedOne = await viewer('Consent');
  await signedOne.findByText('Chapter one');
  await user.click(signedOne.getByRole('button', { name: 'Upload a correction' }));
  const wizard = await viewer('Upload: Read-Only PDF');
  wizard.getByText('It corrects “Consent”, which stays as it is and names the new document.');
  await user.upload(
    wizard.getByLabelText(/^File/),
    new File([aPdf(['Right'])], 'consent.pdf', { type: 'application/pdf' }),
  );
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
  expect(callsOf(api.saveDocument)[0]?.body).toMatchObject({ corrects: 51 });
  expect(callsOf(api.attachToGroups)[0]?.body).toMatchObject({ docId: 88, g_id: [2] });
});

test.each([
  ['who has no admin rights', signed, {}],
  ['of what is still to be signed', { ...signed, isCompletelySigned: false }, { adminRights: true }],
  [
    'of a report, which is made anew from the users',
    { ...signed, isUserManagementReport: true },
    { adminRights: true },
  ],
])('P11-08 no correction is offered: %s', async (_, document, person) => {
  open(51, { document, viewer: person });
  const opened = await viewer('Consent');
  expect(await opened.findByText('Chapter one')).toBeDefined();
  expect(opened.queryByRole('button', { name: 'Upload a correction' })).toBeNull();
});
