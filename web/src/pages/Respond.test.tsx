import type { Question } from '@portal/contract/assessments/flow.ts';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/responses/respond-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#rooms/responses/respond/calls.ts';
import { longestFrom } from '#rooms/responses/respond/steps.ts';
import { aQuestion, howAreYou } from '#test/answering.ts';
import { network } from '#test/network.ts';
import { readAloud } from '#test/aloud.ts';
import { type Call, forgetPortal, openPortal, type Reply } from '#test/portal.tsx';

beforeEach(forgetPortal);

const deadLink =
  'This link no longer works. If you have already answered, there is nothing more to do. Otherwise, please ask your care team for a new one.';
const gone = { status: 404, body: { code: 'respond.unknown', message: deadLink } };
const broken = { status: 500, body: { code: 'unexpected', message: '' } };
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const asPatient = (questions: readonly Question[]) =>
  questions.map(({ flagged: _flagged, additionalInfo: _info, ...question }) => question);
const opened = (questions: readonly Question[] = howAreYou, answers: object[] = []) => ({
  pass: 'the-pass',
  surveyName: 'Weekly check',
  due: new Date(2026, 0, 3),
  questions: asPatient(questions),
  answers,
  savedAt: answers.length > 0 ? new Date(2026, 0, 3, 16, 1) : null,
  takesTexts: null as boolean | null,
});
const replies = (questions?: readonly Question[], answers?: object[]): Reply[] => [
  [api.lookAtCode, { isOpen: true, triesLeft: 5 }],
  [api.openAssessment, opened(questions, answers)],
  [api.keepOwnDraft, { savedAt: new Date(2026, 0, 3, 16, 5) }],
  [api.sendOwnResponse, { message: 'Sent.' }],
];
const open = (more: Reply[] = [], at = '/respond?code=THE-CODE') => openPortal(at, [...replies(), ...more]);
type Page = ReturnType<typeof open>;

const press = async (page: Page, name: string) => page.user.click(await screen.findByRole('button', { name }));
const title = async (name: string) => screen.findByRole('heading', { level: 1, name });
async function enterBirthDate(page: Page) {
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Month' }), 'March');
  await page.user.write(screen.getByRole('textbox', { name: 'Day' }), '5');
  await page.user.write(screen.getByRole('textbox', { name: 'Year' }), '1950');
  await press(page, 'Continue');
}
async function begin(more: Reply[] = []) {
  const page = open(more);
  await enterBirthDate(page);
  return page;
}
async function answerAll(page: Page) {
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  await press(page, 'Next');
  await page.user.write(await screen.findByRole('textbox', { name: 'Anything else?' }), 'No');
  await press(page, 'Next');
  await title('Check your answers');
}

