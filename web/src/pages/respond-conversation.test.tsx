import { renewSession } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/conversations/patient-endpoints.ts';
import { lookAtCode } from '@portal/contract/responses/respond-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '#rooms/conversations/patient/calls.ts';
import { readAloud } from '#test/aloud.ts';
import { watchDownloads } from '#test/downloads.ts';
import { network } from '#test/network.ts';
import { type Call, forgetPortal, openPortal, type Reply } from '#test/portal.tsx';

beforeEach(forgetPortal);
const deadLink = 'This link no longer works. Please ask your care team for a new one.';
const said = (msgId: number, message: string, more: object = {}) => ({
  msgId,
  message,
  senderName: 'Nora Nurse',
  timeSent: new Date(2026, 0, 3, 9, msgId),
  isOwn: false,
  isReadByCareTeam: false,
  document: null,
  ...more,
});
const replies: Reply[] = [
  [api.lookAtConversation, { isOpen: true, triesLeft: 5 }],
  [
    api.openConversation,
    {
      pass: 'the-pass',
      topic: 'Refill',
      careTeam: 'Nora Nurse, Ingrid Solberg',
      takesTexts: null,
      hearsWhatWasShown: true,
    },
  ],
  [api.readOwnMessages, { messages: [said(2, 'And today?'), said(1, 'How are you?')], isMore: false }],
  [api.sendOwnMessage, ({ body }: Call) => ({ message: said(3, body.message, { isOwn: true, senderName: '' }) })],
];
async function begin(more: Reply[] = []) {
  const page = openPortal('/respond?conversation=THE-CODE', [...replies, ...more]);
  await enter(page);
  return page;
}
async function enter({ user }: Pick<ReturnType<typeof openPortal>, 'user'>) {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Month' }), 'March');
  await user.write(screen.getByRole('textbox', { name: 'Day' }), '5');
  await user.write(screen.getByRole('textbox', { name: 'Year' }), '1950');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}
const box = async () => (await screen.findByRole('textbox', { name: 'Your message' })) as HTMLTextAreaElement;
const closed = {
  status: 403,
  body: { code: 'conversation.link_closed', message: 'Please enter your date of birth again.' },
};
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
/** They look again, as when the page comes to the front. */
const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

test('a patient enters the date of birth, reads the messages oldest first and answers; the code left the address at once', async () => {
  const page = await begin();
  expect(page.path()).toBe('/respond');
  const list = within(await screen.findByRole('log', { name: 'Messages' }));
  expect(list.getAllByText(/\?$/).map(({ textContent }) => textContent)).toEqual(['How are you?', 'And today?']);
  expect(page.callsOf(api.openConversation)[0]?.body).toEqual({ code: 'THE-CODE', birthDate: '1950-03-05' });
  await page.user.write(screen.getByRole('textbox', { name: 'Your message' }), 'Better, thank you');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await list.findByText('Better, thank you')).toBeDefined();
  expect(page.callsOf(api.sendOwnMessage)[0]?.body).toMatchObject({ code: 'THE-CODE', pass: 'the-pass' });
  expect((screen.getByRole('textbox', { name: 'Your message' }) as HTMLTextAreaElement).value).toBe('');
  expect(page.callsOf(renewSession)).toHaveLength(0);
});

test('what is read out of a patient’s page is what their care team writes while it is open, and that their own message is sent; with the last of the earlier ones the keyboard stays with the messages', async () => {
  const page = await begin([
    [
      api.readOwnMessages,
      ({ body }: Call) =>
        body.msg_start === 0
          ? { messages: [said(12, 'And today?')], isMore: true }
          : { messages: [said(11, 'How are you?')], isMore: false },
    ],
    [api.sendOwnMessage, ({ body }: Call) => ({ message: said(13, body.message, { isOwn: true }) })],
  ]);
  const list = within(await screen.findByRole('log', { name: 'Messages' }));
  await list.findByText('And today?');
  const heard = readAloud();
  await page.user.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await list.findByText('How are you?');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log', { name: 'Messages' })));
  await page.user.write(await box(), 'Better');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await list.findByText('Better');
  const read = { isOwn: true, isReadByCareTeam: true };
  page.answer(api.readOwnMessages, {
    messages: [said(14, 'Good to hear'), said(13, 'Better', read), said(12, 'And today?')],
    isMore: true,
  });
  look();
  await list.findByText(/· Read$/);
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(heard).toEqual(['Sent', 'Nora Nurse: Good to hear']);
});

