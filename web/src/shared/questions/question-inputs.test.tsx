import type { QuestionType } from '@portal/contract/assessments/flow.ts';
import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { DrugSearch } from '../DrugSearch.tsx';
import { shownAnswer, tidy } from './answer-text.ts';
import { QuestionInput } from './QuestionInput.tsx';

const answers: string[] = [];
let submitted = 0;
function Asked(props: { type: QuestionType; options: readonly string[]; first: string; problem: string | null }) {
  const { type, options, first, problem } = props;
  const [answer, setAnswer] = useState(first);
  return (
    <>
      <h2 id="asked">How are you?</h2>
      <p id="said">It clears the later answers.</p>
      <form
        aria-label="Answers"
        onSubmit={(event) => {
          event.preventDefault();
          submitted += 1;
        }}
      >
        <QuestionInput
          question={{ questionNum: 1, question: 'How are you?', questionType: type, options }}
          answer={answer}
          onAnswer={(next) => {
            answers.push(next);
            setAnswer(next);
          }}
          labelledBy="asked"
          describedBy="said"
          problem={problem}
          findDrug={(onPick) => <DrugSearch onPick={onPick} />}
          table={(kind) => <p>A table of {kind}</p>}
        />
      </form>
    </>
  );
}
function ask(type: QuestionType, options: readonly string[] = [], first = '', problem: string | null = null) {
  answers.length = 0;
  submitted = 0;
  const lasix = { brandName: 'Lasix', genericName: 'furosemide', strength: '40 mg', dosageForm: 'tablet', ndc: '1' };
  return renderPage(<Asked type={type} options={options} first={first} problem={problem} />, {
    viewer: { type: 'Nurse' },
    replies: [[searchDrugs, { results: [lasix] }]],
  });
}
const last = () => answers.at(-1);
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('ANS-06 OPC-35 a multiple choice is one of its options, named by the question', async () => {
  const { user } = ask('MC', ['Well', 'Badly']);
  await screen.findByRole('radiogroup', { name: 'How are you?' });
  await user.click(screen.getByRole('radio', { name: 'Badly' }));
  expect(last()).toBe('Badly');
  await user.keyboard('{ArrowUp}');
  expect(last()).toBe('Well');
});

test('ANS-06 OPC-28 OPC-35 a checkbox takes several, by pipes and in the order of the question whatever is pressed first', async () => {
  const { user } = ask('Checkbox', ['Nausea', 'Headache', 'Rash']);
  await user.click(await screen.findByRole('checkbox', { name: 'Rash' }));
  await user.click(screen.getByRole('checkbox', { name: 'Nausea' }));
  expect(last()).toBe('Nausea|Rash');
  await user.click(screen.getByRole('checkbox', { name: 'Nausea' }));
  expect(last()).toBe('Rash');
  await user.click(screen.getByRole('checkbox', { name: 'Rash' }));
  expect(last()).toBe('');
});

test('ANS-06 a text is typed, and holds no pipe: a blank stands in its place, so that 1|2 never becomes 12', async () => {
  const { user } = ask('TextInput');
  await user.type(await box('How are you?'), 'so|so');
  expect(last()).toBe('so so');
});

test('ANS-06 a text that is longer than an answer can be is taken whole and told, not cut', async () => {
  const { user } = ask('TextInput');
  await user.write(await box('How are you?'), 'x'.repeat(4_001));
  expect(last()).toBe('x'.repeat(4_001));
  const told = 'Too long: it has 4,001 characters, and 4,000 at most are kept. Please shorten it by 1.';
  expect(await screen.findByText(told)).toBeDefined();
  expect((await box('How are you?')).getAttribute('aria-invalid')).toBe('true');
});

test.each(['11', '-1', 'a', '1.', '1,', '1,500'])(
  'ANS-19 CER-22 CCN-13 "%s" lies in no range: "Please input valid number."',
  async (typed) => {
    const { user } = ask('Numeric', ['0-3', '4-10']);
    await user.type(await box('How are you?'), typed);
    expect(await screen.findByText('Please input valid number.')).toBeDefined();
  },
);
test.each(['0', '3', '10', '4.5', '4,5'])('ANS-19 "%s" lies in a range, and nothing is said', async (typed) => {
  const { user } = ask('Numeric', ['0-3', '4-10'], 'x');
  await screen.findByText('From 0 to 10, but no fractions between 3 and 4');
  await user.clear(await box('How are you?'));
  await user.type(await box('How are you?'), typed);
  await waitFor(() => expect(last()).toBe(typed));
  await waitFor(() => expect(screen.queryByText('Please input valid number.')).toBeNull());
  expect((await box('How are you?')).getAttribute('aria-invalid')).not.toBe('true');
});

