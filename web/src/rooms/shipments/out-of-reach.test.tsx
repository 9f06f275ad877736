import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';
import { aReminder, aRequest, siteReplies } from '#test/shipments.ts';
import { ShipmentsScreen } from './ShipmentsScreen.tsx';

/** The screen of a person whose site is taken away, and given back. */
async function openScreen() {
  const page = renderPage(<ShipmentsScreen siteId={2} onSite={vi.fn()} />, {
    replies: [
      ...siteReplies,
      [api.listForSite, { requests: [] }],
      [api.listReminders, { orderReminders: [aReminder()] }],
      [api.readForSite, { request: aRequest({ srId: 60, status: 'received' }) }],
    ],
  });
  await screen.findByRole('link', { name: 'View request 60' });
  const reads = async (groups: unknown[]) => {
    page.answer(listTrials, { groups });
    await act(() => page.queryClient.invalidateQueries({ queryKey: [listTrials.path] }));
  };
  return { ...page, taken: () => reads([]), given: () => reads([aTrial(), aSite(), lyon]) };
}
type Page = Awaited<ReturnType<typeof openScreen>>;

test.each<[string, (page: Page) => Promise<void>]>([
  [
    'Create Shipment Request',
    ({ user }) => user.click(screen.getByRole('button', { name: 'Create Shipment Request' })),
  ],
  ['Reorder Shipment', ({ user }) => user.click(screen.getByRole('button', { name: /^Reorder/ }))],
])(
  'REL-17 "%s" stays with what was typed when its site is taken away, says so, and does not come back once it is closed',
  async (title, open) => {
    const page = await openScreen();
    await open(page);
    const dialog = () => within(screen.getByRole('dialog', { name: title }));
    await screen.findByRole('dialog', { name: title });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Subject number' });
    await page.user.clear(field);
    await page.user.type(field, '101-002');
    await page.taken();
    expect(await dialog().findByText('Boston General is not among your trial sites any more.')).toBeDefined();
    expect(dialog().getByRole<HTMLInputElement>('combobox', { name: 'Subject number' }).value).toBe('101-002');
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: /^Discard/ }));
    expect(await screen.findByText('Choose a trial site to see its shipment requests.')).toBeDefined();
    await page.given();
    await screen.findByRole('link', { name: 'View request 60' });
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);
