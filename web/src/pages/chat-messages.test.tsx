/** What is written and read in one conversation, while the line comes and goes. */
import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetMemory } from '#kit/remember.ts';
import { readAloud } from '#test/aloud.ts';
import {
  aBroadcast,
  aConversation,
  aMessage,
  aRecipient,
  me,
  onWire,
  openChat,
  pagesOf,
  talker,
} from '#test/conversations.tsx';
import { aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { type Call, forgetPortal, openPortal, sessionReplies } from '#test/portal.tsx';
import { endSession, forgetSession } from '#api/session.ts';

drawsPdfs();
beforeEach(forgetPortal);
const route = '/chat?conversation=7';
const log = () => screen.findByRole('log', { name: 'Messages' });
const field = async () => (await screen.findByRole('textbox', { name: 'Message' })) as HTMLTextAreaElement;
const aPatientDocument = (more: { docId: number; friendlyName: string }) => ({
  filename: 'plan.pdf',
  isSignRequest: 0,
  isCompletelySigned: 0,
  isCurrentSigner: 0,
  uuid: null,
  signerUuid: null,
  timeUploaded: new Date(2026, 0, 3),
  ...more,
});
const noAnswer = () => {
  throw new Error('operation has timed out');
};
const stored = ({ body }: { body: { message: string; clientKey: string } }) =>
  onWire(aMessage(2, { message: body.message, cpId: me, clientKey: body.clientKey }));
/** The page is loaded again in the same tab, by the same person unless another one is given. */
const reload = (page: { unmount: () => void }, given: Parameters<typeof openChat>[0] = { route }) => {
  page.unmount();
  forgetMemory();
  return openChat(given);
};

test('CHT-18 REL-09 a message that was not sent is there after the page was loaded again, and is sent under its first key', async () => {
  const page = openChat({ route });
  page.live.answers(noAnswer);
  await page.user.type(await field(), 'Hello{Enter}');
  await screen.findByRole('button', { name: 'Try again' });
  await page.user.type(await field(), 'And more');
  const again = reload(page);
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to send message. Please refresh and try again.');
  expect((await field()).value).toBe('And more');
  again.live.answers(stored);
  await again.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(within(await log()).getAllByText('Hello')).toHaveLength(1);
  const [first, second] = [page, again].map(({ live }) => live.asked.find(({ event }) => event === 'chat message'));
  expect(second?.body.clientKey).toBe(first?.body.clientKey);
  // It is through: after another load it is gone.
  reload(again);
  await log();
  expect(screen.queryByText('Hello')).toBeNull();
});

test('CHT-18 what was on its way when the page was loaded again can be sent again, and what was stored all the same is not offered', async () => {
  const page = openChat({ route });
  page.live.answers(() => new Promise(() => undefined));
  await page.user.type(await field(), 'First{Enter}');
  await page.user.type(await field(), 'Second{Enter}');
  const clientKey = page.live.asked.find(({ body }) => body.message === 'First')?.body.clientKey;
  reload(page, { route, messages: [aMessage(1), aMessage(2, { message: 'First', cpId: me, clientKey })] });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
  expect(within(await log()).getAllByText('First')).toHaveLength(1);
  expect(screen.getByText('Second')).toBeDefined();
});

test('SES-07 what somebody wrote is gone with their session, and nobody else finds it in the same tab', async () => {
  const page = openChat({ route });
  page.live.answers(noAnswer);
  await page.user.type(await field(), 'Hello{Enter}');
  await screen.findByRole('button', { name: 'Try again' });
  await page.user.type(await field(), 'And more');
  // Another person came in by another tab, and this one was loaded again.
  const other = reload(page, { route, viewer: { cpId: 4 } });
  await log();
  expect((await field()).value).toBe('');
  expect(screen.queryByText('Hello')).toBeNull();
  other.unmount();
  forgetMemory();
  openPortal('/account', sessionReplies(talker));
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(sessionStorage.length).toBeGreaterThan(0);
  act(() => endSession('signed-out'));
  expect(Object.values(sessionStorage).join(' ')).not.toMatch(/Hello|And more/);
});

test('SES-07 REL-17 what somebody wrote stays in their tab while the portal cannot be reached, and is gone once nobody is signed in', async () => {
  const kept = () => Object.values(sessionStorage).join(' ');
  sessionStorage.setItem('portal.kept.3 draft 7', '"And more"');
  const page = openPortal('/account', sessionReplies(talker));
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await act(async () => endSession('connection'));
  await screen.findByLabelText('Email');
  expect(kept()).toMatch('And more');
  page.unmount();
  // They signed out in another tab meanwhile.
  localStorage.removeItem('portal.session');
  forgetSession();
  openPortal('/sign-in');
  await screen.findByLabelText('Email');
  // Whose the tab was is known by their number alone, so that the next person is told.
  await waitFor(() => expect(kept()).toBe('3'));
});

test('CHT-07 CHT-18 whoever goes to another conversation and comes back finds every message that is not through', async () => {
  const rows = [aConversation(), aConversation({ convId: 8, patientName: 'Ada King', topic: 'Pain' })];
  const page = openChat({ rows, route });
  const sending = new Map<string, PromiseWithResolvers<object>>();
  page.live.answers(({ event, body }) => {
    if (event !== 'chat message') return {};
    const one = Promise.withResolvers<object>();
    sending.set(body.message, one);
    return one.promise;
  });
  const go = async (name: RegExp) =>
    page.user.click(within(await screen.findByRole('list', { name: 'Conversations' })).getByRole('button', { name }));
  await page.user.type(await field(), 'First{Enter}');
  await go(/Ada King/);
  await screen.findByRole('heading', { name: 'Pain' });
  await go(/Grace Hopper/);
  await screen.findByRole('heading', { name: 'Refill' });
  await page.user.type(await field(), 'Second{Enter}');
  await act(async () => sending.get('First')?.reject(new Error('operation has timed out')));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.getByText('First')).toBeDefined();
  expect(screen.getByText('Second')).toBeDefined();
});

