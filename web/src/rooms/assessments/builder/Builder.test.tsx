import * as api from '@portal/contract/assessments/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Assessments from '#pages/Assessments.tsx';
import { aNode, anEdge, aSurvey } from '#test/surveys.ts';
import { isOff } from '#test/buttons.ts';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';

type User = ReturnType<typeof open>['user'];
const open = (survey = aSurvey(), replies: Reply[] = [], route = '/management/assessments?survey=7') =>
  renderPage(<Assessments />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['ClinicalManagement'] },
    route,
    replies: [
      [
        api.readSurveys,
        ({ query }: Call) =>
          query.surveyId === undefined
            ? { surveys: [aSurvey(), aSurvey({ surveyId: 8, surveyName: 'Other' })] }
            : { surveyDetails: [{ ...survey, definition: query.definition ?? survey.definition }] },
      ],
      [api.saveSurvey, { message: 'Assessment saved.', version: 4, definition: 1 }],
      ...replies,
    ],
  });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const list = () => screen.findByRole('list', { name: 'Questions' });
const question = async (user: User, name: string) => {
  await user.click(within(await list()).getByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Question Editor' });
};
const branch = async (user: User, name: RegExp) => {
  await user.click(within(await list()).getByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Branch Editor' });
};
const save = async (user: User, page: ReturnType<typeof open>, nth = 0) => {
  await user.click(button('Save Assessment'));
  await waitFor(() => expect(page.callsOf(api.saveSurvey)).toHaveLength(nth + 1));
  return page.callsOf(api.saveSurvey)[nth]?.body;
};

test('ASB-08 ASB-09 ASB-11 ASB-12 ASB-25 a question is added with the next number, filled in and saved', async () => {
  const survey = aSurvey({}, { nodes: [aNode(1), aNode(2), aNode(3)], edges: [] });
  const page = open(survey);
  const { user } = page;
  await list();
  await user.click(button('Add Question'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Question Editor' }));
  expect(field('Question Number').value).toBe('4');
  const types = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Question Type' });
  expect([...types.options].map(({ value, textContent }) => `${value}: ${textContent}`)).toEqual([
    'MC: Multiple Choice',
    'Numeric: Numeric',
    'TextInput: Text Input',
    'AdditionalMed: AdditionalMed',
    'DrugAllergy: DrugAllergy',
    'UserGoals: UserGoals',
  ]);
  await user.selectOptions(types, 'Numeric');
  await user.write(field('Question'), 'How much pain?');
  await user.write(field('Additional Info'), 'From 0 to 10');
  expect(dialog.getByText('Only Appears in Dashboard Clinician View')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const body = await save(user, page);
  expect([body.surveyName, body.surveyId, body.companyId, body.version, body.edges]).toEqual(['Check-up', 7, 1, 3, []]);
  expect(body.nodes).toHaveLength(4);
  expect(body.nodes[3]).toMatchObject({
    questionNum: 4,
    questionType: { label: 'Numeric', value: 'Numeric' },
    question: 'How much pain?',
    additionalInfo: 'From 0 to 10',
  });
  expect(await screen.findByText('The assessment is saved.')).toBeDefined();
});

test('ASB-11 a question of 2,001 characters is kept whole, told, and "Done" waits', async () => {
  const page = open();
  const { user } = page;
  const dialog = within(await question(user, 'Question 1'));
  const done = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Done' });
  for (const name of ['Question', 'Additional Info']) {
    const before = field(name).value;
    await user.clear(field(name));
    await user.write(field(name), 'x'.repeat(2_001));
    expect(field(name).value).toBe('x'.repeat(2_001));
    dialog.getByText('Too long: it has 2,001 characters, and 2,000 at most are kept. Please shorten it by 1.');
    expect(isOff(done())).toBe(true);
    await user.clear(field(name));
    await user.write(field(name), `${before} `);
    expect(isOff(done())).toBe(false);
  }
  await user.clear(field('Question'));
  await user.write(field('Question'), 'x'.repeat(2_000));
  await user.click(done());
  expect((await save(user, page)).nodes[0].question).toBe('x'.repeat(2_000));
});

test('an option of 201 characters is kept whole, told, and neither confirmed nor taken over', async () => {
  const { user } = open();
  const dialog = within(await branch(user, /Ill → Question 2/));
  await user.write(field('Answer Options'), 'x'.repeat(201));
  expect(field('Answer Options').value).toBe('x'.repeat(201));
  dialog.getByText('Too long: it has 201 characters, and 200 at most are kept. Please shorten it by 1.');
  await user.keyboard('{Enter}');
  const off = ['Confirm option', 'Done'].map((name) => isOff(dialog.getByRole('button', { name })));
  expect([
    off,
    within(dialog.getByRole('list', { name: 'Options of this branch' })).getAllByRole('button').length,
  ]).toEqual([[true, true], 1]);
});

test('a name of 201 characters is kept whole, told, and not saved, by the keyboard neither', async () => {
  const page = open();
  const { user } = page;
  await list();
  await user.clear(field('Assessment Name'));
  await user.write(field('Assessment Name'), 'x'.repeat(201));
  screen.getByText('Too long: it has 201 characters, and 200 at most are kept. Please shorten it by 1.');
  expect(isOff(button('Save Assessment'))).toBe(true);
  await user.keyboard('{Control>}s{/Control}');
  await user.keyboard('{Backspace}');
  expect((await save(user, page)).surveyName).toBe('x'.repeat(200));
});

test('ASB-09 a question that is added after another without moving that one does not cover it', async () => {
  const page = open(aSurvey({}, { nodes: [], edges: [] }));
  const { user } = page;
  await list();
  for (let count = 0; count < 3; count++) {
    await user.click(button('Add Question'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Question Editor' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
  }
  const places = (await save(user, page)).nodes.map(({ position }: { position: object }) => JSON.stringify(position));
  expect(new Set(places).size).toBe(3);
});

test('ASB-10 ASB-13 the number of a question is whole, and what is none empties the field', async () => {
  const { user } = open();
  await question(user, 'Question 1');
  fireEvent.change(field('Question Number'), { target: { value: '2abc' } });
  expect(field('Question Number').value).toBe('2');
  fireEvent.change(field('Question Number'), { target: { value: 'abc' } });
  expect(field('Question Number').value).toBe('');
});

test.each([
  ['1,5', '15', ','],
  ['1e3', '13', 'e'],
  ['-2', '2', '-'],
])(
  'ASB-13 the number "%s" of a question is not read as %s unseen: what was left out is said',
  async (typed, read, left) => {
    const { user } = open();
    await question(user, 'Question 1');
    await user.clear(field('Question Number'));
    await user.type(field('Question Number'), typed);
    expect(field('Question Number').value).toBe(read);
    expect(screen.getByText(`Digits only: “${left}” was left out. Please check the number.`)).toBeDefined();
  },
);

const removeAlso = async (user: User, title: string) =>
  user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Remove' }));

test('ASB-14 ASB-15 a question goes away with its branches, and comes back when that is undone', async () => {
  const page = open();
  const { user } = page;
  const dialog = within(await question(user, 'Question 2'));
  await user.click(dialog.getByRole('button', { name: 'Remove Question' }));
  await removeAlso(user, 'Remove Question 2?');
  expect(within(await list()).queryByRole('button', { name: 'Question 2' })).toBeNull();
  expect(within(await list()).queryByRole('button', { name: /Ill → / })).toBeNull();
  await user.click(button('Undo'));
  expect(within(await list()).getByRole('button', { name: /Ill → Question 2/ })).toBeDefined();
  await user.click(button('Redo'));
  const body = await save(user, page);
  expect([body.nodes.length, body.edges.map((one: { id: string }) => one.id)]).toEqual([1, ['n1-Finished']]);
});

test('ASB-14 ASB-15 CLN-19 before a question is removed it is said which options of others go with it, and it can stay', async () => {
  const graph = {
    nodes: [aNode(1, 'MC', { question: 'Any pain?' }), aNode(2, 'TextInput', { question: 'Since when?' }), aNode(3)],
    edges: [
      anEdge('n1', 'n3', 'Yes,A lot', 'false,true'),
      anEdge('n1', 'Finished', 'No', 'false'),
      anEdge('n2', 'n3'),
      anEdge('n3', 'Finished', 'a,b', 'false,false'),
    ],
  };
  const { user } = open(aSurvey({}, graph));
  await user.click(within(await question(user, 'Question 3')).getByRole('button', { name: 'Remove Question' }));
  const asks = within(await screen.findByRole('dialog', { name: 'Remove Question 3?' }));
  expect(asks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Question 1 (Any pain?): “Yes”, “A lot” (flagged)',
    'Question 2 (Since when?): its branch without options. The assessment then ends after Question 2.',
  ]);
  await user.click(asks.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Question 3?' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Question Editor' })).toBeDefined();
  await user.click(button('Done'));
  expect(within(await list()).getByRole('button', { name: 'Question 3' })).toBeDefined();
});

test('ASB-14 a question that no other leads to is removed without a question', async () => {
  const { user } = open();
  await user.click(within(await question(user, 'Question 1')).getByRole('button', { name: 'Remove Question' }));
  expect(within(await list()).queryByRole('button', { name: 'Question 1' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a choice of one option and a question that lost its last flagged option are told beside the problems until they are saved or mended', async () => {
  const graph = {
    nodes: [aNode(1), aNode(2, 'TextInput')],
    edges: [anEdge('n1', 'n2', 'Yes', 'true'), anEdge('n1', 'Finished', 'No', 'false')],
  };
  const page = open(aSurvey({}, graph));
  const { user } = page;
  expect(await screen.findByRole('heading', { name: 'No problems' })).toBeDefined();
  expect(screen.queryByRole('region', { name: /^Please check/ })).toBeNull();
  await user.click(within(await question(user, 'Question 2')).getByRole('button', { name: 'Remove Question' }));
  await removeAlso(user, 'Remove Question 2?');
  const hints = async (count: number) =>
    within(await screen.findByRole('region', { name: `Please check (${count})` }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const single = 'Question 1 has only one answer option, "No".';
  expect(await hints(2)).toEqual([single, 'Question 1 has no flagged option any more.']);
  await user.click(button('Undo'));
  expect(screen.queryByRole('region', { name: /^Please check/ })).toBeNull();
  await user.click(button('Redo'));
  await save(user, page);
  expect(await hints(1)).toEqual([single]);
});

test('ASB-16 ASB-17 ASB-18 ASB-19 ASB-21 ASB-22 the options of a branch are added, flagged, changed and removed', async () => {
  const page = open();
  const { user } = page;
  const dialog = within(await branch(user, /Ill → Question 2/));
  const options = () =>
    within(dialog.getByRole('list', { name: 'Options of this branch' }))
      .getAllByRole('button')
      .map(
        (one) => `${one.textContent.trim()}${within(one).queryByRole('img', { name: 'Flagged' }) ? ' (flagged)' : ''}`,
      );
  expect(options()).toEqual(['Ill (flagged)']);
  const areOff = () => ['Confirm option', 'Remove option'].map((name) => isOff(button(name)));
  expect(areOff()).toEqual([true, true]);
  await user.write(field('Answer Options'), 'Very ill');
  expect(areOff()).toEqual([false, true]);
  await user.click(button('Confirm option'));
  expect(options()).toEqual(['Ill (flagged)', 'Very ill']);
  await user.click(dialog.getByRole('button', { name: 'Very ill' }));
  expect([field('Answer Options').value, areOff()]).toEqual(['Very ill', [false, false]]);
  await user.click(dialog.getByRole('checkbox', { name: 'Flagged' }));
  await user.click(button('Confirm option'));
  expect(options()).toEqual(['Ill (flagged)', 'Very ill (flagged)']);
  await user.click(dialog.getByRole('button', { name: /^Flagged\s*Ill$/ }));
  await user.click(button('Remove option'));
  expect(options()).toEqual(['Very ill (flagged)']);
  await user.write(field('Answer Options'), 'Poorly');
  await user.click(button('Confirm option'));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const body = await save(user, page);
  expect(body.edges[1]).toEqual({
    id: 'n1-n2',
    source: 'n1',
    target: 'n2',
    data: { label: 'Very ill,Poorly', flagged: 'true,false' },
  });
});

/** The options of the only branch that leads from question 1 to question 2, as they are saved. */
const savedOptions = async (user: User, page: ReturnType<typeof open>) =>
  (await save(user, page)).edges.find(({ id }: { id: string }) => id === 'n1-n2').data;
const severe = () =>
  open(
    aSurvey(
      {},
      {
        nodes: [aNode(1), aNode(2, 'TextInput')],
        edges: [anEdge('n1', 'n2', 'Severe,Very severe', 'false,false'), anEdge('n1', 'Finished', 'Mild', 'false')],
      },
    ),
  );

test('each option that is ticked and not confirmed stays flagged as the next one is pressed', async () => {
  const page = severe();
  const { user } = page;
  const dialog = within(await branch(user, /→ Question 2/));
  const flagged = dialog.getByRole('checkbox', { name: 'Flagged' });
  await user.click(dialog.getByRole('button', { name: 'Severe' }));
  await user.click(flagged);
  await user.click(dialog.getByRole('button', { name: 'Very severe' }));
  await user.click(flagged);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await savedOptions(user, page)).toEqual({ label: 'Severe,Very severe', flagged: 'true,true' });
});

test('what was typed and not confirmed stays as another option is pressed, and keeps its place while it is too long', async () => {
  const page = severe();
  const { user } = page;
  const dialog = within(await branch(user, /→ Question 2/));
  await user.write(field('Answer Options'), 'x'.repeat(201));
  await user.click(dialog.getByRole('button', { name: 'Severe' }));
  expect(field('Answer Options').value).toBe('x'.repeat(201));
  await user.clear(field('Answer Options'));
  await user.write(field('Answer Options'), 'Unbearable');
  await user.click(dialog.getByRole('button', { name: 'Severe' }));
  expect(field('Answer Options').value).toBe('Severe');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const label = 'Severe,Very severe,Unbearable';
  expect(await savedOptions(user, page)).toEqual({ label, flagged: 'false,false,false' });
});

test('"Flagged" is ticked of an option alone, and what is ticked is not thrown away without a question', async () => {
  const page = severe();
  const { user } = page;
  const dialog = within(await branch(user, /→ Question 2/));
  const flagged = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Flagged' });
  expect(flagged.disabled).toBe(true);
  await user.write(field('Answer Options'), 'Unbearable');
  expect(flagged.disabled).toBe(false);
  await user.click(button('Confirm option'));
  expect(flagged.disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Severe' }));
  await user.clear(field('Answer Options'));
  await user.click(flagged);
  await user.keyboard('{Escape}');
  const asks = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
  await user.click(asks.getByRole('button', { name: 'Keep editing' }));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const label = 'Severe,Very severe,Unbearable';
  expect(await savedOptions(user, page)).toEqual({ label, flagged: 'true,false,false' });
});

test('a tick that went with the words it was of is not one of what is typed next', async () => {
  const page = severe();
  const { user } = page;
  const dialog = within(await branch(user, /→ Question 2/));
  await user.write(field('Answer Options'), 'Unbearable');
  await user.click(dialog.getByRole('checkbox', { name: 'Flagged' }));
  await user.clear(field('Answer Options'));
  await user.write(field('Answer Options'), 'Mild');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const label = 'Severe,Very severe,Mild';
  expect(await savedOptions(user, page)).toEqual({ label, flagged: 'false,false,false' });
});

test('a branch that was only looked at in its editor is left without a question', async () => {
  const { user } = severe();
  const dialog = within(await branch(user, /→ Question 2/));
  await user.click(dialog.getByRole('button', { name: 'Severe' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ASB-20 an option never holds a comma, typed or pasted', async () => {
  const { user } = open();
  await branch(user, /Ill → Question 2/);
  await user.type(field('Answer Options'), 'a,b');
  expect(field('Answer Options').value).toBe('ab');
  await user.clear(field('Answer Options'));
  await user.click(field('Answer Options'));
  await user.paste('c,d');
  expect(field('Answer Options').value).not.toContain(',');
});

test('ASB-16 ASB-23 a branch is made without a mouse and removed', async () => {
  const page = open();
  const { user } = page;
  await user.click(within(await list()).getByRole('button', { name: 'Add branch to Question 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Branch Editor' }));
  expect(isOff(dialog.getByRole('button', { name: 'Done' }))).toBe(true);
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Leads to' }), 'The end of the assessment');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const made = within(await branch(user, /Always → the end/));
  await user.click(made.getByRole('button', { name: 'Remove Branch' }));
  await user.click(within(await list()).getByRole('button', { name: 'Add branch to Question 2' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Leads to' }), 'The end of the assessment');
  await user.click(button('Done'));
  const body = await save(user, page);
  expect(body.edges.slice(2)).toEqual([
    { id: expect.any(String), source: 'n2', target: 'Finished', data: { label: '', flagged: '' } },
  ]);
});

test.each([
  [400, 'Two questions have the number 4.', 'Two questions have the number 4.'],
  [500, 'broken', 'Unable to save assessment. Please try again later.'],
  [503, 'away', 'Unable to save assessment. Please try again later.'],
])('ASB-27 ERR-26 a save that fails with %d says “%s” as “%s”', async (status, message, shown) => {
  const { user } = open(aSurvey(), [[api.saveSurvey, { status, body: { code: 'survey.refused', message } }]]);
  await list();
  await user.click(button('Save Assessment'));
  expect((await screen.findByRole('alert')).textContent).toContain(shown);
});

test('problems stand in a list and at their question, and lead to it', async () => {
  const { user } = open(
    aSurvey(
      {},
      { nodes: [aNode(1), aNode(2, 'TextInput', { question: '' })], edges: [anEdge('n1', 'n2', 'Yes', 'false')] },
    ),
  );
  expect(await screen.findByRole('heading', { name: 'Problems (1)' })).toBeDefined();
  const problems = screen.getByRole('region', { name: 'Problems (1)' });
  await user.click(within(problems).getByRole('button', { name: 'Question 2 has no text.' }));
  await user.write(field('Question'), 'How long?');
  await user.click(button('Done'));
  expect(await screen.findByRole('heading', { name: 'No problems' })).toBeDefined();
});

test('ANS-19 a gap between two ranges is told beside the problems, and is none of them', async () => {
  const edges = [anEdge('n1', 'Finished', '30-120', 'false'), anEdge('n1', 'Finished', '120.1-250', 'true')];
  const { user } = open(
    aSurvey({}, { nodes: [aNode(1, 'Numeric')], edges: edges.map((one, i) => ({ ...one, id: `e${i}` })) }),
  );
  expect(await screen.findByRole('heading', { name: 'No problems' })).toBeDefined();
  const hints = within(screen.getByRole('region', { name: 'Please check (1)' }));
  await user.click(hints.getByRole('button', { name: 'Question 1 takes no number between 120 and 120.1.' }));
  expect(await screen.findByRole('dialog', { name: 'Question Editor' })).toBeDefined();
});

test('where a question without options leads nowhere is told beside the problems, and in the list that the assessment ends there', async () => {
  const nodes = [aNode(1, 'TextInput'), aNode(2, 'TextInput'), aNode(3, 'TextInput')];
  const { user } = open(aSurvey({}, { nodes, edges: [anEdge('n1', 'n3'), anEdge('n2', 'n3')] }));
  const rows = within(await list())
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.startsWith('Question'));
  expect(rows.map(({ textContent }) => textContent.includes('→ the end'))).toEqual([false, false, true]);
  expect(screen.queryByRole('region', { name: /^Please check/ })).toBeNull();
  const [first] = within(await list()).getAllByRole('button', { name: 'Always → Question 3' });
  await user.click(first as HTMLElement);
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Branch Editor' })).getByRole('button', { name: 'Remove Branch' }),
  );
  const hints = within(await screen.findByRole('region', { name: 'Please check (1)' }));
  expect(hints.getByRole('button', { name: 'Question 1 has no branch: the assessment ends after it.' })).toBeDefined();
  const ends = within(await list()).getAllByText('→ the end');
  expect(ends).toHaveLength(2);
});

test('a search narrows the list of questions', async () => {
  const { user } = open();
  await list();
  await user.write(screen.getByRole('searchbox', { name: 'Search questions' }), 'hurts');
  expect(within(await list()).queryByRole('button', { name: 'Question 1' })).toBeNull();
  expect(within(await list()).getByRole('button', { name: 'Question 2' })).toBeDefined();
});

test('ANS-01 ANS-04 the preview asks as a patient is asked, and follows another answer', async () => {
  const { user } = open();
  await list();
  await user.click(button('Preview'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
  expect(dialog.queryByText('What hurts?')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Ill' }));
  expect(dialog.getByRole('heading', { name: /What hurts/ })).toBeDefined();
  await user.click(dialog.getByRole('radio', { name: 'Well' }));
  expect(dialog.queryByRole('heading', { name: /What hurts/ })).toBeNull();
  expect(dialog.getByRole('status').textContent).toBe('The assessment ends here.');
});

test('what is not saved is not lost to another assessment without a question', async () => {
  const { user, router } = open();
  await list();
  await user.write(field('Assessment Name'), 'Check-up 2');
  expect(screen.getByText('Not saved yet')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Other' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.search).toEqual({ survey: 7 });
  await user.click(screen.getByRole('button', { name: 'Other' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ survey: 8 }));
});

test('CLN-25 an older definition is shown and not changed', async () => {
  const timeCreated = new Date(2026, 10, 12, 10);
  const definitions = [
    { definition: 2, timeCreated, isSent: false, isUsable: true },
    { definition: 1, timeCreated, isSent: true, isUsable: true },
  ];
  const { user, router } = open(aSurvey({ definition: 2, definitions }));
  await list();
  const definition = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Definition' });
  expect([...definition.options].map(({ text }) => text)).toEqual([
    '2, 12 Nov 26, 10:00 AM (newest)',
    '1, 12 Nov 26, 10:00 AM, sent',
  ]);
  await user.selectOptions(definition, '1');
  expect(await screen.findByText('Only for reading')).toBeDefined();
  expect(router.state.location.search).toEqual({ survey: 7, definition: 1 });
  expect(screen.queryByRole('button', { name: 'Save Assessment' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Question' })).toBeNull();
});

test('which definition patients are still asked is said as long as the newest one cannot be answered', async () => {
  const timeCreated = new Date(2026, 10, 12, 10);
  const sent = { timeCreated, isSent: true, isUsable: true };
  const definitions = [
    { definition: 3, timeCreated, isSent: false, isUsable: false },
    { ...sent, definition: 2 },
    { ...sent, definition: 1 },
  ];
  const page = open(aSurvey({ definition: 3, definitions, newestIsUsable: false }));
  await list();
  const notice = within(screen.getByRole('alert'));
  expect(notice.getByText('Definition 3 cannot be answered yet')).toBeDefined();
  expect(
    notice.getByText('Patients are still asked definition 2 (12 Nov 26, 10:00 AM) until that is corrected.'),
  ).toBeDefined();
  page.answer(api.readSurveys, {
    surveyDetails: [aSurvey({ definition: 3, definitions: [{ ...sent, definition: 3 }, ...definitions.slice(1)] })],
  });
  await page.live.tell({ type: 'survey.changed', id: 7 });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('whoever saves what cannot be answered over a definition that was sent is told that patients are still asked that one', async () => {
  const timeCreated = new Date(2026, 10, 12, 10);
  const definitions = [{ definition: 1, timeCreated, isSent: true, isUsable: true }];
  const { user } = open(aSurvey({ definitions }), [
    [api.saveSurvey, { message: 'Assessment saved.', version: 4, definition: 2 }],
  ]);
  await list();
  expect(screen.queryByText(/still asked/)).toBeNull();
  await user.click(button('Add Question'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }));
  await user.click(button('Save Assessment'));
  expect(
    await screen.findByText(
      'The assessment is saved. Definition 2 cannot be answered yet: patients are still asked definition 1.',
    ),
  ).toBeDefined();
});

test('REL-07 who edits an assessment is told when somebody else saves it, before pressing "Save Assessment", and sees the definition the draft was made from', async () => {
  const timeCreated = new Date('2026-11-12T10:00:00Z');
  const definitionsTo = (newest: number) =>
    Array.from({ length: newest }, (_, i) => ({ definition: newest - i, timeCreated, isSent: true, isUsable: true }));
  const page = open(aSurvey({ definition: 2, definitions: definitionsTo(2) }));
  await list();
  const theirs = aSurvey({ surveyName: 'Theirs', version: 4, definition: 3, definitions: definitionsTo(3) });
  page.answer(api.readSurveys, ({ query }: Call) =>
    query.surveyId === undefined ? { surveys: [aSurvey()] } : { surveyDetails: [theirs] },
  );
  await page.user.write(field('Assessment Name'), 'Mine');
  expect(screen.queryByText('Someone else has saved this assessment in the meantime')).toBeNull();
  await page.live.tell({ type: 'survey.changed', id: 7 });
  await screen.findByText('Someone else has saved this assessment in the meantime');
  expect(field('Assessment Name').value).toBe('Check-upMine');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Definition' }).value).toBe('2');
  expect(page.callsOf(api.saveSurvey)).toEqual([]);
  await page.user.click(button('Load what was saved'));
  await page.user.click(await screen.findByRole('button', { name: 'Load' }));
  await waitFor(() => expect(field('Assessment Name').value).toBe('Theirs'));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Definition' }).value).toBe('3');
  expect(screen.queryByText('Someone else has saved this assessment in the meantime')).toBeNull();
});

test('REL-07 where what was saved cannot be read, the draft stays, and it is not said to be what was saved', async () => {
  const overtaken = 'Someone else has saved this assessment in the meantime';
  const stale = { status: 409, body: { code: 'stale', message: 'Someone else has changed this.', detail: {} } };
  const page = open(aSurvey(), [[api.saveSurvey, stale]]);
  await list();
  await page.user.write(field('Assessment Name'), 'Mine');
  await page.user.click(button('Save Assessment'));
  await screen.findByText(overtaken);
  const message = 'There was a problem reading the assessment.';
  page.answer(api.readSurveys, { status: 500, body: { code: 'unexpected', message } });
  await page.user.click(button('Load what was saved'));
  await page.user.click(await screen.findByRole('button', { name: 'Load' }));
  await screen.findByText(message);
  expect(field('Assessment Name').value).toBe('Check-upMine');
  screen.getByText(overtaken);
});

test('one’s own save is not told as somebody else’s', async () => {
  const page = open();
  await list();
  await page.user.write(field('Assessment Name'), 'Mine');
  const { promise, resolve } = Promise.withResolvers<object>();
  page.answer(api.saveSurvey, () => promise);
  page.answer(api.readSurveys, ({ query }: Call) =>
    query.surveyId === undefined ? { surveys: [aSurvey()] } : { surveyDetails: [aSurvey({ version: 4 })] },
  );
  await page.user.click(button('Save Assessment'));
  await page.live.tell({ type: 'survey.changed', id: 7 });
  await waitFor(() =>
    expect(page.callsOf(api.readSurveys).filter(({ query }) => query.surveyId === 7).length).toBeGreaterThan(1),
  );
  resolve({ message: 'Assessment saved.', version: 4, definition: 1 });
  await screen.findByText('The assessment is saved.');
  expect(screen.queryByText('Someone else has saved this assessment in the meantime')).toBeNull();
});

test('REL-06 REL-07 one’s own save whose answer was lost is sent again as it was, also after it was read anew', async () => {
  const answer = { message: 'Assessment saved.', version: 4, definition: 1 };
  const stale = { status: 409, body: { code: 'stale', message: 'Somebody changed this.' } };
  const page = open(aSurvey(), [[api.saveSurvey, losesFirstAnswer(answer, stale)]]);
  await list();
  await page.user.write(field('Assessment Name'), 'Mine');
  await page.user.click(button('Save Assessment'));
  await screen.findByText('It is not known whether the assessment was saved');
  page.answer(api.readSurveys, ({ query }: Call) =>
    query.surveyId === undefined
      ? { surveys: [aSurvey()] }
      : { surveyDetails: [aSurvey({ surveyName: 'Check-upMine', version: 4 })] },
  );
  await page.live.tell({ type: 'survey.changed', id: 7 });
  await waitFor(() =>
    expect(page.callsOf(api.readSurveys).filter(({ query }) => query.surveyId === 7).length).toBeGreaterThan(1),
  );
  await page.user.click(button('Save Assessment'));
  await screen.findByText('The assessment is saved.');
  expect(areSame(page.callsOf(api.saveSurvey))).toBe(true);
  expect(screen.queryByText('Someone else has saved this assessment in the meantime')).toBeNull();
});

test('REL-07 what somebody else saved meanwhile is not overwritten, and can be loaded', async () => {
  const { user, answer, callsOf } = open(aSurvey(), [
    [api.saveSurvey, { status: 409, body: { code: 'stale', message: 'Somebody changed this.' } }],
  ]);
  await list();
  await user.write(field('Assessment Name'), 'Mine');
  await user.click(button('Save Assessment'));
  const told = within(await screen.findByRole('alert'));
  expect(told.getByText('Someone else has saved this assessment in the meantime')).toBeDefined();
  expect(
    told.getByText(
      'Your draft is still on this page, and is not saved. To keep it, export it to a file before you load what was saved.',
    ),
  ).toBeDefined();
  expect(screen.queryByText(/try again/)).toBeNull();
  expect(field('Assessment Name').value).toBe('Check-upMine');
  expect(button('Export as JSON')).toBeDefined();
  answer(api.readSurveys, ({ query }: Call) =>
    query.surveyId === undefined
      ? { surveys: [aSurvey()] }
      : { surveyDetails: [aSurvey({ surveyName: 'Theirs', version: 4 })] },
  );
  answer(api.saveSurvey, { message: 'Assessment saved.', version: 5, definition: 1 });
  await user.click(button('Load what was saved'));
  await user.click(await screen.findByRole('button', { name: 'Load' }));
  await waitFor(() => expect(field('Assessment Name').value).toBe('Theirs'));
  await user.click(button('Save Assessment'));
  await waitFor(() => expect(callsOf(api.saveSurvey)[1]?.body.version).toBe(4));
});

/** What the graph shows is laid out by the browser, which a test is not: it is there and not seen. */
const inGraph = (name: string) =>
  waitFor(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('.react-flow__node button')];
    const card = cards.find(({ textContent }) => textContent.startsWith(name));
    if (!card) throw new Error(`no card of ${name}`);
    return card;
  });

test('ASB-08 ASB-10 ASB-14 a click on a card of the graph opens its question, and Delete on it takes it away', async () => {
  const { user } = open();
  await list();
  fireEvent.click(await inGraph('Question 2'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Question Editor' }));
  expect(field('Question').value).toBe('What hurts?');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  fireEvent.keyDown(await inGraph('Question 2'), { key: 'Delete' });
  await removeAlso(user, 'Remove Question 2?');
  await waitFor(async () => expect(within(await list()).queryByRole('button', { name: 'Question 2' })).toBeNull());
});

test('a card is moved by the arrow keys, and several presses are undone at once', async () => {
  const page = open();
  const { user } = page;
  await list();
  for (let press = 0; press < 3; press++) fireEvent.keyDown(await inGraph('Question 2'), { key: 'ArrowRight' });
  expect((await save(user, page)).nodes[1].position).toEqual({ x: 60, y: 400 });
  await user.click(button('Undo'));
  expect((await save(user, page, 1)).nodes[1].position).toEqual({ x: 0, y: 400 });
});

const focused = () => document.activeElement?.getAttribute('aria-label');
test('OPN-44 the focus stays in the graph when the card that has it goes away, at once, after a question, or as it is undone', async () => {
  const { user } = open();
  await list();
  (await inGraph('Question 2')).focus();
  await user.keyboard('{Delete}');
  await removeAlso(user, 'Remove Question 2?');
  await waitFor(() => expect(focused()).toBe('Graph of questions'));
  (await inGraph('Question 1')).focus();
  await user.keyboard('{Delete}');
  expect(focused()).toBe('Graph of questions');
  await user.click(button('Add Question'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(document.activeElement).toBe(button('Add Question')));
  (await inGraph('Question 1')).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(focused()).toBe('Graph of questions');
});

/** A browser takes the focus from a button that is disabled. */
const isOffWithFocus = (name: string) =>
  expect([focused(), isOff(button(name)), button(name).disabled]).toEqual([name, true, false]);
test('OPN-44 a button of the builder keeps the focus when there is nothing left for it to do', async () => {
  const { user } = open();
  await question(user, 'Question 1');
  await user.write(field('Question'), '?');
  await user.click(button('Done'));
  for (const name of ['Undo', 'Redo']) {
    await user.click(button(name));
    isOffWithFocus(name);
    await user.keyboard('{Enter}');
    expect(focused()).toBe(name);
  }
  await branch(user, /Ill → Question 2/);
  await user.write(field('Answer Options'), 'Very ill');
  await user.click(button('Confirm option'));
  isOffWithFocus('Confirm option');
  await user.click(button('Very ill'));
  await user.click(button('Remove option'));
  isOffWithFocus('Remove option');
});
