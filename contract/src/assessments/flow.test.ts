import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterChange,
  type Answer,
  type Edge,
  type Graph,
  type Node,
  type Question,
  type QuestionType,
  questionsOf,
  spansOf,
  walk,
} from './flow.ts';
import { hintsOf, problemsOf, refusalOf } from './graph-problems.ts';

const node = (questionNum: number | null, value: QuestionType, more: Partial<Node> = {}): Node => ({
  id: `n${questionNum}`,
  position: { x: 0, y: 0 },
  questionNum,
  questionType: { label: value, value },
  question: `Question ${questionNum}?`,
  additionalInfo: '',
  ...more,
});
const edge = (source: number, target: number | 'Finished', label = '', flagged = ''): Edge => ({
  id: `e${source}-${target}-${label}`,
  source: `n${source}`,
  target: target === 'Finished' ? 'Finished' : `n${target}`,
  data: { label, flagged },
});

/** 1 asks how it goes; bad leads over 2, a number, to 3, a medication, and good straight to the end. */
const clinic: Graph = {
  nodes: [node(1, 'MC'), node(2, 'Numeric'), node(3, 'MedInfo'), node(4, 'Checkbox'), node(5, 'Label')],
  edges: [
    edge(1, 'Finished', 'Good', 'false'),
    edge(1, 2, 'Bad,Very bad', 'false,true'),
    edge(2, 3, '0-4', 'false'),
    edge(2, 4, '5-10', 'true'),
    edge(3, 5),
    edge(4, 5, 'Nausea,Headache', 'false,true'),
    edge(4, 'Finished', 'None', 'false'),
  ],
};
const questions = questionsOf(clinic);
const answers = (given: Record<number, string>): Answer[] =>
  Object.entries(given).map(([number, answer]) => ({ questionNum: Number(number), answer }));
const shown = (given: Record<number, string>) => walk(questions, answers(given)).shown.map((one) => one.questionNum);

test('ANS-05 OPC-27 options stand in the order of their edges, with an action and a flag for each', () => {
  expect(questions[0]).toEqual({
    questionNum: 1,
    question: 'Question 1?',
    questionType: 'MC',
    options: ['Good', 'Bad', 'Very bad'],
    actions: ['Finished', 2, 2],
    flagged: [false, false, true],
    multipleAnswers: false,
    additionalInfo: '',
  });
  expect(questions[2]).toMatchObject({ questionType: 'MedInfo', options: [], actions: [5], flagged: [] });
  expect(questions[3]).toMatchObject({ questionType: 'Checkbox', multipleAnswers: true });
  expect(questions[4]).toMatchObject({ questionType: 'Label', actions: ['Finished'] });
});

test('ANS-01 ANS-03 the next question is shown only after an answer, and it depends on which', () => {
  expect(shown({})).toEqual([1]);
  expect(shown({ 1: 'Good' })).toEqual([1]);
  expect(shown({ 1: 'Bad' })).toEqual([1, 2]);
  expect(shown({ 1: 'Bad', 2: '4' })).toEqual([1, 2, 3]);
  expect(shown({ 1: 'Bad', 2: '5' })).toEqual([1, 2, 4]);
  expect(walk(questions, answers({ 1: 'Good' })).isFinished).toBe(true);
  expect(walk(questions, answers({ 1: 'Bad' })).isFinished).toBe(false);
});

test('a Label leads on by itself', () => {
  const walked = walk(questions, answers({ 1: 'Bad', 2: '4', 3: 'Aurelix,50 mg' }));
  expect(walked.shown.map((one) => one.questionNum)).toEqual([1, 2, 3, 5]);
  expect(walked).toMatchObject({ missing: [], wrong: [], off: [], isFinished: true });
});

