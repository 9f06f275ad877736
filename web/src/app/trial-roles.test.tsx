import type { UserType } from '@portal/contract/access.ts';
import { renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession, aViewer, forgetPortal, noSession, openPortal, sessionReplies } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import { elsewhere } from './guards.ts';
import { menuOf } from './menu.ts';
import { routeOf } from './routes.ts';

const administration = [
  '/settings/caregroup-management',
  '/settings/product-management',
  '/settings/ctrx-partner-management',
  '/settings/physician-user-management',
];
/** The screens of trial supply. */
const area = [...administration, '/trial-dashboard', '/document', '/participants', '/shipment-request', '/account'];

test.each([
  ['Admin', true, area],
  ['Sponsor', false, ['/trial-dashboard', '/document', '/participants', '/account']],
  ['Site User', false, ['/trial-dashboard', '/document', '/participants', '/shipment-request', '/account']],
  ['Pharmacy User', false, ['/shipment-request', '/account']],
  ['Wholesaler User', false, ['/shipment-request', '/account']],
] as [UserType, boolean, string[]][])(
  'ROL-01 a %s, with admin rights %s, reaches exactly these screens of trial supply: %j',
  (type, adminRights, screens) => {
    const modules = ['TrialCard' as const, 'MD_Direct_Invite' as const];
    const person = { ...aViewer, type, adminRights, seesWholeCompany: type === 'Admin', modules };
    const isOpen = (path: string) => {
      const route = routeOf(path);
      if (!route) throw new Error(`there is no route ${path}`);
      return elsewhere(route, person) === null;
    };
    expect(area.filter(isOpen)).toEqual(screens);
    // Nothing in the menu leads to a screen that does not open.
    const offered = menuOf(person).flatMap(({ entries }) => entries.map(({ path }) => path));
    expect(offered.filter((path) => !isOpen(path))).toEqual([]);
  },
);

/** Types an address, as somebody or signed out, and reads where that ends under which title. */
async function typed(path: string, viewer: Partial<Viewer> | null, end: string): Promise<string> {
  const portal = openPortal(path, viewer ? sessionReplies(viewer) : [[renewSession, noSession]]);
  await waitFor(() => expect(portal.path()).toBe(end));
  const [title] = await screen.findAllByRole('heading', { level: 1 });
  portal.unmount();
  forgetPortal();
  return title?.textContent ?? '';
}
const ofTrials = [
  '/trial-dashboard',
  '/participants',
  '/document',
  '/settings/caregroup-management',
  '/settings/ctrx-partner-management',
  '/settings/product-management',
];
const notFound = 'Not Found';

test.each(['Pharmacy User', 'Wholesaler User'] as const)(
  'ROL-10 ROL-11 ROL-17 OPS-16 a %s who types the address of a page of trials finds none there but the shipment requests',
  async (type) => {
    for (const path of ofTrials) expect([path, await typed(path, { type }, '/not-found')]).toEqual([path, notFound]);
    expect(await typed('/shipment-request', { type }, '/shipment-request')).toBe('Shipment Request');
  },
);

test('ROL-10 ROL-11 a Site User who types their addresses has participants and shipment requests, and a Sponsor has no shipment requests', async () => {
  expect(await typed('/participants', { type: 'Site User' }, '/participants')).toBe('Participants');
  expect(await typed('/shipment-request', { type: 'Site User' }, '/shipment-request')).toBe('Shipment Request');
  expect(await typed('/shipment-request', { type: 'Sponsor' }, '/not-found')).toBe(notFound);
});

test('OPS-16 the address of a page of trials leads to sign-in without a session, to nothing without TrialCard, and without admin rights from those of administrators to the first page', async () => {
  for (const path of [...ofTrials, '/shipment-request']) {
    await typed(path, null, `/sign-in?redirect=${encodeURIComponent(path)}`);
    expect([path, await typed(path, { type: 'Admin', modules: [] }, '/not-found')]).toEqual([path, notFound]);
  }
  for (const path of administration.slice(0, 3))
    expect([path, await typed(path, { type: 'Site User' }, '/participants')]).toEqual([path, 'Participants']);
});

test.each([
  ['Pharmacy User', '/shipment-request'],
  ['Wholesaler User', '/shipment-request'],
  ['Site User', '/participants'],
] as const)('ROL-16 ROL-18 after sign-in a %s lands on %s', async (type, first) => {
  const signedOut = [
    [renewSession, noSession],
    [signIn, () => aSession()],
  ] as const;
  const portal = openPortal('/sign-in', [...sessionReplies({ type }), ...signedOut]);
  await portal.user.write(await screen.findByLabelText('Email'), 'boston@meridian.example');
  await portal.user.write(screen.getByLabelText('Password'), 'secret');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await portal.user.click(button);
  await waitFor(() => expect(portal.path()).toBe(first));
});

test('ROL-14 ACC-02 the account page has the switches of the notifications, and one that is moved is sent', async () => {
  const notification = { notifId: 4, notifName: 'Shipment updates', notifDescription: 'A status has changed' };
  const portal = openPortal('/account', [
    ...sessionReplies(),
    [listNotifications, { notificationPreferences: [{ ...notification, notifEnabled: true }] }],
    [setNotification, { message: 'Saved.' }],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await portal.user.click(await screen.findByRole('switch', { name: 'Shipment updates' }));
  expect(portal.callsOf(setNotification).map(({ sent }) => sent)).toEqual([
    { cp_id: 3, notificationId: 4, notificationEnabled: 0 },
  ]);
});