test('REL-09 SOC-04 what came between the first read and the first time that the line stands is caught up', async () => {
  const page = openChat({ route });
  await within(await log()).findByText('Message 1');
  page.answer(api.listMessages, pagesOf(aMessage(1), aMessage(2)));
  page.answer(api.listConversations, {
    conversations: [aConversation({ latestMessage: 'Message 2', unreadMsgCount: 1 })],
  });
  await page.live.connect();
  expect(await within(await log()).findByText('Message 2')).toBeDefined();
  const list = screen.getByRole('list', { name: 'Conversations' });
  expect(await within(list).findByText('Message 2')).toBeDefined();
});

test('CHT-09 a thousand messages that are told in a row are read by a few calls, the last of them after the last message', async () => {
  const page = openChat();
  await screen.findByRole('list', { name: 'Conversations' });
  const before = page.callsOf(api.listConversations).length;
  page.answer(api.listConversations, { conversations: [aConversation({ latestMessage: 'Message 500' })] });
  for (let n = 1; n < 1_000; n += 1) await page.live.say('new message', onWire(aMessage(n, { convId: 8 })));
  page.answer(api.listConversations, { conversations: [aConversation({ latestMessage: 'Message 1000' })] });
  await page.live.say('new message', onWire(aMessage(1_000, { convId: 8 })));
  expect(await screen.findByText('Message 1000')).toBeDefined();
  expect(page.callsOf(api.listConversations).length - before).toBeLessThan(10);
});

test('CHT-08 SOC-03 what is seen while somebody scrolls is marked as read together', async () => {
  const page = openChat({ route, messages: [aMessage(1)] });
  page.live.answers(({ body }) => ({ conv_id: 7, msgIds: body.msgIds }));
  const box = await log();
  for (let n = 2; n < 27; n += 1) {
    await page.live.say('new message', onWire(aMessage(n, { readByMe: false })));
    box.dispatchEvent(new Event('scroll'));
  }
  const marks = () => page.live.asked.filter(({ event }) => event === 'message read');
  await waitFor(() => expect(marks().flatMap(({ body }) => body.msgIds)).toHaveLength(25));
  expect(marks().length).toBeLessThan(10);
});

test('CHT-08 whoever leaves at once has seen it all the same', async () => {
  const page = openChat({ route, messages: [aMessage(1, { readByMe: false })] });
  await within(await log()).findByText('Message 1');
  page.unmount();
  await waitFor(() =>
    expect(page.live.asked).toContainEqual({
      event: 'message read',
      body: { conv_id: 7, cp_id: me, msgIds: [1], msgRead: true },
    }),
  );
});

