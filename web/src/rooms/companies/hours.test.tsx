import { MantineProvider } from '@mantine/core';
import { type Hours, usualHours } from '@portal/contract/companies/brand-rules.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { HoursFields } from './HoursFields.tsx';

function Brand() {
  const [hours, setHours] = useState<Hours>(usualHours);
  return <HoursFields value={hours} isKept={false} onChange={setHours} />;
}

test('BST-06 BST-07 a time that is typed anew leaves the other time of its day as it is', () => {
  render(<Brand />, { wrapper: MantineProvider });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const monday = () => [field('Monday opens at').value, field('Monday closes at').value];
  expect(monday()).toEqual(['08:00', '19:00']);
  // A browser tells nothing of a time while its hour is missing.
  type('Monday opens at', '');
  expect(monday()).toEqual(['', '19:00']);
  type('Monday opens at', '09:00');
  type('Monday closes at', '');
  expect(monday()).toEqual(['09:00', '']);
  type('Monday closes at', '17:30');
  expect(monday()).toEqual(['09:00', '17:30']);
});
