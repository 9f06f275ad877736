import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { Dialog } from './Dialog.tsx';

const handed = vi.fn<(day: string | null) => void>();

function Form(props: Partial<DateFieldProps>) {
  const [day, setDay] = useState<string | null>(props.value ?? null);
  return (
    <DateField
      label="Date of Birth"
      display="DD/MM/YYYY"
      {...props}
      value={day}
      onChange={(next) => {
        setDay(next);
        handed(next);
      }}
    />
  );
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Date of Birth/ });

test('INP-08 PAR-20 typing 05032024 shows 05/03/2024 and hands over 2024-03-05', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '05032024');
  expect(box().value).toBe('05/03/2024');
  expect(handed).toHaveBeenLastCalledWith('2024-03-05');
});

test('PAR-20 a day can be corrected from its end', async () => {
  const { user } = show(<Form value="1980-03-05" />);
  expect(box().value).toBe('05/03/1980');
  await user.type(box(), '{Backspace}1');
  expect(handed).toHaveBeenLastCalledWith('1981-03-05');
});

test('SCN-05 CON-16 where months have names, digits and names may both be typed', async () => {
  const { user } = show(<Form display="DD-MMM-YYYY" />);
  await user.type(box(), '05/03/2026');
  await user.tab();
  expect(box().value).toBe('05-Mar-2026');
  await user.clear(box());
  expect(handed).toHaveBeenLastCalledWith(null);
  await user.type(box(), '7-apr-2026');
  expect(handed).toHaveBeenLastCalledWith('2026-04-07');
});

test.each([
  ['DD/MM/YYYY', '29/02/2023', true],
  ['DD/MM/YYYY', '31/04/2026', true],
  ['DD-MMM-YYYY', '30-Feb-2028', true],
  ['DD-MMM-YYYY', '31022026', true],
  ['DD-MMM-YYYY', '2026-02-31', true],
  ['DD/MM/YYYY', '12/25/2026', false],
  ['DD-MMM-YYYY', '12-Foo-2026', false],
  ['DD/MM/YYYY', '31/02', false],
] as const)(
  'in a field for %s, %s is told to be no day only where the day is what is wrong: %s',
  async (display, typed, isNoDay) => {
    const { user } = show(<Form display={display} />);
    await user.type(box(), typed);
    await user.tab();
    expect(screen.queryAllByText(`There is no such day: ${typed}. Please check the date.`)).toHaveLength(
      isNoDay ? 1 : 0,
    );
    expect(screen.queryAllByText(`Please enter a date as ${display}`)).toHaveLength(isNoDay ? 0 : 1);
  },
);

test('PAR-19 a day that does not exist is handed over as none, and the field says so', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '31/02/2024');
  await user.tab();
  expect(handed).not.toHaveBeenLastCalledWith(expect.any(String));
  expect(screen.getByText('There is no such day: 31/02/2024. Please check the date.')).toBeDefined();
  expect(box().value).toBe('31/02/2024');
});

test('a day can be picked from the calendar', async () => {
  const { user } = show(<Form value="2024-03-05" />);
  await user.click(screen.getByRole('button', { name: 'Date of Birth: open calendar' }));
  const calendar = await screen.findByRole('dialog');
  await user.click(within(calendar).getByRole('button', { name: /^12 March 2024/ }));
  expect(handed).toHaveBeenLastCalledWith('2024-03-12');
  expect(box().value).toBe('12/03/2024');
});

test('the calendar says which day, month and year are chosen, and which day is today', async () => {
  const now = new Date();
  const day = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
  const chosenDate = now.getDate() === 15 ? 16 : 15;
  const { user } = show(<Form value={`${day}-${chosenDate}`} />);
  await user.click(screen.getByRole('button', { name: 'Date of Birth: open calendar' }));
  const calendar = within(await screen.findByRole('dialog'));
  const pressed = () => calendar.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
  expect(pressed()).toEqual([String(chosenDate)]);
  expect(calendar.getAllByRole('button', { current: 'date' }).map((one) => one.textContent)).toEqual([
    String(now.getDate()),
  ]);
  await user.click(calendar.getByRole('button', { name: new RegExp(`^\\w+ ${now.getFullYear()}$`) }));
  expect(pressed()).toEqual([now.toLocaleString('en', { month: 'short' })]);
  await user.click(calendar.getByRole('button', { name: String(now.getFullYear()) }));
  expect(pressed()).toEqual([String(now.getFullYear())]);
});

test('a calendar without a chosen day says of none that it is', async () => {
  const { user } = show(<Form />);
  await user.click(screen.getByRole('button', { name: 'Date of Birth: open calendar' }));
  const calendar = within(await screen.findByRole('dialog'));
  expect(calendar.getAllByRole('button', { current: 'date' })).toHaveLength(1);
  expect(calendar.queryAllByRole('button', { pressed: true })).toEqual([]);
});

test('Escape closes the calendar first and the dialog around it only after that', async () => {
  const close = vi.fn<() => void>();
  const { user } = show(
    <Dialog opened title="Add" onClose={close}>
      <Form value="2024-03-05" />
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Date of Birth: open calendar' }));
  const day = await screen.findByRole('button', { name: /^12 March 2024/ });
  day.focus();
  await user.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /^12 March 2024/ })).toBeNull();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
});
