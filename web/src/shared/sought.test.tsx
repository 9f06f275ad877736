import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listForSite, listReminders } from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { forgetSession } from '#api/session.ts';
import { forgetMemory } from '#kit/remember.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { openPortal, type Reply, sessionReplies } from '#test/portal.tsx';
import { aRow } from '#test/shipments.ts';

const bo = aParticipant({ participantId: 12, subjectNumber: '101-002', fname: 'Bo', lname: 'Bjork', isActive: false });
const found = { participantId: 12, subjectNumber: '101-002', name: 'Bo Bjork', gId: 2, siteName: 'Boston General' };
const replies = (who: object = {}): Reply[] => [
  ...sessionReplies(who),
  [listTrials, { groups: [aTrial(), aSite()] }],
  [listParticipants, { participants: [aParticipant(), bo] }],
  [listForSite, { requests: [aRow()] }],
  [listReminders, { orderReminders: [] }],
];
const field = () => screen.findByRole<HTMLInputElement>('searchbox');
/** Everything that the browser is told to keep of the way through the portal, from now on. */
function watchHistory(): () => string {
  const told = [vi.spyOn(window.history, 'pushState'), vi.spyOn(window.history, 'replaceState')];
  return () => JSON.stringify([window.location.href, ...told.flatMap(({ mock }) => mock.calls)]);
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 500));

test('PRV-09 what is typed into a search field is never told to the browser’s history, and is found again over a reload and on coming back', async () => {
  const told = watchHistory();
  const first = openPortal('/participants?site=2', replies());
  await screen.findByText('101-001');
  await first.user.type(await field(), 'bjork');
  await waitFor(() => expect(screen.queryByText('101-001')).toBeNull());
  await pause();
  await first.user.click(screen.getByRole('button', { name: 'Deactivated 1' }));
  await waitFor(() => expect(first.path()).toBe('/participants?site=2&status=deactivated'));
  expect(told()).toContain('status=deactivated');
  expect(told()).not.toContain('bjork');
  first.unmount();
  forgetMemory();

  const reloaded = openPortal(first.path(), replies());
  await screen.findByText('101-002');
  expect([(await field()).value, screen.queryByText('101-001')]).toEqual(['bjork', null]);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await reloaded.user.click(menu.getByRole('link', { name: 'Shipment Request' }));
  await screen.findByText('Search shipments');
  expect((await field()).value).toBe('');
  window.history.back();
  await screen.findByText('101-002');
  expect((await field()).value).toBe('bjork');
  expect(told()).not.toContain('bjork');
});

test('PRV-09 for another person of the same tab nothing was typed', async () => {
  const first = openPortal('/participants?site=2', replies());
  await first.user.type(await field(), 'bjork');
  first.unmount();
  forgetMemory();
  forgetSession();
  openPortal('/participants?site=2', replies({ cpId: 4 }));
  await screen.findByText('101-001');
  expect((await field()).value).toBe('');
});

test('PRV-09 what somebody typed whose session was cut off is gone from the tab once somebody else signs in there, and stays for themselves', async () => {
  const first = openPortal('/participants?site=2', replies());
  await first.user.type(await field(), 'bjork');
  first.unmount();
  forgetMemory();
  const left = { ...sessionStorage } as Record<string, string>;
  expect(JSON.stringify(left)).toContain('bjork');
  forgetSession();

  for (const [key, text] of Object.entries(left)) sessionStorage.setItem(key, text);
  const same = openPortal('/participants?site=2', replies());
  expect((await field()).value).toBe('bjork');
  same.unmount();
  forgetMemory();
  forgetSession();

  for (const [key, text] of Object.entries(left)) sessionStorage.setItem(key, text);
  openPortal('/participants?site=2', replies({ cpId: 4 }));
  await screen.findByText('101-001');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('bjork');
});

test('who goes to a participant finds them in their list, whatever it was narrowed to when it was left', async () => {
  const { user } = openPortal('/participants?site=2', [
    ...replies(),
    [findPlaces, { requests: [], participants: [found], more: false }],
  ]);
  await screen.findByText('101-001');
  await user.click(screen.getByRole('button', { name: 'Active 1' }));
  await waitFor(() => expect(screen.queryByText('101-002')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Shipment Request' }));
  await screen.findByText('Search shipments');
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: /^Page, request/ });
  await user.keyboard('bjork{Enter}');
  await screen.findByText('101-002');
  expect([(await field()).value, screen.queryByText('101-001')]).toEqual(['101-002', null]);
  expect(window.location.search).toBe('?site=2');
});

test.each([
  ['words', 'bo+bjork', 'bo bjork'],
  ['a number', '101', '101'],
])(
  'PRV-09 %s in an address that somebody kept are sought, and the same address without them takes its place',
  async (_, given, shown) => {
    const length = window.history.length;
    const page = openPortal(`/participants?site=2&q=${given}&status=deactivated#list`, replies());
    await screen.findByText('101-002');
    expect((await field()).value).toBe(shown);
    expect(page.path() + window.location.hash).toBe('/participants?site=2&status=deactivated#list');
    expect([window.history.length, JSON.stringify(window.history.state)]).toEqual([
      length,
      expect.not.stringContaining('bjork'),
    ]);
  },
);
