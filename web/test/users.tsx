/** The page of the users of a company, as the server answers it. */
import { listTrials, listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { listSponsors } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { screen, within } from '@testing-library/react';
import UserManagement from '#pages/UserManagement.tsx';
import { aSite, aTrial, lyon } from './participants.ts';
import { type Reply, renderPage } from './portal.tsx';
import type { Viewer } from '#api/session.ts';

export const aUser = (more: Partial<api.User> = {}): api.User => ({
  cpID: 12,
  name: 'Nora Quill',
  email: 'nora@meridian.example',
  type: 'Site User',
  status: 'Has site access',
  prescriber: false,
  trainingComplete: true,
  trainingDocId: 90,
  gIds: [2],
  recentlyDeactivated: false,
  recentlyInvited: false,
  recentlyRegistered: false,
  recentlyRemoved: false,
  adminRights: false,
  mayManage: true,
  invitationExpiresAt: null,
  lastSignInAt: new Date('2026-11-20T08:15:00.000Z'),
  isUnconfirmed: false,
  version: 4,
  ...more,
});
export const pending = aUser({
  cpID: 13,
  name: '',
  email: 'new@meridian.example',
  status: 'Pending - Invite sent',
  trainingComplete: false,
  trainingDocId: null,
  gIds: [3],
  invitationExpiresAt: new Date('2099-01-05T08:00:00.000Z'),
  lastSignInAt: null,
});
export const gone = aUser({
  cpID: 14,
  name: 'Gil Gone',
  email: 'gil@meridian.example',
  status: 'Deactivated - Site access revoked',
  trainingComplete: false,
  trainingDocId: null,
});
export const boss = aUser({
  cpID: 15,
  name: 'Ada Admin',
  email: 'ada@meridian.example',
  type: 'Admin',
  status: 'Has admin access',
  adminRights: true,
  trainingDocId: null,
  gIds: [1, 2, 3],
});
export const pharmacist = aUser({
  cpID: 16,
  name: 'Paul Pharm',
  email: 'paul@northgate.example',
  type: 'Pharmacy User',
  trainingComplete: false,
  trainingDocId: null,
  gIds: [],
});
/** The viewer's own row. */
export const own = aUser({
  cpID: 3,
  name: 'Sam Sites',
  email: 'boston@meridian.example',
  type: 'Admin',
  status: 'Has admin access',
  adminRights: true,
  mayManage: false,
  trainingDocId: null,
});
export const everybody = [pending, boss, gone, aUser(), pharmacist, own];

export type Person = Ours<typeof api.readUser.reply>['person'];
export const aPerson = (more: Partial<Person> = {}): Person => ({
  ...aUser(),
  phone: '+16175550123',
  createdAt: new Date('2026-01-03T16:05:00.000Z'),
  invitedBy: 'Ada Admin',
  groups: [{ gId: 2, name: 'Boston General', public: false }],
  partner: null,
  sponsor: null,
  factor: 'app',
  sessions: [
    {
      sessionId: 71,
      device: 'Chrome on Windows',
      host: 'portal.example',
      address: '198.51.100.7',
      createdAt: new Date('2026-11-22T08:00:00.000Z'),
      lastInputAt: new Date('2026-11-22T11:58:00.000Z'),
    },
  ],
  waitingSignatures: 2,
  ...more,
});

const oslo = aSite({
  gId: 5,
  groupName: 'AUR-101-OSL',
  displayName: 'Oslo Centre',
  siteConfigured: 'not configured',
});
export const groups = [aTrial(), aSite(), lyon, oslo];
export const admin = { type: 'Admin', adminRights: true } as const;
/** A 404 of the portal's own says that nothing is there. */
export const failure = (status: number, message: string, code = status === 404 ? 'not_found' : 'unexpected') => ({
  status,
  body: { code, message },
});
export const page = '/settings/user-management';

export const openUsers = (
  given: { users?: readonly api.User[]; viewer?: Partial<Viewer>; replies?: Reply[]; route?: string } = {},
) =>
  renderPage(<UserManagement />, {
    viewer: { ...admin, ...given.viewer },
    route: given.route ?? page,
    replies: [
      [api.listUsers, { careProviders: given.users ?? everybody }],
      [listCareGroups, { groups }],
      [listTrials, { groups: [aTrial(), aSite(), lyon] }],
      [listSponsors, { sponsors: [{ spId: 1, sponsorName: 'Aurelia Therapeutics', company_id: 1, version: 1 }] }],
      [api.readUser, { person: aPerson() }],
      [api.listGroupsOfUser, { providerGroups: [{ gId: 2, public: false }] }],
      [api.addGroupsOfUser, { message: 'Added.' }],
      [api.showInGroupsOfUser, { message: 'Changed.' }],
      [api.removeGroupsOfUser, { message: 'Removed.' }],
      [api.inviteUser, { message: 'Invitation sent.', cpID: 40 }],
      [api.changeUser, { message: 'Saved.', version: 5 }],
      [api.removeUser, { message: 'Done.' }],
      [api.reactivateUser, { message: 'Done.' }],
      [api.reinviteUser, { message: 'Done.' }],
      [api.endSessionsOfUser, { message: 'Done.' }],
      ...(given.replies ?? []),
    ],
  });
export type User = ReturnType<typeof openUsers>['user'];

export const rows = async () =>
  within(await screen.findByRole('table', { name: 'Users' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
export const names = async () => (await rows()).map(([name, email]) => (name === 'Not registered yet' ? email : name));
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
export const menuOf = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
export const choose = async (user: User, name: string, label: string) => {
  await menuOf(user, name);
  await user.click(screen.getByRole('menuitem', { name: label }));
};
