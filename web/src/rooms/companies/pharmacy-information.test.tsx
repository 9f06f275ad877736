import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { pageData } from '#api/page.ts';
import { PharmacyInformation } from './PharmacyInformation.tsx';

const open = (demoMode?: boolean) => {
  const brand = { ...pageData().brand, ...(demoMode === undefined ? {} : { demoMode }) };
  renderPage(
    <>
      <p>The page</p>
      <PharmacyInformation />
    </>,
    { page: { brand } },
  );
  return screen.findByText('The page');
};

test('SET-02 SET-03 CCN-24 DMO-01 in demo mode the section shows the hours of the pharmacy, as a sample', async () => {
  await open(true);
  screen.getByRole('region', { name: 'Pharmacy Information' });
  expect(screen.getByText('sample for demonstrations')).toBeDefined();
  const hours = screen.getAllByRole('term').map((day) => [day.textContent, day.nextSibling?.textContent]);
  expect(hours).toEqual([
    ['Mon-Thu', '8 am-5 pm CT'],
    ['Fri', '8 am-6 pm CT'],
  ]);
});

test.each([[false], [undefined]])('SET-02 DMO-01 with demo mode %j there is no such section', async (demoMode) => {
  await open(demoMode);
  expect(screen.queryByText('Pharmacy Information')).toBeNull();
});
