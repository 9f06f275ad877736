import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';
import { aReminder, aRequest, aRow, siteReplies } from '#test/shipments.ts';
import { ShipmentsScreen } from './ShipmentsScreen.tsx';

function Screen() {
  const [siteId, setSiteId] = useState(2);
  return <ShipmentsScreen siteId={siteId} onSite={setSiteId} />;
}

/** The screen of a person whose site is taken away, and given back. */
async function openScreen() {
  const page = renderPage(<Screen />, {
    replies: [
      ...siteReplies,
      [
        api.listForSite,
        ({ query }: { query: { gId: number } }) => ({ requests: [aRow({ srId: 70 + query.gId, gId: query.gId })] }),
      ],
      [api.listReminders, { orderReminders: [aReminder()] }],
      [api.readForSite, { request: aRequest({ srId: 60, status: 'received' }) }],
    ],
  });
  await screen.findByRole('link', { name: 'View request 60' });
  const reads = async (groups: unknown[]) => {
    page.answer(listTrials, { groups });
    await act(() => page.queryClient.invalidateQueries({ queryKey: [listTrials.path] }));
  };
  return { ...page, keeps: reads, given: () => reads([aTrial(), aSite(), lyon]) };
}
type Page = Awaited<ReturnType<typeof openScreen>>;

const isOut = 'Boston General is not among your trial sites any more.';
const number = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Subject number' });
const shownSite = () =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Trial site' }).selectedOptions[0]?.text;
const close = async ({ user }: Page, title: string) => {
  await user.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: /^Discard/ }));
};
async function halfWritten(title: string, open: (page: Page) => Promise<void>) {
  const page = await openScreen();
  await open(page);
  await screen.findByRole('dialog', { name: title });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Subject number' });
  await page.user.clear(field);
  await page.user.type(field, '101-002');
  return page;
}
const dialogs: [string, (page: Page) => Promise<void>][] = [
  [
    'Create Shipment Request',
    ({ user }) => user.click(screen.getByRole('button', { name: 'Create Shipment Request' })),
  ],
  ['Reorder Shipment', ({ user }) => user.click(screen.getByRole('button', { name: /^Reorder/ }))],
];

test.each(dialogs)(
  'REL-17 "%s" stays with what was typed when its site is taken away, says so, and does not come back once it is closed',
  async (title, open) => {
    const page = await halfWritten(title, open);
    await page.keeps([]);
    expect(await within(screen.getByRole('dialog', { name: title })).findByText(isOut)).toBeDefined();
    expect(number().value).toBe('101-002');
    await close(page, title);
    expect(await screen.findByText('Choose a trial site to see its shipment requests.')).toBeDefined();
    await page.given();
    await screen.findByRole('link', { name: 'View request 60' });
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each(dialogs)(
  'REL-17 "%s" stays with what was typed where another site takes the place of its own, also once that is given back; closed, it leaves the other one',
  async (title, open) => {
    const page = await halfWritten(title, open);
    await page.keeps([aTrial(), lyon]);
    expect(await within(screen.getByRole('dialog', { name: title })).findByText(isOut)).toBeDefined();
    expect(number().value).toBe('101-002');
    await page.given();
    await waitFor(() => expect(screen.queryByText(isOut)).toBeNull());
    expect(number().value).toBe('101-002');
    await close(page, title);
    expect(await screen.findByRole('link', { name: 'View request 73' })).toBeDefined();
    expect(shownSite()).toBe('Lyon Clinic');
    expect(screen.queryByRole('dialog')).toBeNull();
    // Nothing is held any more.
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Trial site' }), 'Boston General');
    expect(await screen.findByRole('link', { name: 'View request 72' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'View request 73' })).toBeNull();
  },
);
