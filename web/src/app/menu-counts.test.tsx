import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listNeeds, type Need } from '@portal/contract/needs/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Viewer } from '#api/session.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { fakeLine, openPortal, type Reply, sessionReplies, setWidth } from '#test/portal.tsx';

const aNeed = (kind: Need['kind'], count: number, gId: number | null = null): Need => ({
  kind,
  count,
  gId,
  siteName: gId === null ? null : `Site ${gId}`,
  trialName: gId === null ? null : 'Trial',
});
const open = (needs: Reply[1], viewer: Partial<Viewer> = {}, at = '/account') =>
  openPortal(at, [
    ...sessionReplies(viewer),
    [listTrials, { groups: [aTrial(), aSite()] }],
    [listParticipants, { participants: [aParticipant()] }],
    [listNeeds, Array.isArray(needs) ? { needs } : needs],
  ]);
const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
const described = async (name: string, description: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name, description });
/** The entries with a number, as they are seen. */
const numbers = () =>
  Object.fromEntries(
    menu()
      .getAllByRole('listitem')
      .map((item) => [
        within(item).getByRole('link').textContent,
        item.querySelector('[aria-hidden]:not(svg)')?.textContent,
      ])
      .filter(([, count]) => count !== undefined),
  );

test('an entry of the menu says how much waits behind it, at all sites together; its name stays as it is', async () => {
  open([aNeed('confirm', 3, 2), aNeed('confirm', 1, 3), aNeed('order', 1, 2), aNeed('comments', 2, 3)], {
    gIds: [2, 3],
  });
  const link = await described(
    'Shipment Request',
    '4 shipments to confirm, 1 next order due, 2 shipments with unread comments',
  );
  expect(link.title).toBe('4 shipments to confirm, 1 next order due, 2 shipments with unread comments');
  expect(numbers()).toEqual({ 'Shipment Request': '7' });
  expect(screen.getByRole('link', { name: 'Participants' }).getAttribute('aria-describedby')).toBeNull();
});

test('a request that is late or due today is counted once', async () => {
  open([aNeed('process', 2), aNeed('ship', 1), aNeed('due', 1), aNeed('late', 2)], {
    type: 'Pharmacy User',
    gIds: [],
  });
  await described('Shipment Request', '2 to process, 1 to ship, 1 due today, 2 late shipments');
  expect(numbers()).toEqual({ 'Shipment Request': '3' });
});

test('what is late on its way to a site is counted beside what waits for the pharmacy, as nothing else counts it', async () => {
  open([aNeed('process', 4), { ...aNeed('late', 4), apart: 3 }], { type: 'Pharmacy User', gIds: [] });
  await described('Shipment Request', '4 to process, 4 late shipments');
  expect(numbers()).toEqual({ 'Shipment Request': '7' });
});

test('somebody who was invited, or came, is counted anew', async () => {
  const live = fakeLine();
  const { answer } = open([aNeed('invitation', 3)], { type: 'Admin', adminRights: true });
  await described('CTRx Partner Management', '3 pending invitations');
  answer(listNeeds, { needs: [aNeed('invitation', 2)] });
  await live.tell({ type: 'provider.changed', id: 9 });
  await described('CTRx Partner Management', '2 pending invitations');
});

test('an administrator finds the numbers at the settings', async () => {
  open([aNeed('supply', 2), aNeed('price', 4), aNeed('lot', 1), aNeed('invitation', 3)], {
    type: 'Admin',
    adminRights: true,
  });
  await described('Product Management', '4 missing prices, 1 lot that expires within 60 days');
  expect(numbers()).toEqual({
    'Care Group Management': '2',
    'Product Management': '5',
    'CTRx Partner Management': '3',
  });
});

test('a sponsor finds what is late at the dashboard, and a large number is not told to its end', async () => {
  open([aNeed('late', 4, 7), aNeed('late', 116, 8)], { type: 'Sponsor', gIds: [7, 8] });
  await described('Trial Dashboard', '120 late shipments');
  expect(numbers()).toEqual({ 'Trial Dashboard': '99+' });
});

test('in its narrow form the menu says the page and what waits there', async () => {
  const { user } = open([aNeed('confirm', 1, 2)]);
  await user.click(await screen.findByRole('button', { name: 'Narrow menu' }));
  const link = await described('Shipment Request', '1 shipment to confirm');
  expect(link.title).toBe('Shipment Request: 1 shipment to confirm');
});

