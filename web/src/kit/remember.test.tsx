import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetAll, useKept } from './remember.ts';

const listed: readonly { text: string }[] = [];
const upper = (list: typeof listed) => list.map(({ text }) => ({ text: text.toUpperCase() }));
function List() {
  const [list, write] = useKept('3 list 7', listed, upper);
  return (
    <button type="button" onClick={() => write([{ text: 'anew' }])}>
      {list.length === 0 ? 'Nothing' : list.map(({ text }) => text)}
    </button>
  );
}

function Draft() {
  const [text, write] = useKept('3 draft 7', '');
  return (
    <button type="button" onClick={() => write('About a patient')}>
      {text === '' ? 'Nothing' : text}
    </button>
  );
}

test('SES-07 what is forgotten while it is on the screen is neither in the tab nor in memory any more', () => {
  const shown = render(<Draft />);
  act(() => screen.getByRole('button').click());
  expect(screen.getByRole('button').textContent).toBe('About a patient');
  expect(Object.values(sessionStorage)).toEqual(['"About a patient"']);
  act(() => forgetAll());
  expect(screen.getByRole('button').textContent).toBe('Nothing');
  expect(sessionStorage).toHaveLength(0);
  shown.unmount();
  render(<Draft />);
  expect(screen.getByRole('button').textContent).toBe('Nothing');
});

test.each(['[{"text":"half a li', '', '{}', '"text"', 'null', '[null]', '[{"text":5}]'])(
  'what a tab has kept and is damaged, %s, is forgotten, and the next is kept',
  (damaged) => {
    sessionStorage.setItem('portal.kept.3 list 7', damaged);
    render(<List />);
    expect(screen.getByRole('button').textContent).toBe('Nothing');
    expect(sessionStorage).toHaveLength(0);
    act(() => screen.getByRole('button').click());
    expect(screen.getByRole('button').textContent).toBe('anew');
    expect(Object.values(sessionStorage)).toEqual(['[{"text":"anew"}]']);
  },
);
