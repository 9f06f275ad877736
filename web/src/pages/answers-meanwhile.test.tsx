/** What a colleague, another window or another device does while somebody answers an assessment (REL-07). */
import * as records from '@portal/contract/patient-records/endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import {
  closeFlaggedAnswer,
  listFlaggedAnswers,
  takeFlaggedAnswer,
} from '@portal/contract/responses/flag-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  aFlag,
  aQuestion,
  aResponse,
  assessmentReplies,
  aSurvey,
  broken,
  howAreYou,
  none,
  sentAnswers,
} from '#test/answering.ts';
import { readAloud } from '#test/aloud.ts';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import PatientSurveys from './PatientSurveys.tsx';

const nurse = { type: 'Nurse' as const, modules: ['Assessments' as const, 'FollowUp' as const] };
function open(replies: Reply[] = [], questions = howAreYou) {
  return renderPage(<PatientSurveys />, {
    viewer: nurse,
    replies: [...assessmentReplies(questions), ...replies],
    route: '/patient-surveys?event=9&patient=7',
  });
}
type Page = ReturnType<typeof open>;
/** As after the line was cut, or for whatever reason. */
const readAnew = (page: Page) => act(() => page.queryClient.invalidateQueries());
const pick = async (page: Page, name: string) => page.user.click(await screen.findByRole('radio', { name }));
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = async (page: Page, name: string) => page.user.click(await screen.findByRole('button', { name }));
const isPicked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
const saved = () => screen.findByText(/^Saved /, {}, { timeout: 3_000 });
const noticeOf = async (title: string) =>
  within((await screen.findByText(title, {}, { timeout: 3_000 })).closest('[role=alert]') as HTMLElement);

const reviewed = 'Someone else has reviewed this assessment in the meantime.';
const alreadyAnswered = 'This assessment has already been answered.';
const answered: Reply[] = [
  [api.readSurvey, aSurvey(howAreYou, { state: 'answered' })],
  [api.readResponses, aResponse(sentAnswers)],
];
/** A doctor finishes the review with other answers: version 3 stands from then on, and an older one is refused. */
function correctedMeanwhile(page: Page) {
  const theirs = sentAnswers.map((one) => (one.questionNum === 3 ? { ...one, answer: '9' } : one));
  page.answer(api.readResponses, aResponse(theirs, { version: 3, reviewedBy: 'Nora Quick' }));
  page.answer(api.reviewResponse, ({ body }: Call) =>
    body.version === 3
      ? { message: 'Reviewed.', version: 4 }
      : { status: 409, body: { code: 'stale', message: 'Someone else has changed this in the meantime.' } },
  );
}

test('REL-07 a review that a colleague made while the line was cut is told once it is read, and a press sends no older answers with its version', async () => {
  const page = open(answered);
  expect((await box('3. How bad is it?')).value).toBe('7');
  correctedMeanwhile(page);
  await readAnew(page);
  const notice = await noticeOf(reviewed);
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“How bad is it?” is now “9”.',
  ]);
  expect(page.callsOf(api.reviewResponse)).toEqual([]);
  expect((await box('3. How bad is it?')).value).toBe('9');
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse).map(({ sent }) => sent)).toMatchObject([
    { version: 3, answers: [{}, {}, { answer: '9' }, {}] },
  ]);
});

test('REL-07 a review that a colleague makes while the answers are open is told at once, and of another assessment nothing is read', async () => {
  const page = open(answered);
  expect((await box('3. How bad is it?')).value).toBe('7');
  correctedMeanwhile(page);
  await page.live.tell({ type: 'response.changed', id: 60 });
  await waitFor(() => expect(page.callsOf(listFlaggedAnswers)).toHaveLength(2));
  expect(page.callsOf(api.readResponses)).toHaveLength(1);
  await page.live.tell({ type: 'response.changed', id: 61 });
  await noticeOf(reviewed);
  expect((await box('3. How bad is it?')).value).toBe('9');
});

