import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Around } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { FrequencyField } from './FrequencyField.tsx';
import { NumberListField } from './NumberListField.tsx';
import { emptyPattern, type Pattern, PatternField } from './PatternField.tsx';
import { StrictField } from './StrictField.tsx';

function openFrequency(start: string | null = null) {
  const handed: (string | null)[] = [];
  function Screen() {
    const [value, setValue] = useState(start);
    return (
      <FrequencyField
        label="Repeat every"
        value={value}
        onChange={(next) => {
          handed.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Screen />, { wrapper: Around });
  return { user: newUser(), handed };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const period = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' });

test('INP-01 INP-02 SCN-08 DAT-17 a frequency is a number and a day, week or month, handed over as "3d", "2w" or "1M"', async () => {
  const { user, handed } = openFrequency();
  expect([...period().options].map((option) => option.text)).toEqual(['day', 'week', 'month']);
  await user.type(box('Repeat every'), '3');
  await user.selectOptions(period(), 'week');
  await user.selectOptions(period(), 'month');
  expect(handed).toEqual(['3d', '3w', '3M']);
});

test.each([
  ['2w', '2', 'week'],
  ['1M', '1', 'month'],
  ['0d', '0', 'day'],
])('INP-03 "%s" is shown as %s and %s', (value, number, word) => {
  openFrequency(value);
  expect([box('Repeat every').value, period().selectedOptions[0]?.text]).toEqual([number, word]);
});

test('INP-04 SER-31 a negative number is told, zero is fine', async () => {
  const { user, handed } = openFrequency();
  await user.type(box('Repeat every'), '-1');
  screen.getByText('Number must be non-negative');
  await user.clear(box('Repeat every'));
  await user.type(box('Repeat every'), '0');
  expect(screen.queryByText('Number must be non-negative')).toBeNull();
  expect(handed.at(-1)).toBe('0d');
});

test('OPN-72 an empty field hands over nothing, and a fraction is told', async () => {
  const { user, handed } = openFrequency('2w');
  await user.clear(box('Repeat every'));
  expect(handed).toEqual([null]);
  await user.type(box('Repeat every'), '1.5');
  screen.getByText('must be a whole number');
  expect(handed.at(-1)).toBeNull();
});

function openPattern(start: Pattern = emptyPattern) {
  const handed: Pattern[] = [];
  function Screen() {
    const [value, setValue] = useState(start);
    return (
      <PatternField
        label="Pattern"
        value={value}
        onChange={(next) => {
          handed.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Screen />, { wrapper: Around });
  return { user: newUser(), handed };
}

test('INP-05 INP-06 DAT-17 a pattern has start, every and end, which take digits alone and say what they left out', async () => {
  const { user, handed } = openPattern();
  await user.type(box('Start'), '1a-.2');
  screen.getByText('Digits only: “.” was left out. Please check the number.');
  await user.type(box('Every'), '3');
  await user.type(box('End'), '40');
  expect(box('Start').value).toBe('12');
  // 1a-.2 may have been 1.2.
  expect(handed.at(-1)).toEqual({ start: null, every: 3, end: 40 });
  await user.type(box('Start'), '{Backspace}2');
  expect(handed.at(-1)).toEqual({ start: 12, every: 3, end: 40 });
});

test('INP-05 what was left out stays told when the field is left, until it is changed; only then it is told what else is wrong', async () => {
  const { user } = openPattern({ start: 5, every: 1, end: null });
  const told = () => screen.queryByText(/Digits only: “,” was left out\. Please check the number/);
  await user.type(box('End'), '1,');
  expect(told()).not.toBeNull();
  await user.tab();
  expect(told()?.textContent).toBe(
    'Digits only: “,” was left out. Please check the number, and change it or enter it again.',
  );
  await user.type(box('End'), '{Backspace}3');
  expect(told()).toBeNull();
  screen.getByText('End must not be before start');
});

/** A form with a field for digits; `onEnter` makes Enter put what stands there into a list of its own. */
function openForm(onEnter = false) {
  const sent: string[] = [];
  const listed: string[] = [];
  function Screen() {
    const [value, setValue] = useState('');
    const [isShown, setShown] = useState(true);
    return (
      <form
        aria-label="Order"
        onSubmit={(event) => {
          event.preventDefault();
          sent.push(value);
        }}
      >
        {isShown && (
          <StrictField
            label="Days"
            allowed={{ keep: (typed) => typed.replace(/\D/g, ''), refused: /\D/g, only: 'Digits only' }}
            value={value}
            onChange={setValue}
            onKeyDown={(event) => {
              if (!onEnter || event.key !== 'Enter') return;
              event.preventDefault();
              if (value !== '') listed.push(value);
              setValue('');
            }}
          />
        )}
        <input aria-label="Note" />
        <button type="button" onClick={() => setShown(!isShown)}>
          Turn the page
        </button>
        <button type="button" onClick={() => setValue('7')}>
          As last time
        </button>
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Screen />, { wrapper: Around });
  const user = newUser();
  return { user, sent, listed, send: () => user.click(screen.getByRole('button', { name: 'Send' })) };
}

test('INP-05 what left something out keeps the form around it from being sent, by key, by button and by call, until it is changed', async () => {
  const { user, sent, send } = openForm();
  const days = box('Days');
  await user.type(days, '1.5{Enter}');
  await user.type(box('Note'), 'x{Enter}');
  expect(document.activeElement).toBe(days);
  await send();
  act(() => screen.getByRole<HTMLFormElement>('form', { name: 'Order' }).requestSubmit());
  expect(sent).toEqual([]);
  screen.getByText('Digits only: “.” was left out. Please check the number, and change it or enter it again.');
  await user.type(days, '{Backspace}{Enter}');
  expect(sent).toEqual(['1']);
});

test('INP-05 what is left out anew holds the form anew; a field that stays empty holds it once', async () => {
  const { user, sent, send } = openForm();
  const days = box('Days');
  await user.type(days, 'x');
  await send();
  expect(sent).toEqual([]);
  await user.type(days, '7');
  await send();
  await user.type(days, '.5');
  await send();
  await user.clear(days);
  await user.type(days, '8');
  await send();
  expect(sent).toEqual(['7', '8']);
  await user.clear(days);
  await user.type(days, '-');
  await send();
  expect(sent).toEqual(['7', '8']);
  await send();
  expect(sent).toEqual(['7', '8', '']);
});

test('INP-05 Enter takes nothing into a list of which something was left out, before it is changed', async () => {
  const { user, sent, listed, send } = openForm(true);
  await user.type(box('Days'), '1.5{Enter}');
  expect([listed, box('Days').value]).toEqual([[], '15']);
  await user.type(box('Days'), '{Backspace}{Enter}');
  expect([listed, box('Days').value]).toEqual([['1'], '']);
  expect(screen.queryByText(/^Digits only/)).toBeNull();
  await send();
  expect(sent).toEqual(['']);
});

test.each([
  ['typed', '1.5'],
  ['left', '1.5{Tab}'],
  ['sent', '1.5{Enter}'],
  ['typed on', '.15'],
])(
  'INP-05 where something was left out and the field was %s, it is empty when it is shown anew: 1.5 is never 15',
  async (_, keys) => {
    const { user, sent, send } = openForm();
    await user.type(box('Days'), keys);
    expect(box('Days').value).toBe('15');
    const turn = () => user.click(screen.getByRole('button', { name: 'Turn the page' }));
    await turn();
    await turn();
    expect(box('Days').value).toBe('');
    expect(screen.queryByText(/^Digits only/)).toBeNull();
    await send();
    expect(sent).toEqual(['']);
  },
);

test('INP-05 what is pasted and refused takes what stood there out of the form, and leaves it in sight', async () => {
  const { user, sent, send } = openForm();
  await user.type(box('Days'), '12');
  await user.paste('1.5');
  await send();
  expect([box('Days').value, sent]).toEqual(['12', []]);
  await user.click(screen.getByRole('button', { name: 'Turn the page' }));
  await send();
  expect(sent).toEqual(['']);
});

test('INP-05 another number that the form sets is shown instead, and sent', async () => {
  const { user, sent, send } = openForm();
  await user.type(box('Days'), '1.5');
  await user.click(screen.getByRole('button', { name: 'As last time' }));
  expect(box('Days').value).toBe('7');
  expect(screen.queryByText(/^Digits only/)).toBeNull();
  await send();
  expect(sent).toEqual(['7']);
});

test('INP-05 nothing is taken out of a field that is only read', async () => {
  const handed: string[] = [];
  render(
    <StrictField
      label="Days"
      readOnly
      allowed={{ keep: (typed) => typed.replace(/\D/g, ''), refused: /\D/g, only: 'Digits only' }}
      value="12"
      onChange={(kept) => handed.push(kept)}
    />,
    { wrapper: Around },
  );
  fireEvent.paste(box('Days'), { clipboardData: { getData: () => '1.5' } });
  expect([box('Days').value, handed]).toEqual(['12', []]);
});

test('OPN-73 an end before the start is told', async () => {
  const { user } = openPattern({ start: 5, every: 1, end: null });
  await user.type(box('End'), '3');
  screen.getByText('End must not be before start');
  await user.type(box('End'), '0');
  expect(screen.queryByText('End must not be before start')).toBeNull();
});

function openNumbers(start: number[] = []) {
  const handed: number[][] = [];
  function Screen() {
    const [value, setValue] = useState(start);
    return (
      <NumberListField
        label="Scores"
        value={value}
        onChange={(next) => {
          handed.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Screen />, { wrapper: Around });
  return { user: newUser(), handed };
}

test('INP-07 OPN-74 comma, space and Enter add a number; a second of the same is dropped; decimals are fine', async () => {
  const { user, handed } = openNumbers();
  await user.type(box('Scores'), '0, 7 7 2.5{Enter}');
  expect(handed.at(-1)).toEqual([0, 7, 2.5]);
  expect(box('Scores').value).toBe('');
});

test.each(['-1', 'abc', '1e5'])('INP-07 "%s" is refused and stays to be mended', async (text) => {
  const { user, handed } = openNumbers([7]);
  await user.type(box('Scores'), `${text}{Enter}`);
  screen.getByText('must be a number of 0 or more');
  expect(box('Scores').value).toBe(text);
  expect(handed).toEqual([]);
});

test('OPN-74 a number is removed by its button and by Backspace; a pasted list is taken apart', async () => {
  const { user, handed } = openNumbers([1, 2]);
  await user.click(screen.getByRole('button', { name: 'Remove 1' }));
  expect(handed.at(-1)).toEqual([2]);
  fireEvent.change(box('Scores'), { target: { value: '4, 5,6 ' } });
  expect(handed.at(-1)).toEqual([2, 4, 5, 6]);
  await user.type(box('Scores'), '{Backspace}');
  expect(handed.at(-1)).toEqual([2, 4, 5]);
});