test('the numbers are asked for once, after the page is there, and not again by going to another', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const { callsOf, user } = openPortal('/participants', [
    ...sessionReplies({ type: 'Nurse' }),
    [listTrials, { groups: [aTrial(), aSite()] }],
    [listParticipants, () => new Promise((resolve) => (answer = resolve))],
    [listNeeds, { needs: [aNeed('confirm', 3, 2)] }],
  ]);
  await waitFor(() => expect(callsOf(listParticipants)).toHaveLength(1));
  expect(callsOf(listNeeds)).toHaveLength(0);
  answer({ participants: [aParticipant()] });
  await screen.findByText('101-001');
  await described('Shipment Request', '3 shipments to confirm');
  await user.click(screen.getByRole('link', { name: 'Documents' }));
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  expect(callsOf(listNeeds)).toHaveLength(1);
});

test('page and menu share what was counted, and count anew once when something changes', async () => {
  const live = fakeLine();
  const { callsOf, answer } = open([aNeed('confirm', 3, 2)], {}, '/participants');
  await within(await screen.findByRole('region', { name: 'Needs you' })).findByRole('link');
  await described('Shipment Request', '3 shipments to confirm');
  expect(callsOf(listNeeds)).toHaveLength(1);
  // The menu asks for what is still fresh by its own only when the server tells of a change.
  answer(listNeeds, { needs: [aNeed('confirm', 2, 2)] });
  await live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  await described('Shipment Request', '2 shipments to confirm');
  expect(callsOf(listNeeds)).toHaveLength(2);
  answer(listNeeds, { needs: [] });
  await live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  await waitFor(() => expect(numbers()).toEqual({}));
});

test('in a narrow window the numbers are in the menu over the page', async () => {
  setWidth(390);
  const { user } = open([aNeed('confirm', 3, 2)]);
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  await described('Shipment Request', '3 shipments to confirm');
});

test('the menu says how many messages are unread, and counts anew when one comes or is read, or a conversation waits for the team', async () => {
  const live = fakeLine();
  const viewer = { type: 'Nurse', modules: ['Messaging'], cpId: 3 } satisfies Partial<Viewer>;
  const waiting = (unreadMessages: number) => ({ unreadMessages, unreadConversations: 1, unassigned: 4 });
  const page = openPortal('/account', [...sessionReplies(viewer), [countWaiting, waiting(1)]]);
  await described('Conversations', '1 unread message');
  page.answer(countWaiting, waiting(100));
  await live.say('new message', {});
  await described('Conversations', 'More than 99 unread messages');
  expect(numbers()).toEqual({ Conversations: '99+' });
  page.answer(countWaiting, waiting(0));
  await live.say('message updated', { conv_id: 7, msgIds: [1], cp_id: 3, msgRead: true });
  await waitFor(() => expect(numbers()).toEqual({}));
  page.answer(countWaiting, waiting(2));
  await live.tell({ type: 'inbox.changed', id: 7 });
  await described('Conversations', '2 unread messages');
});

test('in a narrow window the menu counts anew whenever it is opened: nobody told it what was read meanwhile', async () => {
  setWidth(390);
  const viewer = { type: 'Nurse', modules: ['Messaging'], cpId: 3 } satisfies Partial<Viewer>;
  const waiting = (unreadMessages: number) => ({ unreadMessages, unreadConversations: 1, unassigned: 0 });
  const page = openPortal('/account', [...sessionReplies(viewer), [countWaiting, waiting(2)]]);
  const openMenu = async () => page.user.click(await screen.findByRole('button', { name: 'Open menu' }));
  await openMenu();
  await described('Conversations', '2 unread messages');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
  page.answer(countWaiting, waiting(1));
  await openMenu();
  await described('Conversations', '1 unread message');
});

test('with trials and conversations the menu counts the messages once, not their conversations beside them', async () => {
  openPortal('/account', [
    ...sessionReplies({ type: 'Nurse', modules: ['TrialCard', 'Messaging'], cpId: 3 }),
    [countWaiting, { unreadMessages: 5, unreadConversations: 2, unassigned: 0 }],
    [listTrials, { groups: [aTrial(), aSite()] }],
    [listNeeds, { needs: [aNeed('confirm', 3, 2), aNeed('conversations', 2)] }],
  ]);
  await described('Conversations', '5 unread messages');
  await described('Shipment Request', '3 shipments to confirm');
  expect(numbers()).toEqual({ 'Shipment Request': '3', Conversations: '5' });
});

test('CLN-16 the menu says at the follow-ups how many are overdue', async () => {
  open([aNeed('followUps', 2)], { type: 'Nurse', modules: ['FollowUp'] });
  const link = await described('Follow-Ups', '2 overdue follow-ups');
  expect(numbers()).toEqual({ 'Follow-Ups': '2' });
  expect(link.getAttribute('href')).toBe('/follow-ups');
});

test('who has no trials is told of nothing, and nothing is asked', async () => {
  const { callsOf } = open([aNeed('confirm', 3, 2)], { modules: ['Assessments'] });
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await screen.findByText('No notifications to manage');
  expect(callsOf(listNeeds)).toHaveLength(0);
});