test('ANS-19 CER-22 between two ranges no number is valid, and the field says which are', async () => {
  const { user } = ask('Numeric', ['5-10', '0-3']);
  await screen.findByText('From 0 to 3, or from 5 to 10');
  await user.type(await box('How are you?'), '4');
  expect(await screen.findByText('Please input valid number.')).toBeDefined();
  await user.clear(await box('How are you?'));
  await user.type(await box('How are you?'), '5');
  await waitFor(() => expect(screen.queryByText('Please input valid number.')).toBeNull());
});

test('ANS-19 CER-22 the field says that nothing is taken between two ranges whose bounds have a fraction', async () => {
  const { user } = ask('Numeric', ['30-120', '120.1-250']);
  await screen.findByText('From 30 to 120, or from 120.1 to 250');
  await user.type(await box('How are you?'), '120.05');
  expect(await screen.findByText('Please input valid number.')).toBeDefined();
  expect(screen.getByText('From 30 to 120, or from 120.1 to 250')).toBeDefined();
});
test.each([
  [
    ['0-9', '10-19', '20-29', '30-39'],
    'From 0 to 39. Please answer in whole numbers.',
    '9.5',
    'From 0 to 39, but no fractions between 9 and 10',
  ],
  [
    ['0-1', '2-3', '4-5', '6-7', '9-10'],
    'From 0 to 7, or from 9 to 10. Please answer in whole numbers.',
    '5.5',
    'From 0 to 7, or from 9 to 10, but no fractions between 5 and 6',
  ],
  [['0-1', '3-4', '6-7', '9-10'], 'From 0 to 10', '5', 'From 0 to 10, but none between 4 and 6'],
])(
  'ANS-19 %j are told as "%s"; of %s, which lies between two of them, the field says why',
  async (options, hint, typed, told) => {
    const { user } = ask('Numeric', options);
    await screen.findByText(hint);
    await user.type(await box('How are you?'), typed);
    expect(await screen.findByText(told)).toBeDefined();
    await user.clear(await box('How are you?'));
    expect(await screen.findByText(hint)).toBeDefined();
  },
);

test.each([
  [['35-38', '39-42'], '38.5', 'From 35 to 42, but no fractions between 38 and 39'],
  [['7-10', '0-3', '4-6'], '6.5', 'From 0 to 10, but no fractions between 3 and 4, or between 6 and 7'],
  [['0-3', '3-10', '11-20'], '10.5', 'From 0 to 20, but no fractions between 10 and 11'],
  [['0-3', '4-6', '8-10'], '3.5', 'From 0 to 6, or from 8 to 10, but no fractions between 3 and 4'],
])('ANS-19 the field of %j, which refuses %s, says so from the start', async (options, refused, hint) => {
  const { user } = ask('Numeric', options);
  await screen.findByText(hint);
  await user.type(await box('How are you?'), refused);
  expect(await screen.findByText('Please input valid number.')).toBeDefined();
  expect(screen.getByText(hint)).toBeDefined();
});

test('ANS-21 OPC-35 a list of medications has a line for each name; Enter begins the next, and no comma or pipe enters', async () => {
  const { user } = ask('MedList');
  const first = await box('Medication 1');
  await user.type(first, 'As,pi|rin{Enter}');
  expect([first.value, last()]).toEqual(['Aspirin', '']);
  await user.keyboard('{Backspace}n{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Medication 2'));
  await user.keyboard('Lasix');
  expect(last()).toBe('Aspirin|Lasix');
  await user.click(screen.getByRole('button', { name: 'Remove Aspirin' }));
  expect(last()).toBe('Lasix');
});

test('OPC-28 a list of medications takes no more than an answer may have, and says so', async () => {
  const { user } = ask('MedList', [], Array.from({ length: 20 }, () => 'x'.repeat(199)).join('|'));
  expect(screen.queryByText(/^The list is full/)).toBeNull();
  await user.type(await box('Medication 20'), 'y');
  expect(last()).toHaveLength(4_000);
  expect(await screen.findByText('The list is full: it takes 4,000 characters.')).toBeDefined();
  expect(screen.queryByText(/^Too long/)).toBeNull();
  // Nothing of it is cut: the line that is too long says so.
  await user.type(await box('Medication 20'), 'z');
  expect(last()).toHaveLength(4_001);
  expect(
    screen.getByText('Too long: it has 201 characters, and 200 at most are kept. Please shorten it by 1.'),
  ).toBeDefined();
  expect(screen.getByText('The list is full: it takes 4,000 characters. Please shorten it by 1.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add another medication' }).disabled).toBe(true);
});