/** Where each look began, and up to which message it said that the page had shown them. */
const looksOf = (page: Pick<ReturnType<typeof openPortal>, 'callsOf'>) =>
  page.callsOf(api.readOwnMessages).map(({ body }) => [body.msg_start, body.seenTo]);

test('a patient’s page says which messages it has shown, at once after it has shown new ones, and of none whose answer was lost', async () => {
  const page = await begin([[api.readOwnMessages, lost]]);
  await waitFor(() => expect(looksOf(page)).toEqual([[0, 0]]));
  page.answer(api.readOwnMessages, { messages: [said(2, 'And today?'), said(1, 'How are you?')], isMore: false });
  look();
  await screen.findByText('And today?');
  await waitFor(() =>
    expect(looksOf(page).slice(1)).toEqual([
      [0, 0],
      [0, 2],
    ]),
  );
  look();
  await waitFor(() => expect(looksOf(page).slice(3)).toEqual([[0, 2]]));
  page.answer(api.readOwnMessages, { messages: [said(3, 'Good to hear')], isMore: false });
  look();
  await screen.findByText('Good to hear');
  await waitFor(() =>
    expect(looksOf(page).slice(4)).toEqual([
      [0, 2],
      [0, 3],
    ]),
  );
});

test('a server of the release before, which does not hear what was shown, is told nothing of it and is not asked a second time', async () => {
  const page = await begin([
    [api.openConversation, { pass: 'the-pass', topic: 'Refill', careTeam: 'Nora Nurse', takesTexts: null }],
  ]);
  await screen.findByText('And today?');
  page.answer(api.readOwnMessages, { messages: [said(3, 'Good to hear')], isMore: false });
  look();
  await screen.findByText('Good to hear');
  look();
  const body = { code: 'THE-CODE', pass: 'the-pass', msg_start: 0, msg_limit: 25 };
  await waitFor(() => expect(page.callsOf(api.readOwnMessages).map((call) => call.body)).toEqual([body, body, body]));
});

/** There is an earlier message, at the start of 1 once the newest one is on the page. */
const pages = ({ body }: Call) =>
  body.msg_start === 0
    ? { messages: [said(12, 'And today?')], isMore: true }
    : { messages: [said(11, 'How are you?')], isMore: false };

test('earlier messages count as shown once they stand on the patient’s page', async () => {
  const page = await begin([[api.readOwnMessages, pages]]);
  await page.user.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('How are you?');
  await waitFor(() =>
    expect(looksOf(page)).toEqual([
      [0, 0],
      [0, 12],
      [1, 0],
      [1, 12],
    ]),
  );
});

test('that earlier messages were shown is said once more where its answer was lost, until one has come', async () => {
  const saysOfEarlier = ({ body }: Call) => body.msg_start === 1 && body.seenTo === 12;
  const page = await begin([[api.readOwnMessages, (call: Call) => (saysOfEarlier(call) ? lost() : pages(call))]]);
  const told = () => page.callsOf(api.readOwnMessages).filter(saysOfEarlier);
  await page.user.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await waitFor(() => expect(told()).toHaveLength(1));
  look();
  await waitFor(() => expect(told()).toHaveLength(2));
  page.answer(api.readOwnMessages, pages);
  look();
  await waitFor(() => expect(told()).toHaveLength(3));
  const before = looksOf(page).length;
  look();
  await waitFor(() => expect(looksOf(page).slice(before)).toEqual([[0, 12]]));
});

