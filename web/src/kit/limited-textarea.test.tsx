import { render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { Around } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { LimitedTextarea } from './LimitedTextarea.tsx';
import { LimitedTextInput } from './LimitedTextInput.tsx';
import { actsAsForm, StrictField } from './StrictField.tsx';
import { SuggestField } from './SuggestField.tsx';

const sent: string[] = [];
function Form() {
  const [note, setNote] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(note);
      }}
    >
      <LimitedTextarea
        label="Note"
        most={1_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <button type="submit">Send</button>
    </form>
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });

test('a text that is too long is pasted whole, says by how much, and is not sent before it is shortened', async () => {
  sent.length = 0;
  render(<Form />, { wrapper: Around });
  const user = newUser();
  await user.write(field(), 'x'.repeat(2_250));
  expect(field().value).toBe('x'.repeat(2_250));
  screen.getByText('Too long: it has 2,250 characters, and 1,000 at most are kept. Please shorten it by 1,250.');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(field());
  await user.clear(field());
  await user.write(field(), 'short');
  expect(screen.queryByText(/^Too long/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['short']);
});

const allowed = { keep: (typed: string) => typed, refused: /,/g, only: 'No commas' };
test.each<[string, (value: string, write: (text: string) => void) => ReactNode]>([
  [
    'a line',
    (value, write) => (
      <LimitedTextInput label="Name" most={10} value={value} onChange={(event) => write(event.currentTarget.value)} />
    ),
  ],
  [
    'a line that leaves characters out',
    (value, write) => <StrictField label="Name" most={10} allowed={allowed} value={value} onChange={write} />,
  ],
  [
    'a line with a list to choose from',
    (value, write) => <SuggestField label="Name" most={10} value={value} options={[]} onType={write} onPick={write} />,
  ],
])(
  '%s that is too long is pasted whole, says by how much, and is not sent before it is shortened',
  async (_, field) => {
    const kept: string[] = [];
    function Named() {
      const [name, setName] = useState('');
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            kept.push(name);
          }}
        >
          {field(name, setName)}
          <button type="submit">Send</button>
        </form>
      );
    }
    render(<Named />, { wrapper: Around });
    const user = newUser();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.write(name, 'x'.repeat(11));
    expect(name.value).toBe('x'.repeat(11));
    screen.getByText('Too long: it has 11 characters, and 10 at most are kept. Please shorten it by 1.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect([kept, document.activeElement]).toEqual([[], name]);
    await user.type(name, '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(kept).toEqual(['x'.repeat(10)]);
  },
);

test('a form that lies within what acts as one is sent, though a text beside it is too long', async () => {
  const closed: string[] = [];
  function Both() {
    const [note, setNote] = useState('');
    return (
      <section {...{ [actsAsForm]: true }}>
        <LimitedTextarea
          label="Note"
          most={10}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            closed.push('flag');
          }}
        >
          <button type="submit">Close flag</button>
        </form>
      </section>
    );
  }
  render(<Both />, { wrapper: Around });
  const user = newUser();
  await user.write(field(), 'x'.repeat(11));
  screen.getByText(/^Too long/);
  await user.click(screen.getByRole('button', { name: 'Close flag' }));
  expect(closed).toEqual(['flag']);
});

test.each([
  ['as many characters as there can be', 'x'.repeat(1_000), false],
  ['one more', 'x'.repeat(1_001), true],
  ['blanks at the ends, which are not kept', ` ${'x'.repeat(1_000)}\n`, false],
  ['characters of two units each', '💊'.repeat(1_000), false],
])('of %s the field says what the server would', async (_, text, isTooLong) => {
  render(<Form />, { wrapper: Around });
  await newUser().write(field(), text);
  expect(field().value).toBe(text);
  expect(screen.queryByText(/^Too long/) !== null).toBe(isTooLong);
});