test('the code leaves the address at once, no referrer is told, and nobody is asked for a session', async () => {
  const page = open();
  await title('Your assessment');
  expect(page.path()).toBe('/respond');
  expect(window.history.length).toBeGreaterThan(0);
  expect(document.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer');
  expect(page.callsOf(renewSession)).toEqual([]);
  expect(page.calls.map(({ path }) => path)).toEqual(['/respond/code']);
  expect(page.callsOf(api.lookAtCode)[0]?.sent).toEqual({ code: 'THE-CODE' });
});

test('the portal’s brand is over it', async () => {
  open();
  await title('Your assessment');
  expect(screen.getByRole('img', { name: 'Trellis' })).toBeDefined();
});

test('after a reload the page knows its code still, until the answers are sent', async () => {
  const page = open();
  await title('Your assessment');
  page.unmount();
  const again = open([], '/respond');
  await enterBirthDate(again);
  await answerAll(again);
  await press(again, 'Send');
  await title('Thank you');
  expect(again.callsOf(api.sendOwnResponse)[0]?.body).toMatchObject({ code: 'THE-CODE' });
  again.unmount();
  open([], '/respond');
  expect(await screen.findByText(deadLink)).toBeDefined();
});

test.each([
  ['a dead link', '/respond?code=OLD', [[api.lookAtCode, gone]] as Reply[]],
  ['no code at all', '/respond', []],
])('%s is told in one sentence, and nothing can be entered', async (_, at, more) => {
  open(more, at);
  expect(await screen.findByText(deadLink)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a link that could not be looked at can be tried again', async () => {
  const page = open([[api.lookAtCode, broken]]);
  const again = await screen.findByRole('button', { name: 'Try again' });
  page.answer(api.lookAtCode, { isOpen: true, triesLeft: 5 });
  await page.user.click(again);
  await title('Your assessment');
});

test('OPN-44 the date of birth is asked for first; a wrong one says at its fields how many tries are left, the last one ends the link', async () => {
  const wrong = {
    status: 400,
    body: { code: 'respond.wrong_birth_date', message: 'The date of birth is not the one on record.', detail: {} },
  };
  const page = await begin([
    [api.openAssessment, wrong],
    [api.lookAtCode, { isOpen: true, triesLeft: 4 }],
  ]);
  const description = 'The date of birth is not the one on record. 4 tries left.';
  const month = await screen.findByRole('combobox', { name: 'Month', description });
  const fields = [month, ...['Day', 'Year'].map((name) => screen.getByRole('textbox', { name, description }))];
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']);
  await waitFor(() => expect(document.activeElement).toBe(month));
  expect(page.callsOf(api.openAssessment)[0]?.sent).toEqual({ code: 'THE-CODE', birthDate: '1950-03-05' });
  page.answer(api.openAssessment, { status: 404, body: { code: 'respond.too_many', message: deadLink } });
  await press(page, 'Continue');
  expect(await screen.findByText(deadLink)).toBeDefined();
});

const marked = () => ['Month', 'Day', 'Year'].map((name) => screen.getByLabelText(name).getAttribute('aria-invalid'));
test.each([
  ['the server is not there', { status: 503, body: { code: 'unexpected', message: '' } }, 'Unable to make request'],
  ['there were too many tries', { status: 429, body: { code: 'too_many', message: 'Try later.' } }, 'Try later.'],
])('a date of birth that could not be looked at, since %s, is not said to be wrong', async (_, answer, said) => {
  await begin([[api.openAssessment, answer]]);
  expect(await screen.findByText(said)).toBeDefined();
  expect(marked()).toEqual([null, null, null]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue' })));
});

test.each([
  ['', '', '', 'Month'],
  ['February', '', '1950', 'Day'],
  ['February', '31', '1950', 'Day'],
  ['February', '3', '50', 'Year'],
])('OPN-44 "%s %s, %s" is no day and no try: its fields say so, and the focus goes to the %s', async (...of) => {
  const [month, day, year, wrong] = of;
  const page = open();
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Month' }), month || '–');
  if (day) await page.user.write(screen.getByRole('textbox', { name: 'Day' }), day);
  if (year) await page.user.write(screen.getByRole('textbox', { name: 'Year' }), year);
  await press(page, 'Continue');
  const description = 'Please enter your date of birth, such as March 5, 1950.';
  const fields = [
    screen.getByRole('combobox', { name: 'Month', description }),
    ...['Day', 'Year'].map((name) => screen.getByRole('textbox', { name, description })),
  ];
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']);
  expect(document.activeElement).toBe(screen.getByLabelText(wrong));
  expect(page.callsOf(api.openAssessment)).toEqual([]);
});

test('a day and a year that are pasted with a space before them stay whole', async () => {
  const page = open();
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Month' }), 'March');
  await page.user.write(screen.getByRole('textbox', { name: 'Day' }), ' 12');
  await page.user.write(screen.getByRole('textbox', { name: 'Year' }), ' 1950');
  await press(page, 'Continue');
  await title('How are you?');
  expect(page.callsOf(api.openAssessment)[0]?.sent).toEqual({ code: 'THE-CODE', birthDate: '1950-03-12' });
});

test('ANS-01 ANS-03 one question a screen with its place among those to come, and Back', async () => {
  const page = await begin();
  await title('How are you?');
  expect(document.activeElement?.textContent).toBe('How are you?');
  expect(screen.getByText('Question 1 of 4')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Question 1 of 4' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await page.user.click(screen.getByRole('radio', { name: 'Well' }));
  await press(page, 'Next');
  await title('Anything else?');
  expect(screen.getByText('Question 2 of 2')).toBeDefined();
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  await press(page, 'Back');
  await title('How are you?');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Well' }).checked).toBe(true);
});

test('PRV-09 the browser’s Back leads to the question before, and Forward on again; its history has nothing that was typed', async () => {
  const page = await begin();
  await answerAll(page);
  const { history } = window;
  act(() => history.back());
  await title('Anything else?');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Anything else?' }).value).toBe('No');
  await press(page, 'Back');
  await title('How are you?');
  act(() => history.forward());
  await title('Anything else?');
  act(() => history.forward());
  await title('Check your answers');
  expect([page.path(), history.state]).toEqual(['/respond', { place: 2 }]);
  // What an answer has taken away Forward does not lead to.
  await press(page, 'Change: How are you?');
  await page.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  act(() => history.go(2));
  await title('Since when?');
  await waitFor(() => expect(history.state).toEqual({ place: 1 }));
});

test('PRV-09 REL-06 after "Thank you" the browser’s Back leads to no question any more, and nothing is sent again', async () => {
  const page = await begin();
  await answerAll(page);
  await press(page, 'Send');
  await title('Thank you');
  for (const place of [1, 0]) {
    act(() => window.history.back());
    await waitFor(() => expect(window.history.state).toMatchObject({ place }));
    await title('Thank you');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  }
  expect(page.callsOf(api.sendOwnResponse)).toHaveLength(1);
});

test('whoever goes on where they were finds the questions before behind Back, too', async () => {
  const answers = [
    { questionNum: 1, answer: 'Badly' },
    { questionNum: 2, answer: 'Monday' },
  ];
  await begin([[api.openAssessment, opened(howAreYou, answers)]]);
  await title('How bad is it?');
  act(() => window.history.back());
  await title('Since when?');
  act(() => window.history.back());
  await title('How are you?');
});

test('ANS-16 a question without an answer is not left, and is told so', async () => {
  const page = await begin();
  await title('How are you?');
  await press(page, 'Next');
  expect(await screen.findByText('Please answer this question.')).toBeDefined();
  expect(document.activeElement?.getAttribute('type')).toBe('radio');
  expect(screen.getByText('Question 1 of 4')).toBeDefined();
});

test('ANS-16 OPC-27 a number that is not taken is said once, at its field', async () => {
  const weight = aQuestion(1, { question: 'What did you weigh?', questionType: 'Numeric', options: ['30-250'] });
  const page = await begin([[api.openAssessment, opened([weight])]]);
  await page.user.write(await screen.findByRole('textbox', { name: 'What did you weigh?' }), '5');
  await press(page, 'Next');
  expect(await screen.findAllByText('Please input valid number.')).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'What did you weigh?' }));
});

test('OPC-27 a number whose comma may stand for thousands is not left, and no other one is kept or sent in its place', async () => {
  const steps = aQuestion(1, { question: 'How many steps?', questionType: 'Numeric', options: ['0-9000'] });
  const page = await begin([[api.openAssessment, opened([steps])]]);
  const field = await screen.findByRole('textbox', { name: 'How many steps?' });
  await page.user.write(field, '3,500');
  await press(page, 'Next');
  expect(await screen.findAllByText('Please input valid number.')).toHaveLength(1);
  await waitFor(() =>
    expect(page.callsOf(api.keepOwnDraft).at(-1)?.body).toMatchObject({ answers: [{ answer: '3,500' }] }),
  );
  await page.user.clear(field);
  await page.user.write(field, '3,5');
  await press(page, 'Next');
  await press(page, 'Send');
  await title('Thank you');
  expect(page.callsOf(api.sendOwnResponse)[0]?.body).toMatchObject({ answers: [{ answer: '3.5' }] });
});

test('ANS-18 of a medication the field that is still empty is marked, and has the focus', async () => {
  const page = await begin([[api.openAssessment, opened([aQuestion(1, { questionType: 'MedInfo' })])]]);
  await page.user.write(await screen.findByRole('textbox', { name: /^Name/ }), 'Lasix');
  await press(page, 'Next');
  expect(await screen.findAllByText('Please answer this question.')).toHaveLength(1);
  const strength = screen.getByRole('textbox', { name: /^Strength/ });
  expect(document.activeElement).toBe(strength);
  expect(strength.getAttribute('aria-invalid')).toBe('true');
});

describe('of a strength a comma was left out', () => {
  const questions = [
    aQuestion(1, { question: 'How are you?', actions: [2] }),
    aQuestion(2, { question: 'What do you take?', questionType: 'MedInfo' }),
  ];
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
  const shown = async () => [(await box(/^Name/)).value, (await box(/^Strength/)).value];
  const type = async (page: Page, strength: string) => {
    await page.user.write(await screen.findByRole('textbox', { name: 'How are you?' }), 'Well');
    await press(page, 'Next');
    await page.user.write(await box(/^Name/), 'Lasix');
    await page.user.type(await box(/^Strength/), strength);
  };

  test.each(['Next', null])('ANS-18 after %s, Back and Next it is missing: 0,5 mg is never 05 mg', async (pressed) => {
    const page = await begin([[api.openAssessment, opened(questions)]]);
    await type(page, '0,5 mg');
    if (pressed) await press(page, pressed);
    expect(await shown()).toEqual(['Lasix', '05 mg']);
    expect(screen.getByText(/“,” was left out\./)).toBeDefined();
    await press(page, 'Back');
    await title('How are you?');
    await press(page, 'Next');
    expect(await shown()).toEqual(['Lasix', '']);
    await press(page, 'Next');
    expect(await screen.findByText('Please answer this question.')).toBeDefined();
    await page.user.type(await box(/^Strength/), '0.5 mg');
    await press(page, 'Next');
    await title('Check your answers');
    expect(screen.getByText('Lasix 0.5 mg')).toBeDefined();
  });

  test('ANS-18 it is in no draft: after a reload it is missing, and is not sent', async () => {
    const page = await begin([[api.openAssessment, opened(questions)]]);
    await type(page, '2,5 mg');
    const drafts = () =>
      page.callsOf(api.keepOwnDraft).map(({ sent }) => (sent as { answers: { answer: string }[] }).answers);
    await waitFor(() => expect(drafts().at(-1)?.[1]).toMatchObject({ answer: 'Lasix,' }), { timeout: 3_000 });
    expect(JSON.stringify(drafts())).not.toContain('25');
    page.unmount();
    const again = await begin([[api.openAssessment, opened(questions, drafts().at(-1))]]);
    expect(await shown()).toEqual(['Lasix', '']);
    await press(again, 'Next');
    expect(await screen.findByText('Please answer this question.')).toBeDefined();
    expect(again.callsOf(api.sendOwnResponse)).toEqual([]);
  });
});

test('what the clinician is told, and what is flagged, is not there', async () => {
  const page = await begin();
  await page.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  expect(screen.queryByText(/Flagged|Clinician/)).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Note/ })).toBeNull();
});