test('earlier messages that come while nobody looks at the page count as shown once somebody does', async () => {
  const coming = Promise.withResolvers<void>();
  const page = await begin([
    [
      api.readOwnMessages,
      async (call: Call) => {
        if (call.body.msg_start > 0) await coming.promise;
        return pages(call);
      },
    ],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  coming.resolve();
  await screen.findByText('How are you?');
  expect(looksOf(page)).not.toContainEqual([1, 12]);
  visibility.mockReturnValue('visible');
  look();
  await waitFor(() => expect(looksOf(page)).toContainEqual([1, 12]));
});

/** So many messages in a row, the newest first, as the server has them; and how it answers of all that there are. */
const written = (from: number, count: number, more?: object) =>
  Array.from({ length: count }, (_, n) => said(from + n, `No. ${from + n}`, more)).toReversed();
const pageOf = (all: readonly object[], { msg_start, msg_limit }: Call['body']) => ({
  messages: all.slice(msg_start, msg_start + msg_limit),
  isMore: all.length > msg_start + msg_limit,
});

test('that messages were shown below the newest one, which is the patient’s own, brings no earlier ones', async () => {
  const all = [said(60, 'Thank you', { isOwn: true }), ...written(1, 59)];
  const page = await begin([[api.readOwnMessages, ({ body }: Call) => pageOf(all, body)]]);
  await screen.findByText('No. 59');
  await waitFor(() => expect(looksOf(page)).toContainEqual([1, 59]));
  look();
  await waitFor(() => expect(looksOf(page).at(-1)).toEqual([0, 59]));
  expect(looksOf(page)).toEqual([
    [0, 0],
    [1, 59],
    [0, 59],
  ]);
  expect(screen.queryByText('No. 35')).toBeNull();
});

test('earlier messages are told of where they stand by now, when newer ones have come since their answer was lost', async () => {
  let all = [said(60, 'And today?'), ...written(36, 24, { isOwn: true }), ...written(11, 25)];
  let loses = true;
  const page = await begin([
    [
      api.readOwnMessages,
      ({ body }: Call) => {
        const isLost = loses && body.msg_start === 25 && body.seenTo === 60;
        return isLost ? lost() : pageOf(all, body);
      },
    ],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('No. 11');
  await waitFor(() => expect(looksOf(page)).toContainEqual([25, 60]));
  loses = false;
  all = [...written(61, 2), ...all];
  look();
  await screen.findByText('No. 62');
  await waitFor(() => expect(looksOf(page)).toContainEqual([0, 62]));
  look();
  await waitFor(() => expect(looksOf(page)).toContainEqual([50, 62]));
});

test('a document that was deleted leaves a sentence in the patient’s messages, which is also read out', async () => {
  const page = await begin();
  await screen.findByText('And today?');
  const heard = readAloud();
  page.answer(api.readOwnMessages, { messages: [said(3, '', { isDocumentGone: true })], isMore: false });
  look();
  const list = within(screen.getByRole('log', { name: 'Messages' }));
  expect(await list.findByText('A document that was sent here has been deleted.')).toBeDefined();
  await waitFor(() => expect(heard).toEqual(['Nora Nurse: A document that was sent here has been deleted.']));
});

test('PRV-05 a patient’s page says with whom they talk, and where nobody is named that it is their care team', async () => {
  const page = await begin();
  expect(await screen.findByText(/^With Nora Nurse, Ingrid Solberg\. /)).toBeDefined();
  page.unmount();
  await begin([[api.openConversation, { pass: 'the-pass', topic: 'Refill', careTeam: '', takesTexts: null }]]);
  expect(await screen.findByText(/^With your care team\. /)).toBeDefined();
});

test('a message that is too long stays whole in the box and is not sent; the patient is told how much too long it is', async () => {
  const page = await begin();
  await page.user.write(await box(), 'x'.repeat(4_120));
  const told = 'Too long: it has 4,120 characters, and 4,000 at most are kept. Please shorten it by 120.';
  expect(await screen.findByText(told)).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  expect([(await box()).value.length, page.callsOf(api.sendOwnMessage).length]).toEqual([4_120, 0]);
  await page.user.clear(await box());
  await page.user.write(await box(), 'Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)[0]?.body).toMatchObject({ message: 'Hello' }));
});

const notKnown =
  'It is not known whether your message was sent. Please press “Send” again without changing it: it is sent only once.';
const unavailable = { status: 503, body: { code: 'unavailable', message: 'Please try again.' } };
/** The page on which “Hello” was sent and got no answer. */
async function helloUnanswered() {
  const page = await begin([[api.sendOwnMessage, unavailable]]);
  await page.user.write(await box(), 'Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(notKnown)).toBeDefined();
  return page;
}
/** The key of the first message that each of the pages has sent. */
const firstKeys = (...pages: Pick<ReturnType<typeof openPortal>, 'callsOf'>[]) =>
  pages.map((one) => one.callsOf(api.sendOwnMessage)[0]?.body.clientKey);

test('OPN-44 a message that does not go through stays in the box, which says so, and is sent again under the same key', async () => {
  const page = await begin([[api.sendOwnMessage, unavailable]]);
  await page.user.write(await screen.findByRole('textbox', { name: 'Your message' }), 'Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(notKnown));
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message', description: notKnown });
  expect(message.value).toBe('Hello');
  page.answer(api.sendOwnMessage, { message: said(3, 'Hello', { isOwn: true }) });
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)).toHaveLength(2));
  const [first, second] = page.callsOf(api.sendOwnMessage).map(({ body }) => body.clientKey);
  expect(second).toBe(first);
});

const offline = 'You are offline. Nothing is sent until you press again.';
/** The box with what the page says of its message. */
const boxSaying = async (description: string) =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message', description });
test('REL-17 a message whose "Send" began without a network was not sent and says so, while there is none; a reload says nothing of it', async () => {
  const page = await begin([[api.sendOwnMessage, lost]]);
  await page.user.write(await box(), 'Hello');
  await screen.findByText('And today?');
  page.answer(api.readOwnMessages, lost);
  const { goes, comes } = network();
  goes();
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await boxSaying(offline);
  comes();
  await boxSaying('');
  page.unmount();
  await enter(openPortal('/respond', replies));
  expect((await boxSaying('')).value).toBe('Hello');
});

test('REL-06 a "Send" without a network after one that got no answer tells nothing of that one, which is gone on from under its key', async () => {
  const page = await helloUnanswered();
  page.answer(api.sendOwnMessage, lost);
  page.answer(api.readOwnMessages, lost);
  const { goes, comes } = network();
  goes();
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)).toHaveLength(2));
  await boxSaying(notKnown);
  comes();
  page.answer(api.sendOwnMessage, { message: said(3, 'Hello', { isOwn: true }) });
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)).toHaveLength(3));
  expect(new Set(page.callsOf(api.sendOwnMessage).map(({ body }) => body.clientKey)).size).toBe(1);
});