test('SOC-06 a refused message is told of once, as an alert, and the message keeps the reason and the way to try again', async () => {
  const page = openChat({ route });
  await log();
  const refusal = 'This conversation is closed. Reopen it to write.';
  page.live.answers(async ({ event }) => {
    if (event !== 'chat message') return {};
    await page.live.say('conversation-error', refusal);
    return { error: refusal };
  });
  await page.user.type(await field(), 'Hello{Enter}');
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText(refusal)).toHaveLength(1);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(within(await log()).getByText('Not sent. This conversation is closed. Reopen it to write.')).toBeDefined();
});

const goneWords = 'This conversation does not exist.';
const gone = { status: 404, body: { code: 'not_found', message: goneWords } };

test('PRV-11 CHT-18 SEC-23 where an open conversation goes out of sight, what one typed and a message that was just refused stay to be copied or discarded, and nothing else of it does', async () => {
  const page = openChat({ route });
  await log();
  page.live.answers(async ({ event }) => {
    if (event !== 'chat message') return {};
    await page.live.say('conversation-error', goneWords);
    return { error: goneWords };
  });
  await page.user.type(await field(), 'Take two tablets{Enter}');
  await screen.findByText(`Not sent. ${goneWords}`);
  await page.user.type(await field(), 'And call me');
  page.answer(api.readConversation, gone);
  page.answer(api.listConversations, { conversations: [] });
  await page.live.tell({ type: 'conversation.changed', id: 7 });

  expect(await screen.findByText('You no longer see this conversation.')).toBeDefined();
  const own = () => screen.queryAllByRole<HTMLTextAreaElement>('textbox', { name: 'Your message, not sent' });
  expect(own().map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['Take two tablets', true],
    ['And call me', true],
  ]);
  await waitFor(() => expect(screen.queryAllByText(/Grace Hopper|Refill|Message 1|Ingrid Solberg/)).toEqual([]));
  expect(screen.queryByRole('log')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.user.click(screen.getAllByRole('button', { name: 'Copy' })[0] as HTMLElement);
  expect(await screen.findByText('Copied.')).toBeDefined();
  expect(clipboard.mock.calls).toEqual([['Take two tablets']]);
  clipboard.mockRestore();

  await page.user.click(screen.getAllByRole('button', { name: 'Discard' })[0] as HTMLElement);
  expect(own().map(({ value }) => value)).toEqual(['And call me']);
  await page.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText(goneWords)).toBeDefined();
  expect(own()).toEqual([]);
});

test('PRV-11 what was typed to go with a document stays where its conversation goes out of sight', async () => {
  const page = openChat({
    route,
    replies: [[listPatientDocuments, { documents: [aPatientDocument({ docId: 5, friendlyName: 'Care plan' })] }]],
  });
  await log();
  await page.user.click(screen.getByRole('button', { name: 'Attach' }));
  await page.user.type(await screen.findByRole('textbox', { name: /Message \(optional\)/ }), 'Please read this');
  page.answer(api.readConversation, gone);
  await page.live.tell({ type: 'conversation.changed', id: 7 });
  const own = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message to a document' });
  expect([own.value, own.readOnly]).toEqual(['Please read this', true]);
  expect(screen.queryByText('Care plan')).toBeNull();
});