test('ANS-07 a note that is too long is kept whole in its field, and the review waits until it is shortened', async () => {
  const page = open(answered);
  await page.user.write(await box('Note on question 1'), 'x'.repeat(2_001));
  expect((await box('Note on question 1')).value).toHaveLength(2_001);
  screen.getByText('Too long: it has 2,001 characters, and 2,000 at most are kept. Please shorten it by 1.');
  await press(page, 'Finish Review');
  expect(page.callsOf(api.reviewResponse)).toEqual([]);
  await page.user.clear(await box('Note on question 1'));
  await page.user.write(await box('Note on question 1'), 'Pale');
  await press(page, 'Finish Review');
  await waitFor(() => expect(page.callsOf(api.reviewResponse)).toHaveLength(1));
});

test('REL-07 what was typed in a review stays beside what is read anew, and can be discarded', async () => {
  const page = open(answered);
  await page.user.write(await box('Note on question 1'), 'Pale');
  await page.user.clear(await box('3. How bad is it?'));
  await page.user.write(await box('3. How bad is it?'), '8');
  correctedMeanwhile(page);
  await readAnew(page);
  const notice = await noticeOf(reviewed);
  expect(notice.getByRole('listitem').textContent).toBe(
    '“How bad is it?” is now “9”. What you typed is still in the field; “Finish Review” replaces theirs.',
  );
  expect([(await box('3. How bad is it?')).value, (await box('Note on question 1')).value]).toEqual(['8', 'Pale']);
  await press(page, 'Discard what I typed');
  expect([(await box('3. How bad is it?')).value, (await box('Note on question 1')).value]).toEqual(['9', '']);
});

test('REL-07 a review that is under way while another one is read anew is refused, and goes on from there', async () => {
  const page = open(answered);
  await screen.findByRole('button', { name: 'Finish Review' });
  const sent = Promise.withResolvers<unknown>();
  page.answer(api.reviewResponse, () => sent.promise);
  await press(page, 'Finish Review');
  await waitFor(() => expect(page.callsOf(api.reviewResponse)).toHaveLength(1));
  correctedMeanwhile(page);
  await readAnew(page);
  await screen.findByText(/Reviewed by Nora Quick\.$/);
  expect(screen.queryByText(reviewed)).toBeNull();
  await act(async () => sent.resolve({ status: 409, body: { code: 'stale', message: '' } }));
  await noticeOf(reviewed);
  expect((await box('3. How bad is it?')).value).toBe('9');
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse).map(({ sent }) => (sent as { version: number }).version)).toEqual([2, 3]);
});

test('REL-07 where a colleague submitted while the line was cut, what was typed stays beside it', async () => {
  const page = open();
  await pick(page, 'Well');
  await page.user.write(await box('2. Anything else?'), 'A cough');
  await saved();
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'answered' }));
  page.answer(api.readResponses, aResponse(sentAnswers, { reviewedBy: 'Nora Quick', version: 1 }));
  await readAnew(page);
  const notice = await noticeOf(alreadyAnswered);
  expect(notice.getByText('“Since when?” is now “Monday”.')).toBeDefined();
  expect([isPicked('Well'), (await box('2. Anything else?')).value]).toEqual([true, 'A cough']);
  expect(page.callsOf(api.readDraft)).toHaveLength(1);
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse)[0]?.sent).toMatchObject({
    version: 1,
    answers: [{ answer: 'Well' }, { answer: 'A cough' }],
  });
});

test.each([
  ['cannot be read', broken],
  ['is not there', none],
])('REL-07 ANS-32 where a colleague’s response %s, what was typed stays in the screen', async (_, answer) => {
  const page = open();
  await pick(page, 'Well');
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'answered' }));
  page.answer(api.readResponses, answer);
  await readAnew(page);
  await waitFor(() => expect(page.callsOf(api.readResponses)).toHaveLength(1));
  await page.user.write(await box('2. Anything else?'), 'A cough');
  expect([isPicked('Well'), (await box('2. Anything else?')).value]).toEqual([true, 'A cough']);
  expect(screen.queryByText('There was a problem retrieving assessment response.')).toBeNull();
});