test('of a Checkbox the first chosen option decides', () => {
  expect(walk(questions, answers({ 1: 'Bad', 2: '9', 4: 'None' })).isFinished).toBe(true);
  expect(shown({ 1: 'Bad', 2: '9', 4: 'Headache|None' })).toEqual([1, 2, 4, 5]);
  expect(shown({ 1: 'Bad', 2: '9', 4: 'None|Headache' })).toEqual([1, 2, 4]);
});

test('OPC-30 PTB-06 flagged are the questions of which one chosen option is', () => {
  expect(walk(questions, answers({ 1: 'Very bad', 2: '9', 4: 'None|Headache' })).flagged).toEqual([1, 2, 4]);
  expect(walk(questions, answers({ 1: 'Bad', 2: '4', 3: 'Aurelix,50 mg' })).flagged).toEqual([]);
});

test.each([
  ['ANS-19', { 1: 'Bad', 2: '11' }, [{ questionNum: 2, message: 'Please input valid number.' }]],
  ['ANS-19', { 1: 'Bad', 2: '4.5' }, [{ questionNum: 2, message: 'Please input valid number.' }]],
  ['ANS-19', { 1: 'Bad', 2: 'five' }, [{ questionNum: 2, message: 'Please input valid number.' }]],
  ['ANS-20', { 1: 'Bad', 2: '1', 3: 'A,1,0' }, [{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }]],
  ['ANS-20', { 1: 'Bad', 2: '1', 3: 'A,1,-1' }, [{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }]],
  ['ANS-20', { 1: 'Bad', 2: '1', 3: 'A,1,a' }, [{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }]],
  [
    'ANS-20',
    { 1: 'Bad', 2: '1', 3: 'A,1,1.5' },
    [{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }],
  ],
  ['ANS-20', { 1: 'Bad', 2: '1', 3: 'A,1,05' }, [{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }]],
  ['ANS-20', { 1: 'Bad', 2: '1', 3: 'A,1,30' }, []],
  ['OPC-28 ANS-21', { 1: 'Bad', 2: '1', 3: 'A|B,1' }, [{ questionNum: 3, message: 'An answer cannot contain “|”.' }]],
  ['an option of another question', { 1: 'Nausea' }, [{ questionNum: 1, message: 'is not one of the options' }]],
  ['an option twice', { 1: 'Bad', 2: '9', 4: 'None|None' }, [{ questionNum: 4, message: 'is not one of the options' }]],
])('%s: of %j is wrong %j', (_, given, wrong) => {
  expect(walk(questions, answers(given)).wrong).toEqual(wrong);
});

test('ANS-20 a zero before the number of pills, which was taken once, is told of and hides nothing that was answered after it', () => {
  const walked = walk(questions, answers({ 1: 'Bad', 2: '4', 3: 'Aurelix,50 mg,05' }));
  expect(walked.wrong).toEqual([{ questionNum: 3, message: 'Please enter only numbers 1 or above.' }]);
  expect(walked.shown.map((one) => one.questionNum)).toEqual([1, 2, 3, 5]);
  expect(shown({ 1: 'Bad', 2: '4', 3: 'Aurelix,50 mg,0' })).toEqual([1, 2, 3]);
  expect(shown({ 1: 'Bad', 2: '4', 3: 'Aurelix,,05' })).toEqual([1, 2, 3]);
});

test.each([
  ['TextInput', 'a|b', 'An answer cannot contain “|”.'],
  ['TextInput', 'a, b', undefined],
  ['MedList', 'Aurelix, Lantus', 'The name of a medication cannot contain a comma.'],
  ['MedList', 'Aurelix|Lantus', undefined],
] as const)('OPC-28 ANS-21 ANS-22 to a %s the answer %j is refused as %j', (type, answer, message) => {
  const asked = questionsOf({ nodes: [node(1, type)], edges: [] });
  expect(walk(asked, answers({ 1: answer })).wrong.map((one) => one.message)).toEqual(message ? [message] : []);
});

