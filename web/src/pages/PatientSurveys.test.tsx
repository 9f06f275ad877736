import type { Question } from '@portal/contract/assessments/flow.ts';
import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { scheduleFollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import { closeFlaggedAnswer, listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
import { firstTryDone, losesFirstAnswer } from '#test/lost-answer.ts';
import { aPatient } from '#test/patient.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { onTold } from '#api/live.ts';
import PatientSurveys from './PatientSurveys.tsx';

const nurse = { type: 'Nurse' as const, modules: ['Assessments' as const, 'FollowUp' as const] };
const entered = { surveyEventId: 9, sId: 5, uId: 7, name: 'Ada Archer', phone: '+16175550123', hasResponse: false };

/** As a person comes from the dashboard, with the six keys of the navigation state. */
async function open(given: { questions?: Question[]; replies?: Reply[]; state?: object; modules?: string[] } = {}) {
  const page = renderPage(<PatientSurveys />, {
    viewer: { ...nurse, ...(given.modules && { modules: given.modules as never }) },
    replies: [...assessmentReplies(given.questions), ...(given.replies ?? [])],
    route: '/dashboard?from=here',
  });
  await waitFor(() => expect(page.router.state.location.href).toBe('/dashboard'));
  act(() => page.router.history.push('/patient-surveys', { ...entered, ...given.state } as never));
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;
const where = (page: Page) => page.router.state.location.href;
const pick = async (page: Page, name: string) => page.user.click(await screen.findByRole('radio', { name }));
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const submit = async (page: Page, name = 'Submit') => page.user.click(await screen.findByRole('button', { name }));
const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const answerAll = async (page: Page) => {
  await pick(page, 'Well');
  await page.user.write(await box('2. Anything else?'), 'No');
};

test('CLN-02 OPC-12 the page shows the patient it was entered with, keeps only numbers in its address, and stays after a reload', async () => {
  const page = await open();
  await screen.findByRole('heading', { name: 'Ada Archer' });
  await screen.findByText('Weekly check');
  expect(screen.getByText('Asked for 3 Jan 26, 4:05 PM')).toBeDefined();
  expect(where(page)).toBe('/patient-surveys?event=9&patient=7');
  expect(page.router.state.location.state).toMatchObject({ surveyEventId: 9, sId: 5, uId: 7, hasResponse: false });
});

test('PRV-09 CLN-02 the name and the phone the page was entered with do not stay in the browser’s history, where they outlive the session', async () => {
  const page = await open({ replies: [[readPatient, broken]] });
  await screen.findByRole('heading', { name: 'Ada Archer' });
  const { state } = page.router.history.location;
  expect(state).toMatchObject({ surveyEventId: 9, sId: 5, uId: 7, hasResponse: false });
  expect(JSON.stringify(state)).not.toMatch(/Ada|617/);
  // From this page to that of another patient, whose name takes its place.
  const other = { ...entered, uId: 8, name: 'Ben Bell', phone: '+16175550188' };
  act(() => page.router.history.push('/patient-surveys?event=9&patient=8', other as never));
  await screen.findByRole('heading', { name: 'Ben Bell' });
  await waitFor(() => expect(JSON.stringify(page.router.history.location.state)).not.toMatch(/Ben|617/));
  expect(screen.queryByText('Ada Archer')).toBeNull();
});

test('OPC-12 by its address alone the page reads who it is', async () => {
  renderPage(<PatientSurveys />, { viewer: nurse, replies: assessmentReplies(), route: '/x?event=9&patient=7' });
  await screen.findByRole('heading', { name: 'Ada Archer' });
});

test('CLN-02 what the page was not entered with of the patient is read', async () => {
  await open({ state: { name: '', phone: '' } });
  await screen.findByRole('heading', { name: 'Ada Archer' });
  expect(screen.getByText('617-555-0123')).toBeDefined();
});

test('CLN-02 the name and the phone are those on record, also where they were corrected since the page was entered or are corrected while it is open', async () => {
  const page = await open({ state: { name: 'Ada Acher', phone: '+16175550199' } });
  await screen.findByRole('heading', { name: 'Ada Archer' });
  const patient = screen.getByRole('region', { name: 'Patient' });
  const told = 'Ada ArcherWeekly checkAsked for 3 Jan 26, 4:05 PM';
  expect(patient.textContent).toBe(`${told}617-555-0123Born 03/05/1950`);
  page.answer(readPatient, { patient: aPatient({ phone: '+16175550145', version: 5 }) });
  await page.live.tell({ type: 'patient.changed', id: 7 });
  await waitFor(() => expect(patient.textContent).toBe(`${told}617-555-0145Born 03/05/1950`));
  page.answer(readPatient, { patient: aPatient({ phone: null, version: 6 }) });
  await page.live.tell({ type: 'patient.changed', id: 7 });
  await waitFor(() => expect(patient.textContent).toBe(`${told}Born 03/05/1950`));
});

test('that the patient is deactivated is said, also where it happens while the page is open', async () => {
  const page = await open();
  await screen.findByText('Born 03/05/1950');
  expect(screen.queryByText('This patient is deactivated.')).toBeNull();
  page.answer(readPatient, { patient: aPatient({ status: -1, version: 5 }) });
  await page.live.tell({ type: 'patient.changed', id: 7 });
  expect(await screen.findByText('This patient is deactivated.')).toBeDefined();
});

test('that the birth date could not be read is said, and the questions are there all the same', async () => {
  await open({ replies: [[readPatient, broken]] });
  expect(await screen.findByText('Date of birth could not be loaded')).toBeDefined();
  // Until there is a record, whom the page was entered for.
  expect(screen.getByRole('heading', { name: 'Ada Archer' })).toBeDefined();
  expect(screen.getByText('617-555-0123')).toBeDefined();
  expect(headings()).toEqual(['1. How are you?']);
});

test('ANS-01 ANS-03 ANS-05 ANS-07 ANS-10 questions come one after another, where the answers lead', async () => {
  const page = await open();
  await screen.findByText('Only Appears in Dashboard Clinician View');
  // Two patients of one name are told apart.
  expect((await screen.findByRole('region', { name: 'Patient' })).textContent).toContain('Born 03/05/1950');
  expect(headings()).toEqual(['1. How are you?']);
  await pick(page, 'Badly');
  expect(headings()).toEqual(['1. How are you?', '2. Since when?']);
  await page.user.write(await box('2. Since when?'), 'Monday');
  expect(headings()).toEqual(['1. How are you?', '2. Since when?', '3. How bad is it?']);
  await page.user.write(await box('3. How bad is it?'), '11');
  expect(await screen.findByText('Please input valid number.')).toBeDefined();
  expect(headings()).toHaveLength(3);
  await page.user.clear(await box('3. How bad is it?'));
  await page.user.write(await box('3. How bad is it?'), '7');
  expect(headings()).toEqual(['1. How are you?', '2. Since when?', '3. How bad is it?', '4. Anything else?']);
  expect(page.callsOf(api.readSurvey)[0]?.query).toEqual({ survey_event_id: 9, u_id: 7 });
});

test('ANS-04 a changed answer clears the later ones, says so before, and can be undone', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await page.user.write(await box('3. How bad is it?'), '7');
  await page.user.write(await box('4. Anything else?'), 'No');
  expect(screen.getByText('Changing this answer clears the 3 later answers.')).toBeDefined();
  await pick(page, 'Well');
  expect(headings()).toEqual(['1. How are you?', '2. Anything else?']);
  expect((await box('2. Anything else?')).value).toBe('');
  expect(screen.getByText('3 later answers were cleared.')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(headings()).toHaveLength(4);
  expect((await box('4. Anything else?')).value).toBe('No');
});

test('ANS-04 "Undo", which goes away with its own press, leaves the keyboard at the question whose answers came back', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await pick(page, 'Well');
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-question]')?.textContent).toContain('1. How are you?'),
  );
});

test('ANS-02 ANS-04 what was cleared comes back, and what was noted since the change stays', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await pick(page, 'Well');
  expect(screen.getByText('1 later answer was cleared.')).toBeDefined();
  await page.user.write(await box('Note on question 1'), 'She coughs');
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect((await box('2. Since when?')).value).toBe('Monday');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Badly' }).checked).toBe(true);
  expect((await box('Note on question 1')).value).toBe('She coughs');
});