test('REL-07 a draft that was read just before a colleague submitted is shown beside what they answered', async () => {
  const draft = { answers: [{ questionNum: 1, answer: 'Well' }] };
  const page = open([...answered, [api.readDraft, { draft, savedAt: new Date(2026, 0, 3, 16, 5) }]]);
  const notice = await noticeOf(alreadyAnswered);
  expect(notice.getByText(/^“How are you\?” is now “Badly”\./)).toBeDefined();
  expect(isPicked('Well')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(page.callsOf(api.keepDraft)).toEqual([]);
});

/** When drafts were kept, one after the other. */
const at = (minute: number) => new Date(2026, 0, 3, 16, minute);
const draftChanged = 'This draft was changed in another window or on another device.';
const staleDraft = (draft: object, savedAt: Date) => ({
  status: 409,
  body: { code: 'stale', message: '', detail: { current: { draft, savedAt: savedAt.toISOString() } } },
});
const kept = (page: Page) => page.callsOf(api.keepDraft).map(({ sent }) => sent as { goesOnFrom: string | null });
const keptAt = (minute: number) => ({ message: 'Kept.', savedAt: at(minute) });

test('REL-07 each draft goes on from the one before, of which the answer told', async () => {
  const page = open([[api.keepDraft, keptAt(1)]]);
  await pick(page, 'Badly');
  await screen.findByText('Saved 4:01 PM', {}, { timeout: 3_000 });
  page.answer(api.keepDraft, keptAt(2));
  await page.user.write(await box('2. Since when?'), 'Monday');
  await screen.findByText('Saved 4:02 PM', {}, { timeout: 3_000 });
  expect(kept(page).map(({ goesOnFrom }) => goesOnFrom)).toEqual([null, at(1).toISOString()]);
});

test('that answers are saved is seen at every pause, and read out with the first save, when one fails, and when one works after that', async () => {
  const page = open([[api.keepDraft, keptAt(1)]]);
  await pick(page, 'Badly');
  const heard = readAloud();
  const note = await box('Note on question 1');
  const goesOn = async (shown: RegExp | string) => {
    await page.user.type(note, 'x');
    await screen.findByText('Saving…');
    return screen.findByText(shown, {}, { timeout: 3_000 });
  };
  expect((await goesOn('Saved 4:01 PM')).closest('[role="status"], [aria-live]')).toBeNull();
  const works = 'Your answers are saved as you enter them.';
  await waitFor(() => expect(heard).toEqual([works]));
  page.answer(api.keepDraft, keptAt(2));
  await goesOn('Saved 4:02 PM');
  expect(heard).toEqual([works]);
  page.answer(api.keepDraft, broken);
  await goesOn(/^Not saved\./);
  const fails = 'Your last changes are not saved yet. Please keep this page open.';
  await waitFor(() => expect(heard).toEqual([works, fails]));
  await goesOn(/^Not saved\./);
  expect(heard).toEqual([works, fails]);
  // Whoever asks for it is told each time.
  await press(page, 'Save now');
  await waitFor(() => expect(heard).toEqual([works, fails, fails]));
  page.answer(api.keepDraft, keptAt(3));
  await goesOn('Saved 4:03 PM');
  await waitFor(() => expect(heard).toEqual([works, fails, fails, works]));
});

test('REL-07 a draft that another window has changed since is not replaced: what stands there comes beside what was typed here, and is said', async () => {
  const begun = { answers: [{ questionNum: 1, answer: 'Badly', note: '' }] };
  const theirs = {
    answers: [
      { questionNum: 1, answer: 'Badly', note: 'Pale' },
      { questionNum: 2, answer: 'Monday', note: '' },
      { questionNum: 3, answer: '7', note: '' },
    ],
  };
  const page = open([
    [api.readDraft, { draft: begun, savedAt: at(1) }],
    [api.keepDraft, staleDraft(theirs, at(9))],
  ]);
  await page.user.write(await box('2. Since when?'), 'Sunday');
  const notice = await noticeOf(draftChanged);
  page.answer(api.keepDraft, keptAt(10));
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The note on “How are you?” is now “Pale”.',
    '“Since when?” is there “Monday”. What you typed is still in the field.',
    '“How bad is it?” is now “7”.',
  ]);
  expect((await box('2. Since when?')).value).toBe('Sunday');
  expect([(await box('3. How bad is it?')).value, (await box('Note on question 1')).value]).toEqual(['7', 'Pale']);
  await screen.findByText('Saved 4:10 PM', {}, { timeout: 3_000 });
  expect(kept(page)).toMatchObject([
    { goesOnFrom: at(1).toISOString() },
    {
      goesOnFrom: at(9).toISOString(),
      draft: { answers: [{ note: 'Pale' }, { answer: 'Sunday' }, { answer: '7' }] },
    },
  ]);
  await press(page, 'Discard what I typed');
  expect((await box('2. Since when?')).value).toBe('Monday');
});