test('ANS-16 ANS-18 a medication without strength is missing, and so is what nobody answered', () => {
  expect(walk(questions, answers({ 1: 'Bad', 2: '1', 3: 'Aurelix' })).missing).toEqual([3]);
  expect(walk(questions, []).missing).toEqual([1]);
});

test.each([
  ['TextInput', '\u200b'],
  ['TextInput', ' \ufeff\u00ad'],
  ['MedList', '\u200b|\u2060'],
  ['MedInfo', '\u200b,50 mg'],
  ['MedInfo', 'Aurelix,\u00ad'],
] as const)('ANS-16 to a %s the answer %j, of which nothing can be seen, is missing', (type, answer) => {
  const asked = questionsOf({ nodes: [node(1, type)], edges: [] });
  expect(walk(asked, answers({ 1: answer })).missing).toEqual([1]);
});
test.each(['می\u200cخواهم', 'क्\u200dष', '👩‍👩‍👧‍👦', '⠿'])('ANS-16 %j is an answer', (answer) => {
  const asked = questionsOf({ nodes: [node(1, 'TextInput')], edges: [] });
  expect(walk(asked, answers({ 1: answer })).missing).toEqual([]);
});

test('ANS-16 as many are left as are certain to be asked: those ahead too, until the next open answer decides where the way leads', () => {
  const row = questionsOf({
    nodes: [node(1, 'TextInput'), node(2, 'Label'), node(3, 'MC'), node(4, 'TextInput'), node(5, 'TextInput')],
    edges: [edge(1, 2), edge(2, 3), edge(3, 4, 'Yes,Perhaps', 'false,false'), edge(3, 5, 'No', 'false'), edge(4, 5)],
  });
  const left = (given: Record<number, string>) => walk(row, answers(given)).left;
  expect(left({})).toEqual([1, 3]);
  expect(left({ 1: 'x' })).toEqual([3]);
  expect(left({ 1: 'x', 3: 'Yes' })).toEqual([4, 5]);
  expect(left({ 1: 'x', 3: 'Perhaps', 4: 'y' })).toEqual([5]);
  // What is answered already behind a gap is not left, and leads on.
  expect(left({ 3: 'No' })).toEqual([1, 5]);
  expect(left({ 1: 'x', 3: 'No', 5: 'z' })).toEqual([]);
});

test('ANS-17 tables want no answer', () => {
  const tables = questionsOf({
    nodes: [node(1, 'AdditionalMed'), node(2, 'DrugAllergy'), node(3, 'UserGoals'), node(4, 'TextInput')],
    edges: [edge(1, 2), edge(2, 3), edge(3, 4)],
  });
  expect(walk(tables, [])).toMatchObject({ missing: [4], isFinished: false });
  expect(walk(tables, answers({ 4: 'well' }))).toMatchObject({ missing: [], isFinished: true });
});

test('answers off the way are named, and those of no question', () => {
  expect(walk(questions, answers({ 1: 'Good', 2: '3', 77: 'x' })).off).toEqual([2, 77]);
});

test('ANS-04 another answer discards what came after it', () => {
  const given = answers({ 1: 'Bad', 2: '9', 4: 'None' });
  expect(afterChange(questions, given, { questionNum: 1, answer: 'Very bad' })).toEqual(answers({ 1: 'Very bad' }));
  expect(afterChange(questions, given, { questionNum: 2, answer: '1' })).toEqual(answers({ 1: 'Bad', 2: '1' }));
});