test('ANS-04 what a second change of the same answer clears comes back with what the first one did', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await pick(page, 'Well');
  await page.user.write(await box('Note on question 2'), 'Later');
  await pick(page, 'Badly');
  expect(screen.getByText('2 later answers were cleared.')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect((await box('2. Since when?')).value).toBe('Monday');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Badly' }).checked).toBe(true);
});

test('OPC-30 a flagged answer is seen as it is given', async () => {
  const page = await open();
  await pick(page, 'Badly');
  expect(screen.getByText('⚑ Flagged')).toBeDefined();
  await pick(page, 'Well');
  expect(screen.queryByText('⚑ Flagged')).toBeNull();
});

test('ANS-16 CER-11 OPC-34 what is left is counted and asked for, the focus goes there, and nothing is sent', async () => {
  const page = await open();
  await pick(page, 'Well');
  await submit(page);
  expect(await screen.findByText('1 question(s) left to answer.')).toBeDefined();
  await waitFor(async () => expect(document.activeElement).toBe(await box('2. Anything else?')));
  expect(screen.getByText('Please answer this question.')).toBeDefined();
  expect(page.callsOf(api.submitResponse)).toEqual([]);
});

test('ANS-16 of two that are certain to be asked both are left, though only the first is shown', async () => {
  const page = await open({ questions: [aQuestion(1, { actions: [2] }), aQuestion(2)] });
  await screen.findByText('Weekly check');
  await submit(page);
  expect(await screen.findByText('2 question(s) left to answer.')).toBeDefined();
  expect(headings()).toEqual(['1. Question 1?']);
  await page.user.write(await box('1. Question 1?'), 'Well');
  expect(await screen.findByText('1 question(s) left to answer.')).toBeDefined();
});

test('ANS-16 OPC-27 an answer that is not taken is said beside "Submit" too, and nothing is sent', async () => {
  const questions = [aQuestion(1, { question: 'Weight?', questionType: 'Numeric', options: ['30-250'] })];
  const page = await open({ questions });
  await page.user.write(await box('1. Weight?'), '5');
  await submit(page);
  expect(await screen.findByText('1 answer to correct.')).toBeDefined();
  expect(page.callsOf(api.submitResponse)).toEqual([]);
});

test('ANS-17 labels and tables want no answer', async () => {
  const questions = [
    aQuestion(1, { questionType: 'Label', actions: [2] }),
    aQuestion(2, { questionType: 'AdditionalMed', actions: [3] }),
    aQuestion(3, { questionType: 'DrugAllergy', actions: [4] }),
    aQuestion(4, { questionType: 'UserGoals' }),
  ];
  const page = await open({ questions });
  for (const name of ['Additional Medications', 'Drug Allergies', 'Goals'])
    expect(await screen.findByRole('table', { name })).toBeDefined();
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse)).toHaveLength(1);
});

test('ANS-18 a medication with a name alone is not answered', async () => {
  const page = await open({ questions: [aQuestion(1, { questionType: 'MedInfo' })] });
  await page.user.write(await box('Name'), 'Aspirin');
  await submit(page);
  expect(await screen.findByText('1 question(s) left to answer.')).toBeDefined();
  await page.user.write(await box('Strength'), '75 mg');
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse)[0]?.sent).toMatchObject({
    answers: [{ answer: 'Aspirin,75 mg' }],
    medications: [{ medicationName: 'Aspirin', strength: '75 mg', pills: '' }],
  });
});

test('OPC-36 the medications are those that a list of them and one with its strength were answered with', async () => {
  const questions = [
    aQuestion(1, { questionType: 'MedList', actions: [2] }),
    aQuestion(2, { questionType: 'MedInfo' }),
  ];
  const page = await open({ questions });
  await page.user.type(await box('Medication 1'), 'Aspirin{Enter}');
  await page.user.type(await box('Medication 2'), 'Lasix');
  await page.user.write(await box('Name'), 'Aurelix');
  await page.user.write(await box('Strength'), '50 mg');
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse)[0]?.sent).toMatchObject({
    answers: [{ answer: 'Aspirin|Lasix' }, { answer: 'Aurelix,50 mg' }],
    medications: [
      { medicationName: 'Aspirin', strength: '', pills: '' },
      { medicationName: 'Lasix', strength: '', pills: '' },
      { medicationName: 'Aurelix', strength: '50 mg', pills: '' },
    ],
  });
});

test('a strength of which a comma was left out is looked at again before it is sent', async () => {
  const page = await open({ questions: [aQuestion(1, { questionType: 'MedInfo' })] });
  await page.user.write(await box('Name'), 'Aspirin');
  const strength = await box('Strength');
  await page.user.type(strength, '2,5 mg');
  await submit(page);
  expect(await screen.findByText(/“,” was left out\..*change it or enter it again\.$/)).toBeDefined();
  expect(document.activeElement).toBe(strength);
  await page.user.clear(strength);
  await page.user.type(strength, '2.5 mg');
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse).map(({ sent }) => sent)).toMatchObject([
    { medications: [{ medicationName: 'Aspirin', strength: '2.5 mg', pills: '' }] },
  ]);
});

test('ANS-18 a strength of which a comma was left out is in no draft: after a reload it is missing, and is not sent', async () => {
  const questions = [aQuestion(1, { questionType: 'MedInfo' })];
  const page = await open({ questions });
  await page.user.write(await box('Name'), 'Lasix');
  await page.user.type(await box('Strength'), '2,5 mg');
  expect((await box('Strength')).value).toBe('25 mg');
  const drafts = () => page.callsOf(api.keepDraft).map(({ sent }) => (sent as { draft: object }).draft);
  await waitFor(() => expect(drafts().at(-1)).toMatchObject({ answers: [{ answer: 'Lasix,,' }] }), { timeout: 3_000 });
  expect(JSON.stringify(drafts())).not.toContain('25');
  page.unmount();

  const again = await open({
    questions,
    replies: [[api.readDraft, { draft: drafts().at(-1), savedAt: new Date(2026, 0, 3, 16, 5) }]],
  });
  expect((await box('Name')).value).toBe('Lasix');
  expect((await box('Strength')).value).toBe('');
  await submit(again);
  expect(await screen.findByText('Please answer this question.')).toBeDefined();
  expect(again.callsOf(api.submitResponse)).toEqual([]);
});

test('ANS-02 ANS-13 ANS-14 ANS-15 OPC-28 OPC-36 "Submit" sends the way, its notes and flags, in the names of the seed', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('Note on question 1'), 'She coughs');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await page.user.write(await box('3. How bad is it?'), '7');
  await page.user.write(await box('4. Anything else?'), 'No');
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  const [call] = page.callsOf(api.submitResponse);
  expect(call?.method).toBe('POST');
  expect(call?.sent).toEqual({
    careProviderId: 3,
    u_id: 7,
    survey_event_id: 9,
    surveyId: 5,
    time_completed: expect.any(String),
    numQuestions: 4,
    answers: [
      { questionNum: 1, question: 'How are you?', questionType: 'MC', answer: 'Badly', note: 'She coughs' },
      { questionNum: 2, question: 'Since when?', questionType: 'TextInput', answer: 'Monday', note: '' },
      { questionNum: 3, question: 'How bad is it?', questionType: 'Numeric', answer: '7', note: '' },
      { questionNum: 4, question: 'Anything else?', questionType: 'TextInput', answer: 'No', note: '' },
    ],
    flaggedQuestions: [1],
    medications: [],
  });
  expect(page.callsOf(api.reviewResponse)).toEqual([]);
});

test('whoever changes a table of the record in an assessment is told whose it is, by name and date of birth', async () => {
  const page = await open({
    questions: [aQuestion(1, { questionType: 'AdditionalMed' })],
    replies: [
      [readPatient, { patient: aPatient() }],
      [records.listMedications, { medications: [lasix] }],
    ],
  });
  const saysWhose = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(await dialog.findByText('Ada Archer, born 03/05/1950')).toBeDefined();
    await page.user.keyboard('{Escape}');
  };
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  await saysWhose('Add Medication');
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Lasix' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await saysWhose('Remove Medication');
});

