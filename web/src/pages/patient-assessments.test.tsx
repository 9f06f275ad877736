import { type FollowUp, listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import { listOutreach } from '@portal/contract/outreach/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { readResponses, readTrends } from '@portal/contract/responses/endpoints.ts';
import * as api from '@portal/contract/schedules/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import Patient from '#pages/Patient.tsx';
import { isOff } from '#test/buttons.ts';
import { aFlag } from '#test/clinic.tsx';
import { aNurse, aPatient, patientReplies } from '#test/patient.ts';
import { failure, press } from '#test/patients.tsx';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { type Reply, renderPage } from '#test/portal.tsx';

const at = new Date(2026, 0, 3, 16, 5);
const shown = '3 Jan 26, 4:05 PM';
const anItem = (more: Partial<api.ScheduleItem> = {}): api.ScheduleItem => ({
  schedId: 81,
  sId: 5,
  surveyName: 'Pain Check',
  status: 'Active',
  blockedBy: null,
  dStart: new Date('2026-01-05T10:00:00Z'),
  due: at,
  dueDescription: 'One day after it begins',
  oldestOpen: null,
  openCount: 0,
  RRule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
  recurrence: '2w',
  scheduleDescription: 'Every 2 weeks',
  fillCount: null,
  version: 4,
  ...more,
});
const aFollowUp = (fId: number, followUpTime: Date, notes = 'Ask about the cough.'): FollowUp => ({
  fID: fId,
  fId,
  uId: 7,
  cpId: 3,
  companyId: 1,
  name: 'Ada Archer',
  phone: '',
  followUpTime,
  date: followUpTime,
  timeCreated: at,
  timeLastModified: at,
  notes,
  status: true,
  completedAt: null,
  completedBy: null,
  outcome: null,
  version: 1,
});
const withFollowUps = { ...aNurse, modules: ['Assessments' as const, 'FollowUp' as const] };
const open = (replies: Reply[] = [], tab = 0, viewer: object = withFollowUps) =>
  renderPage(<Patient />, {
    viewer,
    route: `/patient?patient=7${tab ? `&tab=${tab}` : ''}`,
    replies: [
      ...patientReplies(),
      [api.listSchedule, { assessmentSchedule: [anItem()] }],
      [api.readCalendar, { days: [] }],
      [api.changeSchedule, { message: 'Saved.', version: 5 }],
      ...replies,
    ],
  });
const table = (name: string) => screen.findByRole('table', { name });
const rowsOf = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);