test('the browser asks before the page is closed while an answer is not kept yet', async () => {
  const closingAsks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const keeping = Promise.withResolvers<unknown>();
  const page = await begin([[api.keepOwnDraft, () => keeping.promise]]);
  await screen.findByRole('radio', { name: 'Badly' });
  expect(closingAsks()).toBe(false);
  await page.user.click(screen.getByRole('radio', { name: 'Badly' }));
  expect(closingAsks()).toBe(true);
  await waitFor(() => expect(page.callsOf(api.keepOwnDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(closingAsks()).toBe(true);
  await act(async () => keeping.resolve({ savedAt: new Date(2026, 0, 3, 16, 5) }));
  await screen.findByText('Saved. You can close this page and go on later.');
  expect(closingAsks()).toBe(false);
});

test('what is answered is kept on the server, and the patient goes on where they were', async () => {
  const page = await begin();
  await page.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  expect(
    await screen.findByText('Saved. You can close this page and go on later.', {}, { timeout: 3_000 }),
  ).toBeDefined();
  expect(page.callsOf(api.keepOwnDraft).map(({ sent }) => sent)).toEqual([
    { code: 'THE-CODE', pass: 'the-pass', answers: [{ questionNum: 1, answer: 'Badly' }], goesOnFrom: null },
  ]);
  page.unmount();
  await begin([[api.openAssessment, opened(howAreYou, [{ questionNum: 1, answer: 'Badly' }])]]);
  await title('Since when?');
});

test('that answers are saved is seen at every pause, and read out with the first save, when one fails, and when one works after that', async () => {
  const one = [aQuestion(1, { question: 'Anything else?' })];
  const page = await begin([[api.openAssessment, opened(one)]]);
  const field = await screen.findByRole('textbox', { name: 'Anything else?' });
  const heard = readAloud();
  const goesOn = async (kept: number, shown: string) => {
    await page.user.type(field, 'x');
    await waitFor(() => expect(page.callsOf(api.keepOwnDraft)).toHaveLength(kept), { timeout: 3_000 });
    return screen.findByText(shown);
  };
  const isSaved = 'Saved. You can close this page and go on later.';
  expect((await goesOn(1, isSaved)).closest('[role="status"], [aria-live]')).toBeNull();
  const works = 'Your answers are saved as you enter them.';
  await waitFor(() => expect(heard).toEqual([works]));
  await goesOn(2, isSaved);
  page.answer(api.keepOwnDraft, broken);
  await goesOn(3, 'Not saved yet. Please keep this page open.');
  const fails = 'Your last changes are not saved yet. Please keep this page open.';
  await waitFor(() => expect(heard).toEqual([works, fails]));
  page.answer(api.keepOwnDraft, { savedAt: at(6) });
  // What no answer came to is sent first.
  await goesOn(5, isSaved);
  await waitFor(() => expect(heard).toEqual([works, fails, works]));
});

/** When answers were kept, one after the other. */
const at = (minute: number) => new Date(2026, 0, 3, 16, minute);
const staleDraft = (answers: object[], savedAt: Date) => ({
  status: 409,
  body: { code: 'stale', message: '', detail: { current: { draft: { answers }, savedAt: savedAt.toISOString() } } },
});
const elsewhere =
  'This assessment was also answered on another device or in another window. Those answers are here now.';
const keptIn = (page: Page) =>
  page.callsOf(api.keepOwnDraft).map(({ sent }) => sent as { goesOnFrom: string | null; answers: unknown });

test('REL-07 each save goes on from the one before, of which the answer told', async () => {
  const begun = [{ questionNum: 1, answer: 'Badly' }];
  const page = await begin([
    [api.openAssessment, opened(howAreYou, begun)],
    [api.keepOwnDraft, { savedAt: at(2) }],
  ]);
  await page.user.write(await screen.findByRole('textbox', { name: 'Since when?' }), 'Monday');
  await press(page, 'Next');
  await waitFor(() => expect(keptIn(page)).toHaveLength(1), { timeout: 3_000 });
  page.answer(api.keepOwnDraft, { savedAt: at(3) });
  await page.user.write(await screen.findByRole('textbox', { name: 'How bad is it?' }), '7');
  await waitFor(() => expect(keptIn(page)).toHaveLength(2), { timeout: 3_000 });
  expect(keptIn(page).map(({ goesOnFrom }) => goesOnFrom)).toEqual([at(1).toISOString(), at(2).toISOString()]);
});

test('REL-07 what was answered on another phone meanwhile is not replaced: it is taken over and said, and what was answered here stays', async () => {
  const begun = [{ questionNum: 1, answer: 'Badly' }];
  const there = [...begun, { questionNum: 2, answer: 'Monday' }, { questionNum: 3, answer: '7' }];
  const page = await begin([
    [api.openAssessment, opened(howAreYou, begun)],
    [api.keepOwnDraft, staleDraft(there, at(9))],
  ]);
  await page.user.write(await screen.findByRole('textbox', { name: 'Since when?' }), 'Sunday');
  const said = await screen.findByText(elsewhere, {}, { timeout: 3_000 });
  page.answer(api.keepOwnDraft, { savedAt: at(10) });
  expect(said.closest('[role=alert]')?.textContent).toContain(
    '“Since when?” was answered “Monday” there. Your answer on this page was kept.',
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Since when?' }).value).toBe('Sunday');
  await waitFor(() => expect(keptIn(page)).toHaveLength(2), { timeout: 3_000 });
  expect(keptIn(page)[1]).toMatchObject({
    goesOnFrom: at(9).toISOString(),
    answers: [...begun, { questionNum: 2, answer: 'Sunday' }, { questionNum: 3, answer: '7' }],
  });
  await press(page, 'Next');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'How bad is it?' })).value).toBe('7');
});

