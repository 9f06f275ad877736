import { writeLog } from '@portal/contract/companies/endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import { signOut } from '@portal/contract/identity/endpoints.ts';
import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { acknowledgeTraining } from '@portal/contract/signing/training-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aListedDocument, toSign } from '#test/documents.ts';
import { openPortal, type Reply, sessionReplies } from '#test/portal.tsx';
import type { SignDocumentProps } from '#rooms/signing/SignDocument.tsx';

// What happens on the pages themselves is proved where they are.
vi.mock('#rooms/signing/SignDocument.tsx', () => ({
  SignDocument: ({ link, onSigned, onHolds }: SignDocumentProps) => (
    <>
      <p>To sign: {link.signerUuid}</p>
      <button type="button" onClick={() => onHolds?.({ dirty: true, busy: false })}>
        Fill in
      </button>
      <button type="button" onClick={() => onSigned({ docId: 61, isCompletelySigned: true })}>
        Submit
      </button>
    </>
  ),
}));

const terms = 'Access to this site is limited to authorized persons permitted by the trial sponsor.';
type Form = Wire<typeof trainingAcknowledgement.reply>['acknowledgementForm'];
const srUuid = toSign.uuid;
const pending = (templateId: number, docId: number | null): Form => ({
  trainingComplete: 0,
  trainingDocId: null,
  templateId,
  srUuid: docId === null ? null : srUuid,
  document_ID: docId,
});
const done = (docId: number): Form => ({
  trainingComplete: 1,
  trainingDocId: docId,
  templateId: 50,
  srUuid,
  document_ID: docId,
});
const copy = (docId: number, friendlyName: string, more = {}) =>
  aListedDocument({ ...toSign, docId, friendlyName, g_id: null, ...more });

/** The portal of somebody whose training stands as `forms` say, one after each answer that changes it. */
function openTraining(
  forms: Form[],
  { copies = [copy(61, 'Good Clinical Practice')], replies = [] as Reply[], at = '/account', page = {} } = {},
) {
  let now = 0;
  const next = () => void (now = Math.min(now + 1, forms.length - 1));
  const all: Reply[] = [
    ...sessionReplies({ trainingComplete: 0 }),
    [trainingAcknowledgement, () => ({ acknowledgementForm: forms[now] })],
    [
      requestSignatures,
      () => {
        next();
        return { message: 'Signatures requested.', srUuid, docId: forms[now]?.document_ID };
      },
    ],
    [listToSign, { documents: copies }],
    [
      acknowledgeTraining,
      () => {
        next();
        return { message: 'Acknowledged.' };
      },
    ],
    ...replies,
  ];
  const portal = openPortal(at, all, page);
  const order = () =>
    portal.calls
      .map(({ method, path }) => `${method} ${path}`)
      .filter((one) => /training-acknowledgement|signature-request|provider-signer/.test(one));
  return { ...portal, order };
}
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('ACK-01 ACK-02 ACK-06 ACK-07 ACK-08 AKF-01 AKF-03 AKF-05 AKF-07 the form of a training is asked for, signed and recorded, and then the portal opens', async () => {
  const portal = openTraining([pending(50, null), pending(50, 61), done(61)]);
  const form = within(await dialog('Good Clinical Practice'));
  expect(portal.path()).toBe('/acknowledgment-form');
  expect(form.getByText(`To sign: ${toSign.signerUuid}`)).toBeDefined();
  expect(form.getByText(terms)).toBeDefined();
  expect(portal.callsOf(requestSignatures).map(({ body }) => body)).toEqual([
    {
      docId: 50,
      uploaderOwned: false,
      requestRequired: true,
      signers: [{ cpId: 3, name: 'Sam Sites', email: 'boston@meridian.example', signerNum: 1 }],
    },
  ]);
  await portal.user.click(form.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(portal.path()).toBe('/participants'));
  expect(portal.callsOf(acknowledgeTraining).map(({ body }) => body)).toEqual([{ cp_id: 3, trainingDocId: 61 }]);
  expect(screen.getByText('Good Clinical Practice is acknowledged.')).toBeDefined();
  const order = portal.order();
  expect(order.indexOf('POST /documents/signature-request')).toBeLessThan(
    order.indexOf('GET /documents/provider-signer'),
  );
  expect(order.lastIndexOf('GET /care-provider/training-acknowledgement')).toBeGreaterThan(
    order.indexOf('PUT /care-provider/training-acknowledgement'),
  );
});

test('ACK-03 AKF-04 a form that was asked for is opened without asking again', async () => {
  const portal = openTraining([pending(50, 61)]);
  await dialog('Good Clinical Practice');
  expect(portal.callsOf(requestSignatures)).toEqual([]);
});