test('REL-07 ANS-09 what is held in the tables of either draft is held together', async () => {
  const added = (medicationName: string) => ({
    operation: 'add',
    medicationName,
    dosage: '1',
    description: '2',
    notes: '3',
  });
  const questions = [aQuestion(1, { questionType: 'AdditionalMed', actions: [2] }), aQuestion(2)];
  const page = open(
    [
      [api.readDraft, { draft: { answers: [], medicationChanges: [added('Lasix')] }, savedAt: at(1) }],
      // As the database gives its fields.
      [
        api.keepDraft,
        staleDraft(
          {
            answers: [],
            medicationChanges: ['Lasix', 'Lantus'].map((name) =>
              Object.fromEntries(Object.entries(added(name)).reverse()),
            ),
          },
          at(9),
        ),
      ],
    ],
    questions,
  );
  await press(page, 'Add Medication');
  const dialog = within(await screen.findByRole('dialog'));
  for (const name of ['Name', 'Dosage', 'Description', 'Notes'])
    await page.user.write(dialog.getByRole('textbox', { name }), 'Aurelix');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  const notice = await noticeOf(draftChanged);
  expect(notice.getByText(/The changes of its tables are here as well\./)).toBeDefined();
  for (const name of ['Lasix', 'Lantus', 'Aurelix'])
    expect(screen.getAllByRole('row', { name: new RegExp(`^${name}`) })).toHaveLength(1);
});

test('REL-07 a save whose answer was lost does not lock its own window out: the same goes again first, and then what was typed since', async () => {
  const page = open([[api.keepDraft, () => Promise.reject(new TypeError('Failed to fetch'))]]);
  await pick(page, 'Badly');
  await screen.findByText(/^Not saved\./, {}, { timeout: 3_000 });
  page.answer(api.keepDraft, ({ body }: Call) => {
    const isSame = body.draft.answers.length === 1;
    if (isSame) return keptAt(1);
    return body.goesOnFrom?.getTime() === at(1).getTime() ? keptAt(2) : staleDraft({ answers: [] }, at(1));
  });
  await page.user.write(await box('2. Since when?'), 'Monday');
  await screen.findByText('Saved 4:02 PM', {}, { timeout: 3_000 });
  expect(kept(page)).toMatchObject([
    { goesOnFrom: null, draft: { answers: [{ answer: 'Badly' }] } },
    { goesOnFrom: null, draft: { answers: [{ answer: 'Badly' }] } },
    { goesOnFrom: at(1).toISOString(), draft: { answers: [{ answer: 'Badly' }, { answer: 'Monday' }] } },
  ]);
  expect(screen.queryByText(draftChanged)).toBeNull();
});

test('REL-07 "Discard draft" throws away the draft that is shown, and shows a newer one instead', async () => {
  const begun = { answers: [{ questionNum: 1, answer: 'Badly', note: '' }] };
  const theirs = { answers: [...begun.answers, { questionNum: 2, answer: 'Monday', note: '' }] };
  const page = open([
    [api.readDraft, { draft: begun, savedAt: at(1) }],
    [api.dropDraft, staleDraft(theirs, at(9))],
    [api.keepDraft, keptAt(9)],
  ]);
  await press(page, 'Discard draft');
  await press(page, 'Discard');
  const notice = await noticeOf(draftChanged);
  expect(notice.getByRole('listitem').textContent).toBe('“Since when?” is now “Monday”.');
  expect((await box('2. Since when?')).value).toBe('Monday');
  await saved();
  page.answer(api.dropDraft, { message: 'Dropped.' });
  await press(page, 'Discard draft');
  await press(page, 'Discard');
  await waitFor(() => expect(isPicked('Badly')).toBe(false));
  expect(page.callsOf(api.dropDraft).map(({ query }) => query.savedAt)).toEqual([at(1), at(9)]);
});