test('REL-07 where another phone has gone another way, the page goes on at a question of that way', async () => {
  const begun = [
    { questionNum: 1, answer: 'Badly' },
    { questionNum: 2, answer: 'Monday' },
  ];
  const page = await begin([
    [api.openAssessment, opened(howAreYou, begun)],
    [api.keepOwnDraft, staleDraft([{ questionNum: 1, answer: 'Well' }], at(9))],
  ]);
  await page.user.write(await screen.findByRole('textbox', { name: 'How bad is it?' }), '7');
  await screen.findByText(elsewhere, {}, { timeout: 3_000 });
  await title('Anything else?');
});

test('REL-07 a save whose answer was lost does not lock its own page out, also after the date of birth was entered again', async () => {
  const page = await begin([[api.keepOwnDraft, lost]]);
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  await screen.findByText('Not saved yet. Please keep this page open.', {}, { timeout: 3_000 });
  page.answer(api.keepOwnDraft, closed);
  page.answer(api.openAssessment, { ...openedAnew, answers: [{ questionNum: 1, answer: 'Well' }], savedAt: at(1) });
  await press(page, 'Next');
  await page.user.write(await screen.findByRole('textbox', { name: 'Anything else?' }), 'No');
  await screen.findByText('Please enter your date of birth again.', {}, { timeout: 3_000 });
  page.answer(api.keepOwnDraft, ({ body }: Call) => {
    if (body.answers.length === 1) return { savedAt: at(1) };
    return body.goesOnFrom?.getTime() === at(1).getTime() ? { savedAt: at(2) } : staleDraft([], at(1));
  });
  await enterBirthDate(page);
  await screen.findByText('Saved. You can close this page and go on later.', {}, { timeout: 3_000 });
  expect(screen.queryByText(elsewhere)).toBeNull();
  expect(keptIn(page).at(-1)).toMatchObject({ goesOnFrom: at(1).toISOString(), answers: [{}, { answer: 'No' }] });
});

const cannotBeShown =
  'What was answered before was saved by another version of the portal and cannot be shown. What you answer here takes its place.';
test('answers that the server cannot read are told of, are not said to be saved, and are gone on from', async () => {
  const page = await begin([
    [api.openAssessment, { ...opened(), savedAt: at(1), unreadable: true }],
    [api.keepOwnDraft, { savedAt: at(2) }],
  ]);
  expect((await screen.findByText(cannotBeShown)).closest('[role=alert]')).not.toBeNull();
  expect(screen.queryByText(/^Saved\./)).toBeNull();
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  await screen.findByText('Saved. You can close this page and go on later.', {}, { timeout: 3_000 });
  expect(keptIn(page)).toMatchObject([
    { goesOnFrom: at(1).toISOString(), answers: [{ questionNum: 1, answer: 'Well' }] },
  ]);
});