test('ANS-09 ANS-23 GOL-04 OPC-33 what is changed in a table goes with the submit, and with no call of its own', async () => {
  const page = await open({ questions: [aQuestion(1, { questionType: 'AdditionalMed' })] });
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const name of ['Name', 'Dosage', 'Description', 'Notes'])
    await page.user.write(dialog.getByRole('textbox', { name }), `Its ${name}`);
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Will be added')).toBeDefined();
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  const added = {
    medicationName: 'Its Name',
    dosage: 'Its Dosage',
    description: 'Its Description',
    notes: 'Its Notes',
  };
  expect(page.callsOf(api.submitResponse)[0]?.sent).toMatchObject({
    medicationChanges: [{ operation: 'add', ...added }],
  });
  expect(page.callsOf(records.addMedication)).toEqual([]);
});

const content = { medicationName: 'Lasix', dosage: '40 mg', description: 'Tablet', notes: 'Mornings' };
const lasix = { id: 41, medId: 41, u_id: 7, version: 1, ...content };
const tables = [
  aQuestion(1, { questionType: 'AdditionalMed', actions: [2] }),
  aQuestion(2, { questionType: 'UserGoals' }),
];
const holding = (draft: object): Reply => [
  api.readDraft,
  { draft: { answers: [], ...draft }, savedAt: new Date(2026, 0, 3, 16, 5) },
];
const choose = async (page: Page, of: string, label: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${of}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: label }));
};

test('ANS-09 a held change whose medication somebody has removed meanwhile is shown once the submit is refused, and undone there', async () => {
  const said = 'The medication “Lasix” that you have changed here was removed meanwhile. Please undo your change.';
  const page = await open({
    questions: tables,
    replies: [
      holding({ medicationChanges: [{ operation: 'update', id: 41, version: 1, ...content, dosage: '20 mg' }] }),
      [records.listMedications, { medications: [lasix] }],
      [
        api.submitResponse,
        {
          status: 409,
          body: { code: 'response.held_gone', message: said, detail: { list: 'medicationChanges', id: 41 } },
        },
      ],
    ],
  });
  expect(await screen.findByText('Will be changed')).toBeDefined();
  page.answer(records.listMedications, { medications: [] });
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView');
  await submit(page);
  expect(await screen.findByText(said)).toBeDefined();
  const card = (await box('Note on question 1')).closest('li');
  await waitFor(() => expect(scrolledTo.mock.contexts).toContain(card));
  scrolledTo.mockRestore();
  const row = await screen.findByRole('row', { name: /Lasix.*20 mg.*Someone else has removed it meanwhile/ });
  expect(row).toBeDefined();
  await choose(page, 'Lasix', 'Undo change');
  expect(screen.queryByText('Lasix')).toBeNull();
  page.answer(api.submitResponse, { message: 'Submitted.', responseId: 61 });
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse).at(-1)?.sent).toMatchObject({ medicationChanges: [] });
});

test('ANS-09 REL-07 a held change of what somebody has changed meanwhile says what is on record now, and can be kept', async () => {
  const page = await open({
    questions: tables,
    replies: [
      holding({ medicationChanges: [{ operation: 'update', id: 41, version: 1, ...content, dosage: '20 mg' }] }),
      [records.listMedications, { medications: [{ ...lasix, version: 3, dosage: '60 mg' }] }],
    ],
  });
  expect(await screen.findByText('Dosage is now “60 mg”.')).toBeDefined();
  await choose(page, 'Lasix', 'Keep change');
  expect(screen.queryByText('Dosage is now “60 mg”.')).toBeNull();
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse)[0]?.sent).toMatchObject({
    medicationChanges: [{ operation: 'update', id: 41, version: 3, dosage: '20 mg' }],
  });
});