test('REL-06 REL-17 a proxy that refuses a look or a "Send" takes nobody off the page, and tells nothing of a "Send" before it', async () => {
  const page = await helloUnanswered();
  const refused = { status: 403, body: '<html>Forbidden</html>' };
  page.answer(api.sendOwnMessage, refused);
  page.answer(api.readOwnMessages, refused);
  const looks = page.callsOf(api.readOwnMessages).length;
  look();
  await waitFor(() => expect(page.callsOf(api.readOwnMessages).length).toBeGreaterThan(looks));
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)).toHaveLength(2));
  expect((await boxSaying(notKnown)).value).toBe('Hello');
});

test('REL-17 that the messages could not be read again without a network does not ask for a press', async () => {
  const page = await begin();
  await screen.findByText('And today?');
  page.answer(api.readOwnMessages, lost);
  network().goes();
  look();
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('Unable to make request')).toBeDefined();
  expect(main.queryByText(offline)).toBeNull();
});

test('a message that was begun, and the key it was sent under, outlive the pass that ran out', async () => {
  const page = await helloUnanswered();
  page.answer(api.readOwnMessages, closed);
  look();
  await screen.findByText(closed.body.message);
  page.answer(api.readOwnMessages, { messages: [said(1, 'How are you?')], isMore: false });
  page.answer(api.sendOwnMessage, { message: said(3, 'Hello', { isOwn: true }) });
  await enter(page);
  expect((await box()).value).toBe('Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(page.callsOf(api.sendOwnMessage)).toHaveLength(2));
  const [first, second] = page.callsOf(api.sendOwnMessage).map(({ body }) => body.clientKey);
  expect(second).toBe(first);
});

/** As a browser does; the fake server goes on. */
function givesUpWhenTold() {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    Promise.race([
      fetch(input, init),
      new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    ]);
}

const keptInTab = () => Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes('Hello'));

