import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  aBroadcast,
  aConversation,
  aMessage,
  aRecipient,
  me,
  onWire,
  openChat,
  pagesOf,
} from '#test/conversations.tsx';
import { readAloud } from '#test/aloud.ts';
import { doesFirst, firstTryDone } from '#test/lost-answer.ts';
import { aReply, type Call, forgetPortal, openPortal, sessionReplies } from '#test/portal.tsx';
import { talker } from '#test/conversations.tsx';
import { clinic } from '#test/patients.tsx';
import { aUser } from '#test/users.tsx';
import { missingFor } from '#rooms/conversations/starting/missing.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';

beforeEach(forgetPortal);
const broken = { status: 500, body: { code: 'unexpected', message: 'Unable to load conversations.' } };
const list = () => screen.findByRole('list', { name: 'Conversations' });
const log = () => screen.findByRole('log', { name: 'Messages' });
const words = (box: HTMLElement) =>
  within(box)
    .queryAllByText(/^Message \d+$/)
    .map((one) => one.textContent);
const six = Array.from({ length: 6 }, (_, n) => aRecipient(n + 1));
/** Answers the question that comes before a message goes to many. */
const sendToAll = async (page: ReturnType<typeof openChat>) => {
  const question = within(await screen.findByRole('dialog', { name: 'Send to 6 patients?' }));
  await page.user.click(question.getByRole('button', { name: 'Send' }));
};
const field = () => screen.findByRole('textbox', { name: 'Message' });

test('CHT-01 CHT-02 the page is called "Conversations"; left a Chat List with tabs, search and a new-conversation button, right the chosen one', async () => {
  openPortal('/chat', [
    ...sessionReplies(talker),
    [api.listConversations, { conversations: [] }],
    [broadcasting.listBroadcasts, { broadcasts: [] }],
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Conversations' })).toBeDefined();
  const side = within(await screen.findByRole('region', { name: 'Chat List' }));
  expect(side.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All', 'Broadcasts']);
  expect(side.getByRole('searchbox', { name: 'Search' })).toBeDefined();
  expect(side.getByRole('button', { name: 'New conversation' })).toBeDefined();
  expect(await screen.findByText('You have no conversations yet.')).toBeDefined();
  expect(document.title).toContain('Conversations');
});

test('whoever has nothing of their own sees at once how many conversations wait elsewhere, and is led there', async () => {
  const waiting = (unassigned: number, unreadConversations = 0) => ({
    unreadMessages: unreadConversations,
    unreadConversations,
    unassigned,
  });
  const page = openChat({
    replies: [
      [
        api.listConversations,
        ({ query }: Call) => ({
          conversations: query.scope === 'unassigned' ? [aConversation({ assignedTo: null })] : [],
        }),
      ],
      [countWaiting, { ...waiting(3, 1), unanswered: 2 }],
    ],
  });
  const group = () => within(screen.getByRole('group', { name: 'Waiting conversations' }));
  expect(await screen.findByText('You have no conversations yet.')).toBeDefined();
  await waitFor(() =>
    expect(
      group()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 unread', '2 to answer', '3 unassigned']),
  );
  await page.user.click(group().getByRole('button', { name: '3 unassigned' }));
  expect(within(await list()).getByText('Grace Hopper')).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('unassigned');
  expect(group().queryByRole('button', { name: '3 unassigned' })).toBeNull();
  // What is told is counted anew.
  page.answer(countWaiting, waiting(3));
  await page.live.tell({ type: 'inbox.changed', id: 7 });
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Waiting conversations' })).toBeNull());
  page.answer(countWaiting, waiting(100));
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'member');
  await page.live.tell({ type: 'inbox.changed', id: 8 });
  expect(await screen.findByRole('button', { name: '99+ unassigned' })).toBeDefined();
});

test('CHT-03 CHT-09 the list is the answer in its order, with what is unread', async () => {
  const rows = [
    aConversation({ unreadMsgCount: 3 }),
    aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' }),
  ];
  const page = openChat({ rows });
  const shown = within(await list()).getAllByRole('button');
  expect(shown[0]?.textContent).toContain('Grace Hopper');
  expect(shown[0]?.textContent).toContain('3 unread');
  expect(shown[1]?.textContent).toContain('Pain');
  expect(page.callsOf(api.listConversations)[0]?.query).toEqual({ cp_id: me, scope: 'member' });
  // Something new in the last one: it comes first.
  page.answer(api.listConversations, { conversations: rows.toReversed() });
  await page.live.say('new message', onWire(aMessage(9, { convId: 8 })));
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Ada King'));
});

test('the list is narrowed to conversations with unread messages, as the address says it', async () => {
  const page = openChat({ rows: [aConversation({ unreadMsgCount: 3 })], route: '/chat?scope=unread' });
  await list();
  expect(page.callsOf(api.listConversations)[0]?.query).toEqual({ cp_id: me, scope: 'unread' });
  const show = screen.getByRole('combobox', { name: 'Show' }) as HTMLSelectElement;
  expect(show.selectedOptions[0]?.textContent).toBe('Unread');
  page.answer(api.listConversations, { conversations: [] });
  await page.live.say('message updated', { conv_id: 7, msgIds: [1], cp_id: me, msgRead: true });
  expect(await screen.findByText('No conversations under “Unread”.')).toBeDefined();
  await page.user.selectOptions(show, 'Mine');
  await waitFor(() => expect(page.router.state.location.search).toEqual({}));
});

test('CHT-17 CER-41 a list that cannot be read says so, and can be tried again', async () => {
  const page = openChat({ replies: [[api.listConversations, broken]] });
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to load conversations.');
  page.answer(api.listConversations, { conversations: [aConversation()] });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await list()).toBeDefined();
});

test('CHT-04 CHT-05 CCN-02 CCN-03 the newest 25 come first, and scrolling to within 100 of the end of what is loaded brings the next older ones', async () => {
  const page = openChat({
    route: '/chat?conversation=7',
    messages: Array.from({ length: 60 }, (_, n) => aMessage(n + 1)),
  });
  const box = await log();
  expect(words(box)).toHaveLength(25);
  expect(page.callsOf(api.listMessages).map(({ query }) => query)).toEqual([
    { conv_id: 7, cp_id: me, msg_start: 0, msg_limit: 25 },
  ]);
  box.scrollTop = 101;
  box.dispatchEvent(new Event('scroll'));
  expect(page.callsOf(api.listMessages)).toHaveLength(1);
  box.scrollTop = 99;
  box.dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(words(box)).toHaveLength(50));
  expect(page.callsOf(api.listMessages)[1]?.query).toMatchObject({ msg_start: 25, msg_limit: 25 });
  box.scrollTop = 0;
  box.dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(words(box)).toHaveLength(60));
  expect(words(box)[0]).toBe('Message 1');
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
});