const exists = { status: 409, body: { code: 'response.exists', message: alreadyAnswered } };
const staleReview = { status: 409, body: { code: 'stale', message: 'Someone else has changed this.' } };
/** Everything is answered, and the answer to that is lost. */
async function submitLost() {
  const page = open([
    [api.submitResponse, losesFirstAnswer({ message: 'Submitted.', responseId: 61, version: 1 }, exists)],
  ]);
  await pick(page, 'Well');
  await page.user.write(await box('2. Anything else?'), 'No');
  await press(page, 'Submit');
  await screen.findByRole('alert');
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'answered' }));
  page.answer(
    api.readResponses,
    aResponse([{ ...sentAnswers[0], answer: 'Well' }, sentAnswers[3] as object], { version: 1 }),
  );
  page.answer(api.keepDraft, exists);
  return page;
}

test('REL-06 REL-07 answers whose answer was lost are nobody else’s: read anew and refused as a draft, the same press is sent again and is done', async () => {
  const page = await submitLost();
  // What stands there by now is read, and the draft of it is refused.
  await readAnew(page);
  await waitFor(() => expect(page.callsOf(api.readResponses).length).toBeGreaterThan(0));
  await waitFor(() => expect(page.callsOf(api.keepDraft).length).toBeGreaterThan(0), { timeout: 3_000 });
  expect(screen.queryByText(alreadyAnswered)).toBeNull();
  await press(page, 'Submit');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(areSame(page.callsOf(api.submitResponse))).toBe(true);
});

test('REL-07 who changes answers after the answer was lost is told that the first ones may stand there', async () => {
  const page = await submitLost();
  await readAnew(page);
  await waitFor(() => expect(page.callsOf(api.readResponses).length).toBeGreaterThan(0));
  await pick(page, 'Badly');
  await noticeOf('This assessment has already been answered, perhaps by your first try.');
  expect(isPicked('Badly')).toBe(true);
  expect(await screen.findByRole('button', { name: 'Finish Review' })).toBeDefined();
});

test('REL-06 REL-07 a review whose answer was lost is nobody else’s: the same press names the version that it was made from', async () => {
  const page = open([
    ...answered,
    [api.reviewResponse, losesFirstAnswer({ message: 'Reviewed.', version: 3 }, staleReview)],
  ]);
  await page.user.write(await box('Note on question 1'), 'Pale');
  await press(page, 'Finish Review');
  await screen.findByRole('alert');
  const mine = sentAnswers.map((one) => (one.questionNum === 1 ? { ...one, note: 'Pale' } : one));
  page.answer(api.readResponses, aResponse(mine, { version: 3, reviewedBy: 'Ned Nurse' }));
  await readAnew(page);
  await screen.findByText(/Reviewed by Ned Nurse\.$/);
  expect(screen.queryByText(reviewed)).toBeNull();
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(areSame(page.callsOf(api.reviewResponse))).toBe(true);
});