test('REL-07 answers that were kept elsewhere meanwhile and cannot be read are told of as well', async () => {
  const current = { draft: null, savedAt: at(9).toISOString(), unreadable: true };
  const stale = { status: 409, body: { code: 'stale', message: '', detail: { current } } };
  const page = await begin([[api.keepOwnDraft, stale]]);
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  expect(screen.queryByText(cannotBeShown)).toBeNull();
  await screen.findByText(cannotBeShown, {}, { timeout: 3_000 });
  page.answer(api.keepOwnDraft, { savedAt: at(10) });
  await screen.findByText('Saved. You can close this page and go on later.', {}, { timeout: 3_000 });
  expect(keptIn(page).at(-1)?.goesOnFrom).toBe(at(9).toISOString());
});

test.each([
  ['an answer that is not one of the options', howAreYou, [{ questionNum: 1, answer: 'So so' }], 'How are you?'],
  [
    'a number that is in no range',
    [aQuestion(1, { question: 'How bad?', questionType: 'Numeric', options: ['0-10'], actions: [2] }), aQuestion(2)],
    [{ questionNum: 1, answer: '99' }],
    'How bad?',
  ],
] as const)(
  'a patient who comes back to %s goes on there, and not at the check',
  async (_, questions, answers, there) => {
    await begin([[api.openAssessment, opened(questions, [...answers])]]);
    await title(there);
  },
);

test('ANS-04 a changed answer leads the other way, and says so before', async () => {
  const page = await begin([
    [
      api.openAssessment,
      opened(howAreYou, [
        { questionNum: 1, answer: 'Badly' },
        { questionNum: 2, answer: 'Monday' },
      ]),
    ],
  ]);
  await title('How bad is it?');
  await press(page, 'Back');
  await press(page, 'Back');
  expect(screen.getByText('If you change this answer, the next questions are asked again.')).toBeDefined();
  await page.user.click(screen.getByRole('radio', { name: 'Well' }));
  await press(page, 'Next');
  await title('Anything else?');
});

test('ANS-17 a table is the care team’s affair, and a label only read', async () => {
  const questions = [
    aQuestion(1, { questionType: 'UserGoals', actions: [2] }),
    aQuestion(2, { questionType: 'Label' }),
  ];
  const page = await begin([[api.openAssessment, opened(questions)]]);
  await screen.findByText('There is nothing to fill in here. Your care team will go through this with you.');
  await press(page, 'Next');
  await title('Question 2?');
  await press(page, 'Next');
  await title('Check your answers');
});

test('"Send" sends the answers once they were looked at, and thanks', async () => {
  const page = await begin();
  await answerAll(page);
  expect(screen.getAllByRole('definition').map((one) => one.querySelector('span')?.textContent)).toEqual([
    'Well',
    'No',
  ]);
  expect(page.callsOf(api.sendOwnResponse)).toEqual([]);
  await press(page, 'Send');
  await title('Thank you');
  expect(page.callsOf(api.sendOwnResponse)[0]?.sent).toEqual({
    code: 'THE-CODE',
    pass: 'the-pass',
    answers: [
      { questionNum: 1, answer: 'Well' },
      { questionNum: 4, answer: 'No' },
    ],
    time_completed: expect.any(String) as unknown,
  });
});

test('an answer is changed from the check', async () => {
  const page = await begin();
  await answerAll(page);
  await press(page, 'Change: How are you?');
  await title('How are you?');
});

test('a failed "Send" loses nothing, and goes again', async () => {
  const page = await begin([[api.sendOwnResponse, broken]]);
  await answerAll(page);
  await press(page, 'Send');
  const said = 'Your answers could not be sent. Nothing is lost: please press “Send” again.';
  expect(await screen.findByText(said)).toBeDefined();
  page.answer(api.sendOwnResponse, { message: 'Sent.' });
  await press(page, 'Send');
  await title('Thank you');
});

test('REL-17 after a failed "Send" the answers are still kept on the server, as soon as the network is back', async () => {
  const page = await begin([
    [api.keepOwnDraft, lost],
    [api.sendOwnResponse, broken],
  ]);
  await answerAll(page);
  await press(page, 'Send');
  await screen.findByText(/could not be sent\. Nothing is lost/);
  page.answer(api.keepOwnDraft, { savedAt: at(6) });
  const before = keptIn(page).length;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(keptIn(page).length).toBeGreaterThan(before), { timeout: 3_000 });
  await waitFor(() =>
    expect(keptIn(page).at(-1)?.answers).toEqual([
      { questionNum: 1, answer: 'Well' },
      { questionNum: 4, answer: 'No' },
    ]),
  );
});

test.each([
  ['have arrived', { message: 'Sent.' }, 'Thank you'],
  ['could not be sent', broken, 'Anything else?'],
])(
  'REL-17 the browser’s Back leads to no question while the answers are sent, so that none is changed behind them: they %s',
  async (_, answer, next) => {
    const [keeping, sending] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const page = await begin([
      [api.keepOwnDraft, () => keeping.promise],
      [api.sendOwnResponse, () => sending.promise],
    ]);
    await answerAll(page);
    await waitFor(() => expect(keptIn(page)).toHaveLength(1), { timeout: 3_000 });
    await press(page, 'Send');
    act(() => window.history.back());
    page.answer(api.keepOwnDraft, { savedAt: at(10) });
    await act(async () => keeping.resolve({ savedAt: at(5) }));
    await waitFor(() => expect(page.callsOf(api.sendOwnResponse)).toHaveLength(1));
    await title('Check your answers');
    expect(screen.queryByRole('textbox')).toBeNull();
    await act(async () => sending.resolve(answer));
    await title(next);
  },
);

test('REL-17 where another phone has answered while "Send" waits for a save, what was given here stays and is kept, and nothing is sent', async () => {
  const keeping = Promise.withResolvers<unknown>();
  const page = await begin([[api.keepOwnDraft, () => keeping.promise]]);
  await answerAll(page);
  await waitFor(() => expect(keptIn(page)).toHaveLength(1), { timeout: 3_000 });
  await press(page, 'Send');
  act(() => window.history.back());
  page.answer(api.keepOwnDraft, { savedAt: at(10) });
  const others = [
    { questionNum: 1, answer: 'Well' },
    { questionNum: 4, answer: 'Nothing' },
  ];
  await act(async () => keeping.resolve(staleDraft(others, at(9))));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Anything else?' });
  expect(field.value).toBe('No');
  const own = [
    { questionNum: 1, answer: 'Well' },
    { questionNum: 4, answer: 'No' },
  ];
  await waitFor(() => expect(keptIn(page).at(-1)).toMatchObject({ answers: own, goesOnFrom: at(9).toISOString() }), {
    timeout: 3_000,
  });
  expect(page.callsOf(api.sendOwnResponse)).toEqual([]);
});

