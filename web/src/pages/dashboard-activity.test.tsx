import * as api from '@portal/contract/clinic/endpoints.ts';
import { listOutreach, remindPatient } from '@portal/contract/outreach/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aFlag, ago, anIntervention, openDashboard } from '#test/clinic.tsx';
import { aPatient } from '#test/patient.ts';
import { failure, press } from '#test/patients.tsx';
import type { Reply } from '#test/portal.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const received = '3 Jan 26, 4:05 PM';
const mixed = anIntervention({
  sId: [5, 6],
  surveyEventId: [501, 502],
  surveyName: ['Pain Check', 'Mood'],
  started: [new Date(2026, 0, 3, 16, 5), new Date(2026, 0, 3, 16, 5)],
  due: [ago(90), new Date(2026, 0, 4, 16, 5)],
  flagged: [null, [2, 3]],
});
const dialog = (name: string) => screen.findByRole('dialog', { name });
const heads = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
const openActivity = async (replies: Reply[] = []) => {
  const page = openDashboard({ replies: [[api.listInterventions, { interventions: [mixed] }], ...replies] });
  await press(page.user, 'Respond, Ann Archer');
  return { ...page, activity: await dialog('Patient Activity') };
};

describe('the activity of a patient', () => {
  test('that the birth date could not be read is said', async () => {
    const { activity } = await openActivity([[readPatient, failure(500, 'broken')]]);
    expect(await within(activity).findByText('Could not be loaded')).toBeDefined();
  });

  test('OPC-19 ACT-01 ACT-02 ACT-03 ACT-05 OPC-23 "Respond" shows who it is and what is open', async () => {
    const { activity, router } = await openActivity([[readPatient, { patient: aPatient({ dob: '1951-07-09' }) }]]);
    for (const text of ['Ann Archer', '07/09/1951', '617-555-0123', 'ann@example.com'])
      expect(await within(activity).findByText(text)).toBeDefined();
    expect(heads(activity)).toEqual(['Assessment', 'Received', 'Due', 'Option']);
    const rows = within(activity).getAllByRole('row').slice(1);
    const words = rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    expect(words).toEqual([
      ['Pain Check', received, '1 hour overdue', 'ViewRemind'],
      ['Mood2 flagged answers', received, '4 Jan 26, 4:05 PM', 'View'],
    ]);
    expect(router.state.location.search).toEqual({ group: 2, patient: 31 });
  });

  test('ACT-01 OPC-51 who has neither phone nor e-mail has "N/A" for both', async () => {
    const nobody = { ...mixed, phone: '', email: '' };
    const { activity } = await openActivity([[api.listInterventions, { interventions: [nobody] }]]);
    expect(within(activity).getAllByText('N/A')).toHaveLength(2);
  });

  test('ACT-01 the address leads straight to it, and without anything open any more there is none', async () => {
    openDashboard({ route: '/dashboard?group=2&patient=31' }).unmount();
    const page = openDashboard({ route: '/dashboard?group=2&patient=31' });
    await dialog('Patient Activity');
    page.answer(api.listInterventions, { interventions: [] });
    await page.live.tell({ type: 'response.changed', id: 1 });
    await waitFor(() => expect(page.router.state.location.search).toEqual({ group: 2 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['Pain Check', { surveyEventId: 501, sId: 5, hasResponse: false }],
    ['Mood', { surveyEventId: 502, sId: 6, hasResponse: true }],
  ])('ACT-04 CLN-02 "View" opens %s with all that its page needs', async (name, state) => {
    const { user, router } = await openActivity();
    await press(user, `View, ${name} of ${received}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/patient-surveys'));
    expect(router.state.location.state).toMatchObject({ uId: 31, name: 'Ann Archer', phone: '+16175550123', ...state });
  });
});

describe('reminders', () => {
  const history = (...sent: Date[]) => ({
    outreachHistory: sent.map((timeSent, n) => ({
      rowNumber: n + 1,
      reason: 'Assessment reminder',
      timeSent,
      contactMethod: n === 0 ? ('Text' as const) : ('Email' as const),
      contactedBy: 'Sam Sites',
      responded: null,
    })),
  });
  const openReminders = async (replies: Reply[] = []) => {
    const page = await openActivity(replies);
    await press(page.user, `Remind, Pain Check of ${received}`);
    return { ...page, reminders: await dialog('Previous Reminders') };
  };
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Another Reminder' });
  const ready = () => waitFor(() => expect(isOff(send())).toBe(false));
  const old = new Date(2026, 0, 3, 16, 5);

  test('ACT-06 ACT-07 ACT-08 CAA-01 those that were sent stand in a table', async () => {
    const page = await openReminders([[listOutreach, history(old, old)]]);
    expect(await within(page.reminders).findAllByText(received)).toHaveLength(2);
    expect(heads(page.reminders)).toEqual(['Time Sent', 'Contact Method']);
    expect(within(page.reminders).getByText('Text')).toBeDefined();
    expect(within(page.reminders).getByText('Email')).toBeDefined();
    expect(page.callsOf(listOutreach).map(({ query }) => query)).toEqual([{ u_id: 31, survey_event_id: 501 }]);
  });

  test('ACT-09 ACT-10 CAA-03 one is sent, and then there is none more today', async () => {
    const page = await openReminders();
    await ready();
    page.answer(listOutreach, history(new Date()));
    await page.user.click(send());
    expect(await screen.findByText('The patient is reminded of Pain Check.')).toBeDefined();
    expect(page.callsOf(remindPatient).map(({ sent }) => sent)).toEqual([
      { u_id: 31, outreachType: 'reminder', surveyEventId: 501 },
    ]);
    await waitFor(() => expect(isOff(send())).toBe(true));
    await page.user.click(send());
    expect(page.callsOf(remindPatient)).toHaveLength(1);
  });

  test('ACT-10 OPC-24 it is said when the next one can be sent: as the UTC day ends, in the time of this clock', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-01-03T03:00:00Z'), toFake: ['Date'] });
    const page = await openActivity([[listOutreach, history(new Date('2026-01-03T00:30:00Z'))]]);
    await page.user.click(screen.getByRole('button', { name: /^Remind, Pain Check/ }));
    await dialog('Previous Reminders');
    expect(
      await screen.findByText('One reminder can be sent a day. The next one can be sent from 3 Jan 26, 7:00 PM.'),
    ).toBeDefined();
  });

  test.each([
    // The same day in New York, and two in UTC; then the other way round.
    ['2026-01-02T23:30:00Z', '2026-01-03T01:00:00Z', false],
    ['2026-01-03T00:30:00Z', '2026-01-03T14:00:00Z', true],
  ])('ACT-10 OPC-24 after one of %s the button is at %s, in New York, off: %j', async (sentAt, now, off) => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now), toFake: ['Date'] });
    const page = await openActivity([[listOutreach, history(new Date(sentAt))]]);
    await page.user.click(screen.getByRole('button', { name: /^Remind, Pain Check/ }));
    await within(await dialog('Previous Reminders')).findByText('Text');
    expect(isOff(send())).toBe(off);
  });

  test('ACT-10 OPC-24 CCN-04 after one of this UTC day the button is off; "Remind" opens the dialog all the same', async () => {
    const page = await openReminders([[listOutreach, history(new Date())]]);
    expect(await screen.findByText(/^One reminder can be sent a day\. The next one can be sent from/)).toBeDefined();
    expect(isOff(send())).toBe(true);
    await page.user.click(send());
    expect(page.callsOf(remindPatient)).toEqual([]);
  });

  test('ACT-11 CER-02 CER-03 OPC-25 a refusal is said in the words of the server', async () => {
    const { user } = await openReminders([
      [remindPatient, failure(403, 'Only 1 reminder may be sent per day.', 'outreach.already_today')],
    ]);
    await ready();
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toBe('Only 1 reminder may be sent per day.');
  });

  test('ACT-13 CER-02 any other failure has one sentence', async () => {
    const { user } = await openReminders([[remindPatient, failure(500, 'pool exhausted')]]);
    await ready();
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toBe('There was a problem sending a reminder.');
  });

  test('CLN-09 a history that is not found is an empty one, and a reminder can be sent', async () => {
    await openReminders([[listOutreach, failure(404, 'none')]]);
    expect(await screen.findByText('No reminder was sent yet.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isOff(send())).toBe(false);
  });

  test('whose reminders they are stands over them, by name and date of birth', async () => {
    const { reminders } = await openReminders([[readPatient, { patient: aPatient({ u_ID: 31, name: 'Ann Archer' }) }]]);
    expect(await within(reminders).findByText('Ann Archer, born 03/05/1950')).toBeDefined();
  });

  test('PRV-08 that nothing arrives at the patient is said, by which way', async () => {
    await openReminders([[listOutreach, { ...history(old, old), undelivered: ['Email' as const] }]]);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Emails to this patient do not arrive. Check their email address.',
    );
  });

  test('ACT-14 CER-01 without the history nothing is sent', async () => {
    await openReminders([[listOutreach, failure(500, 'broken')]]);
    expect(await screen.findByText('There was a problem retrieving outreach history.')).toBeDefined();
    expect(isOff(send())).toBe(true);
  });
});

describe('flagged answers', () => {
  const mine = aFlag({
    flaggedAnswerId: 62,
    name: 'Bob Baker',
    dob: '1961-11-30',
    uId: 32,
    takenBy: { cpId: 3, name: 'Sam Sites' },
    takenAt: new Date(2026, 0, 4, 9, 0),
  });
  const late = aFlag({ isOverdue: true });
  const region = async () => within(await screen.findByRole('region', { name: 'Flagged Answers' }));
  const names = async () =>
    within((await region()).getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
  const stepOf = (name: string, step: string) =>
    screen.getByRole<HTMLButtonElement>('button', {
      name: `${step}, the flagged answer of ${name}, Pain Check, question 2`,
    });
  const openFlags = async (rows = [late, mine], route = '/dashboard?group=2', replies: Reply[] = []) => {
    const page = openDashboard({ route, replies: [[flags.listFlaggedAnswers, { flaggedAnswers: rows }], ...replies] });
    await (await region()).findAllByText(/How strong is the pain/);
    return page;
  };

  test('each open one says what was answered, since when it is open and who has it, in the order of the server', async () => {
    await openFlags();
    expect(await names()).toEqual(['Ann Archerborn 03/05/1950', 'Bob Bakerborn 11/30/1961']);
    const all = await region();
    // The button above the table, and the row.
    expect(all.getAllByText(/^Overdue/)).toHaveLength(2);
    expect(all.getByText('Nobody')).toBeDefined();
    expect(all.getByText('Sam Sites')).toBeDefined();
    expect(all.getByText('since 4 Jan 26, 9:00 AM')).toBeDefined();
    expect(all.getByText('1 late')).toBeDefined();
  });

  test('the card leads to them, and buttons leave those that are overdue, one’s own, or nobody’s', async () => {
    const page = await openFlags();
    expect(screen.getByRole('button', { name: '2 open, 1 overdue' })).toBeDefined();
    await press(page.user, 'Mine 1');
    expect(await names()).toEqual(['Bob Bakerborn 11/30/1961']);
    expect(page.router.state.location.search).toEqual({ group: 2, flags: 'mine' });
    await press(page.user, 'Nobody has it 1');
    expect(await names()).toEqual(['Ann Archerborn 03/05/1950']);
    await page.user.click(screen.getByRole('button', { name: '2 open, 1 overdue' }));
    await waitFor(() => expect(page.router.state.location.search).toEqual({ group: 2 }));
  });

  test('the address says which are shown, and the title how many of all', async () => {
    await openFlags([late, mine], '/dashboard?group=2&flags=mine');
    expect(await names()).toEqual(['Bob Bakerborn 11/30/1961']);
    expect((await region()).getByText('(1 of 2)')).toBeDefined();
    expect((await region()).queryByText('(2)')).toBeNull();
  });

  test('one is taken, with its version; somebody who was faster is told of and seen', async () => {
    const page = await openFlags();
    await press(page.user, 'Take, the flagged answer of Ann Archer, Pain Check, question 2');
    expect(await screen.findByText('You have the flagged answer of Ann Archer.')).toBeDefined();
    expect(page.callsOf(flags.takeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
      { flaggedAnswerId: 61, version: 1, take: 1 },
    ]);
    // Given back by a colleague meanwhile.
    page.answer(flags.listFlaggedAnswers, { flaggedAnswers: [{ ...late, version: 3 }, mine] });
    await page.live.tell({ type: 'response.changed', id: 1 });
    await waitFor(() => expect(isOff(stepOf('Ann Archer', 'Take'))).toBe(false));
    page.answer(flags.takeFlaggedAnswer, failure(409, 'Someone else has already taken this answer.', 'flag.taken'));
    page.answer(flags.listFlaggedAnswers, {
      flaggedAnswers: [{ ...late, takenBy: { cpId: 9, name: 'Nora Quick' }, takenAt: new Date() }, mine],
    });
    await press(page.user, 'Take, the flagged answer of Ann Archer, Pain Check, question 2');
    expect(await screen.findByText('Someone else has already taken this answer.')).toBeDefined();
    expect(await (await region()).findByText('Nora Quick')).toBeDefined();
  });

  test('while one is taken, and until it is shown so, no other step comes into the place of "Take": "Close" opens its dialog then', async () => {
    let answer: (given: object) => void = () => undefined;
    const page = await openFlags([late, aFlag({ flaggedAnswerId: 63, name: 'Cleo Clark', uId: 33 })], undefined, [
      [flags.takeFlaggedAnswer, () => new Promise((done) => (answer = done))],
    ]);
    const steps = () => [...document.querySelectorAll('[data-next-step]')].map((one) => one.textContent);
    await page.user.click(stepOf('Ann Archer', 'Take'));
    await waitFor(() => expect(page.callsOf(flags.takeFlaggedAnswer)).toHaveLength(1));
    expect(steps()).toEqual(['Take', 'Take']);
    expect([isOff(stepOf('Ann Archer', 'Take')), isOff(stepOf('Cleo Clark', 'Take'))]).toEqual([true, false]);
    // The list still has what was before when the answer comes.
    answer({ message: 'Taken.', version: 2 });
    await screen.findByText('You have the flagged answer of Ann Archer.');
    expect(steps()).toEqual(['Take', 'Take']);
    await page.user.click(stepOf('Ann Archer', 'Take'));
    page.answer(flags.listFlaggedAnswers, {
      flaggedAnswers: [{ ...late, version: 2, takenBy: { cpId: 3, name: 'Sam Sites' }, takenAt: new Date() }],
    });
    await page.live.tell({ type: 'response.changed', id: 1 });
    await press(page.user, 'Close, the flagged answer of Ann Archer, Pain Check, question 2');
    await dialog('Close Flagged Answer');
    expect(page.callsOf(flags.takeFlaggedAnswer)).toHaveLength(1);
  });

  test('CLN-02 "View Assessment" leads to the assessment with all that it is entered with', async () => {
    const page = await openFlags();
    await press(page.user, 'Actions for the flagged answer of Ann Archer, Pain Check, question 2');
    await page.user.click(await screen.findByRole('menuitem', { name: 'View Assessment' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient-surveys'));
    expect(page.router.state.location.state).toMatchObject({
      surveyEventId: 502,
      sId: 5,
      uId: 31,
      name: 'Ann Archer',
      phone: '+16175550177',
      hasResponse: true,
    });
  });

  test('what a colleague has is theirs to close, and is released for one who is away', async () => {
    const theirs = aFlag({ takenBy: { cpId: 9, name: 'Nora Quick' }, takenAt: new Date() });
    const page = await openFlags([theirs]);
    await press(page.user, 'Actions for the flagged answer of Ann Archer, Pain Check, question 2');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['View Assessment', 'Release From Nora Quick']);
    await page.user.click(items[1]!);
    expect(await screen.findByText('Nobody has the flagged answer of Ann Archer.')).toBeDefined();
    expect(page.callsOf(flags.takeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
      { flaggedAnswerId: 61, version: 1, take: 0 },
    ]);
  });

  test('one of a patient who was deactivated says so beside the name, and before it is closed', async () => {
    const page = await openFlags([{ ...mine, isPatientDeactivated: true }]);
    expect(await names()).toEqual(['Bob Bakerborn 11/30/1961This patient is deactivated.']);
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    within(await dialog('Close Flagged Answer')).getByText('This patient is deactivated.');
  });

  test('what is left by somebody without access to the patient is nobody’s, says so, and is taken in one press', async () => {
    const left = aFlag({ takenBy: { cpId: 9, name: 'Nora Quick', isLeft: true }, takenAt: new Date(), version: 2 });
    const page = await openFlags([left, mine]);
    await press(page.user, 'Nobody has it 1');
    expect(await names()).toEqual(['Ann Archerborn 03/05/1950']);
    expect((await region()).getByText('Nora Quick has no access to this patient any more.')).toBeDefined();
    expect((await region()).queryByText(/^since /)).toBeNull();
    await press(page.user, 'Actions for the flagged answer of Ann Archer, Pain Check, question 2');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Take', 'Close', 'View Assessment']);
    await page.user.keyboard('{Escape}');
    await press(page.user, 'Take, the flagged answer of Ann Archer, Pain Check, question 2');
    expect(await screen.findByText('You have the flagged answer of Ann Archer.')).toBeDefined();
    expect(page.callsOf(flags.takeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
      { flaggedAnswerId: 61, version: 2, take: 1 },
    ]);
  });

  test('the keyboard goes on in the next row once the one that was taken, or given back, is no longer among those that are shown', async () => {
    const other = { name: 'Cid Cole', uId: 33, flaggedAnswerId: 63 };
    const taken = { ...late, takenBy: mine.takenBy, takenAt: new Date(2026, 0, 4, 10, 0), version: 2 };
    const page = await openFlags([late, aFlag(other)], '/dashboard?group=2&flags=nobody');
    page.answer(flags.listFlaggedAnswers, { flaggedAnswers: [taken, aFlag(other)] });
    await press(page.user, 'Take, the flagged answer of Ann Archer, Pain Check, question 2');
    await waitFor(() => expect(document.activeElement).toBe(stepOf('Cid Cole', 'Take')));
    expect(await names()).toEqual(['Cid Coleborn 03/05/1950']);

    page.answer(flags.listFlaggedAnswers, { flaggedAnswers: [taken, mine] });
    await page.live.tell({ type: 'response.changed', id: 1 });
    await press(page.user, 'Mine 2');
    await waitFor(async () => expect(await names()).toHaveLength(2));
    page.answer(flags.listFlaggedAnswers, { flaggedAnswers: [{ ...late, version: 3 }, mine] });
    await press(page.user, 'Actions for the flagged answer of Ann Archer, Pain Check, question 2');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Give Back' }));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(
        'Actions for the flagged answer of Bob Baker, Pain Check, question 2',
      ),
    );
    expect(await names()).toEqual(['Bob Bakerborn 11/30/1961']);
  });

  test('the keyboard goes on at the title once the only one that was shown is taken', async () => {
    const page = await openFlags([late], '/dashboard?group=2&flags=nobody');
    page.answer(flags.listFlaggedAnswers, {
      flaggedAnswers: [{ ...late, takenBy: mine.takenBy, takenAt: new Date(2026, 0, 4, 10, 0), version: 2 }],
    });
    await press(page.user, 'Take, the flagged answer of Ann Archer, Pain Check, question 2');
    await screen.findByText('No flagged answer matches “Nobody has it”.');
    expect(document.activeElement).toBe((await region()).getByRole('button', { name: /^Flagged Answers/ }));
  });

  describe('the search', () => {
    const mood = aFlag({
      flaggedAnswerId: 64,
      name: 'Dora Dale',
      dob: '1972-07-01',
      uId: 34,
      surveyName: 'Mood',
      question: 'Do you sleep well?',
      openedAt: new Date(2026, 0, 2, 16, 5),
    });
    const search = async () => (await region()).getByRole('searchbox', { name: 'Search flagged answers' });

    test.each([
      ['a part of a name', 'bak', 'Bob Baker'],
      ['a birth date', '07/01/1972', 'Dora Dale'],
      ['an assessment', 'mood', 'Dora Dale'],
      ['a word of the question', 'sleep', 'Dora Dale'],
    ])('%s finds its rows among those that a button leaves', async (_, typed, name) => {
      const page = await openFlags([late, mine, mood]);
      await page.user.type(await search(), typed);
      await waitFor(async () => expect(await names()).toHaveLength(1));
      expect((await names())[0]).toContain(name);
      expect((await region()).getByText('(1 of 3)')).toBeDefined();
      expect(page.router.state.location.search).toEqual({ group: 2 });
    });

    test('it narrows neither the patients above, nor they it, and says what nothing matches; "Clear" shows everything again', async () => {
      const page = await openFlags([late, mine, mood]);
      await screen.findByRole('table', { name: 'Patients of Heart Clinic' });
      await page.user.type(await search(), 'dora');
      await press(page.user, 'Mine 0');
      await screen.findByText('No flagged answer matches “dora” and “Mine”.');
      expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('');
      expect(screen.getByRole('button', { name: 'Respond, Ann Archer' })).toBeDefined();
      await page.user.click((await region()).getByRole('button', { name: 'Clear' }));
      await waitFor(async () => expect(await names()).toHaveLength(3));
      expect(document.activeElement).toBe(await search());
      await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nobody');
      await screen.findByText('No patient matches “nobody”.');
      expect(await names()).toHaveLength(3);
    });

    test('what is typed is there again where one comes back, and the number on the card leads to all of them', async () => {
      const page = await openFlags([late, mine, mood]);
      await page.user.type(await search(), 'dora');
      await waitFor(async () => expect(await names()).toHaveLength(1));
      page.unmount();
      const again = openDashboard({ replies: [[flags.listFlaggedAnswers, { flaggedAnswers: [late, mine, mood] }]] });
      await screen.findByText('Do you sleep well?');
      expect(await search()).toHaveProperty('value', 'dora');
      expect(await names()).toHaveLength(1);
      await again.user.click(screen.getByRole('button', { name: '3 open, 1 overdue' }));
      await waitFor(async () => expect(await names()).toHaveLength(3));
    });

    test('patients and the time of the flag can be sorted by', async () => {
      const page = await openFlags([mine, late, mood]);
      const table = within((await region()).getByRole('table'));
      const firsts = async () => (await names()).map((name) => name?.slice(0, 3));
      await page.user.click(table.getByRole('button', { name: 'Patient' }));
      expect(await firsts()).toEqual(['Ann', 'Bob', 'Dor']);
      await page.user.click(table.getByRole('button', { name: 'Flagged' }));
      expect((await firsts())[0]).toBe('Dor');
    });
  });

  test('one’s own is closed with a note, and not without', async () => {
    const page = await openFlags();
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    expect((await dialog('Close Flagged Answer')).textContent).toContain('Bob Baker, born 11/30/1961, Pain Check: ');
    const close = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close Answer' });
    expect(isOff(close())).toBe(true);
    await page.user.write(screen.getByRole('textbox', { name: 'Note' }), '  ');
    expect(isOff(close())).toBe(true);
    await page.user.write(screen.getByRole('textbox', { name: 'Note' }), 'Called, dose lowered.');
    await page.user.click(close());
    expect(await screen.findByText('The flagged answer of Bob Baker is closed.')).toBeDefined();
    expect(page.callsOf(flags.closeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
      { flaggedAnswerId: 62, version: 1, note: 'Called, dose lowered.' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a note that is too long is kept whole in the field, and closes nothing', async () => {
    const page = await openFlags([mine]);
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await page.user.write(note, 'x'.repeat(2_500));
    expect(note.value).toHaveLength(2_500);
    screen.getByText('Too long: it has 2,500 characters, and 2,000 at most are kept. Please shorten it by 500.');
    screen.getByText('The note is too long.');
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Close Answer' }))).toBe(true);
  });

  test('a refused close keeps what was typed and says why', async () => {
    const page = await openFlags([mine], '/dashboard?group=2', [
      [flags.closeFlaggedAnswer, failure(409, 'This answer has already been closed.', 'flag.closed')],
    ]);
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    await page.user.write(await screen.findByRole('textbox', { name: 'Note' }), 'Called.');
    await press(page.user, 'Close Answer');
    expect((await screen.findByRole('alert')).textContent).toBe('This answer has already been closed.');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Called.');
  });

  test('REL-07 where a colleague has closed a flagged answer, who, when and with which note is said, and "Close" is left without a question', async () => {
    const closedAt = new Date(2026, 0, 10, 13, 18).toISOString();
    const current = {
      ...mine,
      version: 4,
      closedBy: 'Omar Farouk',
      closedAt,
      closingNote: 'She takes half of it now.',
    };
    const message = 'This answer has already been closed.';
    const page = await openFlags([mine], '/dashboard?group=2', [
      [flags.closeFlaggedAnswer, { status: 409, body: { code: 'stale', message, detail: { current } } }],
    ]);
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    const opened = within(await dialog('Close Flagged Answer'));
    await page.user.write(await screen.findByRole('textbox', { name: 'Note' }), 'Called.');
    await press(page.user, 'Close Answer');
    await opened.findByText('Omar Farouk closed it on 10 Jan 26, 1:18 PM. Note: She takes half of it now.');
    expect(opened.queryByRole('button', { name: 'Close Answer' })).toBeNull();
    expect(opened.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Called.');
    // The one at the end; the other one is the cross.
    await page.user.click(opened.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('REL-07 whoever is told that a colleague has changed a flagged answer sees what it is now, and closes it with the note that was typed', async () => {
    const current = { ...mine, version: 4, answer: '3' };
    const stale = {
      status: 409,
      body: { code: 'stale', message: 'Someone else has changed this in the meantime.', detail: { current } },
    };
    const page = await openFlags([mine], '/dashboard?group=2', [[flags.closeFlaggedAnswer, stale]]);
    await press(page.user, 'Close, the flagged answer of Bob Baker, Pain Check, question 2');
    const opened = await dialog('Close Flagged Answer');
    await page.user.write(await screen.findByRole('textbox', { name: 'Note' }), 'Called.');
    await press(page.user, 'Close Answer');
    expect((await screen.findByRole('alert')).textContent).toBe('Someone else has changed this in the meantime.');
    expect(opened.querySelector('strong')?.textContent).toBe('3');
    page.answer(flags.closeFlaggedAnswer, { message: 'Closed.', version: 5 });
    await press(page.user, 'Close Answer');
    expect(await screen.findByText('The flagged answer of Bob Baker is closed.')).toBeDefined();
    expect(page.callsOf(flags.closeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
      { flaggedAnswerId: 62, version: 1, note: 'Called.' },
      { flaggedAnswerId: 62, version: 4, note: 'Called.' },
    ]);
  });
});