test('PRV-11 CHT-18 where an open broadcast goes out of sight, a message to all that was typed, or got no acknowledgement, stays to be copied or discarded, and nothing else of it does', async () => {
  const page = openChat({
    route: '/chat?tab=broadcasts&broadcast=5',
    replies: [
      [
        broadcasting.listBroadcasts,
        { broadcasts: [aBroadcast()], ...aBroadcast({ broadcastId: null }), careProviderNames: 'Nora Nurse' },
      ],
      [broadcasting.listRecipients, { recipients: [aRecipient(1)] }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [] }],
    ],
  });
  const box = () => screen.findByRole('textbox', { name: 'Message to all' });
  page.live.answers(() => Promise.reject(new Error('no acknowledgement')));
  await page.user.type(await box(), 'Closed today{Enter}');
  const question = await screen.findByRole('dialog', { name: /Send to/ });
  await page.user.click(within(question).getByRole('button', { name: 'Send' }));
  await screen.findByText('Unable to send message. Please refresh and try again.');
  await page.user.clear(await box());
  await page.user.type(await box(), 'Closed on Monday');
  page.answer(broadcasting.listBroadcasts, ({ query }: Call) => (query.rollup_id ? gone : { broadcasts: [] }));
  await page.live.tell({ type: 'broadcast.changed', id: 5 });

  expect(await screen.findByText('You no longer see this broadcast.')).toBeDefined();
  const own = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
  expect(own('Your message, of which it is not known whether it was sent').value).toBe('Closed today');
  expect(own('Your message, not sent').value).toBe('Closed on Monday');
  await waitFor(() => expect(screen.queryAllByText(/Vaccines|Patient 1|We are closed/)).toEqual([]));
  for (const left of [1, 0]) {
    await page.user.click(screen.getAllByRole('button', { name: 'Discard' })[0] as HTMLElement);
    expect(screen.queryAllByRole('textbox', { name: /^Your message/ })).toHaveLength(left);
  }
  expect(await screen.findByText(goneWords)).toBeDefined();
});

test('CHT-18 CER-43 a message that the server fails to store cannot be sent, whatever the server says of it', async () => {
  const page = openChat({ route });
  page.live.answers(async ({ event }) => {
    if (event !== 'chat message') return {};
    await page.live.say('error', 'Unable to make request');
    return { error: 'Unable to make request' };
  });
  await page.user.type(await field(), 'Hello{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to send message. Please refresh and try again.');
  expect(screen.queryByText('Unable to make request')).toBeNull();
});

test('CHT-05 whoever reads further up stays there, is told of new messages below, and gets to them by a press', async () => {
  const page = openChat({ route, messages: Array.from({ length: 20 }, (_, n) => aMessage(n + 1)) });
  const box = await log();
  // There is no layout here: the box is as if it were full.
  Object.defineProperties(box, { scrollHeight: { value: 2_000 }, clientHeight: { value: 400 } });
  box.scrollTop = 500;
  act(() => void box.dispatchEvent(new Event('scroll')));
  await page.live.say('new message', onWire(aMessage(21)));
  const below = await screen.findByRole('button', { name: 'New messages below' });
  expect(box.scrollTop).toBe(500);
  await page.user.click(below);
  expect(box.scrollTop).toBe(2_000);
  expect(screen.queryByRole('button', { name: 'New messages below' })).toBeNull();
  expect(document.activeElement).toBe(box);
  // At the end it follows by itself.
  act(() => void box.dispatchEvent(new Event('scroll')));
  await page.live.say('new message', onWire(aMessage(22)));
  await within(box).findByText('Message 22');
  expect(screen.queryByRole('button', { name: 'New messages below' })).toBeNull();
});

