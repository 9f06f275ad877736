import { readCard } from '@portal/contract/cards/endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import CareGroupManagement from '#pages/CareGroupManagement.tsx';
import { aTrial } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';

const open = (trialConfigured: 'configured' | 'not configured') =>
  renderPage(<CareGroupManagement />, {
    viewer: { type: 'Admin', adminRights: true },
    route: '/settings/caregroup-management',
    replies: [
      [listCareGroups, { groups: [aTrial({ trialConfigured, cardConfigMode: 'Create' })] }],
      [readCard, { trialCard: null }],
    ],
  });
const item = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for AUR-101' }));
  return within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Add card' });
};

test('CRD-10 on a trial that is not configured the card cannot be made, and pointing at the action says why', async () => {
  const page = open('not configured');
  const action = await item(page);
  expect(action.getAttribute('aria-disabled')).toBe('true');
  await page.user.hover(action);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Trials should be configured before card');
  await page.user.click(action);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.callsOf(readCard)).toEqual([]);
});

test('CRD-10 CRD-03 DOC-15 on a configured trial the action opens the card', async () => {
  const page = open('configured');
  await page.user.click(await item(page));
  const dialog = within(await screen.findByRole('dialog', { name: 'Card Template Information' }));
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'RxBIN' })).value).toBe('XXXXX');
});