test('a message that was begun, and the key it was sent under, outlive a reload in this tab, and wait for the date of birth; once sent nothing is kept', async () => {
  const page = await helloUnanswered();
  page.unmount();
  const later = openPortal('/respond', replies);
  await screen.findByRole('combobox', { name: 'Month' });
  expect(document.body.innerHTML).not.toContain('Hello');
  await enter(later);
  expect((await box()).value).toBe('Hello');
  expect(screen.getByRole('alert').textContent).toBe(notKnown);
  await later.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(async () => expect((await box()).value).toBe(''));
  const [first, second] = firstKeys(page, later);
  expect(second).toBe(first);
  expect(keptInTab()).toEqual([]);
});

test('REL-06 a message that nobody knows whether it was sent keeps its key where the box was emptied before a reload: written once more it is the same one', async () => {
  const page = await helloUnanswered();
  await page.user.clear(await box());
  page.unmount();
  const later = openPortal('/respond', replies);
  await enter(later);
  expect((await box()).value).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('');
  await later.user.write(await box(), 'Hello');
  await later.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(async () => expect((await box()).value).toBe(''));
  const [first, second] = firstKeys(page, later);
  expect(second).toBe(first);
  expect(keptInTab()).toEqual([]);
});

test('after a reload nothing is said of another text than the one that nobody knows whether it was sent', async () => {
  const page = await helloUnanswered();
  await page.user.clear(await box());
  await page.user.write(await box(), 'Good morning');
  page.unmount();
  await enter(openPortal('/respond', replies));
  expect((await box()).value).toBe('Good morning');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a message that the server has refused was not sent: after a reload nothing says that it may have been', async () => {
  const page = await begin([[api.sendOwnMessage, { status: 429, body: { code: 'too_many', message: 'Try later.' } }]]);
  await page.user.write(await box(), 'Hello');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Try later.');
  page.unmount();
  const later = openPortal('/respond', replies);
  await enter(later);
  expect((await box()).value).toBe('Hello');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a refusal after a lost answer does not say what became of the first try, which is gone on from under its key', async () => {
  const page = await helloUnanswered();
  page.answer(api.sendOwnMessage, { status: 429, body: { code: 'too_many', message: 'Try later.' } });
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Try later.');
  page.unmount();
  const later = openPortal('/respond', replies);
  await enter(later);
  expect(await screen.findByText(notKnown)).toBeDefined();
  await later.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(later.callsOf(api.sendOwnMessage)).toHaveLength(1));
  const [first, second] = firstKeys(page, later);
  expect(second).toBe(first);
});

test.each(['{"text":7}', '["Hello"]', '{"text":"Hello","intended":{"text":"Hello"}}', '"Hello"', '{'])(
  'what the tab has kept in another shape is as good as nothing: %s',
  async (kept) => {
    const page = await begin();
    await box();
    page.unmount();
    sessionStorage.setItem('respond.begun', kept);
    await enter(openPortal('/respond', replies));
    expect((await box()).value).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('');
  },
);

