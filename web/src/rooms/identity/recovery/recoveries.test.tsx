import { decideRecovery, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { failures } from '@portal/contract/errors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, renderPage } from '#test/portal.tsx';
import { Recoveries } from './Recoveries.tsx';

const request = {
  recoveryId: 4,
  cpId: 12,
  fName: 'Nora',
  lName: 'Quill',
  email: 'nora@meridian.example',
  type: 'Nurse',
  askedAt: new Date(2026, 10, 21, 9, 5),
  isOwn: false,
};
const own = { ...request, recoveryId: 5, cpId: 3, fName: 'Ada', lName: 'Admin', type: 'Admin', isOwn: true };
const waiting: Reply = [listRecoveries, { recoveries: [request, own] }];
const button = (name: string) => screen.findByRole('button', { name });
const open = (...replies: Reply[]) =>
  renderPage(<Recoveries />, { viewer: { type: 'Admin', adminRights: true }, replies: [waiting, ...replies] });

test('SEC-13 an administrator reads who asks, and one’s own request is shown without a decision', async () => {
  open();
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Nora QuillNurse · nora@meridian.exampleAsked 21/11/2026 09:05RefuseApprove',
    'Ada AdminAdmin · nora@meridian.exampleAsked 21/11/2026 09:05This is your own request: another administrator has to decide.',
  ]);
});

test.each([
  ['Approve', 1, 'I called her.', 'Nora Quill sets up a new authenticator app at the next sign-in.'],
  ['Refuse', 0, 'She knows nothing of it.', 'Nora Quill was refused.'],
] as const)('SEC-13 %s takes a reason, sends it and reads the list anew', async (word, approved, reason, told) => {
  const portal = open([decideRecovery, { message: 'Decided.' }]);
  await portal.user.click(await button(`${word} Nora Quill`));
  const sheet = within(await screen.findByRole('dialog'));
  const reasonField = sheet.getByRole('textbox', { name: 'Reason' });
  await portal.user.click(sheet.getByRole('button', { name: word }));
  await sheet.findByText('is required');
  expect(portal.callsOf(decideRecovery)).toEqual([]);
  await portal.user.write(reasonField, reason);
  portal.answer(listRecoveries, { recoveries: [] });
  await portal.user.click(sheet.getByRole('button', { name: word }));
  await screen.findByText('No requests are waiting.');
  expect(portal.callsOf(decideRecovery).map(({ sent }) => sent)).toEqual([{ recoveryId: 4, approved, reason }]);
  await screen.findByText(told);
});

test('SEC-13 a request that somebody else has decided is told of, and the list is read anew', async () => {
  const { status, message } = failures['recovery.decided'];
  const portal = open([decideRecovery, { status, body: { code: 'recovery.decided', message } }]);
  await portal.user.click(await button('Approve Nora Quill'));
  await portal.user.write(await screen.findByRole('textbox', { name: 'Reason' }), 'I called her.');
  portal.answer(listRecoveries, { recoveries: [] });
  await portal.user.click(await button('Approve'));
  await screen.findByText('This request has been decided already.');
  await screen.findByText('No requests are waiting.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('SEC-13 a request that comes, is decided elsewhere or is taken back shows at once', async () => {
  const portal = open([listRecoveries, { recoveries: [] }]);
  await screen.findByText('No requests are waiting.');
  portal.answer(...waiting);
  await portal.live.tell({ type: 'recovery.changed', id: 4 });
  await screen.findByText('Nora Quill');
  portal.answer(listRecoveries, { recoveries: [own] });
  await portal.live.tell({ type: 'recovery.changed', id: 4 });
  await waitFor(() => expect(screen.queryByText('Nora Quill')).toBeNull());
  await screen.findByText('Ada Admin');
  const reads = portal.callsOf(listRecoveries).length;
  await portal.live.tell({ type: 'shipment.changed', id: 4 });
  expect(portal.callsOf(listRecoveries)).toHaveLength(reads);
});

test('requests that cannot be read say so, and can be tried again', async () => {
  const portal = open([listRecoveries, { status: 500, body: { code: 'unexpected', message: '' } }]);
  await screen.findByText('Unable to load the requests.');
  portal.answer(...waiting);
  await portal.user.click(await button('Try again'));
  await screen.findByText('Nora Quill');
});