test.each([
  [
    'two questions have one number',
    { nodes: [node(1, 'Label'), node(1, 'Label', { id: 'x' })], edges: [] },
    'Two questions have the number 1.',
  ],
  [
    'an edge leads nowhere',
    { nodes: [node(1, 'Label')], edges: [edge(1, 9)] },
    'A branch leads to a question that does not exist.',
  ],
  [
    'an edge comes from nowhere',
    { nodes: [node(1, 'Label')], edges: [edge(9, 1)] },
    'A branch starts at a question that does not exist.',
  ],
  [
    'flags are missing',
    { nodes: [node(1, 'MC')], edges: [edge(1, 'Finished', 'A,B', 'true')] },
    'A branch has a different number of options and flags.',
  ],
  [
    'a flag is no flag',
    { nodes: [node(1, 'MC')], edges: [edge(1, 'Finished', 'A', 'yes')] },
    'The flags of a branch must be true or false.',
  ],
  [
    'an option is empty',
    { nodes: [node(1, 'MC')], edges: [edge(1, 'Finished', 'A,', 'true,false')] },
    'An option of a branch is empty.',
  ],
  [
    'a question is called Finished',
    { nodes: [node(1, 'Label', { id: 'Finished' })], edges: [] },
    'No question can be called Finished.',
  ],
])('OPS-93 a graph in which %s is not saved', (_, graph, message) => {
  expect(refusalOf(graph)).toBe(message);
});

test('a sound graph is saved and can be answered', () => {
  expect(refusalOf(clinic)).toBeNull();
  expect(problemsOf(clinic)).toEqual([]);
});

test.each<[string, Graph, string[]]>([
  ['nothing is asked', { nodes: [], edges: [] }, ['There is no question yet.']],
  [
    'a way comes back',
    { nodes: [node(1, 'Label'), node(2, 'Label')], edges: [edge(1, 2), edge(2, 1)] },
    ['Question 1 can be reached again from itself.'],
  ],
  [
    'a question is not led to',
    { nodes: [node(1, 'Label'), node(2, 'Label')], edges: [] },
    ['Question 2 cannot be reached from any other question.'],
  ],
  ['a choice has no options', { nodes: [node(1, 'MC')], edges: [] }, ['Question 1 has no answer options.']],
  [
    'a choice has a branch without options',
    { nodes: [node(1, 'MC')], edges: [edge(1, 'Finished', 'A', 'false'), edge(1, 'Finished')] },
    ['Question 1 has a branch without options.'],
  ],
  [
    'an option stands twice',
    { nodes: [node(1, 'MC'), node(2, 'Label')], edges: [edge(1, 2, 'A', 'false'), edge(1, 'Finished', 'A', 'true')] },
    ['Question 1 has the option "A" twice.'],
  ],
  ['a number has no text', { nodes: [node(1, 'Label', { question: ' ' })], edges: [] }, ['Question 1 has no text.']],
  [
    'a question has a text that nobody can see',
    { nodes: [node(1, 'Label', { question: '\u200b\u2060' })], edges: [] },
    ['Question 1 has no text.'],
  ],
  [
    'a question has no number',
    { nodes: [node(null, 'Label', { question: 'Why?' })], edges: [] },
    ['"Why?" has no number.'],
  ],
  [
    'a text leads two ways',
    { nodes: [node(1, 'TextInput'), node(2, 'Label'), node(3, 'Label')], edges: [edge(1, 2), edge(1, 3)] },
    ['Question 1 leads to more than one question.'],
  ],
  [
    'a range is none',
    { nodes: [node(1, 'Numeric')], edges: [edge(1, 'Finished', 'high', 'false')] },
    ['Question 1 has the option "high", which is no range such as 0-10.'],
  ],
  [
    'ranges overlap',
    { nodes: [node(1, 'Numeric')], edges: [edge(1, 'Finished', '0-10,10-20', 'false,false')] },
    ['Question 1 has the ranges 0-10 and 10-20, which overlap.'],
  ],
  [
    'ranges overlap in a decimal, however they are written',
    { nodes: [node(1, 'Numeric')], edges: [edge(1, 'Finished', '1.0-2,0-1', 'false,false')] },
    ['Question 1 has the ranges 0-1 and 1.0-2, which overlap.'],
  ],
  [
    'a range is larger than what can be counted with',
    { nodes: [node(1, 'Numeric')], edges: [edge(1, 'Finished', `0-${'9'.repeat(400)}`, 'false')] },
    [`Question 1 has the option "0-${'9'.repeat(400)}", which is no range such as 0-10.`],
  ],
  [
    'an option holds what stands between two answers',
    { nodes: [node(1, 'MC')], edges: [edge(1, 'Finished', 'Well,Ill|Very ill', 'false,true')] },
    ['Question 1 has the option "Ill|Very ill", but an option cannot contain “|”.'],
  ],
])('the builder is told when %s', (_, graph, messages) => {
  expect(problemsOf(graph).map(({ message }) => message)).toEqual(messages);
});