describe('the tabs', () => {
  test('PDT-03 PDT-05 CLN-16 a patient’s page begins with the assessments; follow-ups are there with their module', async () => {
    const page = open();
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Table' });
    expect(list.selectedOptions[0]?.textContent).toBe('Assessments');
    expect(await tabs()).toEqual([
      'Assessment Schedule',
      'Assessment History',
      'Outreach (Last 30 Days)',
      'Follow-Ups',
    ]);
    page.unmount();
    open([], 0, aNurse);
    expect(await tabs()).toEqual(['Assessment Schedule', 'Assessment History', 'Outreach (Last 30 Days)']);
  });

  test.each([
    [0, api.listSchedule, 'No assessment is scheduled'],
    [1, readResponses, 'No assessment is answered yet'],
    [2, listOutreach, 'No outreach for assessments in the last 30 days'],
    [3, listFollowUps, 'No follow-up listed.'],
  ])('PDT-09 CER-29 tab %i that could not be read is empty, without an alert', async (tab, endpoint, empty) => {
    open([[endpoint, failure(500, 'broken')]], tab);
    expect(await screen.findByText(empty)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what waits, in the header', () => {
  afterEach(() => void vi.useRealTimers());
  const now = new Date(2026, 0, 20, 12);
  const waits = async () => within(await screen.findByRole('region', { name: 'Patient' }));
  const openAt = (replies: Reply[], tab = 0) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now, toFake: ['Date', 'setInterval', 'clearInterval'] });
    return open(replies, tab);
  };
  const flagged = (...more: Partial<ReturnType<typeof aFlag>>[]): Reply => [
    listFlaggedAnswers,
    { flaggedAnswers: more.map((one, n) => aFlag({ uId: 7, flaggedAnswerId: 61 + n, ...one })) },
  ];

  test('open flagged answers are told of, and lead to the tab that has them', async () => {
    const page = openAt([
      flagged({ isOverdue: true }, {}, { closedAt: at, closedBy: 'Sam Sites', closingNote: 'Well.' }),
    ]);
    const link = await (await waits()).findByRole('link', { name: '2 open flagged answers, 1 overdue' });
    expect(link.getAttribute('href')).toBe('/patient?patient=7&table=assessments&tab=1#flagged-answers');
    await page.user.click(link);
    expect(await screen.findByRole('tab', { name: 'Assessment History', selected: true })).toBeDefined();
    expect(await table('Flagged Answers')).toBeDefined();
    page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag({ uId: 7 })] });
    await page.live.tell({ type: 'response.changed', id: 501 });
    expect(await (await waits()).findByRole('link', { name: '1 open flagged answer' })).toBeDefined();
  });

  test('an assessment that is overdue is told of, from any table, and leads to the schedule, which says it too', async () => {
    const since = (n: number) => ({ surveyEventId: 601, due: new Date(now.getTime() - n * 86_400_000) });
    const page = openAt(
      [[api.listSchedule, { assessmentSchedule: [anItem({ openCount: 1, oldestOpen: since(12) })] }]],
      2,
    );
    const link = await (await waits()).findByRole('link', { name: 'Assessment 12 days overdue' });
    expect(link.getAttribute('href')).toBe('/patient?patient=7&table=assessments#assessment-schedule');
    await page.user.click(link);
    expect((await rowsOf('Assessment Schedule'))[1]?.[3]).toBe(
      `${shown}One day after it beginsAn earlier one is 12 days overdue`,
    );
    const items = [
      anItem({ openCount: 1, oldestOpen: since(1) }),
      anItem({ schedId: 82, openCount: 1, oldestOpen: since(30) }),
      anItem({ schedId: 83 }),
    ];
    page.answer(api.listSchedule, { assessmentSchedule: items });
    await page.live.tell({ type: 'survey_event.changed', id: 9 });
    expect(await (await waits()).findByRole('link', { name: '2 assessments up to 30 days overdue' })).toBeDefined();
  });

  test('SCH-02 OPC-20 how long there is to answer does not read as how long it is until then', async () => {
    openAt([[api.listSchedule, { assessmentSchedule: [anItem({ dueDescription: 'Within 1 day' })] }]]);
    await screen.findByText('1 day to answer');
    expect((await rowsOf('Assessment Schedule'))[1]?.[3]).toBe(`${shown}1 day to answer`);
  });

  test('SCH-02 of several that are not answered it is said how many, and that the oldest comes first', async () => {
    const oldestOpen = { surveyEventId: 601, due: new Date(now.getTime() - 12 * 86_400_000) };
    openAt([[api.listSchedule, { assessmentSchedule: [anItem({ openCount: 4, oldestOpen })] }]]);
    await screen.findByRole('button', { name: 'Answer Oldest, Pain Check' });
    expect((await rowsOf('Assessment Schedule'))[1]?.[3]).toBe(
      `${shown}One day after it begins4 earlier ones are open, the oldest 12 days overdue`,
    );
  });

  test('whoever follows such a link is in the part that it names, with the keyboard too, and what else the address says stays', async () => {
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
    const oldestOpen = { surveyEventId: 601, due: new Date(now.getTime() - 86_400_000) };
    const page = openAt(
      [flagged({}), [api.listSchedule, { assessmentSchedule: [anItem({ openCount: 1, oldestOpen })] }]],
      2,
    );
    await press(page.user, 'Follow-up');
    for (const [link, part, inIt] of [
      ['1 open flagged answer', 'flagged-answers', 'Flagged Answers'],
      ['Assessment 1 day overdue', 'assessment-schedule', 'Assessment Schedule'],
      ['Assessment 1 day overdue', 'assessment-schedule', 'Assessment Schedule'],
    ] as const) {
      await page.user.click(await (await waits()).findByRole('link', { name: link }));
      await waitFor(() => expect(document.activeElement?.id).toBe(part));
      expect(document.activeElement?.contains(await table(inIt))).toBe(true);
      expect(seen.mock.contexts).toContain(document.activeElement);
      expect(page.router.state.location.search).toMatchObject({ kind: 'followUp' });
    }
    seen.mockRestore();
  });

  test('OPC-09 follow-ups that are overdue are told of, and lead to the tab that has them; without their module nobody asks', async () => {
    const late = [aFollowUp(1, new Date(now.getTime() - 3_600_000))];
    const page = openAt([[listFollowUps, { followUp: late }]]);
    const link = await (await waits()).findByRole('link', { name: '1 overdue follow-up' });
    expect(link.getAttribute('href')).toBe('/patient?patient=7&table=assessments&tab=3#follow-ups');
    expect(page.callsOf(listFollowUps).map(({ query }) => query)).toEqual([{ companyId: 1, uId: 7, state: 'overdue' }]);
    await page.user.click(link);
    expect(await screen.findByRole('tab', { name: 'Follow-Ups', selected: true })).toBeDefined();
    await waitFor(() => expect(document.activeElement?.id).toBe('follow-ups'));
    expect(document.activeElement?.contains(await table('Follow-Ups'))).toBe(true);
    page.answer(listFollowUps, { followUp: [...late, aFollowUp(2, new Date(now.getTime() - 60_000))] });
    await page.live.tell({ type: 'follow_up.changed', id: 2 });
    expect(await (await waits()).findByRole('link', { name: '2 overdue follow-ups' })).toBeDefined();
    page.answer(listFollowUps, { followUp: [] });
    vi.advanceTimersByTime(60_000);
    await waitFor(async () => expect((await waits()).queryByRole('link')).toBeNull());
    page.unmount();
    const others = open([[listFollowUps, { followUp: late }]], 0, aNurse);
    await screen.findByText('Every 2 weeks');
    expect((await waits()).queryByRole('link')).toBeNull();
    expect(others.callsOf(listFollowUps)).toEqual([]);
  });

  test.each([
    ['flagged answers', listFlaggedAnswers],
    ['assessments', api.listSchedule],
    ['follow-ups', listFollowUps],
  ])('that %s could not be read does not look like a patient of whom nothing waits', async (_, endpoint) => {
    const page = openAt([[endpoint, failure(500, 'broken')]], 3);
    const unread = 'What is open or overdue could not be loaded';
    expect(await (await waits()).findByText(unread)).toBeDefined();
    page.unmount();
    openAt([], 3);
    await screen.findByText('No follow-up listed.');
    expect((await waits()).queryByText(unread)).toBeNull();
  });

  test('what is overdue is told of no more when the patient is not asked any longer', async () => {
    const oldestOpen = { surveyEventId: 601, due: new Date(now.getTime() - 86_400_000) };
    const page = openAt([[api.listSchedule, { assessmentSchedule: [anItem({ openCount: 1, oldestOpen })] }]]);
    await (await waits()).findByRole('link', { name: 'Assessment 1 day overdue' });
    page.answer(api.listSchedule, { assessmentSchedule: [] });
    await page.live.tell({ type: 'patient.changed', id: 7, careGroupId: 2 });
    await waitFor(async () => expect((await waits()).queryByRole('link')).toBeNull());
  });

  test('a flagged answer that becomes overdue is told of without an event, as its row says it', async () => {
    const page = openAt([flagged({})], 1);
    await (await waits()).findByRole('link', { name: '1 open flagged answer' });
    page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag({ uId: 7, isOverdue: true })] });
    vi.advanceTimersByTime(60_000);
    expect(await (await waits()).findByRole('link', { name: '1 open flagged answer, 1 overdue' })).toBeDefined();
    expect(within(await table('Flagged Answers')).getByText('Overdue')).toBeDefined();
  });

  test('what becomes overdue is told of when its time has passed; before it nothing is', async () => {
    const soon = new Date(now.getTime() + 30_000);
    openAt([
      [
        api.listSchedule,
        { assessmentSchedule: [anItem({ openCount: 1, oldestOpen: { surveyEventId: 601, due: soon } })] },
      ],
    ]);
    await screen.findByText('Every 2 weeks');
    expect((await waits()).queryByRole('link')).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(await (await waits()).findByRole('link', { name: /^Assessment 0 minutes overdue$/ })).toBeDefined();
  });
});

