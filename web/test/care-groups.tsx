/** The screen of the care groups, with two trials and two sites. */
import { type CareGroup, listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { screen, within } from '@testing-library/react';
import CareGroupManagement from '#pages/CareGroupManagement.tsx';
import { aSite, aTrial, lyon } from './participants.ts';
import { renderPage, type Reply } from './portal.tsx';

export const admin = { type: 'Admin' as const, adminRights: true };
export const bexley = aTrial({
  gId: 4,
  groupName: 'BEX-202',
  displayName: 'Bexley Asthma Study',
  description: 'About asthma',
  sponsorId: 9,
  sponsorName: 'Bexley Pharma',
  trialConfigured: 'not configured',
  hasCard: false,
  hasShippingRequest: false,
  trialSiteCount: 0,
  version: 3,
});
export const groups = [aTrial({ orderFormTemplate: 1 }), aSite(), lyon, bexley];
export const openCareGroups = (
  given: { groups?: CareGroup[] | null; replies?: Reply[]; route?: string; viewer?: object } = {},
) =>
  renderPage(<CareGroupManagement />, {
    viewer: { ...admin, ...given.viewer },
    route: given.route ?? '/settings/caregroup-management',
    replies: [
      [listCareGroups, { groups: given.groups === undefined ? groups : given.groups }],
      ...(given.replies ?? []),
    ],
  });
export type User = ReturnType<typeof openCareGroups>['user'];
export const table = () => screen.findByRole('table', { name: 'Care Groups' });
export const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.querySelector('button, div')?.firstChild?.textContent);
export const loaded = () => screen.findByRole('cell', { name: 'BEX-202 Trial' });
export const menuOf = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
};
export const act = async (user: User, name: string, label: string) =>
  user.click(within(await menuOf(user, name)).getByRole('menuitem', { name: label }));
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const pick = async (user: User, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(within(await screen.findByRole('listbox', { name: label })).getByRole('option', { name: option }));
};
