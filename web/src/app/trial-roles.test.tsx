import type { UserType } from '@portal/contract/access.ts';
import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, openPortal, sessionReplies } from '#test/portal.tsx';
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