const gapped = (label: string): Graph => ({
  nodes: [node(1, 'Numeric')],
  edges: [edge(1, 'Finished', label, label.replaceAll(/[^,]+/g, 'false'))],
});
test.each([
  ['0-3,5-10', ['3', '5'], ['4', '3.5', '4,5', '-1', '11']],
  ['5-10,0-3', ['0', '10'], ['4']],
  ['0-0.9,1.1-2', ['0.9', '1.1'], ['1']],
])(
  'ANS-19 OPC-27 OPC-20 ranges %s that leave a gap can be answered with %j, and %j is no valid number',
  (label, taken, refused) => {
    const graph = gapped(label);
    expect(refusalOf(graph)).toBeNull();
    expect(problemsOf(graph)).toEqual([]);
    const asked = questionsOf(graph);
    for (const answer of taken)
      expect(walk(asked, answers({ 1: answer }))).toMatchObject({ wrong: [], isFinished: true });
    for (const answer of refused)
      expect(walk(asked, answers({ 1: answer }))).toMatchObject({
        wrong: [{ questionNum: 1, message: 'Please input valid number.' }],
        isFinished: false,
      });
  },
);

test.each([
  [['0-3', '4-10'], [[0, 10]]],
  [
    ['5-10', '0-3'],
    [
      [0, 3],
      [5, 10],
    ],
  ],
  [['0-2.5', '2.5-4'], [[0, 4]]],
  [
    ['30-120', '120.1-250'],
    [
      [30, 120],
      [120.1, 250],
    ],
  ],
  [
    ['0-0.9', '0.9-2.5', '3-4'],
    [
      [0, 2.5],
      [3, 4],
    ],
  ],
  [['all'], []],
])('ANS-19 the ranges %j are told as %j', (options, spans) => {
  expect(spansOf(options)).toEqual(spans.map(([low, high]) => ({ low, high })));
});

test.each([
  ['0-3,5-10', ['Question 1 takes no number between 3 and 5.']],
  ['30-120,120.1-250', ['Question 1 takes no number between 120 and 120.1.']],
  ['120.01-250,30-120', []],
  ['0-3,4-10', []],
  ['0-3,3-10', []],
  ['0-3,high', []],
])('ANS-19 the builder is told of the numbers that the ranges %s leave out: %j', (label, messages) => {
  expect(hintsOf(gapped(label))).toEqual(messages.map((message) => ({ nodeId: 'n1', message })));
});

test.each<[QuestionType, string, string[]]>([
  ['MC', 'No', ['Question 1 has only one answer option, "No".']],
  ['MC', 'No,Yes', []],
  ['MC', '', []],
  ['Checkbox', 'I agree', []],
  ['Numeric', '0-10', []],
])(
  'the builder is told of a question of type %s with the options "%s", where there is no choice: %j',
  (type, label, messages) => {
    const graph = { ...gapped(label), nodes: [node(1, type)] };
    expect(hintsOf(graph)).toEqual(messages.map((message) => ({ nodeId: 'n1', message })));
  },
);

