import { listRecoveries, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, meReply, ownReply, renderPage } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import { SearchField } from '#kit/SearchField.tsx';
import Account from './Account.tsx';

const preferences = [
  {
    notifId: 4,
    notifName: 'Shipment updates',
    notifDescription: 'When a request changes its status',
    notifEnabled: true,
  },
  { notifId: 5, notifName: 'Comments', notifDescription: 'When somebody comments', notifEnabled: false },
];
const problem = 'There was a problem fetching notification preferences.';
/** The account page, with the cards that a test does not look at answered. */
const open = (replies: readonly Reply[], viewer: Partial<Viewer> = {}) =>
  renderPage(<Account />, {
    viewer,
    replies: [
      meReply('none', viewer),
      ownReply(viewer),
      [listSessions, { sessions: [] }],
      [listRecoveries, { recoveries: [] }],
      ...replies,
    ],
  });
const failed = (status: number) => ({ status, body: { code: 'unexpected', message: 'Internal.' } });
const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });

test('ACC-01 the account shows the person’s names and type', async () => {
  open([[listNotifications, { notificationPreferences: [] }]]);
  for (const value of ['Sam', 'Sites', 'Site User']) expect(await screen.findByText(value)).toBeDefined();
});

test('ACC-02 ACC-03 NSW-01 each preference is listed with a switch that says whether it is on', async () => {
  const { callsOf } = open([[listNotifications, { notificationPreferences: preferences }]]);
  expect((await switchOf('Shipment updates')).checked).toBe(true);
  expect((await switchOf('Comments')).checked).toBe(false);
  screen.getByRole('heading', { name: 'Notification Management' });
  expect(callsOf(listNotifications)[0]?.query).toEqual({ cp_id: 3 });
});

test.each([
  ['an empty list', { notificationPreferences: [] }],
  ['a 404', { status: 404, body: { code: 'notification.none', message: 'No notifications to manage' } }],
])('ACC-04 NSW-05 NSW-06 %s says that there is nothing to manage, without an error', async (_what, reply) => {
  open([[listNotifications, reply]]);
  await screen.findByText('No notifications to manage');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('ACC-05 OPN-45 NSW-02 a switch moves at once, cannot be moved again until the answer, sends what it now is and keeps the focus', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const page = open([
    [listNotifications, { notificationPreferences: preferences }],
    [setNotification, () => new Promise((resolve) => (answer = resolve))],
  ]);
  const { user, callsOf } = page;
  await user.click(await switchOf('Comments'));
  const toggle = await switchOf('Comments');
  expect([toggle.checked, toggle.getAttribute('aria-disabled')]).toEqual([true, 'true']);
  await user.keyboard(' ');
  expect(toggle.checked).toBe(true);
  await waitFor(() => expect(callsOf(setNotification)).toHaveLength(1));
  expect(callsOf(setNotification)[0]?.sent).toEqual({ cp_id: 3, notificationId: 5, notificationEnabled: 1 });
  page.answer(listNotifications, {
    notificationPreferences: preferences.map((one) => ({ ...one, notifEnabled: true })),
  });
  answer({ message: 'Saved.' });
  await waitFor(() => expect(toggle.getAttribute('aria-disabled')).toBeNull());
  expect(toggle.checked).toBe(true);
  expect(document.activeElement).toBe(toggle);
  expect(callsOf(setNotification)).toHaveLength(1);
});

test('ACC-03 a switch shows what is stored, also when it was moved elsewhere meanwhile', async () => {
  const page = open([[listNotifications, { notificationPreferences: preferences }]]);
  expect((await switchOf('Comments')).checked).toBe(false);
  page.answer(listNotifications, {
    notificationPreferences: preferences.map((one) => ({ ...one, notifEnabled: !one.notifEnabled })),
  });
  await page.queryClient.invalidateQueries();
  await waitFor(async () => expect((await switchOf('Comments')).checked).toBe(true));
  expect((await switchOf('Shipment updates')).checked).toBe(false);
});

test('ACC-02 the card says which messages cannot be switched off', async () => {
  open([[listNotifications, { notificationPreferences: preferences }]]);
  await screen.findByText(
    'Messages about your password, MFA, recovery codes and recovery requests are always sent. Administrators are also always told about locked accounts, recovery requests and security alerts.',
  );
});

test('ACC-06 SER-27 NSW-05 ERR-25 a load that fails says so, and can be tried again', async () => {
  const { user, answer } = open([[listNotifications, failed(500)]]);
  expect((await screen.findByRole('alert')).textContent).toContain(problem);
  answer(listNotifications, { notificationPreferences: preferences });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await switchOf('Comments');
});

test('ACC-06 SER-27 a later load that fails says so beside the switches that are known, and can be tried again', async () => {
  const page = open([[listNotifications, { notificationPreferences: preferences }]]);
  expect((await switchOf('Shipment updates')).checked).toBe(true);
  page.answer(listNotifications, failed(500));
  await page.queryClient.invalidateQueries();
  expect((await screen.findByRole('alert')).textContent).toContain(problem);
  expect([(await switchOf('Shipment updates')).checked, (await switchOf('Comments')).checked]).toEqual([true, false]);
  page.answer(listNotifications, { notificationPreferences: preferences });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect((await switchOf('Shipment updates')).checked).toBe(true);
});

test('ACC-04 a later load that answers 404 leaves nothing to manage, without an error', async () => {
  const page = open([[listNotifications, { notificationPreferences: preferences }]]);
  await switchOf('Comments');
  page.answer(listNotifications, { status: 404, body: { code: 'notification.none', message: 'None.' } });
  await page.queryClient.invalidateQueries();
  await screen.findByText('No notifications to manage');
  expect(screen.queryByRole('switch', { name: 'Comments' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('ACC-07 OPN-45 SER-27 NSW-03 NSW-04 ERR-25 a toggle that fails says so once, and moves back', async () => {
  const { user } = open([
    [listNotifications, { notificationPreferences: preferences }],
    [setNotification, failed(500)],
  ]);
  await user.click(await switchOf('Shipment updates'));
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([problem]);
  await waitFor(async () => expect((await switchOf('Shipment updates')).checked).toBe(true));
});

test('ACC-01 ACC-02 the cards stand in their order; requests for recovery only for administrators', async () => {
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  const everybody = [
    'Your details',
    'Notification Management',
    'Keyboard',
    'Sign-in and security',
    'Where you are signed in',
  ];
  const none: Reply = [listNotifications, { notificationPreferences: [] }];
  const { unmount, callsOf } = open([none]);
  await screen.findByText('No notifications to manage');
  expect(headings()).toEqual(everybody);
  expect(callsOf(listRecoveries)).toEqual([]);
  unmount();
  open([none], { adminRights: true });
  await screen.findByText('No requests are waiting.');
  expect(headings()).toEqual([...everybody, 'Account recovery requests']);
});

test('who turns single keys off in their account is not led away by one, in this browser, until they turn them on', async () => {
  const replies: Reply[] = [
    [listNotifications, { notificationPreferences: [] }],
    [listSessions, { sessions: [] }],
  ];
  const { user } = renderPage(
    <>
      <Account />
      <SearchField value="" onChange={() => undefined} />
    </>,
    { replies: [meReply('none'), ...replies] },
  );
  const field = await screen.findByRole('searchbox', { name: 'Search' });
  const keys = await switchOf('Single keys act on lists');
  await user.click(keys);
  await user.keyboard('/');
  expect([keys.checked, document.activeElement]).toEqual([false, keys]);
  expect(localStorage.getItem('portal.no-single-keys.3')).toBe('yes');
  await user.click(keys);
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
});