test('OPC-28 no line of a list that is too long as a whole is called wrong; the list says it, and its form waits', async () => {
  const lines = ['Aspirin', ...Array.from({ length: 20 }, () => 'x'.repeat(199))];
  ask('MedList', [], lines.join('|'));
  expect((await box('Medication 1')).value).toBe('Aspirin');
  expect(screen.queryByText(/^Too long/)).toBeNull();
  expect(screen.getByText('The list is full: it takes 4,000 characters. Please shorten it by 7.')).toBeDefined();
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Answers' });
  fireEvent.submit(form);
  expect(submitted).toBe(0);
  expect(document.activeElement).toBe(await box('Medication 21'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Aspirin' }));
  fireEvent.submit(form);
  expect(submitted).toBe(1);
});

test('ANS-22 a pipe does not enter a list, and the person is told', async () => {
  const { user } = ask('MedList');
  await user.type(await box('Medication 1'), 'a|');
  expect((await box('Medication 1')).value).toBe('a');
  expect(screen.getByText(/“\|” was left out/)).toBeDefined();
});

test('ANS-21 a line of which a comma was left out is not in the answer before it is changed, and stays the same one while others come and go', async () => {
  const { user } = ask('MedList', [], 'Aspirin|Lasix|Zocor');
  await user.clear(await box('Medication 2'));
  await user.type(await box('Medication 2'), 'Lasix 2,5 mg');
  expect(last()).toBe('Aspirin||Zocor');
  await user.click(screen.getByRole('button', { name: 'Remove Aspirin' }));
  await user.type(await box('Medication 1'), '{Enter}');
  expect([(await box('Medication 1')).value, (await box('Medication 2')).value, last()]).toEqual([
    'Lasix 25 mg',
    'Zocor',
    '|Zocor',
  ]);
  await user.type(await box('Medication 2'), '{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove medication 1' }));
  expect([(await box('Medication 1')).value, (await box('Medication 2')).value, last()]).toEqual([
    'Zocor',
    '',
    'Zocor|',
  ]);
});

test('ANS-21 what is picked in the directory takes the place of a strength of which a comma was left out', async () => {
  const { user } = ask('MedInfo');
  await user.type(await box('Strength'), '2,5 mg');
  expect([(await box('Strength')).value, last()]).toEqual(['25 mg', '']);
  await user.write(await box('Find in the medication directory'), 'lasi');
  await user.click(await screen.findByRole('button', { name: 'Lasix 40 mg, tablet, NDC 1' }));
  expect([(await box('Strength')).value, last()]).toEqual(['40 mg', 'Lasix,40 mg,']);
  expect(screen.queryByText(/was left out/)).toBeNull();
});

test('ANS-18 ANS-21 OPC-28 a medication is name, strength and pills by commas, which do not enter themselves', async () => {
  const { user } = ask('MedInfo');
  await user.type(await box('Name'), 'As,pir|in');
  await user.type(await box('Strength'), '10, mg');
  await user.type(await box('Number of pills'), '3');
  expect([(await box('Name')).value, (await box('Strength')).value]).toEqual(['Aspirin', '10 mg']);
  // What was left out may change what it says: it is not the answer before it is changed.
  expect(last()).toBe(',,3');
  for (const name of ['Name', 'Strength']) {
    const { value } = await box(name);
    await user.type(await box(name), `{Backspace}${value.at(-1)}`);
  }
  expect(last()).toBe('Aspirin,10 mg,3');
});

test.each(['0', '-1', 'a', '1.5', '1,5', '0,5', '1|5', '05'])(
  'ANS-20 CER-22 "%s" pills: "Please enter only numbers 1 or above."',
  async (typed) => {
    const { user } = ask('MedInfo');
    await user.type(await box('Number of pills'), typed);
    expect(await screen.findByText('Please enter only numbers 1 or above.')).toBeDefined();
  },
);

test('ANS-20 ANS-21 a comma or a pipe between two digits of the pills enters as a point, and what is wrong is still told when the field is left', async () => {
  const { user } = ask('MedInfo', [], 'A,1,');
  const pills = await box('Number of pills');
  await user.click(pills);
  await user.paste('1,5');
  expect(pills.value).toBe('1.5');
  await user.clear(pills);
  await user.type(pills, '0|5');
  await user.tab();
  expect(await screen.findByText('Please enter only numbers 1 or above.')).toBeDefined();
  expect(last()).toBe('A,1,0.5');
});

test('OPC-35 a medication is found in the directory; what is picked fills in name and strength, and leaves the pills', async () => {
  const { user } = ask('MedInfo', [], ',,2');
  await user.write(await box('Find in the medication directory'), 'lasi');
  await user.click(await screen.findByRole('button', { name: 'Lasix 40 mg, tablet, NDC 1' }));
  expect(last()).toBe('Lasix,40 mg,2');
});

