import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { monthOf } from './month.ts';
import { MonthCalendar } from './MonthCalendar.tsx';
import { today } from './today.ts';

const asked = vi.fn<(month: string) => void>();

function Visits() {
  const [month, setMonth] = useState('2024-01');
  const goTo = (next: string) => {
    asked(next);
    setMonth(next);
  };
  return <MonthCalendar label="Visits" month={month} onMonth={goTo} on={() => null} empty="No visits" />;
}

test('"This month" leads back to the month of today, keeps the focus, and has nothing to do there', async () => {
  const { user } = show(<Visits />);
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'This month' });
  expect(screen.getByRole('heading').textContent).toBe('Visits: January 2024');
  expect(button().getAttribute('aria-disabled')).toBe('false');
  await user.click(button());
  expect(asked.mock.calls).toEqual([[monthOf(today())]]);
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await user.click(button());
  expect(asked).toHaveBeenCalledOnce();
});