describe('the schedule', () => {
  test('ACT-04 CLN-02 the oldest that is not answered can be answered from here, by whoever answers any', async () => {
    const oldestOpen = { surveyEventId: 601, due: at };
    const items = [anItem({ openCount: 1, oldestOpen }), anItem({ schedId: 82, surveyName: 'Mood' })];
    const schedule: Reply = [api.listSchedule, { assessmentSchedule: items }];
    const others = open([schedule], 0, { ...withFollowUps, modules: ['FollowUp'] });
    await screen.findByText('Mood');
    expect(screen.queryByRole('button', { name: /^Answer/ })).toBeNull();
    others.unmount();
    const page = open([schedule]);
    await screen.findByText('Mood');
    expect(screen.getAllByRole('button', { name: /^Answer/ })).toHaveLength(1);
    await press(page.user, 'Answer, Pain Check');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient-surveys'));
    expect(page.router.state.location.state).toMatchObject({
      surveyEventId: 601,
      sId: 5,
      uId: 7,
      name: 'Ada Archer',
      phone: '+16175550123',
      hasResponse: false,
    });
  });

  test('SCH-01 SCH-02 OPC-42 CAB-11 each assessment has start, due and recurrence', async () => {
    const page = open();
    await screen.findByText('Every 2 weeks');
    expect(await rowsOf('Assessment Schedule')).toEqual([
      ['Assessment', 'Status', 'Start', 'Due', 'Recurrence', 'Action'],
      [
        'Pain Check',
        'Active',
        expect.any(String),
        `${shown}One day after it begins`,
        'Every 2 weeks',
        'Edit Recurrence',
      ],
    ]);
    expect(page.callsOf(api.listSchedule).map(({ query }) => query)).toEqual([{ u_id: 7 }]);
  });

  test('SCH-03 OPC-61 a blocked one says by what, and its recurrence cannot be changed', async () => {
    open([[api.listSchedule, { assessmentSchedule: [anItem({ status: 'Blocked', blockedBy: 'Pain Check' })] }]]);
    expect(await screen.findByText('Blocked by Pain Check')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Edit Recurrence/ })).toBeNull();
  });

  test('OPC-11 what will come lies on its days where the person sits, month by month', async () => {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 10, 12), toFake: ['Date'] });
    try {
      const page = open([
        [
          api.readCalendar,
          ({ query }: { query: { sDate: string } }) => ({
            days: query.sDate === '2026-02-01' ? [{ date: '2026-02-16', sId: 5, surveyName: 'Mood', patients: 1 }] : [],
          }),
        ],
      ]);
      expect(await screen.findByText('No assessment will come in this month.')).toBeDefined();
      await press(page.user, 'Next month');
      expect((await screen.findByText('Mood')).closest('[data-day]')?.getAttribute('data-day')).toBe('2026-02-16');
      expect(page.callsOf(api.readCalendar).map(({ query }) => query)).toEqual([
        { u_id: 7, sDate: '2026-01-01', eDate: '2026-01-31', zone: 'Pacific/Auckland' },
        { u_id: 7, sDate: '2026-02-01', eDate: '2026-02-28', zone: 'Pacific/Auckland' },
      ]);
    } finally {
      vi.unstubAllEnvs();
      vi.useRealTimers();
    }
  });

  test('what somebody else changes is seen at once', async () => {
    const page = open();
    await screen.findByText('Every 2 weeks');
    page.answer(api.listSchedule, { assessmentSchedule: [anItem({ recurrence: '3d' })] });
    await page.live.tell({ type: 'schedule.changed', id: 81 });
    expect(await screen.findByText('Every 3 days')).toBeDefined();
  });
});

