/** Three assessments of the clinic, as its builder would save them; among them they have every kind of question. And one of the other clinic. */
import type { Edge, Graph, Node, QuestionType } from '@portal/contract/assessments/flow.ts';

/** Where an option leads, and whether somebody has to look at who chooses it. */
type Way = [option: string, to: number | 'Finished', isFlagged?: true];
interface Asked {
  type: QuestionType;
  label: string;
  question: string;
  note?: string;
  /** Each option with where it leads; of a question without options where it leads. */
  ways: readonly Way[] | number | 'Finished';
}

function graphOf(questions: readonly Asked[]): Graph {
  const nodes = questions.map(
    ({ type, label, question, note = '' }, at): Node => ({
      id: `q${at + 1}`,
      position: { x: 80 + (at % 2) * 320, y: 40 + at * 140 },
      questionNum: at + 1,
      questionType: { label, value: type },
      question,
      additionalInfo: note,
    }),
  );
  const target = (to: number | 'Finished') => (to === 'Finished' ? to : `q${to}`);
  const edges = questions.flatMap(({ ways }, at): Edge[] => {
    const source = `q${at + 1}`;
    if (!Array.isArray(ways))
      return [{ id: `${source}-next`, source, target: target(ways as number), data: { label: '', flagged: '' } }];
    return (ways as readonly Way[]).map(([option, to, isFlagged], n) => ({
      id: `${source}-${n + 1}`,
      source,
      target: target(to),
      data: { label: option, flagged: String(isFlagged ?? false) },
    }));
  });
  return { nodes, edges };
}

export const heartFailure = {
  name: 'Heart failure weekly check',
  ...graphOf([
    {
      type: 'MC',
      label: 'Multiple Choice',
      question: 'How have you been since last week?',
      ways: [
        ['As usual', 2],
        ['Somewhat worse', 2],
        ['Much worse', 2, true],
      ],
    },
    {
      type: 'Numeric',
      label: 'Numeric',
      question: 'What did you weigh this morning, in kilograms?',
      note: 'More than 2 kg in three days: call the doctor.',
      ways: [
        ['30-120', 3],
        ['120.01-250', 3, true],
      ],
    },
    {
      type: 'Checkbox',
      label: 'Checkbox',
      question: 'Which of these do you have?',
      ways: [
        ['None of these', 4],
        ['Swollen ankles', 4],
        ['Short of breath at rest', 4, true],
        ['Dizziness', 4],
      ],
    },
    {
      type: 'MedInfo',
      label: 'MedInfo',
      question: 'Which water tablet do you take, and how many?',
      note: 'Compare with the list of medications.',
      ways: 5,
    },
    {
      type: 'TextInput',
      label: 'Text Input',
      question: 'Is there anything else that you want to tell us?',
      ways: 'Finished',
    },
  ]),
};

export const diabetes = {
  name: 'Diabetes monthly review',
  ...graphOf([
    {
      type: 'Label',
      label: 'Label',
      question: 'Please have your book with the blood sugar values at hand.',
      ways: 2,
    },
    {
      type: 'Numeric',
      label: 'Numeric',
      question: 'What was your blood sugar before breakfast, in mg/dL?',
      ways: [
        ['70-180', 3],
        ['20-69', 3, true],
        ['181-600', 3, true],
      ],
    },
    {
      type: 'MC',
      label: 'Multiple Choice',
      question: 'Do you have sores on your feet?',
      ways: [
        ['No', 5],
        ['Yes', 4, true],
      ],
    },
    {
      type: 'TextInput',
      label: 'Text Input',
      question: 'Where is the sore, and since when?',
      ways: 5,
    },
    {
      type: 'MedList',
      label: 'MedList',
      question: 'Which medicines did you take yesterday?',
      ways: 6,
    },
    {
      type: 'UserGoals',
      label: 'UserGoals',
      question: 'Let us look at your goals together.',
      ways: 'Finished',
    },
  ]),
};

export const afterVisit = {
  name: 'After your visit',
  ...graphOf([
    {
      type: 'MC',
      label: 'Multiple Choice',
      question: 'How have you been since your visit?',
      ways: [
        ['Well', 2],
        ['Worse than before', 2, true],
      ],
    },
    { type: 'TextInput', label: 'Text Input', question: 'Is there anything that we should know?', ways: 'Finished' },
  ]),
};

export const medicines = {
  name: 'Medicines and well-being',
  ...graphOf([
    {
      type: 'MC',
      label: 'Multiple Choice',
      question: 'Did you take all of your medicines in the last two weeks?',
      ways: [
        ['Yes', 2],
        ['Missed some', 2],
        ['Stopped taking one', 2, true],
      ],
    },
    {
      type: 'AdditionalMed',
      label: 'AdditionalMed',
      question: 'Do you take anything without a prescription?',
      ways: 3,
    },
    { type: 'DrugAllergy', label: 'DrugAllergy', question: 'Is there a medicine that you do not tolerate?', ways: 4 },
    {
      type: 'Numeric',
      label: 'Numeric',
      question: 'How well do you feel, from 0 to 10?',
      ways: [
        ['4-10', 'Finished'],
        ['0-3', 'Finished', true],
      ],
    },
  ]),
};
