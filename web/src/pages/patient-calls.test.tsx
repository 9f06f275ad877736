import * as api from '@portal/contract/calls/endpoints.ts';
import { createConversation } from '@portal/contract/conversations/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { useLocation } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type PageData, pageData } from '#api/page.ts';
import { CallOfViewer } from '#rooms/calls/CallOfViewer.tsx';
import { setDevice } from '#rooms/calls/device.ts';
import { forgetMemory } from '#kit/remember.ts';
import { readAloud } from '#test/aloud.ts';
import { isOff } from '#test/buttons.ts';
import { areSame } from '#test/lost-answer.ts';
import { aNurse, aPatient, patientReplies } from '#test/patient.ts';
import { forgetPortal, type Reply, renderPage } from '#test/portal.tsx';
import Patient from './Patient.tsx';

beforeEach(forgetPortal);
/** The page of a patient, or another one, with the call beside it as the portal has it. */
function Anywhere() {
  const isPatient = useLocation({ select: ({ pathname }) => pathname === '/patient' });
  return (
    <>
      {isPatient ? <Patient /> : <p>Another page</p>}
      <CallOfViewer />
    </>
  );
}
const open = (modes: Partial<PageData['brand']> = {}, replies: Reply[] = [], modules: string[] = []) =>
  renderPage(<Anywhere />, {
    viewer: { ...aNurse, modules: [...aNurse.modules, ...modules] as never },
    route: '/patient?patient=7',
    page: { brand: { ...pageData().brand, callMode: false, demoMode: false, ...modes } },
    replies: [
      ...patientReplies(aPatient({ phone: '+15551234567' })),
      [api.makeVoiceToken, { voiceToken: 'the-token' }],
      [api.keepCall, { message: 'Call saved.', callId: 1 }],
      ...replies,
    ],
  });
const menu = async (page: ReturnType<typeof open>) => {
  await page.user.click(await screen.findByRole('button', { name: 'More' }));
  return screen.findByRole('menu');
};
const panel = () => within(screen.getByRole('region', { name: 'Call Ada Archer' }));
async function openPanel(page: ReturnType<typeof open>) {
  await page.user.click(within(await menu(page)).getByRole('menuitem', { name: 'Call' }));
  await screen.findByRole('region', { name: 'Call Ada Archer' });
}

test('DMO-01 DMO-05 SCN-12 CLN-05 without call mode a patient’s page has no call, nor without demo mode a demonstration', async () => {
  const page = open();
  const items = within(await menu(page))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  expect(items).toEqual(['Edit']);
});