const closes = [
  [closeFlaggedAnswer, { message: 'Closed.', version: 6 }],
  [takeFlaggedAnswer, { message: 'Taken.', version: 6 }],
] satisfies Reply[];
/** A review whose answer was lost and that never came, and a doctor's, who made another answer of one that stays flagged. */
async function answeredAnew(page: Page, what: 'answers' | 'flag alone') {
  await page.user.write(await box('Closing note'), 'Called her');
  const theirs = sentAnswers.map((one) => (one.questionNum === 1 ? { ...one, answer: 'Worse' } : one));
  const responses = aResponse(theirs, { version: 3, reviewedBy: 'Nora Quick' });
  page.answer(api.readResponses, what === 'answers' ? responses : broken);
  page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag({ answer: 'Worse', version: 5 })] });
  await page.live.tell({ type: 'response.changed', id: 61 });
  await waitFor(() => expect(page.callsOf(listFlaggedAnswers)).toHaveLength(2));
  return responses;
}
const worse = howAreYou.map((one) =>
  one.questionNum === 1
    ? { ...one, options: ['Well', 'Badly', 'Worse'], actions: [4, 2, 2], flagged: [false, true, true] }
    : one,
);
const flagged: Reply[] = [
  [api.readSurvey, aSurvey(worse as typeof howAreYou, { state: 'answered' })],
  [api.readResponses, aResponse(sentAnswers)],
  [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
  ...closes,
];

test('REL-07 what a colleague made of a flagged answer after a review that never came is shown, and a note that was begun about the earlier one says so', async () => {
  const page = open([...flagged, [api.reviewResponse, () => Promise.reject(new TypeError('Failed to fetch'))]]);
  await page.user.write(await box('Note on question 2'), 'Sure');
  await press(page, 'Finish Review');
  await screen.findByRole('alert');
  await answeredAnew(page, 'answers');
  await noticeOf('This assessment has been reviewed in the meantime, perhaps by your first try.');
  expect(isPicked('Worse')).toBe(true);
  expect((await box('Note on question 2')).value).toBe('Sure');
  expect(await screen.findByText('You began this note when the answer was “Badly”. It is now “Worse”.')).toBeDefined();
});

test('a flag that was left by somebody without access to the patient says so beside its answer, and is taken there', async () => {
  const takenBy = { cpId: 9, name: 'Nora Quick', isLeft: true };
  const page = open([...flagged, [listFlaggedAnswers, { flaggedAnswers: [aFlag({ takenBy, version: 2 })] }]]);
  expect(await screen.findByText(/\. Nora Quick has no access to this patient any more\.$/)).toBeDefined();
  await press(page, 'Take it');
  await waitFor(() => expect(page.callsOf(takeFlaggedAnswer)).toHaveLength(1));
  expect(page.callsOf(takeFlaggedAnswer)[0]?.sent).toEqual({ flaggedAnswerId: 81, version: 2, take: 1 });
});

test('a flag whose holder loses access to the patient while the screen stands says so within a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const takenBy = { cpId: 9, name: 'Nora Quick' };
  const flagOf = (left: object) => ({ flaggedAnswers: [aFlag({ takenBy: { ...takenBy, ...left }, version: 2 })] });
  const page = open([...flagged, [listFlaggedAnswers, flagOf({})]]);
  expect(await screen.findByText(/Nora Quick has it\.$/)).toBeDefined();
  page.answer(listFlaggedAnswers, flagOf({ isLeft: true }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText(/\. Nora Quick has no access to this patient any more\.$/)).toBeDefined();
});

test('REL-07 nobody takes or closes the flag of an answer that is not in the screen; it is read again first', async () => {
  const page = open(flagged);
  const responses = await answeredAnew(page, 'flag alone');
  const said =
    'The flag is about another answer than the one that was read here. Please read the answers again before you close it.';
  expect(await screen.findByText(said)).toBeDefined();
  expect(isPicked('Badly')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  await press(page, 'Close flag');
  await page.user.type(await box('Closing note'), '{Enter}');
  expect(page.callsOf(closeFlaggedAnswer)).toEqual([]);
  await press(page, 'Read again');
  expect(await screen.findByText('The answers could not be read again.')).toBeDefined();
  page.answer(api.readResponses, responses);
  await press(page, 'Read again');
  await noticeOf(reviewed);
  expect(isPicked('Worse')).toBe(true);
  expect(screen.queryByText(said)).toBeNull();
  await press(page, 'Close flag');
  await waitFor(() => expect(page.callsOf(closeFlaggedAnswer)).toHaveLength(1));
  expect(page.callsOf(closeFlaggedAnswer)[0]?.sent).toMatchObject({ version: 5 });
});

const withTable = [aQuestion(1, { questionType: 'AdditionalMed', actions: [2] }), aQuestion(2)];
const fillMedication = async (page: Page, values: Record<string, string>) => {
  const dialog = within(await screen.findByRole('dialog'));
  for (const [name, value] of Object.entries(values)) {
    await page.user.clear(dialog.getByRole('textbox', { name }));
    await page.user.write(dialog.getByRole('textbox', { name }), value);
  }
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
};
const choose = async (page: Page, of: string, label: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${of}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: label }));
};
const aspirin = { medicationName: 'Aspirin', dosage: '81 mg', description: 'Tablet', notes: 'Mornings' };
const heldIn = (call: Call | undefined) =>
  (call?.sent as { medicationChanges: { heldKey?: string }[] } | undefined)?.medicationChanges;