test('REL-17 a proxy that refuses a draft or a "Send" takes nobody off the page', async () => {
  const refused = { status: 403, body: '<html>Forbidden</html>' };
  const page = await begin([
    [api.keepOwnDraft, refused],
    [api.sendOwnResponse, refused],
  ]);
  await answerAll(page);
  await waitFor(() => expect(keptIn(page).length).toBeGreaterThan(0), { timeout: 3_000 });
  await press(page, 'Send');
  expect((await screen.findAllByRole('alert')).map((one) => one.textContent).join('')).toMatch(/Send/);
  page.answer(api.sendOwnResponse, { message: 'Sent.' });
  await press(page, 'Send');
  await title('Thank you');
});

test.each(['Change: How are you?', 'Back'])(
  'after "%s" a failed "Send" is over, and the check no longer tells of it',
  async (name) => {
    const page = await begin([[api.sendOwnResponse, broken]]);
    await answerAll(page);
    await press(page, 'Send');
    await screen.findByText(/could not be sent/);
    await press(page, name);
    if (name !== 'Back') {
      await title('How are you?');
      await press(page, 'Next');
    }
    await title('Anything else?');
    await press(page, 'Next');
    await title('Check your answers');
    expect(screen.queryByText(/could not be sent/)).toBeNull();
  },
);

/** Everything is answered and was sent, and no answer came. */
async function sentIntoNothing() {
  const page = await begin([[api.sendOwnResponse, lost]]);
  await answerAll(page);
  await press(page, 'Send');
  await screen.findByText(
    'It is not known whether your answers have arrived. Please press “Send” again: they are sent only once.',
  );
  expect(screen.queryByText(/Nobody has seen them yet/)).toBeNull();
  return page;
}

test('after a try without an answer a dead link may mean that the answers arrived, and says so', async () => {
  const page = await sentIntoNothing();
  page.answer(api.sendOwnResponse, gone);
  await press(page, 'Send');
  const main = within(screen.getByRole('main'));
  await waitFor(() => expect(main.getByText(/Your answers may have arrived already/)).toBeDefined());
});

const offline = 'You are offline. Nothing is sent until you press again.';
const saidOfSend = () => within(screen.getByRole('main')).getByRole('alert').textContent;
test('REL-17 a "Send" that began without a network was not sent and says so, also of a link that has died by then; with the network that is over', async () => {
  const page = await begin([[api.sendOwnResponse, lost]]);
  await answerAll(page);
  const { goes, comes } = network();
  goes();
  await press(page, 'Send');
  await waitFor(() => expect(saidOfSend()).toBe(offline));
  expect(screen.getByText(/Nobody has seen them yet/)).toBeDefined();
  comes();
  await waitFor(() => expect(saidOfSend()).toBe(''));
  page.answer(api.sendOwnResponse, gone);
  await press(page, 'Send');
  expect(await screen.findByText(deadLink)).toBeDefined();
});

test('REL-06 a "Send" that a proxy refuses after one that got no answer tells nothing of that one', async () => {
  const page = await sentIntoNothing();
  page.answer(api.sendOwnResponse, { status: 403, body: '<html>Forbidden</html>' });
  await press(page, 'Send');
  await waitFor(() => expect(page.callsOf(api.sendOwnResponse)).toHaveLength(2));
  await waitFor(() => expect(saidOfSend()).toMatch(/^It is not known whether your answers have arrived\./));
});

test('REL-06 a "Send" without a network after one that got no answer tells nothing of that one', async () => {
  const page = await sentIntoNothing();
  const { goes, comes } = network();
  goes();
  await press(page, 'Send');
  await waitFor(() => expect(page.callsOf(api.sendOwnResponse)).toHaveLength(2));
  await waitFor(() => expect(saidOfSend()).toMatch(/^It is not known whether your answers have arrived\./));
  comes();
  page.answer(api.sendOwnResponse, gone);
  await press(page, 'Send');
  expect(await screen.findByText(/Your answers may have arrived already/)).toBeDefined();
});

const closed = {
  status: 403,
  body: { code: 'respond.closed', message: 'Please enter your date of birth again.' },
};
const openedAnew = { ...opened(), pass: 'the-next-pass' };
test('REL-17 where the date of birth was entered too long ago for "Send", it is asked for again, and the answers are sent as they were', async () => {
  const page = await begin([[api.sendOwnResponse, closed]]);
  await answerAll(page);
  page.answer(api.openAssessment, openedAnew);
  await press(page, 'Send');
  expect(await screen.findByText('Please enter your date of birth again.')).toBeDefined();
  // No field is wrong.
  expect(marked()).toEqual([null, null, null]);
  page.answer(api.sendOwnResponse, { message: 'Sent.' });
  await enterBirthDate(page);
  await title('Check your answers');
  await press(page, 'Send');
  await title('Thank you');
  expect(page.callsOf(api.sendOwnResponse).at(-1)?.sent).toMatchObject({
    pass: 'the-next-pass',
    answers: [
      { questionNum: 1, answer: 'Well' },
      { questionNum: 4, answer: 'No' },
    ],
  });
});