test('CHT-16 OPC-82 with the module Messaging a conversation is started from the patient’s page, about this patient', async () => {
  const page = open(
    {},
    [
      [
        createConversation,
        { message: 'Conversation created.', convId: 12, rollupId: null, participants: { uIds: [7], cpIds: [3] } },
      ],
    ],
    ['Messaging'],
  );
  await page.user.click(within(await menu(page)).getByRole('menuitem', { name: 'Start a conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
  expect(
    within(dialog.getByRole('list', { name: 'Chosen patients' })).getByText('Ada Archer, born 03/05/1950'),
  ).toBeDefined();
  await page.user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'Refill');
  const led: string[] = [];
  page.router.subscribe('onBeforeNavigate', ({ toLocation }) => void led.push(toLocation.href));
  await page.user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(led).toContain('/chat?conversation=12'));
  expect(page.callsOf(createConversation)[0]?.body).toMatchObject({ uIds: [7], topic: 'Refill' });
});

test.each([0, -1] as const)('CHT-16 of a patient whose status is %i no conversation is offered', async (status) => {
  const page = open({}, patientReplies(aPatient({ status })), ['Messaging']);
  const items = within(await menu(page)).getAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Edit']);
});

test('DMO-05 DMO-06 DMO-07 DMO-08 CCN-17 CCN-18 a call is None, Active and Ended, is timed each second, and goes to +1 and the digits with the token of the line', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const connected: unknown[] = [];
  const hangUp = vi.fn<() => void>();
  setDevice({
    connect: async (token, number) => {
      connected.push([token, number]);
      return { hangUp };
    },
  });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  expect(panel().getByText('None')).toBeDefined();
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  expect(await panel().findByText('Active')).toBeDefined();
  expect(page.callsOf(api.makeVoiceToken)).toHaveLength(1);
  expect(connected).toEqual([['the-token', '+15551234567']]);
  act(() => void vi.advanceTimersByTime(65_000));
  expect(panel().getByRole('timer').textContent).toBe('01:05');
  act(() => void vi.advanceTimersByTime(3_600_000));
  expect(panel().getByRole('timer').textContent).toBe('01:01:05');
  // Nobody looks at the page for an hour, in which it does not tick.
  vi.setSystemTime(Date.now() + 3_600_000);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(panel().getByRole('timer').textContent).toBe('02:01:06');
  await page.user.click(panel().getByRole('button', { name: 'End call' }));
  expect(panel().getByText('Ended')).toBeDefined();
  expect(hangUp).toHaveBeenCalledTimes(1);
  await page.user.selectOptions(panel().getByRole('combobox', { name: 'Outcome' }), 'No answer');
  // What is pasted is not cut: it waits to be shortened.
  const note = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note (optional)' });
  await page.user.write(note, 'x'.repeat(1_001));
  expect(note.value).toHaveLength(1_001);
  await page.user.click(panel().getByRole('button', { name: 'Save call' }));
  panel().getByText('Too long: it has 1,001 characters, and 1,000 at most are kept. Please shorten it by 1.');
  expect(page.callsOf(api.keepCall)).toEqual([]);
  await page.user.clear(note);
  await page.user.click(panel().getByRole('button', { name: 'Save call' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull());
  expect(page.callsOf(api.keepCall)[0]?.body).toMatchObject({
    u_id: 7,
    number: '+15551234567',
    seconds: 7266,
    outcome: 'No answer',
  });
});

test('DMO-08 OPC-83 on the test line it stands in sight that nobody is called; a provider’s line without a device for it calls nobody and says so', async () => {
  const page = open({ callMode: true });
  await openPanel(page);
  expect(panel().getByText('Test line: nobody is called.')).toBeDefined();
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  expect(await panel().findByText('Active')).toBeDefined();
  expect(panel().getByText('Test line: nobody is called.')).toBeDefined();
  page.unmount();
  forgetPortal();
  const real = open({ callMode: true, callLine: 'provider' });
  await openPanel(real);
  expect(panel().getByRole('alert').textContent).toBe(
    'This portal has no calling device for its line, so nobody can be called. Please ask your administrator.',
  );
  expect(panel().queryByText('Test line: nobody is called.')).toBeNull();
  expect(isOff(panel().getByRole('button', { name: 'Call' }))).toBe(true);
});

test('DMO-06 a call that the other side ends while it is connecting is Ended', async () => {
  setDevice({
    connect: async (_token, _number, onEnd) => {
      onEnd();
      return { hangUp: () => undefined };
    },
  });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  expect(await panel().findByRole('button', { name: 'Save call' })).toBeDefined();
  expect(panel().getByText('Ended')).toBeDefined();
});

test('the keyboard goes along with a call: to the panel, to “End call”, to “Outcome” and back, and each state is read out', async () => {
  const page = open({ callMode: true });
  await openPanel(page);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Call Ada Archer' })));
  const heard = readAloud();
  const call = panel().getByRole('button', { name: 'Call' });
  await page.user.click(call);
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole('button', { name: 'End call' })));
  expect(heard).toContain('Call Ada Archer Active');
  await page.user.keyboard('{Enter}');
  expect(document.activeElement).toBe(panel().getByRole('combobox', { name: 'Outcome' }));
  expect(heard).toContain('Call Ada Archer Ended');
  await page.user.click(panel().getByRole('button', { name: 'Do not save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

test('a call is folded to one line with its state, its time and “End call”; who works on the page stays there when the other side hangs up', async () => {
  const ends: (() => void)[] = [];
  setDevice({
    connect: async (_token, _number, onEnd) => {
      ends.push(onEnd);
      return { hangUp: () => undefined };
    },
  });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  expect(panel().queryByRole('button', { name: 'Fold the call' })).toBeNull();
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  await page.user.click(await panel().findByRole('button', { name: 'Fold the call' }));
  expect(panel().queryByText('+15551234567')).toBeNull();
  expect(panel().getByText('Active')).toBeDefined();
  expect(panel().getByText('Test line: nobody is called.')).toBeDefined();
  expect(panel().getByRole('timer').textContent).toMatch(/^\d\d:\d\d$/);
  expect(document.activeElement).toBe(panel().getByRole('button', { name: 'Unfold the call', expanded: false }));
  await page.user.click(panel().getByRole('button', { name: 'Unfold the call' }));
  expect(panel().getByText('+15551234567')).toBeDefined();
  await page.user.click(panel().getByRole('button', { name: 'Fold the call' }));

  const heard = readAloud();
  const more = screen.getByRole('button', { name: 'More' });
  more.focus();
  act(() => ends[0]?.());
  await waitFor(() => expect(heard).toContain('Call Ada Archer Ended'));
  expect(document.activeElement).toBe(more);
  await page.user.click(panel().getByRole('button', { name: 'Unfold the call' }));
  expect(panel().getByRole('combobox', { name: 'Outcome' })).toBeDefined();
});

/** A call has ended, its outcome is chosen, and “Save call” is pressed. */
async function pressSave(page: ReturnType<typeof open>) {
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  await page.user.click(await panel().findByRole('button', { name: 'End call' }));
  await page.user.selectOptions(panel().getByRole('combobox', { name: 'Outcome' }), 'Reached');
  await page.user.click(panel().getByRole('button', { name: 'Save call' }));
}
const press = (page: ReturnType<typeof open>, name: string) => page.user.click(panel().getByRole('button', { name }));
const notThere = { status: 503, body: { code: 'unavailable', message: 'Please try again.' } };

test.each([
  ['the outcome', 'Reached', ''],
  ['the note', '', 'Takes the tablets again'],
])(
  '“Do not save” asks before it throws away %s of a call, and keeps it or ends it unsaved',
  async (_, outcome, note) => {
    const page = open({ callMode: true });
    await openPanel(page);
    await press(page, 'Call');
    await page.user.click(await panel().findByRole('button', { name: 'End call' }));
    const outcomeNow = () => panel().getByRole<HTMLSelectElement>('combobox', { name: 'Outcome' });
    const noteNow = () => panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note (optional)' });
    await page.user.selectOptions(outcomeNow(), outcome);
    await page.user.write(noteNow(), note);
    const answer = async (name: string) => {
      await press(page, 'Do not save');
      const asked = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await page.user.click(asked.getByRole('button', { name }));
    };
    await answer('Keep editing');
    expect([outcomeNow().value, noteNow().value]).toEqual([outcome, note]);
    await answer('Discard');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull());
    expect(page.callsOf(api.keepCall)).toEqual([]);
  },
);

test('REL-06 whoever folds a call while it is being saved is told that it was saved, and it is over', async () => {
  const answer = Promise.withResolvers<object>();
  const page = open({ callMode: true }, [[api.keepCall, () => answer.promise]]);
  await pressSave(page);
  await press(page, 'Fold the call');
  answer.resolve({ message: 'Call saved.', callId: 1 });
  expect(await screen.findByText('Call saved.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull();
});

test('REL-07 what came of a call cannot be changed while it is being saved; the panel can be folded, and goes on after a refusal', async () => {
  const answer = Promise.withResolvers<object>();
  const page = open({ callMode: true }, [[api.keepCall, () => answer.promise]]);
  await pressSave(page);
  const note = () => panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note (optional)' });
  const outcome = () => panel().getByRole<HTMLSelectElement>('combobox', { name: 'Outcome' });
  await page.user.type(note(), 'She');
  await page.user.selectOptions(outcome(), 'No answer');
  expect([note().value, outcome().value]).toEqual(['', 'Reached']);
  expect(panel().getByText('Being sent…')).toBeDefined();
  await press(page, 'Fold the call');
  answer.resolve(notThere);
  await panel().findByRole('alert');
  await page.user.type(note(), 'She');
  expect(note().value).toBe('She');
});

test('REL-06 a folded call that could not be saved unfolds and says so', async () => {
  const answer = Promise.withResolvers<object>();
  const page = open({ callMode: true }, [[api.keepCall, () => answer.promise]]);
  await pressSave(page);
  await press(page, 'Fold the call');
  answer.resolve(notThere);
  expect((await panel().findByRole('alert')).textContent).toContain('It is not known whether the call was saved.');
});

test('REL-06 a call that was folded after a lost answer is saved again under its first key', async () => {
  const page = open({ callMode: true }, [[api.keepCall, notThere]]);
  await pressSave(page);
  await panel().findByRole('alert');
  await press(page, 'Fold the call');
  await press(page, 'Unfold the call');
  expect(panel().getByRole('alert').textContent).toContain('It is not known whether the call was saved.');
  page.answer(api.keepCall, { message: 'Call saved.', callId: 1 });
  await press(page, 'Save call');
  await screen.findByText('Call saved.');
  expect(page.callsOf(api.keepCall)).toHaveLength(2);
  expect(areSame(page.callsOf(api.keepCall))).toBe(true);
});

test('DMO-05 whoever goes to another patient and comes back finds no call open', async () => {
  const page = open({ callMode: true });
  await openPanel(page);
  const go = (patient: number) => act(() => page.router.navigate({ to: '/patient', search: { patient } as never }));
  await go(8);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull());
  await go(7);
  expect(await screen.findByRole('button', { name: 'More' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull();
});

test('a call that connects only after the page was left is hung up', async () => {
  const connecting = Promise.withResolvers<{ hangUp: () => void }>();
  const connect = vi.fn<() => Promise<{ hangUp: () => void }>>(() => connecting.promise);
  const hangUp = vi.fn<() => void>();
  setDevice({ connect });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(connect).toHaveBeenCalledTimes(1));
  page.unmount();
  connecting.resolve({ hangUp });
  await waitFor(() => expect(hangUp).toHaveBeenCalledTimes(1));
});

test('DMO-05 DMO-06 a call goes on beside other pages, and what came of it is asked for after a reload; nothing is chosen beforehand', async () => {
  const hangUp = vi.fn<() => void>();
  setDevice({ connect: async () => ({ hangUp }) });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  expect(await panel().findByText('Active')).toBeDefined();
  await act(() => page.router.navigate({ to: '/follow-ups' as never }));
  await screen.findByText('Another page');
  expect(panel().getByText('Active')).toBeDefined();
  expect(hangUp).not.toHaveBeenCalled();
  await page.user.click(panel().getByRole('button', { name: 'End call' }));
  expect(hangUp).toHaveBeenCalledTimes(1);
  await page.user.type(panel().getByRole('textbox', { name: /Note/ }), 'She sleeps well');
  // Of what was in memory a reload leaves nothing.
  page.unmount();
  forgetMemory();
  const again = open({ callMode: true });
  await screen.findByRole('region', { name: 'Call Ada Archer' });
  expect(panel().getByText('Ended')).toBeDefined();
  expect(panel().getByRole<HTMLSelectElement>('combobox', { name: 'Outcome' }).value).toBe('');
  expect(panel().getByText('Still missing: the outcome.')).toBeDefined();
  await again.user.click(panel().getByRole('button', { name: 'Save call' }));
  expect(again.callsOf(api.keepCall)).toEqual([]);
  await again.user.selectOptions(panel().getByRole('combobox', { name: 'Outcome' }), 'Reached');
  await again.user.click(panel().getByRole('button', { name: 'Save call' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull());
  expect(again.callsOf(api.keepCall)[0]?.body).toMatchObject({
    u_id: 7,
    number: '+15551234567',
    outcome: 'Reached',
    note: 'She sleeps well',
  });
  again.unmount();
  forgetMemory();
  open({ callMode: true });
  await screen.findByRole('button', { name: 'More' });
  expect(screen.queryByRole('region', { name: 'Call Ada Archer' })).toBeNull();
});

test('DMO-06 a call that a reload cut was as long as until then, however often the page is loaded after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun = {
    patient: { uId: 7, name: 'Ada Archer', phone: '+15551234567' },
    made: { number: '+15551234567', startedAt: Date.now() },
  };
  let inTab = JSON.stringify({ ...begun, seconds: null, outcome: null, note: '' });
  for (const passed of [60_000, 3_600_000]) {
    vi.setSystemTime(Date.now() + passed);
    sessionStorage.setItem('portal.kept.call 3', inTab);
    const page = open({ callMode: true });
    await screen.findByRole('region', { name: 'Call Ada Archer' });
    expect(panel().getByRole('timer').textContent).toBe('01:00');
    // A reload takes no component away before it.
    inTab = sessionStorage.getItem('portal.kept.call 3') ?? '';
    page.unmount();
    forgetMemory();
  }
});

test('DMO-09 an alternate number takes the place of the patient’s once it is one', async () => {
  const connected: string[] = [];
  setDevice({
    connect: async (_token, number) => {
      connected.push(number);
      return { hangUp: () => undefined };
    },
  });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Use an alternate number' }));
  const start = () => panel().getByRole<HTMLButtonElement>('button', { name: 'Call' });
  expect(isOff(start())).toBe(true);
  const field = panel().getByRole('textbox', { name: 'Alternate number' });
  await page.user.click(field);
  await page.user.tab();
  expect(panel().getByText('Alternate number is required')).toBeDefined();
  for (const wrong of ['5559876543', '555-987-65431-2345678']) {
    await page.user.clear(field);
    await page.user.type(field, wrong);
    expect(panel().getByText('Alternate number must be in the form ddd-ddd-dddd')).toBeDefined();
    expect(isOff(start())).toBe(true);
  }
  await page.user.clear(field);
  await page.user.type(field, '555-987-6543');
  await page.user.click(start());
  await waitFor(() => expect(connected).toEqual(['+15559876543']));
});

test('DMO-08 until a call is begun the panel has the number that is on record by then; what is begun goes on and is kept with its own', async () => {
  const connected: string[] = [];
  const connecting = Promise.withResolvers<{ hangUp: () => void }>();
  setDevice({
    connect: (_token, number) => {
      connected.push(number);
      return connecting.promise;
    },
  });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  expect(panel().getByText('+15551234567')).toBeDefined();
  const correct = async (phone: string, version: number) => {
    page.answer(readPatient, { patient: aPatient({ phone, version }) });
    await page.live.tell({ type: 'patient.changed', id: 7 });
  };
  await correct('+15557654321', 2);
  expect(await panel().findByText('+15557654321')).toBeDefined();
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(connected).toEqual(['+15557654321']));
  await correct('+15559999999', 3);
  expect(await screen.findAllByText('555-999-9999')).toBeDefined();
  expect(panel().getByText('+15557654321')).toBeDefined();
  connecting.resolve({ hangUp: () => undefined });
  await page.user.click(await panel().findByRole('button', { name: 'End call' }));
  await page.user.selectOptions(panel().getByRole('combobox', { name: 'Outcome' }), 'Reached');
  await page.user.click(panel().getByRole('button', { name: 'Save call' }));
  await screen.findByText('Call saved.');
  expect(page.callsOf(api.keepCall)[0]?.body).toMatchObject({ u_id: 7, number: '+15557654321' });
});

test('REL-17 that there was no network for a call is said for as long as there is none', async () => {
  const isThere = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isThere.mockRestore());
  const page = open({ callMode: true });
  await openPanel(page);
  page.answer(api.makeVoiceToken, () => Promise.reject(new TypeError('Failed to fetch')));
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  expect((await panel().findByRole('alert')).textContent).toContain('You are offline.');
  isThere.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(panel().queryByRole('alert')).toBeNull();
});

test('DMO-10 CER-38 what the calling device complains of is logged, and shown to nobody', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  setDevice({ connect: async () => Promise.reject(new Error('Permission denied')) });
  onTestFinished(() => setDevice(undefined));
  const page = open({ callMode: true });
  await openPanel(page);
  await page.user.click(panel().getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(logged).toHaveBeenCalledWith('calling device', 'Permission denied'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(panel().getByText('None')).toBeDefined();
});

test('DMO-01 DMO-02 DMO-03 DMO-04 CCN-19 CLN-19 OPC-69 in demo mode proxy users are managed, numbered from 1, kept in this browser alone and sent nowhere', async () => {
  const page = open({ demoMode: true });
  await page.user.click(within(await menu(page)).getByRole('menuitem', { name: 'Proxy users' }));
  const section = within(await screen.findByRole('dialog', { name: 'Proxy users' }));
  const before = page.calls.length;
  for (const [first, last] of [
    ['Ann', 'One'],
    ['Bob', 'Two'],
    ['Cy', 'Three'],
  ] as const) {
    await page.user.type(section.getByRole('textbox', { name: 'Proxy first name' }), first);
    await page.user.type(section.getByRole('textbox', { name: 'Proxy last name' }), last);
    await page.user.click(section.getByRole('button', { name: 'Add proxy' }));
  }
  await page.user.click(section.getByRole('button', { name: 'Add proxy' }));
  expect(section.getAllByText('is required')).toHaveLength(2);
  await page.user.click(section.getByRole('checkbox', { name: /Bob Two/ }));
  expect(JSON.parse(localStorage.getItem('proxies.7') ?? '')).toEqual([
    { proxyId: 1, fName: 'Ann', lName: 'One', accessGranted: true },
    { proxyId: 2, fName: 'Bob', lName: 'Two', accessGranted: false },
    { proxyId: 3, fName: 'Cy', lName: 'Three', accessGranted: true },
  ]);
  // Removed, its number is nobody's again.
  const removal = async (answer: 'Close' | 'Remove') => {
    await page.user.click(section.getByRole('button', { name: 'Remove Cy Three' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Proxy User' }));
    expect(question.getByText('Cy Three leaves the proxy users of this patient.')).toBeDefined();
    // The first "Close" is the cross.
    await page.user.click(question.getAllByRole('button', { name: answer }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Proxy User' })).toBeNull());
  };
  await removal('Close');
  expect(section.getByRole('checkbox', { name: /Cy Three/ })).toBeDefined();
  await removal('Remove');
  expect(section.queryByRole('checkbox', { name: /Cy Three/ })).toBeNull();
  await page.user.type(section.getByRole('textbox', { name: 'Proxy first name' }), 'Di');
  await page.user.type(section.getByRole('textbox', { name: 'Proxy last name' }), 'Four{Enter}');
  expect(section.getByRole('checkbox', { name: /^4\. Di Four/ })).toBeDefined();
  expect(page.calls.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  page.unmount();
  const again = open({ demoMode: true });
  await again.user.click(within(await menu(again)).getByRole('menuitem', { name: 'Proxy users' }));
  expect(await screen.findByRole('checkbox', { name: /Di Four/ })).toBeDefined();
});

test('a conversation that was begun with one patient does not stay over the page of another', async () => {
  const page = open({}, patientReplies(), ['Messaging']);
  await page.user.click(within(await menu(page)).getByRole('menuitem', { name: 'Start a conversation' }));
  await screen.findByRole('dialog', { name: 'Create a New Conversation' });
  page.answer(readPatient, { patient: aPatient({ u_ID: 8, firstName: 'Bob', name: 'Bob Archer' }) });
  await act(() => page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
  await screen.findByRole('heading', { name: 'Bob Archer' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