test('the builder is told of a question without options that leads nowhere, unless it is the last one', () => {
  const nodes = [node(1, 'TextInput'), node(2, 'AdditionalMed'), node(3, 'MC'), node(4, 'TextInput')];
  const untold = { nodes, edges: [edge(1, 2), edge(2, 3), edge(3, 4, 'Yes,No', 'false,false')] };
  expect(hintsOf(untold)).toEqual([]);
  expect(hintsOf({ nodes, edges: [edge(3, 4, 'Yes,No', 'false,false')] })).toEqual([
    { nodeId: 'n1', message: 'Question 1 has no branch: the assessment ends after it.' },
    { nodeId: 'n2', message: 'Question 2 has no branch: the assessment ends after it.' },
  ]);
  expect(hintsOf({ nodes, edges: [...untold.edges.slice(1), edge(1, 'Finished')] })).toEqual([]);
});

/** Graphs whose branches lead only to higher numbers, so that they have one start, no circle and an end on every way. */
const graphs = fc
  .array(
    fc.record({
      type: fc.constantFrom<QuestionType>('MC', 'Checkbox', 'Numeric', 'TextInput', 'Label', 'MedInfo'),
      options: fc.integer({ min: 1, max: 4 }),
      jumps: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((made): Graph => {
    const nodes = made.map(({ type }, i) => node(i + 1, type));
    const edges = made.flatMap(({ type, options, jumps }, i) => {
      const many = ['MC', 'Checkbox', 'Numeric'].includes(type) ? options : 1;
      return Array.from({ length: many }, (_, k) => {
        // The first one always leads to the very next question, so that all are reached.
        const target = k === 0 ? i + 2 : i + 2 + (jumps[k] ?? 0);
        const label =
          type === 'Numeric'
            ? `${k * 10}-${k * 10 + 9}`
            : many > 1 || type === 'MC' || type === 'Checkbox'
              ? `O${k}`
              : '';
        return edge(i + 1, target > made.length ? 'Finished' : target, label, label && String((i + k) % 3 === 0));
      });
    });
    return { nodes, edges: edges.map((one, i) => ({ ...one, id: `e${i}` })) };
  });
const answerOf = (question: Question, pick: number): string => {
  const option = question.options[pick % Math.max(question.options.length, 1)] ?? '';
  if (question.questionType === 'Numeric') return option.split('-')[0] ?? '';
  return { TextInput: 'well', MedInfo: 'Aurelix,50 mg,30', Label: '' }[question.questionType as 'Label'] ?? option;
};

test('whatever is answered in a generated graph without problems, it ends, and only what was shown is kept', () => {
  fc.assert(
    fc.property(graphs, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (graph, picks) => {
      expect(refusalOf(graph)).toBeNull();
      expect(problemsOf(graph)).toEqual([]);
      const asked = questionsOf(graph);
      let given: Answer[] = [];
      for (let step = 0; step <= asked.length; step++) {
        const walked = walk(asked, given);
        expect(walked.off).toEqual([]);
        expect(walked.wrong).toEqual([]);
        const [open] = walked.missing;
        if (open === undefined) break;
        const question = asked.find(({ questionNum }) => questionNum === open) as Question;
        given = afterChange(asked, given, { questionNum: open, answer: answerOf(question, picks[step] ?? 0) });
      }
      const ended = walk(asked, given);
      expect(ended.isFinished).toBe(true);
      expect(ended.missing).toEqual([]);
      // Another answer to the first question leaves nothing behind that the new way does not show.
      const first = ended.shown.find(({ options }) => options.length > 1);
      if (!first) return;
      const changed = afterChange(asked, given, { questionNum: first.questionNum, answer: answerOf(first, 1) });
      expect(walk(asked, changed).off).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** Any branches at all: back, to itself, to one question twice, from nowhere, or none. */
const anyGraphs = fc
  .array(fc.constantFrom<QuestionType>('MC', 'Numeric', 'TextInput', 'Label'), { minLength: 1, maxLength: 5 })
  .chain((kinds) =>
    fc
      .array(fc.record({ from: fc.nat(kinds.length - 1), by: fc.integer({ min: -1, max: 3 }) }), { maxLength: 8 })
      .map((made): Graph => {
        const edges = made.map(({ from, by }, k): Edge => {
          const target = Math.max(from + 1 + by, 1);
          const label = { MC: `O${k}`, Numeric: `${k}-${k}` }[kinds[from] as 'MC'] ?? '';
          return {
            ...edge(from + 1, target > kinds.length ? 'Finished' : target, label, label && 'false'),
            id: `e${k}`,
          };
        });
        // Ranges that do not overlap, whichever branches a number got.
        const places = new Map<string, number>();
        for (const one of edges.filter(({ data }) => data.label.includes('-'))) {
          const place = places.get(one.source) ?? 0;
          places.set(one.source, place + 1);
          one.data.label = `${place}-${place}`;
        }
        return { nodes: kinds.map((kind, i) => node(i + 1, kind)), edges };
      }),
  );

/** Goes every way there is: whether each of them ends and knows at each question where to go, and all questions are met. */
function everyWayEnds({ nodes, edges }: Graph): boolean {
  const met = new Set<string>();
  const ends = (id: string, behind: readonly string[]): boolean => {
    if (id === 'Finished') return true;
    if (behind.includes(id)) return false;
    met.add(id);
    const isChoice = ['MC', 'Numeric'].includes(nodes.find((one) => one.id === id)?.questionType.value ?? '');
    const targets = edges.flatMap(({ source, target }) => (source === id ? [target] : []));
    if (isChoice ? targets.length === 0 : new Set(targets).size > 1) return false;
    return targets.every((target) => ends(target, [...behind, id]));
  };
  return ends('n1', []) && met.size === nodes.length;
}

test('of whatever branches, exactly the graphs in which every way ends and every question is met can be answered', () => {
  const seen = { sound: 0, unsound: 0 };
  fc.assert(
    fc.property(anyGraphs, (graph) => {
      expect(refusalOf(graph)).toBeNull();
      const isSound = problemsOf(graph).length === 0;
      seen[isSound ? 'sound' : 'unsound'] += 1;
      expect(isSound).toBe(everyWayEnds(graph));
    }),
    { numRuns: 6_000 },
  );
  expect(Math.min(seen.sound, seen.unsound)).toBeGreaterThan(100);
});

test('a graph of a thousand questions one after the other is walked and checked', () => {
  const graph: Graph = {
    nodes: Array.from({ length: 1_000 }, (_, i) => node(i + 1, 'TextInput')),
    edges: Array.from({ length: 999 }, (_, i) => edge(i + 1, i + 2)),
  };
  expect(problemsOf(graph)).toEqual([]);
  const walked = walk(
    questionsOf(graph),
    Array.from({ length: 1_000 }, (_, i) => ({ questionNum: i + 1, answer: 'x' })),
  );
  expect(walked.shown).toHaveLength(1_000);
  expect(walked.isFinished).toBe(true);
});

const manyOptions = (type: QuestionType, optionOf: (i: number) => string, perBranch: number): Graph => ({
  nodes: [node(1, type), node(2, 'Label')],
  edges: Array.from({ length: 2_000 }, (_, branch): Edge => {
    const options = Array.from({ length: perBranch }, (_one, i) => optionOf(branch * perBranch + i));
    return {
      ...edge(1, 2, options.join(','), options.map(() => 'false').join(',')),
      id: `e${branch}`,
    };
  }),
});
test.each<[string, Graph]>([
  ['many', manyOptions('Checkbox', (i) => i.toString(36), 50)],
  ['many ranges', manyOptions('Numeric', (i) => `${i}-${i}`, 50)],
  ['many of one name', manyOptions('MC', () => 'a', 100)],
])('SEC-27 a question with %s options is refused before they are looked at one by one', (_, graph) => {
  expect(refusalOf(graph)).toBeNull();
  const begun = process.cpuUsage();
  expect(problemsOf(graph).map(({ message }) => message)).toEqual(['Question 1 has more than 200 answer options.']);
  // It was five seconds of everybody's time. What others do on the machine meanwhile does not count.
  expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
});
