import { decideRecovery, listDecidedRecoveries, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { failures } from '@portal/contract/errors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, renderPage } from '#test/portal.tsx';
import { AccountRecoverySection } from './AccountRecoverySection.tsx';
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
  host: 'portal.example',
  address: '192.0.2.7',
  device: 'Firefox on Windows',
  lastSignInAt: new Date(2026, 10, 20, 8, 0),
  sessions: 2,
  groups: ['Boston General', 'Harbour Trial'],
};
const own = {
  ...request,
  recoveryId: 5,
  cpId: 3,
  fName: 'Ada',
  lName: 'Admin',
  type: 'Admin',
  isOwn: true,
  host: null,
  address: null,
  device: null,
  lastSignInAt: null,
  sessions: 0,
  groups: [],
};
const waiting: Reply = [listRecoveries, { recoveries: [request, own] }];
const button = (name: string) => screen.findByRole('button', { name });
const open = (...replies: Reply[]) =>
  renderPage(<Recoveries />, { viewer: { type: 'Admin', adminRights: true }, replies: [waiting, ...replies] });

const evidence = (item: HTMLElement) =>
  within(item)
    .getAllByRole('term')
    .map((term) => [
      term.textContent,
      // How long ago that was depends on the day of the test.
      term.nextSibling?.textContent?.replace(/(\d\d:\d\d), .*$/, '$1'),
    ]);

test('SEC-13 an administrator reads who asks and what to decide by, and one’s own request is shown without a decision', async () => {
  open();
  const [other, mine] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  within(other).getByText('Nurse · nora@meridian.example');
  expect(evidence(other)).toEqual([
    ['Asked', '21/11/2026 09:05'],
    ['From', 'Firefox on Windows · 192.0.2.7 · portal.example'],
    ['Last sign-in', '20/11/2026 08:00'],
    ['Signed in now', 'In 2 places'],
    ['Care groups', 'Boston General, Harbour Trial'],
  ]);
  expect(
    within(other)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Refuse', 'Approve']);
  expect(evidence(mine).slice(1)).toEqual([
    ['From', 'Not known'],
    ['Last sign-in', 'Never'],
    ['Signed in now', 'Nowhere'],
    ['Care groups', 'None'],
  ]);
  within(mine).getByText('This is your own request: another administrator has to decide.');
  expect(within(mine).queryByRole('button')).toBeNull();
  screen.getByText('Requests of people whose rights or care groups reach beyond yours go to other administrators.');
});

test('SEC-13 P11-16 decided requests are read when they are asked for, and say who decided or what ended them, when and why', async () => {
  const { recoveryId: _, cpId, fName, lName, email, type, askedAt } = request;
  const who = { cpId, fName, lName, email, type, askedAt };
  const decided = (
    outcome: string,
    decidedBy: string | null,
    reason: string | null,
    recoveryId: number,
    withdrawnBy: string | null = null,
  ) => ({
    ...who,
    recoveryId,
    outcome,
    decidedBy,
    withdrawnBy,
    reason,
    decidedAt: new Date(2026, 10, 21, 10, 30),
  });
  const portal = open([
    listDecidedRecoveries,
    {
      recoveries: [
        decided('approved', 'Ada Admin', 'I called her.', 1),
        decided('approved', null, 'Nobody was left.', 2),
        decided('withdrawn', null, null, 3, 'sign-in'),
        decided('withdrawn', null, null, 4, 'password'),
        decided('withdrawn', null, null, 5, 'factor'),
        decided('withdrawn', null, null, 6, 'revoked'),
      ],
    },
  ]);
  await screen.findByText('Nora Quill');
  expect(portal.callsOf(listDecidedRecoveries)).toEqual([]);
  await portal.user.click(await button('Show decided requests'));
  await screen.findByText('I called her.');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Decided requests: rows per page' }).value).toBe('10');
  const rows = within(screen.getByRole('table', { name: 'Decided requests' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent))).toEqual([
    ['Approved', '21/11/2026 09:05', '21/11/2026 10:30', 'Ada Admin', 'I called her.'],
    ['Approved', '21/11/2026 09:05', '21/11/2026 10:30', 'Operator', 'Nobody was left.'],
    ['Withdrawn', '21/11/2026 09:05', '21/11/2026 10:30', 'Signed in by themselves', '–'],
    ['Withdrawn', '21/11/2026 09:05', '21/11/2026 10:30', 'Changed their password', '–'],
    ['Withdrawn', '21/11/2026 09:05', '21/11/2026 10:30', 'Removed MFA by themselves', '–'],
    ['Withdrawn', '21/11/2026 09:05', '21/11/2026 10:30', 'Access revoked', '–'],
  ]);
});

test.each([
  ['an administrator of a company with MFA', { adminRights: true, modules: ['MFA'] }, true],
  ['an administrator without the module', { adminRights: true, modules: ['TrialCard'] }, false],
  ['somebody without admin rights', { adminRights: false, modules: ['MFA'] }, false],
] as const)('SET-02 ARQ-01 OPC-13 %s: the section is shown %j', async (_who, viewer, isShown) => {
  const portal = renderPage(
    <>
      <p>The page</p>
      <AccountRecoverySection patients={<p>Of patients</p>} />
    </>,
    { viewer: { type: 'Nurse', ...viewer, modules: [...viewer.modules] }, replies: [waiting] },
  );
  await screen.findByText('The page');
  if (isShown) await screen.findByText('Nora Quill');
  // Among the users times are a clinic's (CLN-25), on one's own account the shell's (SCN-05).
  expect(screen.queryAllByText(/^21 Nov 26, 9:05 AM, /).length > 0).toBe(isShown);
  expect(screen.queryByRole('region', { name: 'Account Recovery' }) !== null).toBe(isShown);
  // The page has another region "Users".
  expect(screen.queryByRole('region', { name: 'Account recovery of users' }) !== null).toBe(isShown);
  expect(screen.queryByText('Of patients') !== null).toBe(isShown);
  expect(portal.callsOf(listRecoveries)).toHaveLength(isShown ? 1 : 0);
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
  await screen.findByText('This request has already been decided.');
  await screen.findByText('No requests are waiting.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('REL-17 a 404 of something in between does not close the decision, and the reason stays', async () => {
  const portal = open([decideRecovery, { status: 404, body: { message: 'x' } }]);
  await portal.user.click(await button('Approve Nora Quill'));
  await portal.user.write(await screen.findByRole('textbox', { name: 'Reason' }), 'I called her.');
  await portal.user.click(await button('Approve'));
  const sheet = within(screen.getByRole('dialog'));
  expect((await sheet.findByRole('alert')).textContent).toContain('x');
  expect(sheet.getByRole<HTMLTextAreaElement>('textbox').value).toBe('I called her.');
  portal.answer(decideRecovery, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await portal.user.click(await button('Approve'));
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