test('OPN-63 LOG-05 the form cannot be closed; who does not sign can sign out, which is logged, and is asked first where something is filled in', async () => {
  const replies: Reply[] = [
    [signOut, { message: 'Signed out.' }],
    [writeLog, { message: 'Logged.' }],
  ];
  const portal = openTraining([pending(50, 61)], { replies, page: { mode: 'staging' } });
  const form = within(await dialog('Good Clinical Practice'));
  expect(form.queryByRole('button', { name: 'Close' })).toBeNull();
  await portal.user.keyboard('{Escape}');
  expect(form.getByRole('button', { name: 'Sign Out' })).toBeDefined();
  await portal.user.click(form.getByRole('button', { name: 'Fill in' }));
  await portal.user.click(form.getByRole('button', { name: 'Sign Out' }));
  const question = within(await dialog('Sign out now?'));
  await portal.user.click(question.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(form.getByRole('button', { name: 'Sign Out' }));
  await portal.user.click(within(await dialog('Sign out now?')).getByRole('button', { name: 'Sign Out' }));
  await screen.findByLabelText('Email');
  expect(portal.path()).toBe('/sign-in');
  expect(portal.callsOf(writeLog).map(({ body }) => body.event)).toEqual(['sign-out']);
});

test('REL-17 reloading or closing the tab is asked about by the browser as long as something is filled in that is not signed', async () => {
  const portal = openTraining([pending(50, 61), done(61)]);
  const form = within(await dialog('Good Clinical Practice'));
  const reloadAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(reloadAsks()).toBe(false);
  await portal.user.click(form.getByRole('button', { name: 'Fill in' }));
  expect(reloadAsks()).toBe(true);
  await portal.user.click(form.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(portal.path()).toBe('/participants'));
  expect(reloadAsks()).toBe(false);
});

test('OPN-64 the next form follows the first, and only then the portal opens', async () => {
  const copies = [copy(61, 'First training'), copy(62, 'Second training')];
  const portal = openTraining([pending(50, 61), pending(51, null), pending(51, 62), done(62)], { copies });
  await portal.user.click(within(await dialog('First training')).getByRole('button', { name: 'Submit' }));
  const second = within(await dialog('Second training'));
  expect(portal.path()).toBe('/acknowledgment-form');
  await portal.user.click(second.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(portal.path()).toBe('/participants'));
  expect(portal.callsOf(acknowledgeTraining).map(({ body }) => body.trainingDocId)).toEqual([61, 62]);
});

test('OPN-61 who is done, or has nothing to acknowledge, goes on to the portal', async () => {
  for (const form of [done(61), { ...pending(50, null), trainingComplete: null, templateId: null }]) {
    const portal = openTraining([form], { at: '/acknowledgment-form' });
    await waitFor(() => expect(portal.path()).toBe('/participants'));
    expect(portal.callsOf(requestSignatures)).toEqual([]);
    portal.unmount();
  }
});

test('REL-02 a signature whose recording failed is kept: it is recorded at the next try, or the next visit, without a second one', async () => {
  const failure = { status: 503, body: { code: 'unavailable', message: 'Unable to make request' } };
  const portal = openTraining([pending(50, 61), done(61)], { replies: [[acknowledgeTraining, failure]] });
  await portal.user.click(within(await dialog('Good Clinical Practice')).getByRole('button', { name: 'Submit' }));
  await screen.findByText(
    'You have signed Good Clinical Practice, but this could not be recorded. Unable to make request',
  );
  expect(screen.getByText(terms)).toBeDefined();
  portal.unmount();

  const later = openTraining([pending(50, 61), done(61)], {
    copies: [copy(61, 'Good Clinical Practice', { isCompletelySigned: true, isCurrentSigner: false })],
  });
  await waitFor(() => expect(later.path()).toBe('/participants'));
  expect(later.callsOf(acknowledgeTraining)).toHaveLength(1);
});

test('a form that cannot be asked for says so, and can be asked for again', async () => {
  let tries = 0;
  const portal = openTraining([pending(50, null), pending(50, 61)], {
    replies: [
      [
        requestSignatures,
        () => (
          ++tries, { status: 500, body: { code: 'unexpected', message: 'Failed to create a signature request.' } }
        ),
      ],
    ],
  });
  await screen.findByText('Failed to create a signature request.');
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tries).toBe(2));
});

test('OPN-61 AKF-03 where it cannot be read what was asked for, that is said, and trying again opens the form', async () => {
  let isDown = false;
  const standsAt = () => (isDown ? unread : { acknowledgementForm: pending(50, asked ? 61 : null) });
  const unread = { status: 500, body: { code: 'unexpected', message: 'It could not be read.' } };
  let asked = false;
  const portal = openTraining([], {
    replies: [
      [trainingAcknowledgement, standsAt],
      [requestSignatures, () => ((asked = isDown = true), { message: 'Signatures requested.', srUuid, docId: 61 })],
    ],
  });
  await screen.findByText('It could not be read.');
  isDown = false;
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  await dialog('Good Clinical Practice');
  expect(portal.callsOf(requestSignatures)).toHaveLength(1);
});

test('AKF-05 where it cannot be read what comes after a recorded training, that is said, and trying again goes on', async () => {
  let isDown = false;
  let recorded = false;
  const unread = { status: 500, body: { code: 'unexpected', message: 'It could not be read.' } };
  const portal = openTraining([], {
    replies: [
      [
        trainingAcknowledgement,
        () => (isDown ? unread : { acknowledgementForm: recorded ? done(61) : pending(50, 61) }),
      ],
      [acknowledgeTraining, () => ((recorded = isDown = true), { message: 'Acknowledged.' })],
    ],
  });
  await portal.user.click(within(await dialog('Good Clinical Practice')).getByRole('button', { name: 'Submit' }));
  await screen.findByText('It could not be read.');
  isDown = false;
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(portal.path()).toBe('/participants'));
  expect(portal.callsOf(acknowledgeTraining)).toHaveLength(1);
});

test('a training form that is being filled in stays while what is read anew of it fails, and is signed', async () => {
  const portal = openTraining([pending(50, 61)]);
  await portal.user.click(await screen.findByRole('button', { name: 'Fill in' }));
  const failed = { status: 500, body: { code: 'unexpected', message: 'Something went wrong.' } };
  const counts = () => [trainingAcknowledgement, listToSign].map((endpoint) => portal.callsOf(endpoint).length);
  const before = counts();
  portal.answer(trainingAcknowledgement, failed);
  portal.answer(listToSign, failed);
  // Whoever comes back to the window.
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(counts().every((count, i) => count > (before[i] ?? 0))).toBe(true));
  await portal.user.click(screen.getByRole('button', { name: 'Fill in' }));
  await portal.user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(portal.callsOf(acknowledgeTraining)).toHaveLength(1));
});