test('REL-17 where it was entered too long ago for what is typed to be kept, it is asked for again, and what was typed is there and kept', async () => {
  const page = await begin([[api.keepOwnDraft, closed]]);
  page.answer(api.openAssessment, openedAnew);
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  await press(page, 'Next');
  await page.user.write(await screen.findByRole('textbox', { name: 'Anything else?' }), 'A cough');
  expect(await screen.findByText('Please enter your date of birth again.', {}, { timeout: 3_000 })).toBeDefined();
  page.answer(api.keepOwnDraft, { savedAt: new Date(2026, 0, 3, 16, 5) });
  await enterBirthDate(page);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Anything else?' });
  expect(field.value).toBe('A cough');
  await screen.findByText('Saved. You can close this page and go on later.', {}, { timeout: 3_000 });
  expect(page.callsOf(api.keepOwnDraft).at(-1)?.sent).toMatchObject({
    pass: 'the-next-pass',
    answers: [
      { questionNum: 1, answer: 'Well' },
      { questionNum: 4, answer: 'A cough' },
    ],
  });
});

test('a link that died while its page was open is told with the first answer that is not kept any more', async () => {
  const page = await begin([[api.keepOwnDraft, gone]]);
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  expect(await screen.findByText(deadLink, {}, { timeout: 3_000 })).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  expect(page.callsOf(api.keepOwnDraft)).toHaveLength(1);
});

test('after a try to send without an answer, a draft that is not kept any more may mean that the answers arrived', async () => {
  const page = await sentIntoNothing();
  page.answer(api.keepOwnDraft, gone);
  await press(page, 'Change: How are you?');
  await page.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  expect(await screen.findByText(/Your answers may have arrived already/, {}, { timeout: 3_000 })).toBeDefined();
});

test('REL-06 where the draft is refused after a "Send" that got no answer, the check stays as it is, and the next press tells what became of the first', async () => {
  let isSent = false;
  const page = await begin([
    [
      api.sendOwnResponse,
      () => {
        isSent = true;
        return lost();
      },
    ],
    [api.keepOwnDraft, () => (isSent ? gone : { savedAt: at(5) })],
  ]);
  await answerAll(page);
  await press(page, 'Send');
  await screen.findByText(/^It is not known whether your answers have arrived\./);
  await screen.findByText('Your last changes are not saved yet. Please keep this page open.', {}, { timeout: 3_000 });
  page.answer(api.sendOwnResponse, { message: 'Sent.' });
  expect(saidOfSend()).toMatch(/^It is not known whether your answers have arrived\./);
  await press(page, 'Send');
  await title('Thank you');
});

test('ANS-06 all ten types can be gone through', async () => {
  const kinds = ['MC', 'TextInput', 'Numeric', 'MedList', 'MedInfo', 'Checkbox', 'Label', 'AdditionalMed'] as const;
  const types = [...kinds, 'DrugAllergy', 'UserGoals'] as const;
  const questions = types.map((questionType, i) => {
    const to = i + 2 > types.length ? ('Finished' as const) : i + 2;
    const options =
      questionType === 'Numeric' ? ['0-9'] : questionType === 'MC' || questionType === 'Checkbox' ? ['A'] : [];
    return aQuestion(i + 1, { questionType, options, actions: [to] });
  });
  const page = await begin([[api.openAssessment, opened(questions)]]);
  const write = async (name: string, text: string) =>
    page.user.write(await screen.findByRole('textbox', { name }), text);
  await page.user.click(await screen.findByRole('radio', { name: 'A' }));
  await press(page, 'Next');
  await write('Question 2?', 'Fine');
  await press(page, 'Next');
  await write('Question 3?', '4');
  await press(page, 'Next');
  await write('Medication 1', 'Aspirin');
  await press(page, 'Next');
  await write('Name', 'Lasix');
  await write('Strength', '40 mg');
  await press(page, 'Next');
  await page.user.click(await screen.findByRole('checkbox', { name: 'A' }));
  for (let i = 6; i <= 10; i++) await press(page, 'Next');
  await title('Check your answers');
  await press(page, 'Send');
  await title('Thank you');
  expect(page.callsOf(api.sendOwnResponse)[0]?.body).toMatchObject({
    answers: ['A', 'Fine', '4', 'Aspirin', 'Lasix,40 mg', 'A'].map((answer, i) => ({ questionNum: i + 1, answer })),
  });
});

const withTexts = (takesTexts: boolean): Reply[] => [
  [api.openAssessment, { ...opened(), takesTexts }],
  [api.chooseTexts, ({ body }: Call) => ({ takesTexts: body.takesTexts as boolean })],
];
/** Opens what stands below the questions. */
const openTexts = async (page: Page) => page.user.click(await screen.findByText('Text messages'));

test('OPC-65 a patient stops text messages after they are told what that does, and allows them again', async () => {
  const page = await begin(withTexts(true));
  await openTexts(page);
  await press(page, 'Stop text messages');
  const asked = await screen.findByText(/^Stop all text messages from your care team\?/);
  await waitFor(() => expect(document.activeElement).toBe(asked));
  expect(page.callsOf(api.chooseTexts)).toEqual([]);
  await press(page, 'Stop them');
  const stopped = await screen.findByText(/^Text messages are stopped\./);
  await waitFor(() => expect(document.activeElement).toBe(stopped));
  await press(page, 'Allow them again');
  await screen.findByText(/^Text messages are allowed again\./);
  const sent = { code: 'THE-CODE', pass: 'the-pass' };
  expect(page.callsOf(api.chooseTexts).map(({ body }) => body)).toEqual([
    { ...sent, takesTexts: false },
    { ...sent, takesTexts: true },
  ]);
});

test('OPC-65 whoever thinks better of it keeps text messages, and nothing is sent', async () => {
  const page = await begin(withTexts(true));
  await openTexts(page);
  await press(page, 'Stop text messages');
  await press(page, 'Keep them');
  expect(await screen.findByRole('button', { name: 'Stop text messages' })).toBeDefined();
  expect(page.callsOf(api.chooseTexts)).toEqual([]);
});

test('OPC-65 text messages that were stopped before can be allowed; where none are sent nothing is said of them', async () => {
  const page = await begin(withTexts(false));
  await openTexts(page);
  expect(await screen.findByRole('button', { name: 'Allow them again' })).toBeDefined();
  page.unmount();
  forgetPortal();
  await begin();
  await title('How are you?');
  expect(screen.queryByText('Text messages')).toBeNull();
});