test.each(['/respond?conversation=ANOTHER', '/respond?code=ANOTHER'])(
  'PRV-09 what was begun behind one link is gone from the tab once another is opened there: %s',
  async (at) => {
    const page = await begin();
    await page.user.write(await box(), 'Hello');
    page.unmount();
    expect(keptInTab()).toHaveLength(1);
    openPortal(at, [...replies, [lookAtCode, { isOpen: true, triesLeft: 5 }]]);
    await screen.findByRole('combobox', { name: 'Month' });
    expect(keptInTab()).toEqual([]);
  },
);

test('PRV-09 with a link that works no more goes what was begun behind it; the same link opened anew finds it', async () => {
  const page = await begin();
  await page.user.write(await box(), 'Hello');
  page.unmount();
  const again = await begin();
  expect((await box()).value).toBe('Hello');
  again.answer(api.readOwnMessages, { status: 404, body: { code: 'conversation.link_unknown', message: deadLink } });
  look();
  await screen.findByText(deadLink);
  expect(keptInTab()).toEqual([]);
});

test('why a message was not sent stays until it is sent, and why the messages cannot be read is said apart from it', async () => {
  const page = await helloUnanswered();
  page.answer(api.readOwnMessages, { messages: [said(4, 'And now?')], isMore: false });
  look();
  expect(await screen.findByText('And now?')).toBeDefined();
  expect(screen.getByText(notKnown)).toBeDefined();
  page.answer(api.readOwnMessages, { status: 500, body: { code: 'unexpected', message: 'Something went wrong.' } });
  look();
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  expect(screen.getByText(notKnown)).toBeDefined();
});