test('CHT-07 from A to B and back to A, no messages are mixed', async () => {
  const rows = [aConversation(), aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' })];
  const replies = [
    [api.listMessages, ({ query }: Call) => ({ messages: [aMessage(query.conv_id, { convId: query.conv_id })] })],
  ] as const;
  const page = openChat({ rows, replies: [...replies] });
  for (const [name, id] of [
    ['Grace Hopper', 7],
    ['Ada King', 8],
    ['Grace Hopper', 7],
  ] as const) {
    await page.user.click(within(await list()).getByRole('button', { name: new RegExp(name) }));
    await waitFor(async () => expect(words(await log())).toEqual([`Message ${id}`]));
  }
  expect(page.callsOf(api.listMessages)).toHaveLength(3);
});

test('CHT-08 SOC-03 what is seen and not read yet is marked read', async () => {
  const page = openChat({
    route: '/chat?conversation=7',
    messages: [aMessage(1), aMessage(2, { readByMe: false }), aMessage(3, { readByMe: false })],
  });
  await log();
  await waitFor(() =>
    expect(page.live.asked).toContainEqual({
      event: 'message read',
      body: { conv_id: 7, cp_id: me, msgIds: [2, 3], msgRead: true },
    }),
  );
  expect(page.live.asked.filter(({ event }) => event === 'message read')).toHaveLength(1);
});

test('CHT-10 one’s own, a colleague’s and the patient’s messages look different, and the read mark is the other side’s', async () => {
  const page = openChat({
    route: '/chat?conversation=7',
    messages: [
      aMessage(1, { cpId: me, readByProvider: false }),
      aMessage(2),
      aMessage(3, { cpId: null, senderName: 'Grace Hopper' }),
    ],
  });
  const shown = within(await log())
    .getAllByRole('listitem')
    .filter((one) => one.dataset['side']);
  expect(shown.map(({ dataset }) => [dataset['side'], dataset['own'] ?? null])).toEqual([
    ['care_provider', 'true'],
    ['care_provider', null],
    ['patient', null],
  ]);
  expect(shown[0]?.textContent).not.toContain('Read');
  expect(shown[2]?.textContent).toContain('Read by the care team');
  await page.live.say('message updated', { conv_id: 7, msgIds: [1], cp_id: null, msgRead: true });
  expect(shown[0]?.textContent).toContain('Read by the patient');
});

test('OPC-74 SOC-04 Enter sends, Shift and Enter begin a new line, nothing empty is sent, and what others write appears', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  page.live.answers(({ body }) => onWire(aMessage(2, { message: body.message, cpId: me, clientKey: body.clientKey })));
  await log();
  await page.user.type(await field(), '   {Enter}');
  await page.user.clear(await field());
  await page.user.type(await field(), 'Good{Shift>}{Enter}{/Shift}morning{Enter}');
  await waitFor(() => expect(page.live.asked.map(({ event }) => event)).toEqual(['chat message']));
  expect(page.live.asked[0]?.body).toMatchObject({ conv_id: 7, cp_id: me, message: 'Good\nmorning' });
  expect(page.live.asked[0]?.body.clientKey).toMatch(/\S{8,64}/);
  expect(((await field()) as HTMLTextAreaElement).value).toBe('');
  await page.live.say('new message', onWire(aMessage(3, { message: 'And to you' })));
  expect(await screen.findByText('And to you')).toBeDefined();
  // The same once more, as after a break of the line: it is shown once.
  await page.live.say('new message', onWire(aMessage(3, { message: 'And to you' })));
  expect(screen.getAllByText('And to you')).toHaveLength(1);
});

test('CHT-18 CER-43 OPC-74 a message that cannot be sent says so, stays, and is sent again under the same key', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  page.live.answers(() => {
    throw new Error('operation has timed out');
  });
  await log();
  await page.user.type(await field(), 'Hello{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Unable to send message. Please refresh and try again.',
  );
  // OPC-74: the error comes after 5 s without an acknowledgement.
  expect(page.live.waits).toEqual([5_000]);
  expect(screen.getByText('Hello')).toBeDefined();
  page.live.answers(({ body }) => onWire(aMessage(2, { message: body.message, cpId: me, clientKey: body.clientKey })));
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const [first, second] = page.live.asked;
  expect(second?.body.clientKey).toBe(first?.body.clientKey);
  expect(screen.getAllByText('Hello')).toHaveLength(1);
});

test('CHT-18 of two messages that a cut line takes both can be sent again, and one that was stored all the same is shown once', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  const cut = Promise.withResolvers<never>();
  page.live.answers(({ event }) => (event === 'chat message' ? cut.promise : {}));
  await log();
  await page.live.connect();
  await page.user.type(await field(), 'First{Enter}');
  await page.user.type(await field(), 'Second{Enter}');
  expect(screen.getAllByText('Sending…')).toHaveLength(2);
  cut.reject(new Error('socket has been disconnected'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
  expect(screen.queryByText('Sending…')).toBeNull();
  const clientKey = page.live.asked.find(({ body }) => body.message === 'First')?.body.clientKey;
  page.answer(api.listMessages, pagesOf(aMessage(1), aMessage(2, { message: 'First', cpId: me, clientKey })));
  await page.live.connect();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
  expect(screen.getAllByText('First')).toHaveLength(1);
});

/** A broadcast to six patients, opened at the messages to all of them. */
async function openMessagesToAll() {
  const page = openChat({
    route: '/chat?broadcast=5',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() }],
      [broadcasting.listRecipients, { recipients: six }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  await page.user.click(await screen.findByRole('tab', { name: 'Messages' }));
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to all' });
  return { page, box };
}

test('a message to all stays in the box until it is through: it is sent once, nothing is typed over it, and refused it is sent again under its key', async () => {
  const sending = Promise.withResolvers<object>();
  const { page, box } = await openMessagesToAll();
  page.live.answers(() => sending.promise);
  await page.user.type(box(), 'First{Enter}');
  await sendToAll(page);
  await page.user.type(box(), ' and more{Enter}');
  expect(page.live.asked).toHaveLength(1);
  expect(box().value).toBe('First');
  await page.live.say('conversation-error', 'Please wait.');
  sending.resolve({ error: 'Please wait.' });
  await waitFor(() => expect(box().readOnly || box().disabled).toBe(false));
  expect((await screen.findByRole('alert')).textContent).toContain('Please wait.');
  expect(box().value).toBe('First');
  page.live.answers(() => ({ rollupId: 5, broadcastId: 51, message: 'First', timeSent: new Date().toISOString() }));
  await page.user.type(box(), '{Enter}');
  await sendToAll(page);
  await waitFor(() => expect(box().value).toBe(''));
  const [one, two] = page.live.asked;
  expect(two?.body.clientKey).toBe(one?.body.clientKey);
});

/** A broadcast whose message “Clsed today” got no acknowledgement. */
async function messageToAllUnanswered() {
  const { page, box } = await openMessagesToAll();
  page.live.answers(() => Promise.reject(new Error('no acknowledgement')));
  await page.user.type(box(), 'Clsed today{Enter}');
  await sendToAll(page);
  await screen.findByText('Unable to send message. Please refresh and try again.');
  page.live.answers(() => ({ rollupId: 5, broadcastId: 52, message: 'x', timeSent: new Date().toISOString() }));
  const listed = {
    ...aBroadcast(),
    broadcastId: 51,
    timeSent: new Date(2026, 0, 3, 16, 5),
    senderName: 'Nora Nurse',
    cpId: me,
    delivered: 0,
    read: 0,
    unreadAfterDay: 0,
    message: 'Clsed today',
    clientKey: page.live.asked[0]?.body.clientKey as string,
  };
  const isStored = async () => {
    page.answer(broadcasting.listBroadcastMessages, { broadcastMsgs: [listed] });
    await page.live.tell({ type: 'broadcast.changed', id: 5 });
    await within(screen.getByRole('table', { name: 'Messages' })).findByText('Clsed today');
  };
  return { page, box, isStored };
}

test('CHT-18 REL-06 after a message to all that got no acknowledgement another text goes out only once it was asked whether it should go as well', async () => {
  const { page, box } = await messageToAllUnanswered();
  await page.user.clear(box());
  await page.user.type(box(), 'Closed today{Enter}');
  const question = within(await screen.findByRole('dialog', { name: 'Send to 6 patients?' }));
  expect(question.getByText('It is not known whether “Clsed today” was sent. Send this as well?')).toBeDefined();
  await page.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.live.asked).toHaveLength(1);
  // The same text is the same message, and is not asked about.
  await page.user.clear(box());
  await page.user.type(box(), 'Clsed today{Enter}');
  await screen.findByRole('dialog', { name: 'Send to 6 patients?' });
  expect(screen.queryByText(/Send this as well/)).toBeNull();
  await sendToAll(page);
  await waitFor(() => expect(box().value).toBe(''));
  const [one, two] = page.live.asked;
  expect(two?.body.clientKey).toBe(one?.body.clientKey);
  // It is over then.
  await page.user.type(box(), 'Open again{Enter}');
  await screen.findByRole('dialog', { name: 'Send to 6 patients?' });
  expect(screen.queryByText(/Send this as well/)).toBeNull();
});

test('CHT-18 REL-06 what is sent to all is read anew after a failure, so a message that was stored all the same is not sent again', async () => {
  const { page, box, isStored } = await messageToAllUnanswered();
  expect(page.callsOf(broadcasting.listBroadcastMessages).length).toBeGreaterThan(1);
  await isStored();
  await waitFor(() => expect(box().value).toBe(''));
  expect(screen.queryByText('Unable to send message. Please refresh and try again.')).toBeNull();
});

test('REL-06 whoever has mended a message to all that was stored all the same reads that it was sent', async () => {
  const { page, box, isStored } = await messageToAllUnanswered();
  await page.user.clear(box());
  await page.user.type(box(), 'Closed today');
  await isStored();
  await screen.findByText('“Clsed today” was sent after all.');
  expect(screen.queryByText('Unable to send message. Please refresh and try again.')).toBeNull();
  expect(box().value).toBe('Closed today');
  await page.user.type(box(), '{Enter}');
  await screen.findByText('“Clsed today” was sent. Send this as well?');
  await sendToAll(page);
  await waitFor(() => expect(box().value).toBe(''));
  expect(page.live.asked).toHaveLength(2);
  expect(screen.queryByText('“Clsed today” was sent after all.')).toBeNull();
});

test('CHT-18 REL-06 a text that begins with a message to all that was stored is typed to its end; the same words alone are not sent again', async () => {
  const { page, box, isStored } = await messageToAllUnanswered();
  await page.user.type(box(), ' at noon');
  await isStored();
  await screen.findByText('“Clsed today” was sent after all.');
  await page.user.type(box(), `${'{Backspace}'.repeat(' at noon'.length)} at one`);
  expect(box().value).toBe('Clsed today at one');
  await page.user.type(box(), `${'{Backspace}'.repeat(' at one'.length)}{Enter}`);
  await waitFor(() => expect(box().value).toBe(''));
  expect(screen.getAllByText('“Clsed today” was sent after all.')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.live.asked).toHaveLength(1);
});

test('CHT-18 REL-06 where a message to all is found to be stored while the question asks whether to send it, the question goes, and it is said', async () => {
  const { page, box, isStored } = await messageToAllUnanswered();
  await page.user.type(box(), '{Enter}');
  await screen.findByRole('dialog', { name: 'Send to 6 patients?' });
  await isStored();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('“Clsed today” was sent after all.')).toBeDefined();
  expect(box().value).toBe('');
  expect(page.live.asked).toHaveLength(1);
});