test('REL-06 a document whose answer was lost is sent again under its key, another one under its own, and what was sent is shown at once', async () => {
  const documents = [51, 52].map((docId) => aPatientDocument({ docId, friendlyName: `Plan ${docId}` }));
  const page = openChat({
    route,
    replies: [
      [listPatientDocuments, { documents }],
      [api.attachDocument, { status: 503, body: { code: 'unavailable', message: 'Please try again.' } }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Attach' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach a document' }));
  const press = () => page.user.click(dialog.getByRole('button', { name: 'Send document' }));
  const asked = (times: number) => waitFor(() => expect(page.callsOf(api.attachDocument)).toHaveLength(times));
  await page.user.click(await dialog.findByRole('radio', { name: 'Plan 51' }));
  const words = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' });
  await page.user.write(words, 'x'.repeat(4_001));
  expect(words.value).toHaveLength(4_001);
  dialog.getByText('Too long: it has 4,001 characters, and 4,000 at most are kept. Please shorten it by 1.');
  await press();
  expect(page.callsOf(api.attachDocument)).toEqual([]);
  await page.user.clear(words);
  await press();
  expect(await dialog.findByText('It is not known whether the document was sent')).toBeDefined();
  // It is said in the dialog, and not once more beside it.
  expect(screen.getAllByText(/Please try again\./)).toHaveLength(1);
  await press();
  await asked(2);
  await page.user.click(dialog.getByRole('radio', { name: 'Plan 52' }));
  page.answer(api.attachDocument, {
    message: aMessage(9, { message: '', cpId: me, document: { docId: 52, name: 'Plan 52' } }),
  });
  await press();
  await asked(3);
  expect(await within(await log()).findByRole('button', { name: 'Plan 52' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [one, two, three] = page.callsOf(api.attachDocument).map(({ body }) => body.clientKey);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
});

test('P11-08 a document that was corrected says so to whoever attaches it, also where that happens meanwhile, and leads whoever opens it in a conversation to the correction', async () => {
  const plan = aPatientDocument({ docId: 51, friendlyName: 'Plan' });
  const fresh = { docId: 52, friendlyName: 'Plan, corrected' };
  const page = openChat({
    route,
    messages: [aMessage(1, { document: { docId: 51, name: 'Plan' } })],
    replies: [
      [listPatientDocuments, { documents: [plan] }],
      [
        fetchDocument,
        ({ query }: Call) =>
          Number(query.docId) === 51
            ? { ...contentOf(plan, aPdf(['Old'])), correctedBy: [fresh] }
            : contentOf({ ...plan, ...fresh }, aPdf(['New'])),
      ],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Attach' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach a document' }));
  const described = (description: string) => dialog.findByRole('radio', { name: 'Plan', description });
  expect(await described('Uploaded 3 Jan 26, 12:00 AM')).toBeDefined();
  page.answer(listPatientDocuments, { documents: [{ ...plan, isCorrected: true }] });
  await page.live.tell({ type: 'patient_record.changed', id: 31 });
  expect(await described('Uploaded 3 Jan 26, 12:00 AM Corrected by a later document')).toBeDefined();
  expect(document.querySelector('p p')).toBeNull();
  await page.user.keyboard('{Escape}');

  await page.user.click(within(await log()).getByRole('button', { name: 'Plan' }));
  const old = within(await screen.findByRole('dialog', { name: 'Plan' }));
  expect(await old.findByText('A later document corrects this one.')).toBeDefined();
  await old.findByText('Old');
  await page.user.click(old.getByRole('button', { name: 'Plan, corrected' }));
  const correction = within(await screen.findByRole('dialog', { name: 'Plan, corrected' }));
  await correction.findByText('New');
});

test('BCT-06 each message of a broadcast leads to the members it reached, and to those who have not read it after a day', async () => {
  const sent = (broadcastId: number, more: object) => ({
    ...aBroadcast({ broadcastId, message: `Words ${broadcastId}` }),
    broadcastId,
    timeSent: new Date(2026, 0, 3, 16, 5),
    senderName: 'Nora Nurse',
    cpId: me,
    delivered: 3,
    read: 1,
    unreadAfterDay: 0,
    ...more,
  });
  const late = aRecipient(1, { isLate: true });
  const page = openChat({
    route: '/chat?broadcast=5',
    replies: [
      [broadcasting.listBroadcasts, { broadcasts: [aBroadcast()], ...aBroadcast() }],
      [broadcasting.listBroadcastMessages, { broadcastMsgs: [sent(50, {}), sent(49, { unreadAfterDay: 1 })] }],
      [broadcasting.listRecipients, { recipients: [late, aRecipient(2), aRecipient(3, { state: 'read' })] }],
    ],
  });
  const asked = () => page.callsOf(broadcasting.listRecipients).map(({ query }) => query.broadcast_id);
  await screen.findByRole('table', { name: 'Members' });
  expect(asked()).toEqual([undefined]);
  await page.user.click(screen.getByRole('tab', { name: 'Messages' }));
  await page.user.click(await screen.findByRole('button', { name: '1 not read after a day: show members' }));
  await waitFor(() => expect(asked()).toContain(49));
  expect(screen.getByText(/How far the message of .* came: “Words 49”/)).toBeDefined();
  const members = () => screen.getAllByRole('button', { name: /^Patient \d/ }).map(({ textContent }) => textContent);
  await waitFor(() => expect(members()).toEqual(['Patient 1']));
  await page.user.click(screen.getByRole('checkbox', { name: /Only patients who have not read it after a day/ }));
  expect(members()).toHaveLength(3);
  await page.user.click(screen.getByRole('button', { name: 'Show newest' }));
  expect(screen.queryByText(/How far the message/)).toBeNull();
  // What a patient reads meanwhile is shown.
  page.answer(broadcasting.listRecipients, { recipients: [aRecipient(2, { state: 'read', readAt: new Date() })] });
  await page.live.say('message updated', { conv_id: 702, msgIds: [1], cp_id: null, msgRead: true });
  await waitFor(() => expect(members()).toEqual(['Patient 2']));
});

test('what is read out of a conversation is what others write while it is open, and that one’s own is sent: no older message, none twice, and no read mark', async () => {
  const page = openChat({ route, messages: Array.from({ length: 40 }, (_, n) => aMessage(n + 1, { cpId: me })) });
  page.live.answers(({ body }) => onWire(aMessage(41, { message: body.message, cpId: me, clientKey: body.clientKey })));
  const box = within(await log());
  await box.findByText('Message 40');
  const heard = readAloud();
  await page.user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await box.findByText('Message 1');
  // With the last of them their button has gone.
  await waitFor(async () => expect(document.activeElement).toBe(await log()));
  await page.user.type(await field(), 'Hello{Enter}');
  await box.findByText('Hello');
  await page.live.say('new message', onWire(aMessage(41, { message: 'Hello', cpId: me })));
  await page.live.say('message updated', { conv_id: 7, msgIds: [40], cp_id: null, msgRead: true });
  await box.findByText(/Read by the patient/);
  for (const msgId of [42, 43])
    await page.live.say('new message', onWire(aMessage(msgId, { senderName: 'Anna Ruiz', message: 'Good morning' })));
  await waitFor(() => expect(heard).toHaveLength(3));
  expect(heard).toEqual(['Sent', 'Anna Ruiz: Good morning', 'Anna Ruiz: Good morning']);
});

test('a document that was deleted leaves a sentence in the conversation, which is also read out', async () => {
  const gone = 'A document that was sent here has been deleted.';
  const page = openChat({ route, messages: [aMessage(1, { message: '', isDocumentGone: true })] });
  const box = within(await log());
  expect(await box.findAllByText(gone)).toHaveLength(1);
  const heard = readAloud();
  await page.live.say('new message', onWire(aMessage(2, { message: 'Your plan', isDocumentGone: true })));
  await waitFor(() => expect(box.getAllByText(gone)).toHaveLength(2));
  await waitFor(() => expect(heard).toEqual([`Ingrid Solberg: Your plan ${gone}`]));
});

test('what was missed while the line was cut is read out once: how many they are and the newest one', async () => {
  const first = Array.from({ length: 5 }, (_, n) => aMessage(n + 1));
  const page = openChat({ route, messages: first });
  await page.live.connect();
  await within(await log()).findByText('Message 5');
  const heard = readAloud();
  await page.live.say('disconnect', undefined);
  page.answer(api.listMessages, pagesOf(...first, ...Array.from({ length: 30 }, (_, n) => aMessage(n + 6))));
  await page.live.connect();
  await within(await log()).findByText('Message 6');
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(heard[0]).toMatch(/^30 new messages\. .*: Message 35$/);
});

test('REL-09 what was missed is whole, or is caught up as a whole when the line stands again: nothing is left out between', async () => {
  const first = Array.from({ length: 5 }, (_, n) => aMessage(n + 1));
  const all = pagesOf(...first, ...Array.from({ length: 60 }, (_, n) => aMessage(n + 6)));
  const page = openChat({ route, messages: first });
  await page.live.connect();
  const box = within(await log());
  await box.findByText('Message 5');
  let failed = 0;
  page.answer(api.listMessages, (asked: Parameters<typeof all>[0]) => {
    if (asked.query.msg_start === 0) return all(asked);
    failed += 1;
    throw new TypeError('the line is dead');
  });
  await page.live.connect();
  await waitFor(() => expect(failed).toBe(1));
  // What comes in between is no sign that what was before it is there.
  await page.live.say('new message', onWire(aMessage(65)));
  await box.findByText('Message 65');
  page.answer(api.listMessages, all);
  await page.live.connect();
  expect(await box.findByText('Message 20')).toBeDefined();
});