test('a dead link says so and whom to ask; an aged pass asks for the date of birth again', async () => {
  const page = await begin([[api.readOwnMessages, closed]]);
  expect(await screen.findByText(closed.body.message)).toBeDefined();
  page.answer(api.openConversation, { status: 404, body: { code: 'conversation.link_too_many', message: deadLink } });
  await enter(page);
  expect(await screen.findByText(deadLink)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('REL-17 a document that was removed meanwhile is told of, and the conversation goes on with what was begun', async () => {
  const page = await begin([
    [
      api.readOwnMessages,
      { messages: [said(1, 'Your plan', { document: { docId: 8, name: 'Plan' } })], isMore: false },
    ],
    [api.openOwnDocument, { status: 404, body: { code: 'not_found', message: 'Not found.' } }],
  ]);
  await page.user.write(await box(), 'Thank you');
  await page.user.click(screen.getByRole('button', { name: 'Plan' }));
  expect(await screen.findByText('This document can no longer be opened. Please ask your care team.')).toBeDefined();
  expect((await box()).value).toBe('Thank you');
  await page.user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Thank you', { selector: 'p' })).toBeDefined();
});

const twoPapers = {
  messages: [
    said(1, 'Your plan', { document: { docId: 8, name: 'Plan' } }),
    said(2, 'And a leaflet', { document: { docId: 9, name: 'Leaflet' } }),
  ],
  isMore: false,
};
const paper = { name: 'Plan', contentType: 'application/pdf', data: btoa('A plan') };

test('REL-17 a document of a slow line arrives though it takes a minute; its button is busy meanwhile, and no other one', async () => {
  const files = watchDownloads();
  const coming = Promise.withResolvers<unknown>();
  const page = await begin([
    [api.readOwnMessages, twoPapers],
    [api.openOwnDocument, () => coming.promise],
  ]);
  const button = async (name: string) => screen.findByRole('button', { name });
  await button('Plan');
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  givesUpWhenTold();
  await page.user.click(await button('Plan'));
  await waitFor(async () => expect((await button('Plan')).getAttribute('aria-disabled')).toBe('true'));
  expect((await button('Leaflet')).getAttribute('aria-disabled')).toBeNull();
  await page.user.click(await button('Plan'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  coming.resolve(paper);
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['Plan.pdf']));
  expect(page.callsOf(api.openOwnDocument)).toHaveLength(1);
  await waitFor(async () => expect((await button('Plan')).getAttribute('aria-disabled')).toBeNull());
});

test('REL-17 that a document could not be opened is said below it, and stays until it is pressed again', async () => {
  const files = watchDownloads();
  const page = await begin([
    [api.readOwnMessages, twoPapers],
    [api.openOwnDocument, lost],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Plan' }));
  const description = 'This document could not be opened. Please press its name again.';
  await screen.findByRole('button', { name: 'Plan', description });
  page.answer(api.readOwnMessages, { ...twoPapers, messages: [...twoPapers.messages, said(3, 'And now?')] });
  look();
  await screen.findByText('And now?');
  const button = await screen.findByRole('button', { name: 'Plan', description });
  page.answer(api.openOwnDocument, paper);
  await page.user.click(button);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(screen.queryByText(description)).toBeNull();
});

test('a document that is opened after the pass ran out asks for the date of birth again', async () => {
  const page = await begin([
    [api.readOwnMessages, twoPapers],
    [api.openOwnDocument, closed],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Plan' }));
  expect(await screen.findByText(closed.body.message)).toBeDefined();
});

test('P11-08 a document that a later one corrects says so before it is opened, and one that was corrected since as it is opened', async () => {
  const files = watchDownloads();
  const corrected = said(1, 'Your plan', { document: { docId: 8, name: 'Plan', isCorrected: true } });
  const since = said(2, 'And a leaflet', { document: { docId: 9, name: 'Leaflet', isCorrected: false } });
  const page = await begin([
    [api.readOwnMessages, { messages: [since, corrected], isMore: false }],
    [api.openOwnDocument, { ...paper, name: 'Leaflet', isCorrected: true }],
  ]);
  const description = 'A later version of this document exists. Please ask your care team.';
  await screen.findByRole('button', { name: 'Plan', description });
  expect(screen.getAllByText(description)).toHaveLength(1);
  const heard = readAloud();
  await page.user.click(screen.getByRole('button', { name: 'Leaflet' }));
  await waitFor(() => expect(heard).toContain(description));
  expect(files.map(({ name }) => name)).toEqual(['Leaflet.pdf']);
  expect(screen.getByRole('button', { name: 'Leaflet', description })).toBeDefined();
});

test('the paths that the page asks are those of the contract', () => {
  const known = Object.fromEntries(
    Object.entries(api).flatMap(([name, one]) => ('path' in one ? [[name, one.path]] : [])),
  );
  expect(paths).toEqual(known);
});

test('a server of the release before, which says nothing of text messages, leaves them out', async () => {
  await begin([[api.openConversation, { pass: 'the-pass', topic: 'Refill', careTeam: 'Nora Nurse' }]]);
  await screen.findByRole('button', { name: 'Send' });
  expect(screen.queryByText('Text messages')).toBeNull();
});

test('OPC-65 below the messages a patient stops text messages; a link that has ended meanwhile says so', async () => {
  const page = await begin([
    [api.openConversation, { pass: 'the-pass', topic: 'Refill', careTeam: 'Nora Nurse', takesTexts: true }],
    [api.chooseTexts, ({ body }: Call) => ({ takesTexts: body.takesTexts })],
  ]);
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  await page.user.click(await screen.findByText('Text messages'));
  await press('Stop text messages');
  await press('Stop them');
  expect(await screen.findByText(/^Text messages are stopped\./)).toBeDefined();
  expect(page.callsOf(api.chooseTexts)[0]?.body).toEqual({ code: 'THE-CODE', pass: 'the-pass', takesTexts: false });
  page.answer(api.chooseTexts, { status: 404, body: { code: 'conversation.link_unknown', message: deadLink } });
  await press('Allow them again');
  expect(await screen.findByText(deadLink)).toBeDefined();
});