test('ANS-08 a goal speaks of the medications as they will be: of one that is added here, of none that is removed here', async () => {
  const page = await open({
    questions: tables,
    replies: [
      holding({
        medicationChanges: [
          { operation: 'delete', id: 41, version: 1 },
          { operation: 'add', ...content, medicationName: 'Aurelix' },
        ],
      }),
      [records.listMedications, { medications: [lasix, { ...lasix, id: 42, medId: 42, medicationName: 'Lantus' }] }],
    ],
  });
  await screen.findByText('Will be removed');
  await page.user.click(await screen.findByRole('button', { name: 'Add Goal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Goal' }));
  for (const name of ['Goal', 'Description', 'Notes'])
    await page.user.write(dialog.getByRole('textbox', { name }), `Its ${name}`);
  await page.user.click(dialog.getByRole('combobox', { name: 'Medication' }));
  const offered = within(await screen.findByRole('listbox', { name: 'Medication' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Lantus', 'Aurelix']);
  await page.user.click(offered[1]!);
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.submitResponse)[0]?.sent).toMatchObject({
    goalChanges: [{ operation: 'add', goalName: 'Its Goal', medId: null, medName: 'Aurelix' }],
  });
});

test('a medication is held against an allergy that is added in the same assessment, in its dialog and beside its table', async () => {
  const page = await open({
    questions: tables,
    replies: [
      holding({ allergyChanges: [{ operation: 'add', ...content, medicationName: 'Penicillin' }] }),
      [records.listMedications, { medications: [] }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const name of ['Dosage', 'Description', 'Notes'])
    await page.user.write(dialog.getByRole('textbox', { name }), `Its ${name}`);
  const said = 'An allergy to Penicillin is added with this assessment.';
  expect(dialog.queryByText(said)).toBeNull();
  await page.user.write(dialog.getByRole('textbox', { name: 'Name' }), 'Penicillin V');
  expect(await dialog.findByText(said)).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Will be added')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
});

test('while the allergies are being loaded, whoever adds a medication is told so', async () => {
  const page = await open({
    questions: tables,
    replies: [[records.listAllergies, () => new Promise(() => undefined)]],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  expect(await screen.findByText('The allergies of this patient are still being loaded.')).toBeDefined();
});

const allergiesToo = [aQuestion(1, { questionType: 'DrugAllergy' })];
const prescribed = {
  medications: [
    {
      displayName: 'Penicillin V 250 mg tablet',
      rxNumber: '7001',
      displayStatus: 1,
      latestDateShipped: null,
      provider: null,
      refillsLeft: null,
      instructions: null,
      dateWritten: null,
      daysOfSupply: null,
      isActivePrescription: 1,
    },
  ],
};

test('a medication that is being added is held against an allergy that a colleague records meanwhile, and what was typed stays', async () => {
  const page = await open({
    questions: tables,
    replies: [
      [records.listAllergies, { allergies: [] }],
      [records.listMedications, { medications: [] }],
      [history.listPrescriptions, { medications: [] }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.write(dialog.getByRole('textbox', { name: 'Name' }), 'Penicillin V');
  page.answer(records.listAllergies, { allergies: [{ ...lasix, allergyId: 41, medicationName: 'Penicillin' }] });
  page.answer(records.listMedications, { medications: [{ ...lasix, medicationName: 'Penicillin V' }] });
  page.answer(history.listPrescriptions, prescribed);
  await page.live.tell({ type: 'patient_record.changed', id: 8 });
  await page.live.tell({ type: 'patient_record.changed', id: 7 });
  expect(await dialog.findByText('An allergy to Penicillin is on record for this patient.')).toBeDefined();
  const already = 'This patient already has Penicillin V, 40 mg; Penicillin V 250 mg tablet (prescription 7001).';
  expect(await dialog.findByText(already)).toBeDefined();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Penicillin V');
  // Nothing was read for another patient.
  expect(page.callsOf(records.listAllergies)).toHaveLength(2);
});

test('an allergy is held against what the patient takes, with what the same assessment adds and without what it removes', async () => {
  const page = await open({
    questions: allergiesToo,
    replies: [
      holding({
        medicationChanges: [
          { operation: 'delete', id: 41, version: 1 },
          { operation: 'add', ...content, medicationName: 'Penicillin G', dosage: '5 mg' },
        ],
      }),
      [records.listAllergies, { allergies: [] }],
      [
        records.listMedications,
        {
          medications: [
            { ...lasix, medicationName: 'Penicillin old' },
            { ...lasix, id: 42, medId: 42, medicationName: 'Penicillin B' },
          ],
        },
      ],
      [history.listPrescriptions, prescribed],
    ],
  });
  await screen.findByRole('button', { name: 'Add Allergy' });
  expect(page.callsOf(history.listPrescriptions)).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Add Allergy' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.write(dialog.getByRole('textbox', { name: 'Name' }), 'Penicillin');
  expect(
    await dialog.findByText(
      'This patient takes Penicillin B, 40 mg; Penicillin G, 5 mg; Penicillin V 250 mg tablet (prescription 7001).',
    ),
  ).toBeDefined();
});

test('an allergy that was looked up by its brand is held against the generic that the patient takes', async () => {
  const found = { brandName: 'Lasix', genericName: 'furosemide', strength: '40 mg', dosageForm: 'tablet', ndc: '1' };
  const page = await open({
    questions: allergiesToo,
    replies: [
      [records.listAllergies, { allergies: [] }],
      [records.listMedications, { medications: [{ ...lasix, medicationName: 'Furosemide' }] }],
      [history.listPrescriptions, { medications: [] }],
      [searchDrugs, { results: [found] }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.write(dialog.getByRole('textbox', { name: 'Find in the medication directory' }), 'lasix');
  await page.user.click(await dialog.findByRole('button', { name: /^Lasix/ }));
  expect(await dialog.findByText('This patient takes Furosemide, 40 mg.')).toBeDefined();
});

test('what the patient takes is said to be unknown to whoever adds an allergy, where it could not be read', async () => {
  const page = await open({
    questions: allergiesToo,
    replies: [
      [records.listAllergies, { allergies: [] }],
      [records.listMedications, { medications: [] }],
      [history.listPrescriptions, broken],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
  const said = 'What this patient takes could not be loaded completely. Please check it first.';
  expect(await screen.findByText(said)).toBeDefined();
});

test('the answers are kept on the server while they are given, and "Saved 4:05 PM" says when', async () => {
  const page = await open();
  await pick(page, 'Badly');
  expect(await screen.findByText('Saved 4:05 PM', {}, { timeout: 3_000 })).toBeDefined();
  expect(page.callsOf(api.keepDraft).map(({ sent }) => sent)).toEqual([
    {
      u_id: 7,
      survey_event_id: 9,
      draft: { answers: [{ questionNum: 1, answer: 'Badly', note: '' }] },
      goesOnFrom: null,
    },
  ]);
});

test('a draft that could not be kept is said, stays in the screen, and goes with a press', async () => {
  const page = await open({ replies: [[api.keepDraft, broken]] });
  await pick(page, 'Badly');
  expect(await screen.findByText(/^Not saved\./, {}, { timeout: 3_000 })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Badly' }).checked).toBe(true);
  page.answer(api.keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 5) });
  await page.user.click(screen.getByRole('button', { name: 'Save now' }));
  expect(await screen.findByText('Saved 4:05 PM')).toBeDefined();
});

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
test.each([
  ['the browser says that there is a network again', async () => void window.dispatchEvent(new Event('online'))],
  ['the line stands again', async (page: Page) => page.live.connect()],
])(
  'REL-17 a draft that the network kept back is saved, and no longer said not to be, once %s',
  async (_when, comes) => {
    const page = await open({ replies: [[api.keepDraft, noNetwork]] });
    // As the menu beside the page does.
    onTestFinished(onTold('new message', () => undefined));
    await screen.findByRole('radio', { name: 'Badly' });
    await page.live.connect();
    await pick(page, 'Badly');
    await screen.findByText(/^Not saved\./, {}, { timeout: 3_000 });
    page.answer(api.keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 5) });
    await act(async () => comes(page));
    expect(await screen.findByText('Saved 4:05 PM')).toBeDefined();
    expect(screen.queryByText(/^Not saved/)).toBeNull();
  },
);

test('REL-17 a draft that the server refused is not sent again by itself', async () => {
  const refused = { status: 409, body: { code: 'response.answered', message: 'It has been answered.' } };
  const page = await open({ replies: [[api.keepDraft, refused]] });
  onTestFinished(onTold('new message', () => undefined));
  await pick(page, 'Badly');
  await screen.findByText(/^Not saved\. It has been answered\./, {}, { timeout: 3_000 });
  window.dispatchEvent(new Event('online'));
  await page.live.connect();
  await page.live.connect();
  expect(page.callsOf(api.keepDraft)).toHaveLength(1);
});

test('REL-17 without a network the draft is said to be saved later, not by a press alone', async () => {
  const isThere = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isThere.mockRestore());
  const page = await open({ replies: [[api.keepDraft, noNetwork]] });
  await pick(page, 'Badly');
  await screen.findByText(
    'Not saved. You are offline. It is saved when you are online again. Nothing is lost as long as this page stays open.',
    {},
    { timeout: 3_000 },
  );
});

const savedAt = new Date(2026, 0, 3, 16, 5);
const cannotBeShown =
  'What you entered until 3 Jan 26, 4:05 PM was saved by another version of the portal and cannot be shown. What you enter here takes its place.';
test('a draft that the server cannot read keeps nobody out: it is said, and what is entered goes on from it', async () => {
  const page = await open({ replies: [[api.readDraft, { draft: null, savedAt, unreadable: true }]] });
  await pick(page, 'Badly');
  expect(screen.getByText(cannotBeShown)).toBeDefined();
  await waitFor(() => expect(page.callsOf(api.keepDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(page.callsOf(api.keepDraft)[0]?.body).toMatchObject({
    draft: { answers: [{ questionNum: 1, answer: 'Badly' }] },
    goesOnFrom: savedAt,
  });
});

test('a draft that the server cannot read can be thrown away', async () => {
  const page = await open({ replies: [[api.readDraft, { draft: null, savedAt, unreadable: true }]] });
  expect(await screen.findByText(cannotBeShown)).toBeDefined();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.callsOf(api.dropDraft)[0]?.query).toMatchObject({ savedAt }));
  await waitFor(() => expect(screen.queryByText(cannotBeShown)).toBeNull());
  expect(screen.queryByText(/^Saved/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
});

test('REL-07 whoever discards answers where a draft that nobody here can read was kept meanwhile replaces it with nothing, and can discard that one', async () => {
  const current = { draft: null, savedAt: savedAt.toISOString(), unreadable: true };
  const stale = { status: 409, body: { code: 'stale', message: 'Changed.', detail: { current } } };
  const begun = { answers: [{ questionNum: 1, answer: 'Badly', note: '' }] };
  const earlier = new Date(2026, 0, 3, 16, 2);
  const page = await open({
    replies: [
      [api.readDraft, { draft: begun, savedAt: earlier }],
      [api.dropDraft, stale],
    ],
  });
  const discard = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Discard draft' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  };
  await discard();
  expect(await screen.findByText(cannotBeShown)).toBeDefined();
  await waitFor(() => expect(headings()).toEqual(['1. How are you?']));
  expect(screen.queryByText(/^Sav/)).toBeNull();
  page.answer(api.dropDraft, { message: 'Dropped.' });
  await discard();
  await waitFor(() => expect(screen.queryByText(cannotBeShown)).toBeNull());
  expect(page.callsOf(api.dropDraft).map(({ query }) => query.savedAt)).toEqual([earlier, savedAt]);
  expect(page.callsOf(api.keepDraft)).toEqual([]);
});

test('REL-07 where a draft that nobody here can read was kept meanwhile, it is said, and what is entered here goes on from it', async () => {
  const current = { draft: null, savedAt: savedAt.toISOString(), unreadable: true };
  const stale = { status: 409, body: { code: 'stale', message: 'Changed.', detail: { current } } };
  const page = await open({ replies: [[api.keepDraft, stale]] });
  await pick(page, 'Badly');
  await waitFor(() => expect(page.callsOf(api.keepDraft)).toHaveLength(1), { timeout: 3_000 });
  page.answer(api.keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 6) });
  expect(await screen.findByText('Saved 4:06 PM', {}, { timeout: 3_000 })).toBeDefined();
  expect(screen.getByText(cannotBeShown)).toBeDefined();
  expect(page.callsOf(api.keepDraft).at(-1)?.body).toMatchObject({
    draft: { answers: [{ questionNum: 1, answer: 'Badly' }] },
    goesOnFrom: savedAt,
  });
});

test('OPC-12 what was kept is there again, and can be thrown away', async () => {
  const draft = {
    answers: [
      { questionNum: 1, answer: 'Badly', note: 'Pale' },
      { questionNum: 2, answer: 'Monday' },
    ],
  };
  const page = await open({ replies: [[api.readDraft, { draft, savedAt: new Date(2026, 0, 3, 16, 5) }]] });
  expect((await box('2. Since when?')).value).toBe('Monday');
  expect((await box('Note on question 1')).value).toBe('Pale');
  await page.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(headings()).toEqual(['1. How are you?']));
  expect(page.callsOf(api.dropDraft)[0]?.query).toEqual({
    u_id: 7,
    survey_event_id: 9,
    savedAt: new Date(2026, 0, 3, 16, 5),
  });
});

test.each([
  ['ANS-33 CER-10', 'Unable to submit the assessment.', broken],
  [
    'ANS-33 CER-10',
    'Unable to submit the assessment.',
    { status: 500, body: { code: 'unexpected', message: 'relation does not exist' } },
  ],
  [
    'ANS-33 CER-10',
    'Unable to submit the assessment.',
    { status: 404, body: { code: 'not_found', message: 'Not found.' } },
  ],
  [
    'OPC-34',
    '2 question(s) left to answer.',
    { status: 400, body: { code: 'response.left', message: '2 question(s) left to answer.' } },
  ],
])('%s a refused submit says "%s" and loses nothing', async (_, said, failure) => {
  const page = await open({ replies: [[api.submitResponse, failure]] });
  await answerAll(page);
  await submit(page);
  expect(await screen.findByText(said)).toBeDefined();
  expect((await box('2. Anything else?')).value).toBe('No');
  page.answer(api.submitResponse, { message: 'Submitted.', responseId: 61 });
  await submit(page);
  await screen.findByRole('dialog', { name: 'Follow-up' });
  const [first, second] = page.callsOf(api.submitResponse);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test.each([
  ['ANS-31 CER-08', api.readSurvey, 'Unable to retrieve survey', broken],
  ['ANS-32 CER-09', api.readResponses, 'There was a problem retrieving assessment response.', broken],
  [
    'ANS-32 CER-09 as of a server that has no such call',
    api.readResponses,
    'There was a problem retrieving assessment response.',
    { status: 404, body: { code: 'no_such_call', message: 'Not found.' } },
  ],
])('%s a failure is said, and the page goes back', async (_, endpoint, said, failure) => {
  const page = await open({ replies: [[endpoint, failure]], state: { hasResponse: true } });
  expect(await screen.findByText(said)).toBeDefined();
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
});
test('ANS-32 a response that is not there is accepted silently', async () => {
  const page = await open({ replies: [[api.readResponses, none]], state: { hasResponse: true } });
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeDefined();
  expect(page.callsOf(api.readResponses)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

const answered: Reply[] = [
  [api.readSurvey, aSurvey(howAreYou, { state: 'answered' })],
  [api.readResponses, aResponse(sentAnswers)],
];
test.each([
  ['Submit', 'open', false],
  ['Finish Review', 'answered', true],
])(
  'ANS-23 ANS-32 after "%s" a response that cannot be read any more takes the follow-up dialog away from nobody',
  async (button, state, hasResponse) => {
    let isSent = false;
    const sent = () => {
      isSent = true;
      return { message: 'Saved.', responseId: 61, version: 3 };
    };
    const page = await open({
      replies: [
        [api.readSurvey, () => aSurvey(howAreYou, { state: isSent ? 'answered' : state })],
        [api.readResponses, () => (isSent ? broken : aResponse(sentAnswers))],
        [api.submitResponse, sent],
        [api.reviewResponse, sent],
      ],
      state: { hasResponse },
    });
    if (!hasResponse) await answerAll(page);
    const before = page.callsOf(api.readResponses).length;
    await submit(page, button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
    await page.user.write(dialog.getByRole('textbox', { name: 'Notes' }), 'Ask about the cough');
    await waitFor(() => expect(page.callsOf(api.readResponses).length).toBeGreaterThan(before));
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText('Successfully scheduled the follow-up!')).toBeDefined();
    expect(page.callsOf(scheduleFollowUp)[0]?.sent).toMatchObject({ notes: 'Ask about the cough' });
    expect(screen.queryByText('There was a problem retrieving assessment response.')).toBeNull();
  },
);
test.each([
  ['Submit', 'response.exists', {}],
  ['Finish Review', 'stale', { hasResponse: true }],
])(
  'ANS-14 ANS-32 where a colleague was faster than "%s" and theirs cannot be read, what was typed stays, and the next press reads it',
  async (button, code, state) => {
    const refusal = { status: 409, body: { code, message: 'Someone was faster.' } };
    const page = await open({
      replies: [...(button === 'Submit' ? [] : answered), [api.submitResponse, refusal], [api.reviewResponse, refusal]],
      state,
    });
    await pick(page, 'Well');
    const last = await box('2. Anything else?');
    await page.user.clear(last);
    await page.user.write(last, 'A cough');
    page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'answered' }));
    page.answer(api.readResponses, broken);
    await submit(page, button);
    expect(await screen.findByText('Someone was faster.')).toBeDefined();
    expect((await box('2. Anything else?')).value).toBe('A cough');
    page.answer(api.readResponses, aResponse(sentAnswers, { reviewedBy: 'Nora Quick', version: 3 }));
    await submit(page, button);
    expect(await screen.findByText(/Reviewed by Nora Quick\.$/)).toBeDefined();
    expect((await box('2. Anything else?')).value).toBe('A cough');
  },
);

test('ANS-11 ANS-12 ANS-13 ANS-14 SCH-15 OPC-31 an answered one shows its answers, and "Finish Review" changes it', async () => {
  const page = await open({ replies: answered, state: { hasResponse: true } });
  expect((await box('3. How bad is it?')).value).toBe('7');
  expect(screen.getByText('Sent by the patient 4 Jan 26, 9:30 AM. Nobody has reviewed it yet.')).toBeDefined();
  expect(page.callsOf(api.readResponses)[0]?.query).toEqual({ u_id: 7, survey_event_id: 9 });
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  await submit(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  const [call] = page.callsOf(api.reviewResponse);
  expect(call?.method).toBe('PUT');
  expect(call?.sent).toMatchObject({ responseId: 61, version: 2, numQuestions: 4, flaggedQuestions: [1] });
  expect(page.callsOf(api.submitResponse)).toEqual([]);
});
const stale = { status: 409, body: { code: 'stale', message: 'Someone else has changed this in the meantime.' } };
test('ANS-14 REL-07 after a colleague’s review one’s own goes on: what they changed is said, what was typed stays, and the next press is heard', async () => {
  const page = await open({
    replies: [...answered, [api.reviewResponse, stale]],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Note on question 1'), 'Pale');
  await page.user.clear(await box('4. Anything else?'));
  await page.user.write(await box('4. Anything else?'), 'A cough');
  const theirs = sentAnswers.map((one) => ({
    ...one,
    answer: { 3: '9', 4: 'Fever' }[one.questionNum as 3] ?? one.answer,
  }));
  page.answer(api.readResponses, aResponse(theirs, { version: 3, reviewedBy: 'Nora Quick' }));
  await submit(page, 'Finish Review');
  const notice = (await screen.findByText('Someone else has reviewed this assessment in the meantime.')).closest(
    '[role=alert]',
  );
  const said = within(notice as HTMLElement).getAllByRole('listitem');
  expect(said.map(({ textContent }) => textContent)).toEqual([
    '“How bad is it?” is now “9”.',
    '“Anything else?” is now “Fever”. What you typed is still in the field; “Finish Review” replaces theirs.',
  ]);
  expect((await box('3. How bad is it?')).value).toBe('9');
  expect((await box('4. Anything else?')).value).toBe('A cough');
  expect((await box('Note on question 1')).value).toBe('Pale');
  expect(screen.getByText(/Reviewed by Nora Quick\.$/)).toBeDefined();
  page.answer(api.reviewResponse, { message: 'Reviewed.', version: 4 });
  await submit(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse).at(-1)?.sent).toMatchObject({
    version: 3,
    answers: [{ note: 'Pale' }, {}, { answer: '9' }, { answer: 'A cough' }],
  });
});

const exists = {
  status: 409,
  body: { code: 'response.exists', message: 'This assessment has already been answered.' },
};
const answeredMeanwhile = (page: Page) => {
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'answered' }));
  page.answer(api.readResponses, aResponse(sentAnswers, { reviewedBy: 'Nora Quick', version: 1 }));
};
test('ANS-14 REL-07 where a colleague submitted first, what they answered is shown beside what was typed, which can be discarded', async () => {
  const page = await open({ replies: [[api.submitResponse, exists]] });
  await answerAll(page);
  answeredMeanwhile(page);
  await submit(page);
  expect(await screen.findByText('This assessment has already been answered.')).toBeDefined();
  expect(screen.getByText(/Reviewed by Nora Quick\.$/)).toBeDefined();
  expect(screen.getByText('“Since when?” is now “Monday”.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Well' }).checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Finish Review' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Discard what I typed' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Badly' }).checked).toBe(true);
  expect((await box('2. Since when?')).value).toBe('Monday');
});
test('ANS-14 where the draft is refused because a colleague submitted, the given answers are shown as well', async () => {
  const page = await open({ replies: [[api.keepDraft, exists]] });
  await screen.findByText('Weekly check');
  answeredMeanwhile(page);
  await pick(page, 'Well');
  await screen.findByText('This assessment has already been answered.', {}, { timeout: 3_000 });
  expect(screen.getByRole('button', { name: 'Finish Review' })).toBeDefined();
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save now' })).toBeNull();
});
test('one that is over when it is submitted is only read from then on', async () => {
  const over = { code: 'response.event_over', message: 'This assessment is no longer requested.' };
  const page = await open({ replies: [[api.submitResponse, { status: 409, body: over }]] });
  await answerAll(page);
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'over' }));
  await submit(page);
  expect(await screen.findByText('This assessment is no longer requested.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect((await box('2. Anything else?')).value).toBe('No');
});

test('what a review changed is not lost to another page without a question', async () => {
  const page = await open({ replies: answered, state: { hasResponse: true } });
  await page.user.write(await box('4. Anything else?'), ' And a cough');
  const away = () => act(async () => void page.router.navigate({ to: '/dashboard' }));
  const answer = async (name: string) => {
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await page.user.click(question.getByRole('button', { name }));
  };
  await away();
  await answer('Stay');
  expect(where(page)).toContain('/patient-surveys');
  await away();
  await answer('Leave');
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
});
test.each([
  ['Submit', 'Anything else?', 2, 'No', api.submitResponse, []],
  ['Finish Review', 'Anything else?', 4, 'No!', api.reviewResponse, answered],
] as const)(
  'REL-07 while “%s” is on its way nothing is taken that would be gone with the answer; after a refusal what is entered goes on',
  async (press, question, place, text, sends, replies) => {
    const answer = Promise.withResolvers<object>();
    const isReview = replies.length > 0;
    const page = await open({
      replies: [...replies, [sends, () => answer.promise]],
      state: { hasResponse: isReview },
    });
    const last = () => box(`${place}. ${question}`);
    if (!isReview) await pick(page, 'Well');
    await page.user.clear(await last());
    await page.user.write(await last(), text);
    await submit(page, press);
    await waitFor(() => expect(page.callsOf(sends)).toHaveLength(1));
    expect(screen.getByText('Being sent…')).toBeDefined();
    const chosen = isReview ? 'Badly' : 'Well';
    const other = isReview ? 'Well' : 'Badly';
    const fields = [
      await last(),
      await box('Note on question 1'),
      ...screen.queryAllByLabelText('Why were answers changed?'),
    ];
    const before = fields.map((one) => (one as HTMLInputElement).value);
    for (const one of fields) await page.user.type(one, ' and a cough');
    await pick(page, other);
    expect(fields.map((one) => (one as HTMLInputElement).value)).toEqual(before);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: chosen }).checked).toBe(true);
    await act(async () =>
      answer.resolve({ status: 400, body: { code: 'invalid', message: 'Please look at it again.' } }),
    );
    await screen.findByText('Please look at it again.');
    await page.user.type(await last(), ' and a cough');
    expect((await last()).value).toBe(`${text} and a cough`);
  },
);
test('a changed answer of a review leaves the sent ones in sight, and says why', async () => {
  const page = await open({ replies: answered, state: { hasResponse: true } });
  await pick(page, 'Well');
  expect(screen.getAllByText('Sent answer:')[0]?.parentElement?.textContent).toBe('Sent answer: Badly');
  const off = within(screen.getByRole('region', { name: 'Sent answers to questions that are no longer asked' }));
  expect(off.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Since when?Answer: Monday',
    'How bad is it?Answer: 7',
  ]);
  expect(off.getByText('How bad is it?').nextElementSibling?.tagName).toBe('BR');
  await page.user.write(await box('2. Anything else?'), 'No');
  await page.user.write(await box('Why were answers changed?'), 'x'.repeat(501));
  expect((await box('Why were answers changed?')).value).toBe('x'.repeat(501));
  await page.user.click(screen.getByRole('button', { name: 'Finish Review' }));
  screen.getByText('Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.');
  expect(page.callsOf(api.reviewResponse)).toEqual([]);
  await page.user.clear(await box('Why were answers changed?'));
  await page.user.write(await box('Why were answers changed?'), 'She rang back');
  await submit(page, 'Finish Review');
  await screen.findByRole('dialog', { name: 'Follow-up' });
  expect(page.callsOf(api.reviewResponse)[0]?.sent).toMatchObject({ reason: 'She rang back', flaggedQuestions: [] });
});
test('a flagged answer is closed with a note', async () => {
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag(), aFlag({ flaggedAnswerId: 82, surveyEventId: 8 })] }],
      [closeFlaggedAnswer, { message: 'Closed.', version: 2 }],
    ],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'Called her');
  await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
  expect(await screen.findByText('The flagged answer was closed.')).toBeDefined();
  expect(page.callsOf(closeFlaggedAnswer).map(({ sent }) => sent)).toEqual([
    { flaggedAnswerId: 81, version: 1, note: 'Called her' },
  ]);
});
const closedByNoor = {
  closedBy: 'Noor Haddad',
  closedAt: new Date(2026, 0, 5, 13, 18),
  closingNote: 'Called her',
  version: 2,
};
test('a flag that was closed on an answer that a review changed says which one', async () => {
  const flag = aFlag({ ...closedByNoor, answer: 'Very badly', answerNow: 'Badly' });
  await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [flag] }]],
    state: { hasResponse: true },
  });
  expect(
    await screen.findByText('Flag on “Very badly” closed by Noor Haddad, 5 Jan 26, 1:18 PM: Called her'),
  ).toBeDefined();
});
test.each([
  [
    'one’s own press',
    async (page: Page) => {
      await page.user.write(await box('Closing note'), 'Called her');
      await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
    },
  ],
  [
    'a colleague, while its note has the focus',
    async (page: Page) => {
      await page.user.click(await box('Closing note'));
      await page.live.tell({ type: 'response.changed', id: 1 });
    },
  ],
])('where a flag is closed by %s, the keyboard goes on at the line that says so', async (_, isClosed) => {
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
      [closeFlaggedAnswer, { message: 'Closed.', version: 2 }],
    ],
    state: { hasResponse: true },
  });
  await box('Closing note');
  page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag(closedByNoor)] });
  await isClosed(page);
  const line = await screen.findByText('Flag closed by Noor Haddad, 5 Jan 26, 1:18 PM: Called her');
  expect(document.activeElement).toBe(line);
});
test('the line of a flag that is closed elsewhere takes the focus from nothing', async () => {
  const page = await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }]],
    state: { hasResponse: true },
  });
  const note = await box('Note on question 2');
  await page.user.click(note);
  page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag(closedByNoor)] });
  await page.live.tell({ type: 'response.changed', id: 1 });
  await screen.findByText('Flag closed by Noor Haddad, 5 Jan 26, 1:18 PM: Called her');
  expect(document.activeElement).toBe(note);
});
test('REL-07 while a flag is being closed its note takes nothing that would be gone with the answer, and goes on after a refusal', async () => {
  const answer = Promise.withResolvers<object>();
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
      [closeFlaggedAnswer, () => answer.promise],
    ],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'Called her');
  await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
  await page.user.type(await box('Closing note'), ' again');
  expect((await box('Closing note')).value).toBe('Called her');
  expect(screen.getByText('Being sent…')).toBeDefined();
  answer.resolve({ status: 503, body: { code: 'unavailable', message: 'Please try again.' } });
  await screen.findByText(/It is not known whether the flag was closed/);
  await page.user.type(await box('Closing note'), ' again');
  expect((await box('Closing note')).value).toBe('Called her again');
});
test('a closing note that is too long is kept whole in its field, and closes nothing', async () => {
  const page = await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }]],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'x'.repeat(2_001));
  expect((await box('Closing note')).value).toHaveLength(2_001);
  expect(screen.getByRole('button', { name: 'Close flag' }).getAttribute('aria-disabled')).toBe('true');
});
test('a closing note that was typed is not lost to another page without a question; once it is saved there is none', async () => {
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
      [closeFlaggedAnswer, { message: 'Closed.', version: 2 }],
    ],
    state: { hasResponse: true },
  });
  const away = () => act(async () => void page.router.navigate({ to: '/dashboard' }));
  const asked = () => screen.findByRole('dialog', { name: 'Discard what you typed?' });
  await page.user.write(await box('Closing note'), 'Called her');
  await away();
  await page.user.click(within(await asked()).getByRole('button', { name: 'Keep editing' }));
  expect(where(page)).toContain('/patient-surveys');
  expect((await box('Closing note')).value).toBe('Called her');
  await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
  await screen.findByText('The flagged answer was closed.');
  await away();
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
});
test('REL-07 whoever closes a flag that a colleague has closed meanwhile is told by whom and with which note; the note that was typed stays in sight until they discard it', async () => {
  const closed = {
    closedBy: 'Omar Farouk',
    closedAt: new Date(2026, 0, 5, 13, 18),
    closingNote: 'She takes half of it',
  };
  const current = { ...aFlag({ ...closed, version: 2 }), closedAt: closed.closedAt.toISOString() };
  let isRead: () => void = () => undefined;
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
      [
        closeFlaggedAnswer,
        { status: 409, body: { code: 'stale', message: 'This answer has already been closed.', detail: { current } } },
      ],
    ],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'Called her');
  page.answer(
    listFlaggedAnswers,
    () => new Promise((done) => (isRead = () => done({ flaggedAnswers: [aFlag({ ...closed, version: 2 })] }))),
  );
  await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
  await screen.findByText('Omar Farouk closed it on 5 Jan 26, 1:18 PM. Note: She takes half of it');
  isRead();
  await screen.findByText('Flag closed by Omar Farouk, 5 Jan 26, 1:18 PM: She takes half of it');
  expect(screen.getByText('Your note was not saved. Copy what is still needed of it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Close flag' })).toBeNull();
  expect((await box('Closing note')).value).toBe('Called her');
  await page.user.click(screen.getByRole('button', { name: 'Discard my note' }));
  expect(screen.queryByRole('textbox', { name: 'Closing note' })).toBeNull();
  expect(screen.getByText(/^Flag closed by Omar Farouk/)).toBeDefined();
});
test('REL-06 one’s own closing note whose answer was lost is not said to be unsaved', async () => {
  const page = await open({
    replies: [
      ...answered,
      [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
      [closeFlaggedAnswer, () => Promise.reject(new TypeError('lost'))],
    ],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'Called her');
  page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag(closedByNoor)] });
  await page.user.click(screen.getByRole('button', { name: 'Close flag' }));
  await screen.findByText('Flag closed by Noor Haddad, 5 Jan 26, 1:18 PM: Called her');
  expect(screen.queryByText('Your note was not saved. Copy what is still needed of it.')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Closing note' })).toBeNull();
});
test('a closing note that is being typed as a colleague closes the flag does not vanish, and says that it was not saved', async () => {
  const page = await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }]],
    state: { hasResponse: true },
  });
  await page.user.write(await box('Closing note'), 'Called her');
  const closed = {
    closedBy: 'Omar Farouk',
    closedAt: new Date(2026, 0, 5, 13, 18),
    closingNote: 'She takes half of it',
  };
  page.answer(listFlaggedAnswers, { flaggedAnswers: [aFlag({ ...closed, version: 2 })] });
  await page.live.tell({ type: 'response.changed', id: 1 });
  await screen.findByText('Flag closed by Omar Farouk, 5 Jan 26, 1:18 PM: She takes half of it');
  expect(screen.getByText('Your note was not saved. Copy what is still needed of it.')).toBeDefined();
  expect((await box('Closing note')).value).toBe('Called her');
});
test('the mark of an answer whose flag was closed says so, by whom and when', async () => {
  const closed = { closedBy: 'Sam Sites', closedAt: new Date(2026, 0, 5, 9, 30), closingNote: 'Called her' };
  const page = await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [aFlag(closed)] }]],
    state: { hasResponse: true },
  });
  expect(await screen.findByText('⚑ Flag closed')).toBeDefined();
  expect(screen.getByText('Flag closed by Sam Sites, 5 Jan 26, 9:30 AM: Called her')).toBeDefined();
  expect(screen.queryByText('⚑ Flagged')).toBeNull();
  page.unmount();
  await open({
    replies: [...answered, [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }]],
    state: { hasResponse: true },
  });
  expect(await screen.findByText('⚑ Flagged')).toBeDefined();
});
test('one that is not asked for any more is only read', async () => {
  await open({ replies: [[api.readSurvey, aSurvey(howAreYou, { state: 'over' })]] });
  expect(await screen.findByText('This assessment is no longer requested.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

const copyButton = () => screen.queryByRole('button', { name: 'Copy questions and answers' });
const outOfReach =
  'You no longer have access to this patient. What you entered stays here as long as this page is open.';
const outOfSight = { status: 404, body: { code: 'not_found', message: 'Not found.' } };

test('what was kept of an assessment that is over is told as soon as it is, and can be copied as text', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await page.user.write(await box('2. Since when?'), 'Monday');
  await screen.findByText('Saved 4:05 PM', {}, { timeout: 3_000 });
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'over' }));
  await page.live.tell({ type: 'patient.changed', id: 8 });
  expect(copyButton()).toBeNull();
  await page.live.tell({ type: 'patient.changed', id: 7 });
  const lost = 'This assessment is no longer requested, and what you entered is not kept. Copy it if you need it.';
  expect(await screen.findByText(lost)).toBeDefined();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await page.user.click(copyButton()!);
  expect(await screen.findByText('Copied.')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(
    '1. How are you?\nBadly\n\n2. Since when?\nMonday\n\n3. How bad is it?',
  );
  act(() => void page.router.navigate({ to: '/dashboard' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
});

test('where nothing can be copied, what was entered can be selected', async () => {
  const page = await open();
  await pick(page, 'Badly');
  page.answer(api.readSurvey, aSurvey(howAreYou, { state: 'over' }));
  await page.live.tell({ type: 'care_group.changed', id: 2 });
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await page.user.click(await screen.findByRole('button', { name: 'Copy questions and answers' }));
  expect(await screen.findByText('It could not be copied. Please select it here:')).toBeDefined();
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Questions and answers' });
  expect(text.value).toBe('1. How are you?\nBadly\n\n2. Since when?');
  refused.mockRestore();
});

test('of a patient who gets out of reach it says so, and what could not be kept is kept when they are back', async () => {
  const page = await open();
  await pick(page, 'Badly');
  await screen.findByText('Saved 4:05 PM', {}, { timeout: 3_000 });
  page.answer(api.readSurvey, outOfSight);
  page.answer(api.keepDraft, outOfSight);
  await page.live.tell({ type: 'patient.changed', id: 7 });
  expect(await screen.findByText(outOfReach)).toBeDefined();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await page.user.write(await box('2. Since when?'), 'Monday');
  const notSaved =
    'Not saved. You no longer have access to this patient. Your answers are saved when you have access again. Nothing is lost as long as this page stays open.';
  expect(await screen.findByText(notSaved, {}, { timeout: 3_000 })).toBeDefined();
  page.answer(api.readSurvey, aSurvey());
  page.answer(api.keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 9) });
  await page.live.tell({ type: 'patient.changed', id: 7 });
  expect(await screen.findByText('Saved 4:09 PM', {}, { timeout: 3_000 })).toBeDefined();
  expect(copyButton()).toBeNull();
  expect(page.callsOf(api.keepDraft).at(-1)?.body.draft.answers).toEqual([
    { questionNum: 1, answer: 'Badly', note: '' },
    { questionNum: 2, answer: 'Monday', note: '' },
  ]);
});

test('ANS-30 CCN-13 without the module there is no dialog: "Review Complete", and back after 600 ms', async () => {
  const page = await open({ modules: ['Assessments'] });
  await answerAll(page);
  await screen.findByText('Saved 4:05 PM', {}, { timeout: 3_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  // The answer takes no time, and some turns.
  for (let turn = 0; turn < 50; turn++) await pass(0);
  expect(screen.getByText('Review Complete')).toBeDefined();
  const { history } = page.router;
  await pass(599);
  expect(history.location.pathname).toBe('/patient-surveys');
  await pass(2);
  expect(history.location.pathname).toBe('/dashboard');
  expect(screen.queryByRole('dialog')).toBeNull();
});

const toFollowUp = async (replies: Reply[] = []) => {
  const page = await open({ replies });
  await answerAll(page);
  await submit(page);
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
  return { page, dialog };
};
const aWeekOn = () => {
  const day = new Date();
  day.setDate(day.getDate() + 7);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
test('ANS-23 ANS-24 ANS-25 CCN-06 OPC-32 the dialog has a time a week ahead, notes, "Skip" and "Schedule"', async () => {
  const { page, dialog } = await toFollowUp();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Date and time/).value.slice(0, 10)).toBe(aWeekOn());
  for (const name of ['Skip', 'Schedule']) expect(dialog.getByRole('button', { name })).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeDefined();
  expect(page.callsOf(scheduleFollowUp)).toEqual([]);
});
test('ANS-23 ANS-24 the dialog stays while the response that was just sent is read', async () => {
  let isSent = false;
  const page = await open({
    replies: [
      [api.readSurvey, () => aSurvey(howAreYou, { state: isSent ? 'answered' : 'open' })],
      [api.readResponses, () => (isSent ? aResponse(sentAnswers, { reviewedBy: 'Ann Nurse' }) : none)],
      [
        api.submitResponse,
        () => {
          isSent = true;
          return { message: 'Submitted.', responseId: 61 };
        },
      ],
    ],
  });
  await answerAll(page);
  await submit(page);
  expect(await screen.findByText(/^Answered 4 Jan 26, 9:30 AM\. Reviewed by Ann Nurse\.$/)).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Follow-up' })).toBeDefined();
});

test('ANS-26 CER-14 OPC-37 OPC-38 "Schedule" saves the follow-up, says so and goes back', async () => {
  const { page, dialog } = await toFollowUp();
  await page.user.write(dialog.getByRole('textbox', { name: 'Notes' }), 'Ask about the cough');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('Successfully scheduled the follow-up!')).toBeDefined();
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
  const [call] = page.callsOf(scheduleFollowUp);
  const followUpTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown;
  expect(call?.sent).toEqual({ companyId: 1, cpId: 3, uId: 7, followUpTime, notes: 'Ask about the cough' });
});
test('ANS-27 OPC-38 "Skip" goes back without a follow-up', async () => {
  const { page, dialog } = await toFollowUp();
  await page.user.click(dialog.getByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
  expect(page.callsOf(scheduleFollowUp)).toEqual([]);
});
test('ANS-27 "Skip" asks before it throws away what was typed, and keeps it or goes back', async () => {
  const { page, dialog } = await toFollowUp();
  const notes = () => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  await page.user.write(notes(), 'Ask about the cough');
  const skip = async (answer: string) => {
    await page.user.click(dialog.getByRole('button', { name: 'Skip' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
    await page.user.click(asked.getByRole('button', { name: answer }));
  };
  await skip('Keep editing');
  expect(notes().value).toBe('Ask about the cough');
  await skip('Discard');
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
  expect(page.callsOf(scheduleFollowUp)).toEqual([]);
});
test('REL-06 ANS-27 ANS-29 a follow-up whose answer was lost may be there: neither its refusal nor "Skip" says otherwise', async () => {
  const { page, dialog } = await toFollowUp([
    [scheduleFollowUp, losesFirstAnswer({ message: 'Scheduled.', fId: 91 }, firstTryDone)],
  ]);
  const notes = () => dialog.getByRole('textbox', { name: 'Notes' });
  await page.user.write(notes(), 'Ask about the cough');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  await screen.findByText('It is not known whether the follow-up was scheduled');
  expect(screen.getByText(/^Unable to schedule the follow-up\. Press “Schedule” again/)).toBeDefined();
  await page.user.write(notes(), ' and the fever');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('The follow-up was not scheduled')).toBeDefined();
  expect(screen.getByText(firstTryDone.body.message)).toBeDefined();
});
test('REL-06 ANS-27 "Skip" after a lost answer says that the follow-up may have been scheduled', async () => {
  const { page, dialog } = await toFollowUp([[scheduleFollowUp, () => Promise.reject(new TypeError('dead'))]]);
  await page.user.write(dialog.getByRole('textbox', { name: 'Notes' }), 'Ask about the cough');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  await screen.findByText('It is not known whether the follow-up was scheduled');
  await page.user.click(dialog.getByRole('button', { name: 'Skip' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(
    await screen.findByText('The follow-up may have been scheduled anyway. Please check Follow-Ups.'),
  ).toBeDefined();
  await waitFor(() => expect(where(page)).toBe('/dashboard'));
});
test('REL-06 ANS-33 a submit whose answer was lost is not said to have failed', async () => {
  const page = await open({ replies: [[api.submitResponse, () => Promise.reject(new TypeError('dead'))]] });
  await answerAll(page);
  await submit(page);
  await screen.findByText('It is not known whether the assessment was submitted');
  expect(screen.getByText(/^Unable to submit the assessment\. Press “Submit” again/)).toBeDefined();
});
test.each([
  [
    'ANS-28 CER-13',
    { status: 400, body: { code: 'follow_up.notes', message: 'notes is required.' } },
    'Please add a note.',
  ],
  ['ANS-29 CER-12', broken, 'Unable to schedule the follow-up.'],
  [
    'ANS-29',
    { status: 403, body: { code: 'forbidden', message: 'Other words.' } },
    'Unable to schedule the follow-up.',
  ],
])('%s a refused follow-up says so, and the dialog stays', async (_, failure, said) => {
  const { page, dialog } = await toFollowUp([[scheduleFollowUp, failure]]);
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText(said as string)).toBeDefined();
  expect(where(page)).toContain('/patient-surveys');
});
test.each([
  ['0020-12-07T10:00', 'Date and time must not lie in the past.'],
  ['2126-12-07T10:00', 'Date and time must lie within the next 10 years. Please check the year.'],
])('a follow-up is not asked for at %s, and the field says why', async (at, said) => {
  const { page, dialog } = await toFollowUp();
  const field = dialog.getByLabelText(/^Date and time/);
  fireEvent.change(field, { target: { value: at } });
  await page.user.write(dialog.getByRole('textbox', { name: 'Notes' }), 'Ask about the cough');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText(said)).toBeDefined();
  expect(page.callsOf(scheduleFollowUp)).toEqual([]);
  fireEvent.change(field, { target: { value: `${aWeekOn()}T10:00` } });
  expect(screen.queryByText(said)).toBeNull();
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('Successfully scheduled the follow-up!')).toBeDefined();
});
test('ANS-28 OPC-37 a note of nothing that can be seen is asked for like one that is empty', async () => {
  const asked = { status: 400, body: { code: 'follow_up.notes', message: 'notes is required.' } };
  const { page, dialog } = await toFollowUp([[scheduleFollowUp, asked]]);
  await page.user.write(dialog.getByRole('textbox', { name: 'Notes' }), '\u200b\u2060');
  await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('Please add a note.')).toBeDefined();
});