/** A medication is added and everything is answered; the answer to that is lost, and the server has done it. */
async function additionLost() {
  const page = open(
    [[api.submitResponse, losesFirstAnswer({ message: 'Submitted.', responseId: 61, version: 1 }, exists)]],
    withTable,
  );
  await press(page, 'Add Medication');
  await fillMedication(page, { Name: 'Aspirin', Dosage: '81 mg', Description: 'Tablet', Notes: 'Mornings' });
  await page.user.write(await box('2. Question 2?'), 'No');
  await press(page, 'Submit');
  await screen.findByRole('alert');
  const heldKey = heldIn(page.callsOf(api.submitResponse)[0])?.[0]?.heldKey;
  page.answer(api.readSurvey, aSurvey(withTable, { state: 'answered' }));
  const answers = [
    { questionNum: 1, question: 'Question 1?', questionType: 'AdditionalMed', answer: '', note: '' },
    { questionNum: 2, question: 'Question 2?', questionType: 'TextInput', answer: 'No', note: '' },
  ];
  page.answer(api.readResponses, aResponse(answers, { version: 1 }));
  page.answer(api.keepDraft, exists);
  const onRecord = { id: 41, medId: 41, u_id: 7, version: 1, ...aspirin, heldKey };
  page.answer(records.listMedications, { medications: [onRecord] });
  return page;
}
const perhapsOwn = 'This assessment has already been answered, perhaps by your first try.';
const sentByReview = (page: Page) => heldIn(page.callsOf(api.reviewResponse)[0]);

test('REL-06 ANS-09 what a lost try has added is shown as it is on record, and is not to be added again', async () => {
  const page = await additionLost();
  await page.user.write(await box('Note on question 2'), 'Sure');
  await noticeOf(perhapsOwn);
  expect(await screen.findAllByRole('row', { name: /Aspirin/ })).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('Will be added')).toBeNull());
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(sentByReview(page)).toMatchObject([{ operation: 'add', ...aspirin }]);
});

test('REL-06 ANS-09 who corrects what a lost try has added is shown what stands there, and changes it', async () => {
  const page = await additionLost();
  await choose(page, 'Aspirin', 'Edit');
  await fillMedication(page, { Dosage: '162 mg' });
  await noticeOf(perhapsOwn);
  const row = await screen.findByRole('row', { name: /Aspirin.*162 mg.*It was already added, with other values/ });
  expect(within(row).getByRole('listitem').textContent).toBe('Dosage is now “81 mg”.');
  // On a phone the parts of a cell stand beside each other.
  expect(within(row).getByRole('listitem').closest('td')?.children).toHaveLength(1);
  expect(screen.getAllByRole('row', { name: /Aspirin/ })).toHaveLength(1);
  await choose(page, 'Aspirin', 'Keep change');
  await screen.findByRole('row', { name: /Aspirin.*162 mg.*Will be changed$/ });
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(sentByReview(page)).toEqual([{ operation: 'update', id: 41, version: 1, ...aspirin, dosage: '162 mg' }]);
});

test('REL-07 ANS-09 of an addition that another window has corrected and this one has not, the corrected one is held once', async () => {
  const added = { operation: 'add', heldKey: 'a'.repeat(32), ...aspirin };
  const draft = (dosage: string) => ({ answers: [], medicationChanges: [{ ...added, dosage }] });
  const page = open(
    [
      [api.readDraft, { draft: draft('81 mg'), savedAt: at(1) }],
      [api.keepDraft, staleDraft(draft('162 mg'), at(9))],
    ],
    withTable,
  );
  await press(page, 'Add Medication');
  await fillMedication(page, { Name: 'Lantus', Dosage: '10 units', Description: 'Pen', Notes: 'Evenings' });
  await noticeOf(draftChanged);
  expect(await screen.findByRole('row', { name: /Aspirin.*162 mg.*Will be added/ })).toBeDefined();
  for (const name of [/Aspirin/, /Lantus/]) expect(screen.getAllByRole('row', { name })).toHaveLength(1);
});

test('REL-06 ANS-09 what a lost try has added and was removed here since is removed from the record', async () => {
  const page = await additionLost();
  await choose(page, 'Aspirin', 'Remove');
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await noticeOf(perhapsOwn);
  await screen.findByRole('row', { name: /Aspirin.*Will be removed$/ });
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  const heldKey = heldIn(page.callsOf(api.submitResponse)[0])?.[0]?.heldKey;
  expect(sentByReview(page)).toEqual([{ operation: 'delete', heldKey, version: 1 }]);
});