test('CHT-18 REL-06 a message to all goes by the key that it had when the question was opened, also where it is found to be stored in that moment', async () => {
  const { page, box, isStored } = await messageToAllUnanswered();
  await page.user.type(box(), '{Enter}');
  const question = within(await screen.findByRole('dialog', { name: 'Send to 6 patients?' }));
  const send = question.getByRole('button', { name: 'Send' });
  const stored = isStored();
  await page.user.click(send);
  await stored;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(page.live.asked.map(({ body }) => body.clientKey)).size).toBe(1);
});

test('CHT-18 REL-06 of two messages to all that got no acknowledgement each is asked about and keeps its key', async () => {
  const { page, box } = await messageToAllUnanswered();
  page.live.answers(() => Promise.reject(new Error('no acknowledgement')));
  await page.user.clear(box());
  await page.user.type(box(), 'Closed today{Enter}');
  await sendToAll(page);
  await screen.findByText('Unable to send message. Please refresh and try again.');
  await page.user.clear(box());
  await page.user.type(box(), 'Open again{Enter}');
  const question = within(await screen.findByRole('dialog', { name: 'Send to 6 patients?' }));
  for (const text of ['Clsed today', 'Closed today'])
    expect(question.getByText(`It is not known whether “${text}” was sent. Send this as well?`)).toBeDefined();
  await page.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  page.live.answers(() => ({ rollupId: 5, broadcastId: 52, message: 'x', timeSent: new Date().toISOString() }));
  for (const text of ['Clsed today', 'Closed today']) {
    await page.user.clear(box());
    await page.user.type(box(), `${text}{Enter}`);
    await sendToAll(page);
    await waitFor(() => expect(box().value).toBe(''));
  }
  const keys = page.live.asked.map(({ body }) => [body.message, body.clientKey]);
  expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  expect(new Set(keys.map(([, key]) => key)).size).toBe(2);
});

test('BCT-04 a broadcast that nothing was sent to opens at its message, which goes to all after a question that Enter alone does not answer', async () => {
  const nothing = aBroadcast({ broadcastId: null, message: '' });
  const page = openChat({
    route: '/chat?broadcast=5',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [nothing], ...nothing }],
      [broadcasting.listRecipients, { recipients: six }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  const box = await screen.findByRole('textbox', { name: 'Message to all' });
  page.live.answers(() => ({ rollupId: 5, broadcastId: 51, message: 'First', timeSent: new Date().toISOString() }));
  await page.user.type(box, 'First{Enter}');
  const question = within(await screen.findByRole('dialog', { name: 'Send to 6 patients?' }));
  expect(question.getByText('First')).toBeDefined();
  await page.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([page.live.asked, (box as HTMLTextAreaElement).value]).toEqual([[], 'First']);
  // As what was sent is read anew, the page stays where it is.
  page.answer(broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() });
  await page.user.type(box, '{Enter}');
  await sendToAll(page);
  await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe(''));
  expect(page.live.asked).toHaveLength(1);
  expect(screen.getByRole('tab', { name: 'Messages' }).getAttribute('aria-selected')).toBe('true');
});

test('CHT-18 CER-43 a message to all that the server fails to store cannot be sent, whatever the server says of it', async () => {
  const { page, box } = await openMessagesToAll();
  page.live.answers(() => ({ error: 'Unable to make request' }));
  await page.user.type(box(), 'First{Enter}');
  await sendToAll(page);
  expect(await screen.findByText('Unable to send message. Please refresh and try again.')).toBeDefined();
  expect(screen.queryByText('Unable to make request')).toBeNull();
});

test('SOC-06 CER-44 what the server says no to is shown as an alert, in its words', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  await log();
  await page.live.say('conversation-error', 'This conversation does not exist.');
  expect((await screen.findByRole('alert')).textContent).toContain('This conversation does not exist.');
});

test('SOC-05 a conversation that somebody else starts appears without reload', async () => {
  const page = openChat({ rows: [] });
  await screen.findByText('You have no conversations yet.');
  page.answer(api.listConversations, { conversations: [aConversation()] });
  await page.live.say('conversation created', 7);
  expect(within(await list()).getByText('Grace Hopper')).toBeDefined();
});

test('after a break of the line what was missed comes by the ordinary read', async () => {
  const page = openChat({ route: '/chat?conversation=7', messages: [aMessage(1)] });
  await log();
  await page.live.connect();
  page.answer(api.listMessages, pagesOf(...Array.from({ length: 40 }, (_, n) => aMessage(n + 1))));
  await page.live.connect();
  await waitFor(async () => expect(words(await log())).toHaveLength(40));
});

