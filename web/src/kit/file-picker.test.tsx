import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Around } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { FilePicker } from './FilePicker.tsx';

function open() {
  const onChange = vi.fn();
  render(
    <Around>
      <FilePicker label="File" onChange={onChange} />
    </Around>,
  );
  return { user: newUser(), field: screen.getByLabelText<HTMLInputElement>('File'), onChange };
}
const file = new File(['a'], 'a.csv');

test('a file that is chosen a second time is told a second time', async () => {
  const { user, field, onChange } = open();
  await user.upload(field, file);
  await user.upload(field, file);
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(field.files?.[0]?.name).toBe('a.csv');
});

test('who closes the question without a choice keeps the file, and nothing is told', async () => {
  const { user, field, onChange } = open();
  await user.upload(field, file);
  await user.click(field);
  expect(field.files).toHaveLength(0);
  field.dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(field.files?.[0]?.name).toBe('a.csv');
  expect(onChange).toHaveBeenCalledTimes(1);
});