test('MAL-04 ANS-21 a strength with a comma is not filled in from the directory as another number: it stays empty, and that is said', async () => {
  const { user, answer } = ask('MedInfo', [], 'Zocor,10 mg,2');
  answer(searchDrugs, {
    results: [{ brandName: 'Lasix', genericName: 'furosemide', strength: '2,5 mg', dosageForm: 'tablet', ndc: '1' }],
  });
  await user.write(await box('Find in the medication directory'), 'lasi');
  await user.click(await screen.findByRole('button', { name: 'Lasix 2,5 mg, tablet, NDC 1' }));
  expect(last()).toBe('Lasix,,2');
  const said = 'Not filled in because of a comma or a pipe: Strength “2,5 mg”. Please enter it yourself.';
  expect(screen.getByText(said)).toBeDefined();
});

test.each(['AdditionalMed', 'DrugAllergy', 'UserGoals'] as const)('ANS-06 ANS-08 %s shows its table', async (type) => {
  ask(type);
  expect(await screen.findByText(`A table of ${type}`)).toBeDefined();
});
test.each([
  ['TextInput', [], 'How are you?', 'It clears the later answers. Please answer this question.'],
  ['Numeric', ['0-3'], 'How are you?', 'Please answer this question. From 0 to 3 It clears the later answers.'],
  ['MedInfo', [], 'Name', 'Please answer this question. It clears the later answers.'],
  ['MedInfo', [], 'Strength', 'Please answer this question. It clears the later answers.'],
  ['MedInfo', [], 'Number of pills', 'It clears the later answers.'],
  ['MedList', [], 'Medication 1', 'Please answer this question. It clears the later answers.'],
] as const)('OPN-44 what is said of a question, and what is wrong, is tied to its field: %s %j "%s"', async (...of) => {
  const [type, options, name, description] = of;
  ask(type, options, '', 'Please answer this question.');
  expect(await screen.findByRole('textbox', { name, description })).toBeDefined();
});
test.each([
  ['MC', 'radiogroup'],
  ['Checkbox', 'group'],
] as const)('OPN-44 what is said of a question, and what is wrong, is tied to its options: %s', async (type, role) => {
  ask(type, ['Well', 'Badly'], '', 'Please answer this question.');
  const description = 'It clears the later answers. Please answer this question.';
  expect(await screen.findByRole(role, { name: 'How are you?', description })).toBeDefined();
});
test('OPN-44 a note of the field itself comes to what else is tied to it, and goes', async () => {
  const { user } = ask('MedList');
  const line = await box('Medication 1');
  await user.type(line, 'a|');
  const left = 'No commas or pipes: “|” was left out. Please check what is left.';
  screen.getByRole('textbox', { name: 'Medication 1', description: `${left} It clears the later answers.` });
  await user.clear(line);
  screen.getByRole('textbox', { name: 'Medication 1', description: 'It clears the later answers.' });
});

test('where it is printed, the text of an answer stands on the paper whole, whatever of it its field has room for', async () => {
  const text = `${'A long story. '.repeat(40)}\nAnd its end.`;
  const { container } = ask('TextInput', [], text);
  await box('How are you?');
  const onPaper = () => [...container.querySelectorAll('.whole-on-paper')].map(({ textContent }) => textContent);
  expect(onPaper()).toEqual([]);
  window.dispatchEvent(new Event('beforeprint'));
  expect(onPaper()).toEqual([text]);
  window.dispatchEvent(new Event('afterprint'));
  expect(onPaper()).toEqual([]);
});

test('ANS-06 a label asks for nothing', async () => {
  const { container } = ask('Label');
  await screen.findByRole('heading', { name: 'How are you?' });
  expect(container.querySelector('input, textarea, button')).toBeNull();
});

test.each([
  ['MedList', ' a | |b', 'a|b', 'a, b'],
  ['MedList', '|', '', ''],
  ['MedInfo', ' a , 1 mg ,', 'a,1 mg', 'a 1 mg'],
  ['MedInfo', 'a,1 mg,1', 'a,1 mg,1', 'a 1 mg, 1 pill'],
  ['MedInfo', 'a,1 mg,2', 'a,1 mg,2', 'a 1 mg, 2 pills'],
  ['MedInfo', ',,', '', ''],
  ['Checkbox', 'a|b', 'a|b', 'a, b'],
  ['TextInput', ' a, b ', 'a, b', 'a, b'],
  ['Numeric', ' 3,5 ', '3.5', '3,5'],
  ['Numeric', '3,500', '3,500', '3,500'],
  ['Numeric', '1.234,5', '1.234,5', '1.234,5'],
] as const)('OPC-28 the %s "%s" is sent as "%s" and read as "%s"', (type, answer, sent, shown) => {
  expect([tidy(type, answer), shownAnswer(type, answer)]).toEqual([sent, shown]);
});