test('CHT-11 CHT-12 CHT-13 CHT-15 OPC-75 a conversation is created with a topic, a patient and a provider, of whom one is oneself for good', async () => {
  const patients = [31, 32].map((u_ID) => ({
    u_ID,
    name: `Grace ${u_ID}`,
    dob: '1950-03-04',
    phone: null,
    email: 'g@mail.example',
    status: 1 as const,
    patientType: 1 as const,
  }));
  const page = openChat({
    rows: [],
    replies: [
      [listPatients, { patients, totalPatients: 2, isMore: false }],
      [listUsers, { careProviders: [] }],
      [
        api.createConversation,
        { message: 'Conversation created.', convId: 12, rollupId: null, participants: { uIds: [31], cpIds: [me] } },
      ],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
  const create = () => dialog.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled');
  expect(create()).toBe('true');
  await page.user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'Refill');
  expect(create()).toBe('true');
  const patientField = dialog.getByRole('textbox', { name: 'Patients' });
  await page.user.type(patientField, 'gr');
  await page.user.type(dialog.getByRole('textbox', { name: 'Care providers' }), 'x');
  await waitFor(() => expect(page.callsOf(listUsers)).toHaveLength(1));
  expect(page.callsOf(listUsers)[0]?.query).toEqual({ companyId: 1, status: 'active', search: 'x' });
  expect(page.callsOf(listPatients)).toHaveLength(0);
  await page.user.type(patientField, 'a');
  await page.user.click(await dialog.findByRole('button', { name: /Grace 31/ }));
  expect(page.callsOf(listPatients)[0]?.query).toMatchObject({ patient_status: 1, search: 'gra' });
  expect(create()).toBeNull();
  const chosen = within(dialog.getByRole('list', { name: 'Chosen care providers' }));
  expect(chosen.queryByRole('button')).toBeNull();
  // Without the patient, or without the topic, it cannot be created.
  await page.user.click(dialog.getByRole('button', { name: 'Remove Grace 31, born 03/04/1950' }));
  expect(create()).toBe('true');
  await page.user.type(patientField, 'gra');
  await page.user.click(await dialog.findByRole('button', { name: /Grace 31/ }));
  await page.user.clear(dialog.getByRole('textbox', { name: 'Topic' }));
  expect(create()).toBe('true');
  await page.user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'Refill');
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(page.callsOf(api.createConversation)).toHaveLength(1));
  expect(page.callsOf(api.createConversation)[0]?.body).toMatchObject({
    topic: 'Refill',
    uIds: [31],
    cpIds: [me],
    cp_id: me,
  });
  await waitFor(() => expect(page.live.asked).toContainEqual({ event: 'new conversation', body: 12 }));
  expect(page.router.state.location.search).toEqual({ conversation: 12 });
});

