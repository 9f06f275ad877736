import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { renderPage } from '#test/portal.tsx';
import { PriceDialog } from './PriceDialog.tsx';

test('PRC-14 a price that begins in an impossible year cannot be sent, and its field says why', async () => {
  const page = renderPage(
    <PriceDialog
      opened
      about="Northgate Pharmacy"
      start={{ drugPrice: '12.50', shippingFee: '4', dispenseFee: '0', currency: 'USD', effectiveDate: '2026-03-05' }}
      busy={false}
      onClose={() => {}}
      onSend={() => Promise.resolve()}
    />,
  );
  const day = await screen.findByRole('textbox', { name: 'Effective date' });
  const cannotSend = () => isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }));
  expect(cannotSend()).toBe(false);
  for (const [typed, problem] of [
    ['05-Mar-2206', 'must lie between 01-Jan-1900 and 31-Dec-2199'],
    ['05-Mar-0206', 'must lie between 01-Jan-1900 and 31-Dec-2199'],
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

test('what a field for money leaves out it says, and it takes nothing of a paste that holds more than a number', async () => {
  const page = renderPage(
    <PriceDialog
      opened
      about="Northgate Pharmacy"
      start={{ drugPrice: '', shippingFee: '4', dispenseFee: '0', currency: 'USD', effectiveDate: '2026-03-05' }}
      busy={false}
      onClose={() => {}}
      onSend={() => Promise.resolve()}
    />,
  );
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
  await page.user.tab();
  expect(screen.queryByText(/^Digits and one point only/)).toBeNull();
});