describe('the recurrence', () => {
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Schedule' });
  const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Repeat every' });
  const unit = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unit' });
  const openDialog = async (replies: Reply[] = []) => {
    const page = open(replies);
    await press(page.user, 'Edit Recurrence, Pain Check');
    await screen.findByRole('dialog', { name: 'Recurrence' });
    return page;
  };

  test('whose it is stands in the dialog, by name and date of birth', async () => {
    await openDialog();
    const dialog = within(await screen.findByRole('dialog', { name: 'Recurrence' }));
    expect(await dialog.findByText('Ada Archer, born 03/05/1950')).toBeDefined();
  });

  test('SCH-04 SCH-05 SCH-06 SCH-09 CCN-12 the button is on for another whole number from 1 to 500', async () => {
    const { user } = await openDialog();
    expect([number().value, unit().selectedOptions[0]?.textContent]).toEqual(['2', 'week(s)']);
    expect([...unit().options].map(({ value, textContent }) => [value, textContent])).toEqual([
      ['d', 'day(s)'],
      ['w', 'week(s)'],
      ['M', 'month(s)'],
    ]);
    expect(isOff(save())).toBe(true);
    // Where it is off, a line says why.
    for (const [typed, isReady, said] of [
      ['0', false, 'Please correct: Repeat every.'],
      ['1', true, 'Every week, counted from the start of the schedule.'],
      ['500', true, 'Every 500 weeks, counted from the start of the schedule.'],
      ['501', false, 'Please correct: Repeat every.'],
      ['2', false, 'Every 2 weeks, as it is now.'],
    ] as const) {
      await user.clear(number());
      expect(screen.getByText('Still missing: Repeat every.')).toBeDefined();
      await user.type(number(), typed);
      expect([typed, !isOff(save())]).toEqual([typed, isReady]);
      expect(screen.getByText(said)).toBeDefined();
    }
    await user.selectOptions(unit(), 'M');
    expect(isOff(save())).toBe(false);
  });

  test('SCH-05 SCH-08 neither "." nor "e" gets into the number, and it is said what was left out', async () => {
    const { user } = await openDialog();
    await user.clear(number());
    await user.type(number(), '1.e5');
    expect(number().value).toBe('15');
    expect(screen.getByText(/^Digits only: “e” was left out/)).toBeDefined();
  });

  test('SCH-07 SCH-10 SCH-11 CAB-12 OPC-63 CCN-13 it is saved with its rule, and closes 500 ms after the answer', async () => {
    const page = await openDialog();
    await page.user.selectOptions(unit(), 'M');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    let clicked;
    try {
      save().click();
      await vi.waitFor(() => expect(page.callsOf(api.changeSchedule)).toHaveLength(1), {
        interval: 1,
        timeout: 15_000,
      });
      clicked = page.callsOf(api.changeSchedule)[0];
      for (let n = 0; n < 50 && !screen.queryByText('The schedule is updated.'); n++)
        await vi.advanceTimersByTimeAsync(1);
      expect(screen.getByText('The schedule is updated.')).toBeDefined();
      await vi.advanceTimersByTimeAsync(440);
      expect(screen.getByRole('dialog', { name: 'Recurrence' })).toBeDefined();
      await vi.advanceTimersByTimeAsync(70);
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(clicked?.query).toEqual({ u_id: 7 });
    expect(clicked?.sent).toEqual({
      schedId: 81,
      sId: 5,
      RRule: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5',
      recurrence: '2M',
      version: 4,
    });
  });

  test('REL-06 REL-07 one’s own change of a schedule whose answer was lost is sent again as it was, also after it was read anew', async () => {
    const stale = { status: 409, body: { code: 'stale', message: 'Changed meanwhile.', detail: {} } };
    const page = await openDialog([[api.changeSchedule, losesFirstAnswer({ message: 'Saved.', version: 5 }, stale)]]);
    await page.user.selectOptions(unit(), 'M');
    await page.user.click(save());
    await screen.findByText('It is not known whether the schedule was updated');
    page.answer(api.listSchedule, { assessmentSchedule: [anItem({ recurrence: '2M', version: 5 })] });
    const reads = page.callsOf(api.listSchedule).length;
    await page.live.tell({ type: 'schedule.changed', id: 81 });
    await waitFor(() => expect(page.callsOf(api.listSchedule).length).toBeGreaterThan(reads));
    await page.user.click(save());
    expect(await screen.findByText('The schedule is updated.')).toBeDefined();
    expect(areSame(page.callsOf(api.changeSchedule))).toBe(true);
  });

  test('REL-07 whoever is told that somebody else has changed the schedule sees what it is now, and goes on from there', async () => {
    const current = { ...anItem({ recurrence: '3w', version: 6 }), dStart: undefined };
    const stale = { status: 409, body: { code: 'stale', message: 'Changed meanwhile.', detail: { current } } };
    const page = await openDialog([[api.changeSchedule, stale]]);
    await page.user.selectOptions(unit(), 'M');
    await page.user.click(save());
    expect(await screen.findByText(/^Recurrence is now “Every 3 weeks”\./)).toBeDefined();
    expect([number().value, unit().value]).toEqual(['2', 'M']);
    expect(screen.queryByText('Unable to update schedule. Please try again later.')).toBeNull();
    page.answer(api.changeSchedule, { message: 'Saved.', version: 7 });
    await page.user.click(save());
    expect(await screen.findByText('The schedule is updated.')).toBeDefined();
    expect(page.callsOf(api.changeSchedule).map(({ body }) => body.version)).toEqual([4, 6]);
  });

  test('a recurrence longer than a person may set is no mistake of theirs: nothing is wrong or to be discarded before they type', async () => {
    const page = open([[api.listSchedule, { assessmentSchedule: [anItem({ recurrence: '1000d' })] }]]);
    await press(page.user, 'Edit Recurrence, Pain Check');
    await screen.findByRole('dialog', { name: 'Recurrence' });
    expect(screen.getByText('Every 1000 days, as it is now.')).toBeDefined();
    expect(screen.queryByText('Enter a whole number from 1 to 500.')).toBeNull();
    expect(isOff(save())).toBe(true);
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('SCH-12 CER-18 a failure says so, and the dialog stays', async () => {
    const { user } = await openDialog([[api.changeSchedule, failure(500, 'broken')]]);
    await user.selectOptions(unit(), 'd');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to update schedule. Please try again later.');
    expect(isOff(save())).toBe(false);
  });
});

describe('the history', () => {
  const aResponse = (more: object = {}) => ({
    responseId: 91,
    surveyEventId: 501,
    sId: 5,
    uId: 7,
    surveyName: 'Pain Check',
    surveyTime: at,
    timeCompleted: new Date(2026, 0, 4, 9, 0),
    reviewedBy: 'Sam Sites',
    flaggedQuestions: [],
    version: 1,
    ...more,
  });
  const two = { responses: [aResponse(), aResponse({ responseId: 92, surveyName: 'Mood', reviewedBy: '' })] };

  test('SCH-13 SCH-14 OPC-42 CAB-03 what nobody has reviewed is "Pending Review"', async () => {
    const page = open([[readResponses, two]], 1);
    await screen.findByText('Mood');
    expect(await rowsOf('Assessment History')).toEqual([
      ['Assessment', 'Received', 'Completed', 'Reviewed By'],
      ['Pain Check', shown, '4 Jan 26, 9:00 AM', 'Sam Sites'],
      ['Mood', shown, '4 Jan 26, 9:00 AM', 'Pending Review'],
    ]);
    expect(page.callsOf(readResponses).map(({ query }) => query)).toEqual([{ u_id: 7 }]);
  });

  test('SCH-15 CLN-02 a name leads to the answers', async () => {
    const page = open([[readResponses, two]], 1);
    await press(page.user, 'Mood');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient-surveys'));
    expect(page.router.state.location.state).toMatchObject({
      surveyEventId: 501,
      sId: 5,
      uId: 7,
      name: 'Ada Archer',
      phone: '+16175550123',
      hasResponse: true,
    });
  });

  test('flagged answers of the patient are there, closed ones with their note', async () => {
    const closed = { closedBy: 'Sam Sites', closedAt: at, closingNote: 'Dose lowered.' };
    const page = open([[listFlaggedAnswers, { flaggedAnswers: [aFlag({ uId: 7, ...closed })] }]], 1);
    expect(await screen.findByText(`Closed by Sam Sites, ${shown}`)).toBeDefined();
    expect(screen.getByText('Dose lowered.')).toBeDefined();
    expect(screen.getByText('Closed')).toBeDefined();
    // None of them waits for anybody.
    expect(screen.getByRole('button', { name: /^Flagged Answers \(0\)/, expanded: true }).textContent).toContain(
      '1 closed',
    );
    expect(page.callsOf(listFlaggedAnswers).map(({ query }) => query)).toEqual([{ u_id: 7 }]);
  });

  test.each([
    ['Changed to: None, Fever', 'None|Fever'],
    ['The question is not asked any more.', null],
  ])(
    'a closed flag shows the answer that was flagged, and “%s” where a review left another one',
    async (said, answerNow) => {
      const closed = { closedBy: 'Sam Sites', closedAt: at, closingNote: 'Sent to the ER.' };
      const flags = [aFlag({ uId: 7, answer: 'Yes', answerNow, ...closed }), aFlag({ uId: 7, flaggedAnswerId: 62 })];
      open([[listFlaggedAnswers, { flaggedAnswers: flags }]], 1);
      const cell = (await screen.findByText('Yes')).closest('td');
      expect(cell?.textContent).toContain(`How strong is the pain?Answer: Yes${said}`);
      expect(screen.getAllByText(said)).toHaveLength(1);
    },
  );

  test('a flagged answer stands apart from its question, which may end in a number', async () => {
    const takenBy = { cpId: 3, name: 'Sam Sites' };
    const flag = aFlag({ uId: 7, question: 'Pain 0 to 10', answer: '7', takenBy });
    const page = open([[listFlaggedAnswers, { flaggedAnswers: [flag] }]], 1);
    expect((await screen.findByText('Pain 0 to 10')).textContent).toBe('Pain 0 to 10');
    expect(screen.getByText('7').parentElement?.textContent).toBe('Answer: 7');
    await press(page.user, 'Close, the flagged answer of Ann Archer, Pain Check, question 2');
    const dialog = within(await screen.findByRole('dialog', { name: 'Close Flagged Answer' }));
    expect(dialog.getByText('7').parentElement?.innerHTML).toContain('Pain 0 to 10<br>Answer: <strong');
  });

  test('several answers to one question are read in a row among flagged answers, and where one is closed', async () => {
    const page = open(
      [
        [
          listFlaggedAnswers,
          { flaggedAnswers: [aFlag({ uId: 7, answer: 'None|Fever', takenBy: { cpId: 3, name: 'Sam Sites' } })] },
        ],
      ],
      1,
    );
    expect(await screen.findByText('None, Fever')).toBeDefined();
    await press(page.user, 'Close, the flagged answer of Ann Archer, Pain Check, question 2');
    const dialog = within(await screen.findByRole('dialog', { name: 'Close Flagged Answer' }));
    expect(dialog.getByText('None, Fever')).toBeDefined();
    expect(screen.queryByText(/None\|Fever/)).toBeNull();
  });

  test('numbers are a chart with its table, newest first, question by question, and are called what they are', async () => {
    const point = (day: number, value: number) => ({
      at: new Date(2026, 0, day, 9, 0),
      value,
      surveyEventId: day,
      isFlagged: value > 8,
    });
    const trend = { sId: 5, surveyName: 'Pain Check' };
    const { user } = open(
      [
        [
          readTrends,
          {
            trends: [
              { ...trend, questionId: null, questionNum: null, question: '', points: [point(1, 12)] },
              {
                ...trend,
                questionId: 'n2',
                questionNum: 2,
                question: 'How strong?',
                points: [point(1, 7), point(2, 9)],
              },
            ],
          },
        ],
      ],
      1,
    );
    const list = await screen.findByRole('combobox', { name: 'Question or assessment' });
    expect(await screen.findByRole('group', { name: 'Chart of Pain Check: sum' })).toBeDefined();
    expect((await rowsOf('Pain Check: sum'))[0]).toEqual(['Completed', 'Sum', 'Flagged']);
    await user.selectOptions(list, 'Pain Check: How strong?');
    expect(await rowsOf('Pain Check: How strong?')).toEqual([
      ['Completed', 'Answer', 'Flagged'],
      ['2 Jan 26, 9:00 AM', '9', 'Flagged'],
      ['1 Jan 26, 9:00 AM', '7', ''],
    ]);
  });

  test('a number with many decimals is shown as it was answered', async () => {
    const point = (day: number, value: number) => ({
      at: new Date(2026, 0, day, 9, 0),
      value,
      surveyEventId: day,
      isFlagged: false,
    });
    const trend = { sId: 5, surveyName: 'Lab', questionId: 'n', questionNum: 1, question: 'Troponin' };
    open([[readTrends, { trends: [{ ...trend, points: [point(1, 0.0004), point(2, 1234.56789)] }] }]], 1);
    expect((await rowsOf('Lab: Troponin')).map(([, value]) => value)).toEqual(['Answer', '1,234.56789', '0.0004']);
  });
});

describe('outreach and follow-ups', () => {
  test('PDT-10 ACT-15 ACT-16 OPC-26 OPC-42 CAA-02 outreach says who was reached how, and whether they answered', async () => {
    const sent = {
      reason: 'Assessment reminder',
      timeSent: at,
      contactMethod: 'Text' as const,
      contactedBy: 'Sam Sites',
    };
    const page = open(
      [
        [
          listOutreach,
          {
            outreachHistory: [
              { rowNumber: 1, ...sent, responded: null },
              { rowNumber: 2, ...sent, responded: new Date(2026, 0, 4, 9, 0) },
              { rowNumber: 3, ...sent, responded: null, ended: true },
            ],
          },
        ],
      ],
      2,
    );
    await screen.findByText('Awaiting response');
    expect(await rowsOf('Outreach (Last 30 Days)')).toEqual([
      ['#', 'Reason', 'Time Sent', 'Contact Method', 'Contacted By', 'Responded'],
      ['1', 'Assessment reminder', shown, 'Text', 'Sam Sites', 'Awaiting response'],
      ['2', 'Assessment reminder', shown, 'Text', 'Sam Sites', '4 Jan 26, 9:00 AM'],
      ['3', 'Assessment reminder', shown, 'Text', 'Sam Sites', 'Ended without an answer'],
    ]);
    expect(page.callsOf(listOutreach).map(({ query }) => query)).toEqual([{ u_id: 7 }]);
  });

  test('the first follow-up of a patient is scheduled for them by name and date of birth', async () => {
    const page = open([], 3);
    await press(page.user, 'Schedule Follow-Up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Follow-Up' }));
    expect(await dialog.findByText('Ada Archer, born 03/05/1950')).toBeDefined();
  });

  test('PRV-08 by which ways a patient takes nothing is said, and what comes of it', async () => {
    open([[listOutreach, { outreachHistory: [], undelivered: [], refused: ['Email', 'Text'] }]], 2);
    await table('Outreach (Last 30 Days)');
    const said = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
    expect(said).toEqual([
      'This patient has unsubscribed from emails, so they are told of nothing by email.',
      'This patient has revoked the consent to texts, so they are told of nothing by text.',
    ]);
  });

  test('PRV-08 what a patient takes is asked for anew when they choose otherwise, and when their consent changes', async () => {
    const page = open([[listOutreach, { outreachHistory: [], undelivered: [], refused: [] }]], 2);
    await table('Outreach (Last 30 Days)');
    page.answer(listOutreach, { outreachHistory: [], undelivered: [], refused: ['Email'] });
    await page.live.tell({ type: 'patient.changed', id: 7 });
    expect(await screen.findByText(/^This patient has unsubscribed from emails/)).toBeDefined();
    page.answer(listOutreach, { outreachHistory: [], undelivered: [], refused: ['Text'] });
    await page.live.tell({ type: 'patient_record.changed', id: 7 });
    expect(await screen.findByText(/^This patient has revoked the consent to texts/)).toBeDefined();
  });

  test('whoever schedules a follow-up for a deactivated patient is told so', async () => {
    const page = open([[readPatient, { patient: aPatient({ status: -1 }) }]], 3);
    await press(page.user, 'Schedule Follow-Up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Follow-Up' }));
    expect(await dialog.findByText('This patient is deactivated.')).toBeDefined();
  });

  test('of the follow-ups of a patient those that wait come first by their time, then those that were completed, the newest first', async () => {
    const day = (n: number) => new Date(at.getTime() + n * 86_400_000);
    const done = (fId: number, n: number) => ({ ...aFollowUp(fId, day(n), `Done ${n}`), status: false });
    const followUp = [done(1, -3), done(2, -2), aFollowUp(3, day(-1), 'Late'), aFollowUp(4, day(5), 'Next')];
    open([[listFollowUps, { followUp }]], 3);
    await screen.findByText('Late');
    expect((await rowsOf('Follow-Ups')).slice(1).map((row) => row[1])).toEqual(['Late', 'Next', 'Done -2', 'Done -3']);
  });

  test('FUP-06 FUP-02 OPC-42 CAB-08 the follow-ups of a patient have date and notes', async () => {
    const page = open([[listFollowUps, { followUp: [aFollowUp(1, at, '')] }]], 3);
    await screen.findByText('N/A');
    // Beside these stands what is done with each.
    expect((await rowsOf('Follow-Ups')).map((row) => row.slice(0, 2))).toEqual([
      ['Follow-Up Date', 'Notes'],
      [`${shown} Overdue`, 'N/A'],
    ]);
    // The header asks for those alone that are overdue.
    expect(page.callsOf(listFollowUps).map(({ query }) => query)).toEqual([
      { companyId: 1, uId: 7, state: 'overdue' },
      { companyId: 1, uId: 7 },
    ]);
  });
});