test('CHT-11 a topic of 101 characters is kept, told, and cannot be created', async () => {
  const patient = { u_ID: 31, name: 'Grace 31', dob: '1950-03-04', phone: null, email: 'g@mail.example' };
  const patients = [{ ...patient, status: 1 as const, patientType: 1 as const }];
  const page = openChat({ rows: [], replies: [[listPatients, { patients, totalPatients: 1, isMore: false }]] });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
  await page.user.write(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
  await page.user.click(await dialog.findByRole('button', { name: /Grace 31/ }));
  const topic = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Topic' });
  const create = () => dialog.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled');
  await page.user.write(topic, 'x'.repeat(101));
  expect(topic.value).toBe('x'.repeat(101));
  dialog.getByText('Too long: it has 101 characters, and 100 at most are kept. Please shorten it by 1.');
  expect(create()).toBe('true');
  await page.user.type(topic, '{Backspace}');
  expect(create()).toBeNull();
});

test('OPC-75 once a conversation with several patients is created, the broadcast that joins them is open', async () => {
  const created = aBroadcast({ broadcastId: null, message: '' });
  const patient = { u_ID: 31, name: 'Grace 31', dob: '1950-03-04', phone: null, email: 'g@mail.example' };
  const page = openChat({
    rows: [],
    replies: [
      [
        listPatients,
        {
          patients: [31, 32].map((u_ID) => ({ ...patient, u_ID, name: `Grace ${u_ID}`, status: 1, patientType: 1 })),
          totalPatients: 2,
          isMore: false,
        },
      ],
      [
        api.createConversation,
        { message: 'Conversation created.', convId: 12, rollupId: 5, participants: { uIds: [31, 32], cpIds: [me] } },
      ],
      [broadcasting.listBroadcasts, { broadcasts: [created], ...created }],
      [broadcasting.listRecipients, { recipients: six }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.write(dialog.getByRole('textbox', { name: 'Topic' }), 'Refill');
  for (const name of [/Grace 31/, /Grace 32/]) {
    await page.user.write(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
    await page.user.click(await dialog.findByRole('button', { name }));
  }
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(page.router.state.location.search).toMatchObject({ broadcast: 5 }));
  expect(await screen.findByRole('textbox', { name: 'Message to all' })).toBeDefined();
  expect(page.router.state.location.search).not.toHaveProperty('conversation');
});

test('CHT-14 OPC-75 patients are looked for in one’s own groups; whom no notice reaches is said, all who were chosen can be seen, and each try is the same conversation', async () => {
  const named = (uId: number) => ({ uId, name: `Grace ${uId}` });
  const page = openChat({
    rows: [],
    viewer: { gIds: [2, 4] },
    replies: [
      [listCareGroups, { groups: [clinic] }],
      [
        listPatients,
        {
          patients: [
            {
              u_ID: 1,
              name: 'Grace 1',
              dob: '1950-03-04',
              phone: null,
              email: 'g@mail.example',
              status: 1,
              patientType: 1,
            },
          ],
          totalPatients: 1,
          isMore: false,
        },
      ],
      [
        api.previewRecipients,
        ({ body }: Call) => ({
          recipients: (body.uIds ?? Array.from({ length: 40 }, (_, n) => n + 1)).map((uId: number) => ({
            ...named(uId),
            isReachable: uId > 7,
          })),
          leftOut: 0,
          isTooMany: false,
        }),
      ],
      [api.createConversation, { status: 503, body: { code: 'unavailable', message: 'Please try again.' } }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
  await page.user.write(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
  await waitFor(() => expect(page.callsOf(listPatients)[0]?.query).toMatchObject({ g_id: [2, 4], patient_status: 1 }));
  await page.user.selectOptions(await dialog.findByRole('combobox', { name: /care group/ }), 'Heart Clinic');
  await page.user.click(dialog.getByRole('button', { name: 'Add patients' }));
  expect(
    await dialog.findByText(
      'Cannot be told by mail or text that a message waits: Grace 1, Grace 2, Grace 3, Grace 4, Grace 5, 2 more.',
    ),
  ).toBeDefined();
  expect(dialog.getByText('Everybody who matches is chosen already.')).toBeDefined();
  const chosen = within(dialog.getByRole('list', { name: 'Chosen patients' }));
  const shown = () => chosen.queryAllByRole('button', { name: /^Remove/ }).length;
  expect(shown()).toBe(30);
  await page.user.click(chosen.getByRole('button', { name: 'and 10 more' }));
  expect(shown()).toBe(40);
  await page.user.write(dialog.getByRole('textbox', { name: 'Topic' }), 'Vaccines');
  // The answer may have been lost.
  const create = () => page.user.click(dialog.getByRole('button', { name: 'Create' }));
  await create();
  await waitFor(() => expect(page.callsOf(api.createConversation)).toHaveLength(1));
  await create();
  await waitFor(() => expect(page.callsOf(api.createConversation)).toHaveLength(2));
  const [one, two] = page.callsOf(api.createConversation).map(({ headers }) => headers.get('idempotency-key'));
  expect(two).toBe(one);
});

test.each([
  [1, 0, false, '1 active patient added.'],
  [2, 3, false, '2 active patients added. 3 not active left out.'],
  [3, 0, true, '3 active patients added. The group has more patients than one broadcast can reach (1,000).'],
  [
    3,
    4,
    true,
    '3 active patients added. The group has more patients than one broadcast can reach (1,000). 4 not active left out.',
  ],
])(
  'OPC-75 whoever adds the patients of a care group, of whom %d are active and %d are not, is told so, and whether the group is too large (%s)',
  async (active, leftOut, isTooMany, said) => {
    const recipients = Array.from({ length: active }, (_, n) => ({
      uId: n + 1,
      name: `Grace ${n}`,
      isReachable: true,
    }));
    const page = openChat({
      rows: [],
      replies: [
        [listCareGroups, { groups: [clinic] }],
        [api.previewRecipients, { recipients, leftOut, isTooMany }],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
    await page.user.selectOptions(await dialog.findByRole('combobox', { name: /care group/ }), 'Heart Clinic');
    await page.user.click(dialog.getByRole('button', { name: 'Add patients' }));
    expect(await dialog.findByText(said)).toBeDefined();
  },
);

test.each([
  [{ topic: ' ', patients: 0, providers: 0 }, ['a topic', 'a patient']],
  [{ topic: 'Refill', patients: 1_000, providers: 49 }, []],
  [
    { topic: 'Refill', patients: 1_001, providers: 50 },
    ['at most 1,000 patients', 'at most 50 care providers, you among them'],
  ],
])('CHT-11 of %j there is missing %j', (given, missing) => {
  expect(missingFor(given)).toEqual(missing);
});

test('CHT-17 CER-42 a conversation that cannot be created says so and keeps what was typed', async () => {
  const page = openChat({
    rows: [],
    replies: [
      [
        listPatients,
        {
          patients: [
            {
              u_ID: 31,
              name: 'Grace 31',
              dob: '1950-03-04',
              phone: null,
              email: 'g@m.example',
              status: 1,
              patientType: 1,
            },
          ],
          totalPatients: 1,
          isMore: false,
        },
      ],
      [api.createConversation, { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'Refill');
  await page.user.type(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
  await page.user.click(await dialog.findByRole('button', { name: /Grace 31/ }));
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Unable to create conversation.')).toBeDefined();
  expect((dialog.getByRole('textbox', { name: 'Topic' }) as HTMLInputElement).value).toBe('Refill');

  // REL-06: whoever changes the topic after a lost answer does not begin two.
  page.answer(api.createConversation, doesFirst({ message: 'Created.', convId: 9, rollupId: null }));
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('It is not known whether the conversation was created');
  expect(dialog.getByText(/^Unable to create conversation\. Press “Create” again/)).toBeDefined();
  await page.user.type(dialog.getByRole('textbox', { name: 'Topic' }), ' of Lasix');
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('The conversation was not created')).toBeDefined();
  expect(dialog.getByText(firstTryDone.body.message)).toBeDefined();

  // Who stands in the way is said as the screen calls them.
  const refuse = async (body: object, words: string) => {
    page.answer(api.createConversation, { status: 400, body });
    await page.user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText(words, { exact: false })).toBeDefined();
    expect(dialog.getByText('Unable to create conversation.', { exact: false })).toBeDefined();
  };
  await refuse(
    { code: 'invalid', message: 'cpIds includes someone', fields: { cpIds: 'includes someone' } },
    'One of the care providers cannot take part: each of them must be active and able to see every patient.',
  );
  await refuse(
    { code: 'conversation.patient', message: 'uIds names a patient who is not active.' },
    'One of the patients is not active.',
  );
  const tooMany = { code: 'too_many', message: 'Too many requests. Please wait and try again.' };
  page.answer(api.createConversation, { status: 429, body: tooMany });
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Too many requests. Please wait and try again.')).toBeDefined();
});

test('CHT-13 CHT-14 whoever was looked for and chosen leaves the keyboard in the search, which says how many more it would find', async () => {
  const patient = {
    u_ID: 31,
    name: 'Grace 31',
    dob: '1950-03-04',
    phone: null,
    email: 'g@m.example',
    status: 1,
    patientType: 1,
  };
  const page = openChat({
    rows: [],
    replies: [[listPatients, { patients: [patient], totalPatients: 1_204, isMore: true }]],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog'));
  const search = dialog.getByRole('textbox', { name: 'Patients' });
  await page.user.type(search, 'gra');
  expect(await dialog.findByText('1 patient found, 1,203 more: type more of the name.')).toBeDefined();
  await page.user.click(await dialog.findByRole('button', { name: /Grace 31/ }));
  expect(document.activeElement).toBe(search);
  await page.user.type(search, 'gra');
  expect(
    await dialog.findByText('The first matches are already chosen. Type more of the name to find others.'),
  ).toBeDefined();
});

test('OPN-80 with TrialCard the patient of a conversation is named and leads nowhere', async () => {
  const rows = [aConversation({ convId: 7, patientName: 'Grace Miller' })];
  const head = async (modules: ('TrialCard' | 'Messaging')[]) => {
    const page = openChat({ rows, route: '/chat?conversation=7', viewer: { modules } });
    await screen.findByText('Grace Miller', { exact: false, selector: 'header *' });
    const isButton = screen.queryByRole('button', { name: 'Grace Miller' }) !== null;
    page.unmount();
    return isButton;
  };
  expect(await head(['Messaging'])).toBe(true);
  expect(await head(['Messaging', 'TrialCard'])).toBe(false);
});

test('BCT-01 BCT-04 BCT-05 BCT-06 BCT-07 CCN-01 CLN-23 the Broadcasts tab lists topic and member count, and a broadcast has Members and Messages in pages of 5', async () => {
  const sent = {
    ...aBroadcast(),
    broadcastId: 50,
    timeSent: new Date(2026, 0, 3, 16, 5),
    senderName: 'Nora Nurse',
    cpId: me,
    delivered: 7,
    read: 2,
    unreadAfterDay: 0,
  };
  const page = openChat({
    route: '/chat?tab=broadcasts',
    replies: [
      [
        broadcasting.listBroadcasts,
        ({ query }: Call) =>
          query.rollup_id === undefined
            ? { broadcasts: [aBroadcast()] }
            : {
                broadcasts: [aBroadcast()],
                ...aBroadcast(),
                careProviderNames: 'Nora Nurse',
                patientNames: 'A,B',
                uIds: '1,2',
              },
      ],
      [broadcasting.listRecipients, { recipients: six }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [sent] }],
    ],
  });
  const row = within(await screen.findByRole('list', { name: 'Broadcasts' })).getByRole('button', {
    name: /Vaccines.*8 members/,
  });
  expect(row.textContent).toContain('Vaccines');
  expect(row.textContent).toContain('8 members: 6 patients, 2 care providers');
  await page.user.click(row);
  const pane = within(await screen.findByRole('region', { name: 'Broadcast' }));
  expect((await pane.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Members', 'Messages']);
  const members = await pane.findByRole('table', { name: 'Members' });
  await waitFor(() => expect(within(members).getAllByRole('button', { name: /^Patient \d/ })).toHaveLength(5));
  const sizes = (name: string) =>
    within(pane.getByRole('combobox', { name: `${name}: rows per page` }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(sizes('Members')).toEqual(['5', '10', '25']);
  await page.user.click(pane.getByRole('tab', { name: 'Messages' }));
  expect(await pane.findByText('2 of 7')).toBeDefined();
  expect((pane.getByRole('combobox', { name: 'Messages: rows per page' }) as HTMLSelectElement).value).toBe('5');
  expect(sizes('Messages')).toEqual(['5', '10', '25', '100']);
  page.live.answers(() => ({ rollupId: 5, broadcastId: 51, message: 'x', timeSent: new Date().toISOString() }));
  await page.user.type(pane.getByRole('textbox', { name: 'Message to all' }), 'We are open again{Enter}');
  await sendToAll(page);
  await waitFor(() =>
    expect(page.live.asked[0]).toMatchObject({
      event: 'broadcast',
      body: { rollup_id: 5, cp_id: me, message: 'We are open again' },
    }),
  );
  await page.user.click(pane.getByRole('tab', { name: 'Members' }));
  await page.user.click(await pane.findByRole('button', { name: 'Patient 1' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient'));
  expect(page.router.state.location.state).toMatchObject({ uId: 1 });
});

test('SEC-26 what somebody writes is text: only addresses of pages and mail become links, which tell nobody where from', async () => {
  openChat({
    route: '/chat?conversation=7',
    messages: [aMessage(1, { message: '<b>See</b> https://example.com/a?b=1. Not javascript:alert(1)' })],
  });
  const box = within(await log());
  const links = box.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a?b=1']);
  expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  expect(box.getByText(/<b>See<\/b>/)).toBeDefined();
});

test('a conversation that one is not part of is taken before it is read, and a closed one is opened again before it is written to', async () => {
  const rows = [aConversation({ isMember: false, assignedTo: null })];
  const taken = aConversation({ version: 2, state: 'closed' });
  const page = openChat({
    rows,
    route: '/chat?conversation=7',
    replies: [[api.assignConversation, { conversation: taken }]],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Take' }));
  expect(page.callsOf(api.listMessages)).toHaveLength(0);
  page.answer(api.readConversation, { conversation: taken });
  expect(page.callsOf(api.assignConversation)[0]?.body).toEqual({ conv_id: 7, cp_id: me, assignee: me, version: 1 });
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  expect(await screen.findByText('This conversation is closed.')).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reopen' })).toBeDefined();
});

const unreachable =
  'Cannot be told by mail or text that a message waits: Grace Hopper. Their contact details, or what they agreed to, do not allow it.';
const undelivered =
  'Mails or texts do not arrive, so they are not told that a message waits: Grace Hopper. Check their contact details.';
const notActive =
  'Grace Hopper is not an active patient. They are not told that a message waits, and their link to this conversation does not open.';
const stays = 'What you write stays in this conversation. Grace Hopper is not told of it now.';

test.each([
  ['unreachable', unreachable],
  ['not_active', notActive],
  ['undelivered', undelivered],
] as const)(
  'CHT-02 PRV-08 a conversation whose patient is %s says so and why, and its send box that they are not told; writing stays possible',
  async (untold, said) => {
    const page = openChat({ rows: [aConversation({ untold })], route: '/chat?conversation=7' });
    const box = await field();
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(stays);
    page.live.answers(() => onWire(aMessage(2, { cpId: me })));
    await page.user.type(box, 'Please come in{Enter}');
    await waitFor(() => expect(page.live.asked.some(({ event }) => event === 'chat message')).toBe(true));
  },
);

test('PRV-08 that a patient cannot be told of messages is said as soon as it begins while the conversation is open, and no more once they can be', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  await field();
  expect(screen.queryByText(stays)).toBeNull();
  page.answer(api.readConversation, { conversation: aConversation({ untold: 'not_active', seesPatient: false }) });
  await page.live.tell({ type: 'patient.changed', id: 31 });
  expect(await screen.findByText(notActive)).toBeDefined();
  page.answer(api.readConversation, { conversation: aConversation({ untold: 'unreachable' }) });
  await page.live.tell({ type: 'patient_record.changed', id: 31 });
  expect(await screen.findByText(unreachable)).toBeDefined();
  page.answer(api.readConversation, { conversation: aConversation() });
  await page.live.tell({ type: 'patient.changed', id: 31 });
  await waitFor(() => expect(screen.queryByText(unreachable)).toBeNull());
});

test('PRV-03 with a patient who is removed their open conversation and its place in the list go, and with them name, topic and messages', async () => {
  const page = openChat({
    rows: [aConversation(), aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' })],
    route: '/chat?conversation=7',
  });
  await screen.findByText('Message 1');
  const message = 'This conversation does not exist.';
  page.answer(api.readConversation, { status: 404, body: { code: 'not_found', message } });
  page.answer(api.listConversations, {
    conversations: [aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' })],
  });
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(screen.queryAllByText(/Grace Hopper|Refill|Message 1/)).toEqual([]));
  expect(screen.getAllByText('Ada King').length).toBeGreaterThan(0);
});

test('PRV-08 whoever sees a conversation that is not theirs reads that its patient is told of nothing before they take it', async () => {
  openChat({
    rows: [aConversation({ isMember: false, assignedTo: null, untold: 'unreachable' })],
    route: '/chat?conversation=7',
  });
  expect(await screen.findByText(unreachable)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Take' })).toBeDefined();
});

test('BCT-06 PRV-08 before a message goes to many, a broadcast says who is told of none and who gets none, and each of its members says so; the question counts those who get it', async () => {
  const recipients = [
    aRecipient(1, { untold: 'unreachable' }),
    aRecipient(2, { untold: 'not_active', state: 'skipped' }),
    aRecipient(3),
    aRecipient(4, { untold: 'undelivered' }),
    aRecipient(5, { seesPatient: false }),
    aRecipient(6, { seesPatient: false, untold: 'not_active' }),
  ];
  const page = openChat({
    route: '/chat?broadcast=5',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() }],
      [broadcasting.listRecipients, { recipients }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  const members = await screen.findByRole('table', { name: 'Members' });
  const row = async (name: string) =>
    (await within(members).findByRole('button', { name })).closest('tr')?.textContent ?? '';
  expect(await row('Patient 1')).toContain('Cannot be told now');
  expect(await row('Patient 2')).toContain('Not active now');
  expect(await row('Patient 3')).not.toMatch(/now/);
  expect(await row('Patient 4')).toContain('Mail or text does not arrive');
  await page.user.click(screen.getByRole('tab', { name: 'Messages' }));
  expect(await screen.findByText('Cannot be told by mail or text that a message waits: Patient 1.')).toBeDefined();
  expect(screen.getByText('Not active, so nothing is sent to them: Patient 2.')).toBeDefined();
  expect(screen.getByText('You no longer see them, so nothing is sent to them: Patient 5, Patient 6.')).toBeDefined();
  expect(
    screen.getByText(
      'Mails or texts do not arrive, so they are not told that a message waits: Patient 4. Check their contact details.',
    ),
  ).toBeDefined();
  await page.user.type(screen.getByRole('textbox', { name: 'Message to all' }), 'Hello{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Send to 3 patients?' })).toBeDefined();
});

test('two patients of one name are told apart by their dates of birth among the members of a broadcast and where it says who gets nothing; of one out of sight only the name is shown', async () => {
  const patientName = 'Grace Hopper';
  const page = openChat({
    route: '/chat?broadcast=5',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() }],
      [
        broadcasting.listRecipients,
        {
          recipients: [
            aRecipient(1, { patientName, dob: '1950-03-04' }),
            aRecipient(2, { patientName, dob: '1981-12-09', untold: 'not_active', state: 'skipped' }),
            aRecipient(3, { patientName, seesPatient: false }),
          ],
        },
      ],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  const members = await screen.findByRole('table', { name: 'Members' });
  await within(members).findByRole('button', { name: 'Grace Hopper, born 03/04/1950' });
  const rows = within(members).getAllByRole('row').slice(1);
  const cellsOf = (row: HTMLElement) => within(row).getAllByRole('cell').slice(0, 2);
  expect(rows.map((row) => cellsOf(row).map(({ textContent }) => textContent))).toEqual([
    ['Grace Hopper, born 03/04/1950', 'Delivered'],
    ['Grace Hopper, born 12/09/1981', 'Not sentNot active now'],
    ['Grace Hopper', 'Delivered'],
  ]);
  await page.user.click(screen.getByRole('tab', { name: 'Messages' }));
  expect(
    await screen.findByText('Not active, so nothing is sent to them: Grace Hopper (born 12/09/1981).'),
  ).toBeDefined();
});

const toColleague = {
  own: aConversation({ assignedTo: { cpId: me, name: 'Nora Nurse' } }),
  theirs: aConversation({ assignedTo: { cpId: 8, name: 'Bea Berg' }, version: 2 }),
  changed: {
    status: 409,
    body: { code: 'conversation.changed', message: 'Someone else has changed this conversation. Please look again.' },
  },
};
/** The dialog, with whom the conversation is to go to chosen in it. */
async function assigning(page: ReturnType<typeof openChat>) {
  await page.user.click(await screen.findByRole('button', { name: 'More' }));
  await page.user.click(await screen.findByRole('menuitem', { name: /^Assign/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign conversation' }));
  await page.user.type(dialog.getByRole('textbox', { name: 'Care providers' }), 'Cara');
  await page.user.click(await dialog.findByRole('button', { name: /Cara Cole/ }));
  return { dialog, assign: () => page.user.click(dialog.getByRole('button', { name: 'Assign' })) };
}

test('REL-07 who gives a conversation to a colleague does not take it from the one who got it meanwhile, unless they press again, also where the line has not told of it', async () => {
  const { own, theirs, changed } = toColleague;
  const page = openChat({
    rows: [own],
    route: '/chat?conversation=7',
    replies: [
      [api.readConversation, { conversation: own }],
      [listUsers, { careProviders: [aUser({ cpID: 9, name: 'Cara Cole' })] }],
      [
        api.assignConversation,
        ({ body }: Call) => (body.version === 2 ? { conversation: { ...theirs, version: 3 } } : changed),
      ],
    ],
  });
  const { dialog, assign } = await assigning(page);
  page.answer(api.readConversation, { conversation: theirs });
  await assign();
  expect(await dialog.findByText(changed.body.message)).toBeDefined();
  expect(screen.getByText('Assigned to Bea Berg')).toBeDefined();
  await assign();
  await screen.findByText('Assigned to Cara Cole.');
  expect(page.callsOf(api.assignConversation).map(({ body }) => body.version)).toEqual([1, 2]);
});

test('REL-07 what was refused for another reason has not told whom a colleague gave the conversation to meanwhile, and does not take it from them', async () => {
  const { own, theirs, changed } = toColleague;
  const page = openChat({
    rows: [own],
    route: '/chat?conversation=7',
    replies: [
      [api.readConversation, { conversation: own }],
      [listUsers, { careProviders: [aUser({ cpID: 9, name: 'Cara Cole' })] }],
      [api.assignConversation, { status: 400, body: { code: 'invalid', message: 'Please choose somebody else.' } }],
    ],
  });
  const { dialog, assign } = await assigning(page);
  await assign();
  expect(await dialog.findByText('Please choose somebody else.')).toBeDefined();
  page.answer(api.readConversation, { conversation: theirs });
  page.answer(api.assignConversation, changed);
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  await screen.findByText('Assigned to Bea Berg');
  await assign();
  expect(await dialog.findByText(changed.body.message)).toBeDefined();
  expect(page.callsOf(api.assignConversation).map(({ body }) => body.version)).toEqual([1, 1]);
});

test('whoever has a conversation gives it back to the team, and closes it after a question', async () => {
  const own = aConversation({ assignedTo: { cpId: me, name: 'Nora Nurse' } });
  const unassigned = aConversation({ assignedTo: null, version: 2 });
  const closed = aConversation({ assignedTo: null, version: 3, state: 'closed' });
  const page = openChat({
    rows: [own],
    route: '/chat?conversation=7',
    replies: [
      [api.readConversation, { conversation: own }],
      [api.assignConversation, { conversation: unassigned }],
      [api.setConversationState, { conversation: closed }],
    ],
  });
  const choose = async (action: string) => {
    await page.user.click(await screen.findByRole('button', { name: 'More' }));
    await page.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  await screen.findByText('Assigned to you');
  page.answer(api.readConversation, { conversation: unassigned });
  await choose('Give back');
  expect(await screen.findByText('The conversation is unassigned.')).toBeDefined();
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  await waitFor(() => expect(screen.queryByText('Assigned to you')).toBeNull());
  expect(page.callsOf(api.assignConversation)[0]?.body).toMatchObject({ conv_id: 7, cp_id: me, assignee: null });
  await choose('Close conversation');
  const question = within(await screen.findByRole('dialog', { name: 'Close this conversation?' }));
  expect(page.callsOf(api.setConversationState)).toEqual([]);
  page.answer(api.readConversation, { conversation: closed });
  await page.user.click(question.getByRole('button', { name: 'Close conversation' }));
  await waitFor(() => expect(page.callsOf(api.setConversationState)).toHaveLength(1));
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  expect(await screen.findByText('This conversation is closed.')).toBeDefined();
  expect(page.callsOf(api.setConversationState)[0]?.body).toEqual({
    conv_id: 7,
    cp_id: me,
    state: 'closed',
    version: 2,
    seenTo: 1,
  });
});

test('REL-07 a conversation is not closed over what the patient writes while it is asked whether to close it: that is said and shown, and seen it is closed', async () => {
  const wrote = {
    code: 'conversation.patient_wrote',
    message: 'The patient has written in the meantime. Please read the message before you close the conversation.',
  };
  const closed = aConversation({ state: 'closed', version: 2 });
  const page = openChat({
    route: '/chat?conversation=7',
    replies: [
      [
        api.setConversationState,
        ({ body }: Call) => (body.seenTo === 3 ? { conversation: closed } : { status: 409, body: wrote }),
      ],
    ],
  });
  const dizzy = aMessage(2, { cpId: null, message: 'I feel dizzy', readByMe: false });
  const weak = aMessage(3, { cpId: null, message: 'And weak', readByMe: false });
  const ask = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'More' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Close conversation' }));
    return within(await screen.findByRole('dialog', { name: 'Close this conversation?' }));
  };
  const confirm = async (question: Awaited<ReturnType<typeof ask>>) =>
    page.user.click(question.getByRole('button', { name: 'Close conversation' }));
  await log();
  const question = await ask();
  await page.live.say('new message', onWire(dizzy));
  await screen.findByText('I feel dizzy');
  // Of another one the line did not tell.
  page.answer(api.listMessages, pagesOf(aMessage(1), dizzy, weak));
  await confirm(question);
  expect(await screen.findByText(wrote.message)).toBeDefined();
  expect(await screen.findByText('And weak')).toBeDefined();
  await confirm(await ask());
  expect(await screen.findByText('Conversation closed.')).toBeDefined();
  expect(page.callsOf(api.setConversationState).map(({ body }) => body.seenTo)).toEqual([1, 3]);
});

test.each([
  ['a message of the patient just before one’s own that is not shown was not seen', [aMessage(1, { cpId: null })], 1],
  [
    'what lies before all that is loaded was seen',
    Array.from({ length: 30 }, (__, n) => aMessage(n + 1, { cpId: n < 5 ? null : me })),
    5,
  ],
] as const)('REL-07 as a conversation is closed, %s', async (_, messages, seenTo) => {
  const page = openChat({
    route: '/chat?conversation=7',
    messages: [...messages],
    replies: [[api.setConversationState, { conversation: aConversation({ state: 'closed', version: 2 }) }]],
  });
  page.live.answers(({ body }) =>
    onWire(aMessage(40, { message: body.message, cpId: me, clientKey: body.clientKey, readByMe: true })),
  );
  await page.user.type(await field(), 'Please come in{Enter}');
  await waitFor(async () => expect(within(await log()).getByText('Please come in')).toBeDefined());
  await page.user.click(await screen.findByRole('button', { name: 'More' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Close conversation' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close this conversation?' }));
  await page.user.click(question.getByRole('button', { name: 'Close conversation' }));
  expect(await screen.findByText('Conversation closed.')).toBeDefined();
  expect(page.callsOf(api.setConversationState)[0]?.body.seenTo).toBe(seenTo);
});

test('REL-06 a conversation whose assignment got no answer is assigned again by a press, which is not done twice', async () => {
  const page = openChat({
    route: '/chat?conversation=7',
    replies: [
      [listUsers, { careProviders: [aUser({ cpID: 9, name: 'Cara Cole' })] }],
      [api.assignConversation, { status: 503, body: { code: 'unavailable', message: 'Please try again.' } }],
    ],
  });
  const { dialog, assign } = await assigning(page);
  await assign();
  expect(
    await dialog.findByText('Please try again. Press “Assign” again to find out: it is not done twice.'),
  ).toBeDefined();
});

const focused = () => document.activeElement as HTMLElement;
const isMessageBox = async () => expect(focused()).toBe(await field());

test('the keyboard goes into the conversation that is opened, and back to its row; from there into another one', async () => {
  const rows = [aConversation(), aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' })];
  const page = openChat({ rows });
  const row = async (name: RegExp) => within(await list()).getByRole('button', { name });
  for (const [name, topic] of [
    [/Ada King/, 'Pain'],
    [/Grace Hopper/, 'Refill'],
  ] as const) {
    await page.user.click(await row(name));
    const title = await screen.findByRole('heading', { level: 2, name: topic });
    await waitFor(() => expect(focused()).toBe(title));
    expect(screen.getByRole('region', { name: 'Conversation' }).contains(title)).toBe(true);
    await log();
    expect(focused()).toBe(title);
  }
  await page.user.click(await row(/Ada King/));
  await screen.findByRole('heading', { level: 2, name: 'Pain' });
  await page.user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Choose a conversation.');
  const left = await row(/Ada King/);
  await waitFor(() => expect(focused()).toBe(left));
});

test('whoever comes by a link has the keyboard where the page begins; back from there it goes to the row, and without one to the tab', async () => {
  const page = openChat({ route: '/chat?conversation=7' });
  await log();
  expect(focused()).toBe(document.body);
  await page.user.click(screen.getByRole('button', { name: 'Back' }));
  const row = within(await list()).getByRole('button', { name: /Grace Hopper/ });
  await waitFor(() => expect(focused()).toBe(row));
  page.unmount();
  const other = openChat({ rows: [], route: '/chat?conversation=7' });
  await log();
  await other.user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('tab', { name: 'All' })));
});

test('with the last of a list that goes on the keyboard goes on at the first row that came with them', async () => {
  const inTwo =
    (endpoint: typeof api.listConversations | typeof broadcasting.listBroadcasts, first: object, rest: object) =>
    ({ query }: Call) =>
      query.after ? rest : aReply(endpoint, first, { 'x-more': '7' });
  const page = openChat({
    replies: [
      [
        api.listConversations,
        inTwo(
          api.listConversations,
          { conversations: [aConversation()] },
          { conversations: [aConversation({ convId: 6, topic: 'Older' })] },
        ),
      ],
      [
        broadcasting.listBroadcasts,
        inTwo(
          broadcasting.listBroadcasts,
          { broadcasts: [aBroadcast()] },
          { broadcasts: [aBroadcast({ rollupId: 4, topic: 'Older' })] },
        ),
      ],
    ],
  });
  for (const [tab, name] of [
    ['All', 'Conversations'],
    ['Broadcasts', 'Broadcasts'],
  ] as const) {
    await page.user.click(await screen.findByRole('tab', { name: tab }));
    await page.user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Older');
    // The first one that came, below those that were passed already.
    const list = within(screen.getByRole('list', { name }));
    await waitFor(() => expect(focused()).toBe(list.getByRole('button', { name: /Older/ })));
  }
});

test('the keyboard goes into the broadcast that is opened, with its members, and back to its row', async () => {
  const sent = {
    ...aBroadcast(),
    broadcastId: 50,
    timeSent: new Date(2026, 0, 3, 16, 5),
    senderName: 'Nora Nurse',
    cpId: me,
    delivered: 7,
    read: 2,
    unreadAfterDay: 0,
  };
  const page = openChat({
    route: '/chat?tab=broadcasts',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() }],
      [broadcasting.listRecipients, { recipients: six }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [sent] }],
    ],
  });
  const row = async () =>
    within(await screen.findByRole('list', { name: 'Broadcasts' })).getByRole('button', { name: /Vaccines/ });
  await page.user.click(await row());
  const title = await screen.findByRole('heading', { level: 2, name: 'Vaccines' });
  await waitFor(() => expect(focused()).toBe(title));
  await page.user.click(screen.getByRole('tab', { name: 'Messages' }));
  await page.user.click(await screen.findByRole('button', { name: '2 of 7 read: show members' }));
  expect(focused()).toBe(screen.getByRole('tab', { name: 'Members' }));
  await page.user.click(await screen.findByRole('button', { name: 'Show newest' }));
  expect(focused()).toBe(screen.getByRole('tab', { name: 'Members' }));
  await page.user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Choose a broadcast.');
  const left = await row();
  await waitFor(() => expect(focused()).toBe(left));
});

test('whoever takes a conversation, or opens a closed one again, goes on at its message box', async () => {
  const taken = aConversation({ version: 2 });
  const page = openChat({
    rows: [aConversation({ isMember: false, assignedTo: null })],
    route: '/chat?conversation=7',
    replies: [
      [api.assignConversation, { conversation: taken }],
      [api.setConversationState, { conversation: taken }],
    ],
  });
  const take = await screen.findByRole('button', { name: 'Take' });
  page.answer(api.readConversation, { conversation: taken });
  await page.user.click(take);
  await log();
  await isMessageBox();
  page.answer(api.readConversation, { conversation: aConversation({ version: 3, state: 'closed' }) });
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  const reopen = await screen.findByRole('button', { name: 'Reopen' });
  page.answer(api.readConversation, { conversation: aConversation({ version: 4 }) });
  await page.user.click(reopen);
  await field();
  await isMessageBox();
});

test('after a message that was not sent is tried again, or thrown away, the keyboard goes on at the message box, and after a filter that was led to at “Show”', async () => {
  const page = openChat({
    route: '/chat?conversation=7',
    replies: [[countWaiting, { unreadMessages: 0, unreadConversations: 0, unassigned: 3 }]],
  });
  page.live.answers(() => {
    throw new Error('operation has timed out');
  });
  await page.user.type(await field(), 'Hello{Enter}');
  for (const name of ['Try again', 'Discard']) {
    await page.user.click(await screen.findByRole('button', { name }));
    await isMessageBox();
  }
  await waitFor(() => expect(screen.queryByText('Hello')).toBeNull());
  await page.user.click(await screen.findByRole('button', { name: '3 unassigned' }));
  expect(focused()).toBe(screen.getByRole('combobox', { name: 'Show' }));
});

test('two patients of one name are told apart: as they are chosen, in the list and in the conversation; removed, the keyboard goes on in the search', async () => {
  const dobs = ['1950-03-04', '1981-12-09'];
  const patients = dobs.map((dob, n) => ({
    u_ID: 31 + n,
    name: 'Grace Hopper',
    dob,
    phone: null,
    email: 'g@mail.example',
    status: 1 as const,
    patientType: 1 as const,
  }));
  const page = openChat({
    rows: [aConversation({ dob: '1950-03-04' }), aConversation({ convId: 8, uId: 32, dob: '1981-12-09' })],
    replies: [
      [listPatients, { patients, totalPatients: 2, isMore: false }],
      [listUsers, { careProviders: [aUser({ cpID: 9, name: 'Cara Cole' })] }],
    ],
  });
  await page.user.click(within(await list()).getByRole('button', { name: /Grace Hopper, born 12\/09\/1981/ }));
  const title = await screen.findByRole('heading', { level: 2, name: 'Refill' });
  expect(title.nextElementSibling?.textContent).toBe(
    'About Grace Hopper, born 12/09/1981 · Nora Nurse, Ingrid Solberg',
  );
  await page.user.click(screen.getByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog'));
  const search = dialog.getByRole('textbox', { name: 'Patients' });
  for (const name of [/03\/04\/1950/, /12\/09\/1981/]) {
    await page.user.write(search, 'gra');
    await page.user.click(await dialog.findByRole('button', { name }));
  }
  const chosen = () =>
    within(dialog.getByRole('list', { name: 'Chosen patients' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(chosen()).toEqual(['Grace Hopper, born 03/04/1950', 'Grace Hopper, born 12/09/1981']);
  await page.user.click(dialog.getByRole('button', { name: 'Remove Grace Hopper, born 03/04/1950' }));
  expect(chosen()).toEqual(['Grace Hopper, born 12/09/1981']);
  expect(focused()).toBe(search);
  const people = dialog.getByRole('textbox', { name: 'Care providers' });
  await page.user.write(people, 'Cara');
  await page.user.click(await dialog.findByRole('button', { name: 'Cara Cole' }));
  await page.user.click(dialog.getByRole('button', { name: 'Remove Cara Cole' }));
  expect(focused()).toBe(people);
});

test('how many a search for patients or colleagues found is read out', async () => {
  const patient = {
    u_ID: 31,
    name: 'Grace 31',
    dob: '1950-03-04',
    phone: null,
    email: 'g@m.example',
    status: 1,
    patientType: 1,
  };
  const page = openChat({
    rows: [],
    replies: [
      [
        listPatients,
        { patients: [patient, { ...patient, u_ID: 32, name: 'Grace 32' }], totalPatients: 42, isMore: true },
      ],
      [listUsers, { careProviders: [aUser({ cpID: 9, name: 'Cara Cole' })] }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog'));
  const heard = readAloud();
  await page.user.write(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
  await waitFor(() => expect(heard.at(-1)).toBe('2 patients found, 40 more: type more of the name.'));
  await page.user.write(dialog.getByRole('textbox', { name: 'Care providers' }), 'Cara');
  await waitFor(() => expect(heard.at(-1)).toBe('1 care provider found.'));
});