test('a server of the release before, which says nothing of text messages, leaves them out', async () => {
  const { takesTexts: _, ...before } = opened();
  await begin([[api.openAssessment, before]]);
  await title('How are you?');
  expect(screen.queryByText('Text messages')).toBeNull();
});

test('OPC-65 where stopping them got no answer it is said, and can be pressed again; the date of birth is asked for where it has to be, and the answers are kept', async () => {
  const page = await begin(withTexts(true));
  await page.user.click(await screen.findByRole('radio', { name: 'Well' }));
  await openTexts(page);
  await press(page, 'Stop text messages');
  page.answer(api.chooseTexts, { status: 503, body: { code: 'unavailable', message: '' } });
  await press(page, 'Stop them');
  const problem = 'It is not known whether this was saved. Please press the button again: it is done only once.';
  expect(await screen.findByText(problem)).toBeDefined();
  page.answer(api.chooseTexts, closed);
  await press(page, 'Stop them');
  expect(await screen.findByText(closed.body.message)).toBeDefined();
  await enterBirthDate(page);
  expect(((await screen.findByRole('radio', { name: 'Well' })) as HTMLInputElement).checked).toBe(true);
});

test('OPC-65 REL-17 what was pressed of text messages without a network was not sent and says so; after a press that got no answer it is still not known', async () => {
  const page = await begin([...withTexts(true), [api.chooseTexts, lost]]);
  await openTexts(page);
  await press(page, 'Stop text messages');
  const { goes, comes } = network();
  goes();
  await press(page, 'Stop them');
  const below = within(screen.getByRole('group'));
  await waitFor(() => expect(below.getByRole('alert').textContent).toBe(offline));
  comes();
  await waitFor(() => expect(below.getByRole('alert').textContent).toBe(''));
  for (const [happens, times] of [
    [comes, 2],
    [goes, 3],
  ] as const) {
    happens();
    await press(page, 'Stop them');
    await waitFor(() => expect(page.callsOf(api.chooseTexts)).toHaveLength(times));
    await waitFor(() =>
      expect(below.getByRole('alert').textContent).toMatch(/^It is not known whether this was saved\./),
    );
  }
});

test('OPC-65 REL-06 whoever keeps text messages after a press to stop them that got no answer is told that they come only once that is known', async () => {
  const page = await begin([...withTexts(true), [api.chooseTexts, lost]]);
  await openTexts(page);
  await press(page, 'Stop text messages');
  await press(page, 'Stop them');
  const below = within(screen.getByRole('group'));
  const notKnown = /^It is not known whether this was saved\./;
  const { goes, comes } = network();
  for (const [happens, times] of [
    [comes, 2],
    [goes, 3],
  ] as const) {
    await waitFor(() => expect(below.getByRole('alert').textContent).toMatch(notKnown));
    happens();
    await press(page, 'Keep them');
    await waitFor(() => expect(page.callsOf(api.chooseTexts)).toHaveLength(times));
    await waitFor(() => expect(below.getByRole('alert').textContent).toMatch(notKnown));
    expect(below.queryByText(/Your care team may send you/)).toBeNull();
  }
  comes();
  // What is refused for another reason tells nothing of the first press, either.
  page.answer(api.chooseTexts, { status: 429, body: { code: 'too_many', message: 'Try later.' } });
  await press(page, 'Stop them');
  await waitFor(() => expect(below.getByRole('alert').textContent).toBe('Try later.'));
  page.answer(api.chooseTexts, ({ body }: Call) => ({ takesTexts: body.takesTexts as boolean }));
  await press(page, 'Keep them');
  await below.findByText(/^Text messages are allowed again\./);
  expect(page.callsOf(api.chooseTexts).map(({ body }) => body.takesTexts)).toEqual([false, true, true, false, true]);

  // Now it is known, and nothing has to be sent.
  await press(page, 'Stop text messages');
  await press(page, 'Keep them');
  await below.findByRole('button', { name: 'Stop text messages' });
  expect(page.callsOf(api.chooseTexts)).toHaveLength(5);
});

test('OPC-65 a choice of texts that is not allowed by now leads to the date of birth, and the link is not said to be dead', async () => {
  const forbidden = { status: 403, body: { code: 'forbidden', message: 'You are not allowed to do this.' } };
  const page = await begin([...withTexts(true), [api.chooseTexts, forbidden]]);
  await openTexts(page);
  await press(page, 'Stop text messages');
  await press(page, 'Stop them');
  await screen.findByText(forbidden.body.message);
  await enterBirthDate(page);
  await title('How are you?');
});

test('OPC-65 what is answered while "Stop them" is on its way is there again after the date of birth', async () => {
  const [choosing, keeping] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const page = await begin([
    ...withTexts(true),
    [api.chooseTexts, () => choosing.promise],
    [api.keepOwnDraft, () => keeping.promise],
  ]);
  const radio = async (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
  await openTexts(page);
  await press(page, 'Stop text messages');
  await press(page, 'Stop them');
  await page.user.click(await radio('Well'));
  await waitFor(() => expect(page.callsOf(api.keepOwnDraft)).toHaveLength(1), { timeout: 3_000 });
  await act(async () => choosing.resolve(closed));
  // And while the page waits for the draft that is on its way, too.
  await page.user.click(await radio('Badly'));
  await act(async () => keeping.resolve({ savedAt: new Date(2026, 0, 3, 16, 5) }));
  await screen.findByText(closed.body.message);
  await enterBirthDate(page);
  expect((await radio('Badly')).checked).toBe(true);
});

test('the calls of the page are those of the contract', () => {
  const known = [api.lookAtCode, api.openAssessment, api.keepOwnDraft, api.sendOwnResponse, api.chooseTexts];
  expect(Object.values(paths)).toEqual(known.map(({ path }) => path));
  expect(known.every(({ method, access }) => method === 'POST' && access === 'open')).toBe(true);
});

test.each([
  [1, 4],
  [2, 3],
  [4, 1],
  [9, 0],
])('from question %d on there are at most %d', (from, most) => {
  expect(longestFrom(howAreYou, from)).toBe(most);
});
