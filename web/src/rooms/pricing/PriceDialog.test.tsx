import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { expect, test } from 'vitest';
import { serverDay } from '#api/clock.ts';
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import { isOff } from '#test/buttons.ts';
import { renderPage } from '#test/portal.tsx';
import { PriceDialog } from './PriceDialog.tsx';

type Props = ComponentProps<typeof PriceDialog>;
const open = (start: Partial<Props['start']> = {}, more: Partial<Props> = {}) =>
  renderPage(
    <PriceDialog
      opened
      about="Northgate Pharmacy"
      unit="Bottle"
      start={{
        drugPrice: '12.50',
        shippingFee: '4',
        dispenseFee: '0',
        currency: 'USD',
        quantityUnit: 'Bottle',
        effectiveDate: '2026-03-05',
        ...start,
      }}
      busy={false}
      onClose={() => {}}
      onSend={() => Promise.resolve()}
      {...more}
    />,
  );

test('PRC-14 a price that begins in an impossible year cannot be sent, and its field says why', async () => {
  const page = open();
  const day = await screen.findByRole('textbox', { name: 'Effective date' });
  const cannotSend = () => isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }));
  expect(cannotSend()).toBe(false);
  for (const [typed, problem] of [
    ['05-Mar-2206', 'Effective date must lie between 01-Jan-1900 and 31-Dec-2199.'],
    ['05-Mar-0206', 'Effective date must lie between 01-Jan-1900 and 31-Dec-2199.'],
    ['', 'is required'],
  ] as const) {
    await page.user.click(day);
    fireEvent.change(day, { target: { value: typed } });
    await page.user.tab();
    expect(screen.getByText(problem)).toBeDefined();
    expect(cannotSend()).toBe(true);
  }
  fireEvent.change(day, { target: { value: '31-Dec-2199' } });
  expect(screen.queryByText(/must lie|is required/)).toBeNull();
  expect(cannotSend()).toBe(false);
});

test('PRC-13 a price of today or of earlier is said to count for what was sent since; one of a later day is not', async () => {
  const page = open({ effectiveDate: serverDay() });
  const day = await screen.findByRole('textbox', { name: 'Effective date' });
  for (const [effective, isSaid] of [
    [serverDay(), true],
    ['2020-10-01', true],
    [plusDays(serverDay(), 1), false],
  ] as const) {
    fireEvent.change(day, { target: { value: asDay(effective) } });
    await page.user.click(screen.getByRole('button', { name: 'Update' }));
    const question = await screen.findByRole('dialog', { name: 'Set this price?' });
    expect(question.textContent).toContain(` from ${asDay(effective)}, with a shipping fee`);
    const sentence = `What was asked for in the unit “Bottle” and sent since ${asDay(effective)} is invoiced at this price too.`;
    expect(question.textContent?.includes(sentence)).toBe(isSaid);
    expect(question.textContent?.includes('invoiced')).toBe(isSaid);
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Set this price?' })).toBeNull());
  }
});

test.each([
  [
    null,
    [],
    'What was asked for in the unit “Bottle” and sent since 01-Feb-2026 is invoiced at this price too. Where a price is agreed with the sponsor of the trial, that one counts instead.',
  ],
  [
    null,
    ['2026-05-01', '2026-03-15', '2026-01-01'],
    'What was asked for in the unit “Bottle” and sent since 01-Feb-2026 and before 15-Mar-2026 is invoiced at this price too. From 15-Mar-2026 another price counts. Where a price is agreed with the sponsor of the trial, that one counts instead.',
  ],
  [
    'Solvane',
    [],
    'What was asked for in the unit “Bottle” and sent since 01-Feb-2026 is invoiced at this price too. It counts for what was sent while the trial was Solvane’s.',
  ],
] as const)(
  'PRC-13 OPS-41 of a price that counts already it is said until when, and which goes before it (%s, %s)',
  async (sponsor, days, said) => {
    const others = days.map((effectiveDate) => ({ effectiveDate, quantityUnit: 'Bottle' }));
    const page = open({ effectiveDate: '2026-02-01' }, { others, sponsor });
    await page.user.click(await screen.findByRole('button', { name: 'Update' }));
    expect(within(await screen.findByRole('dialog', { name: 'Set this price?' })).getByText(said)).toBeDefined();
  },
);

test.each([
  [
    'over those that ended together, and not where it takes the place of one',
    ['2026-02-01 2026-06-15', '2026-03-10 2026-06-15', '2026-01-01 2026-06-15'],
    [],
    'From 10-Mar-2026 to 15-Jun-2026 a price that has ended counts instead.',
  ],
  [
    'until the next one',
    ['2026-05-20 2026-06-15', '2026-03-10 2026-05-01'],
    ['2026-04-15'],
    'From 10-Mar-2026 to 14-Apr-2026 a price that has ended counts instead. From 15-Apr-2026 another price counts.',
  ],
  [
    'each by itself',
    ['2026-03-10 2026-03-20', '2026-03-15 2026-03-18', '2026-05-01 2026-05-01'],
    [],
    'From 10-Mar-2026 to 20-Mar-2026 a price that has ended counts instead. From 01-May-2026 to 01-May-2026 a price that has ended counts instead.',
  ],
] as const)(
  'PRC-13 OPS-41 what an ended price keeps of the days of a new one is said: %s',
  async (_, ended, days, said) => {
    const quantityUnit = 'Bottle';
    const others = [
      ...days.map((effectiveDate) => ({ effectiveDate, quantityUnit })),
      ...ended.map((span) => {
        const [effectiveDate = '', endedOn = ''] = span.split(' ');
        return { effectiveDate, endedOn, quantityUnit };
      }),
    ];
    const page = open({ effectiveDate: '2026-02-01' }, { others });
    await page.user.click(await screen.findByRole('button', { name: 'Update' }));
    const question = await screen.findByRole('dialog', { name: 'Set this price?' });
    expect(question.textContent).toContain(`is invoiced at this price too. ${said} Where a price`);
  },
);

