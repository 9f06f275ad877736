/** Conversations that something was looked for in: the message that has it, in the list and in the conversation. */
import * as api from '@portal/contract/conversations/endpoints.ts';
import type { Conversation } from '@portal/contract/conversations/shapes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aConversation, aMessage, openChat, pagesOf } from '#test/conversations.tsx';
import { type Call, forgetPortal } from '#test/portal.tsx';

beforeEach(forgetPortal);
const log = () => screen.findByRole('log', { name: 'Messages' });
const rowOf = async (name: RegExp) =>
  within(await screen.findByRole('list', { name: 'Conversations' })).getByRole('button', { name });
const foundIn = (msgId: number, more: Partial<Conversation> = {}) =>
  aConversation({
    foundMessage: {
      msgId,
      text: 'On Monday please bring the Lasix with you',
      timeSent: new Date(2026, 0, 3, 9, 5),
    },
    ...more,
  });
const sixty = Array.from({ length: 60 }, (_, n) => aMessage(n + 1));
const marked = async () => (await log()).querySelector('[data-marked]')?.textContent;

test('the message that has what was looked for is in the list, shortened and with the word marked; without a search the newest one is', async () => {
  const page = openChat({ rows: [foundIn(5)], route: '/chat?q=lasix' });
  const row = await rowOf(/Grace Hopper/);
  expect(row.textContent).toContain('Found in a message: …please bring the Lasix with you');
  expect(row.textContent).not.toContain('Good morning');
  expect(row.querySelector('mark')?.textContent).toBe('Lasix');
  page.answer(api.listConversations, { conversations: [aConversation()] });
  await page.user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await waitFor(async () => expect((await rowOf(/Grace Hopper/)).textContent).toContain('Good morning'));
  expect((await rowOf(/Grace Hopper/)).querySelector('mark')).toBeNull();
});

test('a conversation opens at the message that was found, also at one that is older than what is loaded: all in between is there, and the keyboard is on it', async () => {
  const page = openChat({ rows: [foundIn(5)], messages: sixty, route: '/chat?q=lasix' });
  await page.user.click(await rowOf(/Grace Hopper/));
  await within(await log()).findByText('Message 5');
  expect(within(await log()).getAllByText(/^Message \d+$/)).toHaveLength(60);
  expect(page.callsOf(api.listMessages).map(({ query }) => [query.msg_start, query.msg_limit])).toEqual([
    [0, 25],
    [25, 100],
  ]);
  expect(document.activeElement?.textContent).toContain('Message 5');
  expect(await marked()).toContain('Message 5');
  expect(page.router.state.location.search).toEqual({ conversation: 7, message: 5 });
  // For a moment.
  await waitFor(async () => expect(await marked()).toBeUndefined(), { timeout: 5_000 });
});

test('an address that names a message leads to it after the page was loaded again; one that is not there leads to the newest', async () => {
  const page = openChat({ rows: [foundIn(50)], messages: sixty, route: '/chat?q=lasix&conversation=7&message=50' });
  await waitFor(async () => expect(await marked()).toContain('Message 50'));
  // It was loaded already.
  expect(page.callsOf(api.listMessages)).toHaveLength(1);
  page.unmount();
  const others = sixty.filter(({ msgId }) => msgId !== 30);
  openChat({ messages: others, route: '/chat?conversation=7&message=30' });
  await within(await log()).findByText('Message 29');
  expect(await marked()).toBeUndefined();
});

test('whoever presses the row once more is led to the message once more, and another conversation opens at its end', async () => {
  const rows = [foundIn(50), aConversation({ convId: 8, patientName: 'Ada King', topic: 'Lasix' })];
  const page = openChat({
    rows,
    route: '/chat?q=lasix',
    replies: [
      [
        api.listMessages,
        (call: Call) => pagesOf(...sixty.map((one) => ({ ...one, convId: call.query.conv_id })))(call),
      ],
    ],
  });
  await page.user.click(await rowOf(/Grace Hopper/));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Message 50'));
  screen.getByRole('textbox', { name: 'Message' }).focus();
  await page.user.click(await rowOf(/Grace Hopper/));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Message 50'));
  await page.user.click(await rowOf(/Ada King/));
  await screen.findByRole('heading', { name: 'Lasix' });
  await within(await log()).findByText('Message 60');
  expect(await marked()).toBeUndefined();
  expect(page.router.state.location.search).toEqual({ conversation: 8 });
});

test('where older messages cannot be loaded it is said, and the newest ones are there', async () => {
  const page = openChat({
    rows: [foundIn(5)],
    route: '/chat?q=lasix',
    replies: [
      [
        api.listMessages,
        (call: Call) =>
          call.query.msg_start === 0
            ? pagesOf(...sixty)(call)
            : { status: 500, body: { code: 'unexpected', message: 'Unable to load conversations.' } },
      ],
    ],
  });
  await page.user.click(await rowOf(/Grace Hopper/));
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to load conversations.');
  expect(within(await log()).getAllByText(/^Message \d+$/)).toHaveLength(25);
});