test.each([
  ['has corrected', [{ dosage: '2 mg' }], '“Aspirin” is there “Aspirin, 2 mg, Tablet, Mornings”.'],
  ['has removed', [], '“Aspirin” is removed there.'],
])(
  'REL-07 ANS-09 of an entry that both windows have changed, what the other one %s is named, and this one’s stays',
  async (_, theirs, said) => {
    const added = { operation: 'add', heldKey: 'a'.repeat(32), ...aspirin };
    const page = open(
      [
        [api.readDraft, { draft: { answers: [], medicationChanges: [added] }, savedAt: at(1) }],
        [
          api.keepDraft,
          staleDraft({ answers: [], medicationChanges: theirs.map((one) => ({ ...added, ...one })) }, at(9)),
        ],
      ],
      withTable,
    );
    await choose(page, 'Aspirin', 'Edit');
    await fillMedication(page, { Dosage: '7 mg' });
    const notice = await noticeOf(draftChanged);
    expect(notice.getByRole('listitem').textContent).toBe(`${said} Your own change of it is still in the table.`);
    expect(
      notice.getByText(/^What was entered there is here now, except for what you changed as well\./),
    ).toBeDefined();
    expect(notice.queryByText(/The changes of its tables/)).toBeNull();
    expect(await screen.findByRole('row', { name: /Aspirin.*7 mg.*Will be added/ })).toBeDefined();
  },
);

/** Well is the end; badly leads to the allergies, and to how bad it is. */
const branching = [
  aQuestion(1, { question: 'How are you?', questionType: 'MC', options: ['Well', 'Badly'], actions: ['Finished', 2] }),
  aQuestion(2, { question: 'Which allergies?', questionType: 'DrugAllergy', actions: [3] }),
  aQuestion(3, { question: 'How bad?' }),
];
const badly = [
  { questionNum: 1, question: 'How are you?', questionType: 'MC', answer: 'Badly', note: '' },
  { questionNum: 2, question: 'Which allergies?', questionType: 'DrugAllergy', answer: '', note: '' },
  { questionNum: 3, question: 'How bad?', questionType: 'TextInput', answer: 'Bad', note: '' },
];

test('REL-07 ANS-04 what was entered behind a question that a colleague has answered otherwise is shown, and nothing is sent before it is discarded', async () => {
  const page = open(
    [
      [api.readSurvey, aSurvey(branching, { state: 'answered' })],
      [api.readResponses, aResponse(badly)],
    ],
    branching,
  );
  await press(page, 'Add Allergy');
  await fillMedication(page, { Name: 'Penicillin', Dosage: 'Any', Description: 'Rash', Notes: 'As a child' });
  await page.user.write(await box('Note on question 3'), 'At night');
  page.answer(
    api.readResponses,
    aResponse([{ ...badly[0], answer: 'Well' }], { version: 3, reviewedBy: 'Nora Quick' }),
  );
  await readAnew(page);
  await noticeOf(reviewed);
  const unsent = await noticeOf(
    'These are not asked after the answers above, so what you entered here is not sent. Copy it if you need it, then discard it.',
  );
  const text = '1. Which allergies?\nAdded: Penicillin, Any, Rash, As a child\n\n2. How bad?\nNote: At night';
  expect(unsent.getByText(/Penicillin/).textContent).toBe(text);
  await press(page, 'Copy questions and answers');
  await screen.findByText('Copied.');
  expect(await navigator.clipboard.readText()).toBe(text);
  await press(page, 'Finish Review');
  expect(await screen.findByText('Please look at what is not sent, and discard it first.')).toBeDefined();
  expect(page.callsOf(api.reviewResponse)).toEqual([]);
  await press(page, 'Discard these');
  expect(screen.queryByText(/Penicillin/)).toBeNull();
  await press(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse)).toHaveLength(1);
});

test('REL-07 ANS-04 what was entered behind a question that another window has answered otherwise is shown, too', async () => {
  const draft = (answer: string) => ({ answers: [{ questionNum: 1, answer, note: '' }] });
  const page = open(
    [
      [api.readDraft, { draft: draft('Badly'), savedAt: at(1) }],
      [api.keepDraft, staleDraft(draft('Well'), at(9))],
    ],
    branching,
  );
  await page.user.write(await box('3. How bad?'), 'Terrible');
  await noticeOf(draftChanged);
  expect(await screen.findByText(/^1\. How bad\?\s+Terrible$/)).toBeDefined();
  await press(page, 'Submit');
  expect(await screen.findByText('Please look at what is not sent, and discard it first.')).toBeDefined();
  expect(page.callsOf(api.submitResponse)).toEqual([]);
});