test('what a field for money leaves out it says, and it takes nothing of a paste that holds more than a number', async () => {
  const page = open({ drugPrice: '' });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
  const said = (left: string) => `Digits and one point only: “${left}” was left out. Please check the number.`;
  await page.user.type(price, '1e3');
  expect(price.value).toBe('13');
  expect(screen.getByText(said('e'))).toBeDefined();
  await page.user.clear(price);
  await page.user.paste('12.50 USD');
  expect(price.value).toBe('');
  expect(screen.getByText(said('12.50 USD'))).toBeDefined();
  await page.user.paste('12,50');
  expect(price.value).toBe('12.50');
  expect(screen.queryByText(/^Digits and one point only/)).toBeNull();
  await page.user.type(price, 'e');
  await page.user.tab();
  expect(screen.getByText(/^Digits and one point only: “e” was left out\./)).toBeDefined();
  await page.user.type(price, '{Backspace}');
  expect(screen.queryByText(/^Digits and one point only/)).toBeNull();
});

test('PRC-13 a price of which something was left out is not asked about before it is changed: 1e3 is not 13', async () => {
  const page = open({ drugPrice: '' });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
  const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });
  await page.user.type(price, '1e3{Enter}');
  // As long as it stands there, it is no price yet (PRC-11).
  expect(isOff(update)).toBe(true);
  await page.user.click(update);
  expect(screen.getByText(/“e” was left out\. Please check the number, and change it/)).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Set this price?' })).toBeNull();
  await page.user.clear(price);
  await page.user.type(price, '1000');
  await page.user.click(update);
  expect((await screen.findByRole('dialog', { name: 'Set this price?' })).textContent).toContain('1,000.00 USD');
});

test('a price is that of one unit; where the product has another one by now it is asked for again, which the field says, what else was typed stays, and the question does not come back by itself with the unit of before', async () => {
  const sent: object[] = [];
  const dialog = (unit: string) => (
    <PriceDialog
      opened
      about="Northgate Pharmacy"
      start={{
        drugPrice: '',
        shippingFee: '4',
        dispenseFee: '0',
        currency: 'USD',
        quantityUnit: 'Capsules',
        effectiveDate: '2026-03-05',
      }}
      unit={unit}
      others={[
        { effectiveDate: '2026-03-20', quantityUnit: 'Capsules' },
        { effectiveDate: '2026-03-10', quantityUnit: 'Bottle' },
      ]}
      busy={false}
      onClose={() => {}}
      onSend={(price) => Promise.resolve(void sent.push(price))}
    />
  );
  /** Its product is given another unit while it is open. */
  function Changing() {
    const [unit, setUnit] = useState('Capsules');
    return (
      <>
        {dialog(unit)}
        <button type="button" onClick={() => setUnit((now) => (now === 'Bottle' ? 'Capsules' : 'Bottle'))}>
          Change the unit
        </button>
      </>
    );
  }
  const page = renderPage(<Changing />);
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
  const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });
  const question = () => screen.queryByRole('dialog', { name: 'Set this price?' });
  expect(screen.getByText('per Capsule')).toBeDefined();
  await page.user.type(price, '3');
  await page.user.type(screen.getByRole('textbox', { name: 'Dispense fee' }), '.5');
  await page.user.click(update);
  expect((await screen.findByRole('dialog', { name: 'Set this price?' })).textContent).toContain(
    '3.00 USD per Capsule',
  );
  fireEvent.click(screen.getByText('Change the unit'));
  const asked = 'The unit of this product was “Capsules” and is “Bottle” now, so its price has to be entered again.';
  expect(await screen.findByText(asked)).toBeDefined();
  await waitFor(() => expect(question()).toBeNull());
  expect([price.value, isOff(update)]).toEqual(['', true]);
  expect(screen.getByText('per Bottle')).toBeDefined();
  await page.user.type(price, '90');
  expect(screen.queryByText(asked)).toBeNull();
  expect(question()).toBeNull();
  await page.user.click(update);
  const said = within(await screen.findByRole('dialog', { name: 'Set this price?' }));
  expect(said.getByText(/90\.00 USD per Bottle from 05-Mar-2026/)).toBeDefined();
  expect(
    said.getByText(/^What was asked for in the unit “Bottle” and sent since 05-Mar-2026 and before 10-Mar-2026 is/),
  ).toBeDefined();
  expect(said.getByText('What was asked for in another unit is invoiced at the prices of that unit.')).toBeDefined();
  // There and back: nobody is asked about what they have not just entered.
  const change = () => fireEvent.click(screen.getByText('Change the unit'));
  change();
  await waitFor(() => expect(question()).toBeNull());
  expect([price.value, isOff(update)]).toEqual(['', true]);
  change();
  await waitFor(() => expect([price.value, isOff(update)]).toEqual(['90', false]));
  expect(question()).toBeNull();
  await page.user.click(update);
  await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(sent).toEqual([
    {
      drugPrice: '90',
      shippingFee: '4',
      dispenseFee: '0.5',
      currency: 'USD',
      quantityUnit: 'Bottle',
      effectiveDate: '2026-03-05',
    },
  ]);
});
