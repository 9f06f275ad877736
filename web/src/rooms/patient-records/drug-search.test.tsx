import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { failures } from '@portal/contract/errors.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aNurse } from '#test/patient.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { Allergies, Medications } from './medicines.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const lasix = {
  brandName: 'Lasix',
  genericName: 'furosemide',
  strength: '40 mg',
  dosageForm: 'tablet',
  ndc: '00039-0060',
};
async function open(Part = Medications, results: unknown[] = [lasix], failure?: { status: number; body: object }) {
  const replies: Reply[] = [
    [api.listMedications, { medications: [] }],
    [api.listAllergies, { allergies: [] }],
    [searchDrugs, failure ?? { results }],
  ];
  const page = renderPage(<Part uId={7} />, { viewer: aNurse, replies });
  const user = newUser({ advanceTimers: vi.advanceTimersByTimeAsync.bind(vi) });
  await user.click(await screen.findByRole('button', { name: /^Add/ }));
  const search = await screen.findByRole('textbox', { name: 'Find in the medication directory' });
  return { ...page, user, search };
}

test('DRG-01 CER-21 three characters are too few, and nothing is asked', async () => {
  const page = await open();
  await page.user.write(page.search, 'las');
  expect(await screen.findByText('Enter at least 4 characters')).toBeDefined();
  await pass(3_000);
  expect(page.callsOf(searchDrugs)).toEqual([]);
});

test.each([
  ['medications', Medications],
  ['allergies', Allergies],
])(
  'DRG-02 DRG-05 DRG-07 in the dialog of %s a medication is found by its name, ten at most, and fills in the fields',
  async (_, Part) => {
    const page = await open(Part);
    await page.user.write(page.search, 'lasi');
    await page.user.click(await screen.findByRole('button', { name: 'Lasix 40 mg, tablet, NDC 00039-0060' }));
    expect(page.callsOf(searchDrugs).map(({ query }) => query)).toEqual([{ field: 'name', term: 'lasi', limit: 10 }]);
    const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
    expect([value('Name'), value('Dosage'), value('Description'), value('Notes')]).toEqual([
      'Lasix',
      '40 mg',
      'furosemide, tablet, NDC 00039-0060',
      '',
    ]);
  },
);

test.each([
  [[lasix], '1 medication found.'],
  [[lasix, { ...lasix, ndc: '00039-0061' }, { ...lasix, ndc: '00039-0062' }], '3 medications found.'],
  [
    Array.from({ length: 10 }, (_, n) => ({ ...lasix, ndc: `00039-006${n}` })),
    'The first 10 medications. Type more to narrow them.',
  ],
])('how many medications are found is said, and goes with what is picked', async (results, said) => {
  const page = await open(Medications, results);
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await page.user.write(page.search, 'lasi');
  await page.user.click(await screen.findByRole('button', { name: 'Lasix 40 mg, tablet, NDC 00039-0060' }));
  expect(status()).not.toContain(said);
  await page.user.write(page.search, 'lasi');
  await screen.findByRole('button', { name: 'Lasix 40 mg, tablet, NDC 00039-0060' });
  expect(status()).toContain(said);
});

test('DRG-07 what is too long for its field is left out as a whole, and that is said until something else is looked for', async () => {
  const strength = Array.from({ length: 12 }, (_, n) => `${n + 1}.125 ug/0.5mL`).join('; ');
  const page = await open(Medications, [{ ...lasix, strength }]);
  await page.user.write(page.search, 'lasi');
  await page.user.click(await screen.findByRole('button', { name: /^Lasix / }));
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
  expect([value('Name'), value('Dosage')]).toEqual(['Lasix', '']);
  const said = 'Too long to be filled in: Dosage. Please enter it yourself.';
  expect(screen.getByText(said)).toBeDefined();
  expect(page.callsOf(api.addMedication)).toEqual([]);
  await page.user.write(page.search, 'l');
  expect(screen.queryByText(said)).toBeNull();
});

test.each([
  ['2,5 mg', '', 'Not filled in because of a comma or a pipe: Dosage “2,5 mg”. Please enter it yourself.'],
  ['0,125 mg', '', 'Not filled in because of a comma or a pipe: Dosage “0,125 mg”. Please enter it yourself.'],
  ['5 mg|10 mg', '', 'Not filled in because of a comma or a pipe: Dosage “5 mg|10 mg”. Please enter it yourself.'],
  ['1,000,000 [iU]/mL', '1000000 [iU]/mL', null],
])(
  'DRG-07 MAL-04 of the strength %s the dosage becomes “%s”, and never another number',
  async (strength, dosage, said) => {
    const page = await open(Medications, [{ ...lasix, strength }]);
    await page.user.write(page.search, 'lasi');
    await page.user.click(await screen.findByRole('button', { name: /^Lasix / }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Dosage' }).value).toBe(dosage);
    expect(screen.queryByText(/Please enter it yourself/)?.textContent ?? null).toBe(said);
  },
);

test('DRG-06 CER-19 CCN-13 OPC-72 "No matches found" comes 2.5 s after the request, and another key takes it away', async () => {
  const page = await open(Medications, []);
  // No time passes but what is told.
  vi.setTimerTickMode('manual');
  fireEvent.change(page.search, { target: { value: 'zzzz' } });
  await pass(250);
  expect(page.callsOf(searchDrugs)).toHaveLength(1);
  await pass(2_490);
  expect(screen.queryByText('No matches found')).toBeNull();
  await pass(20);
  expect(screen.getByText('No matches found')).toBeDefined();
  vi.setTimerTickMode('interval');
  await page.user.type(page.search, 'z');
  expect(screen.queryByText('No matches found')).toBeNull();
});

test('DRG-06 OPC-72 of a term that had results it is not said that nothing matches, while it is asked for again', async () => {
  const page = await open();
  const found = () => screen.queryByRole('list', { name: 'Medications found' });
  await page.user.write(page.search, 'lasi');
  await pass(3_000);
  expect(found()).not.toBeNull();
  await page.user.type(page.search, 'x');
  await pass(300);
  await page.user.type(page.search, '{Backspace}');
  expect(screen.queryByText('No matches found')).toBeNull();
  await pass(300);
  expect(found()).not.toBeNull();
});

test('where no directory is set up the call is made once, and its sentence asks to type the medication', async () => {
  const { status, message } = failures['drugs.none'];
  const page = await open(Medications, [], { status, body: { code: 'drugs.none', message } });
  await page.user.write(page.search, 'lasi');
  await pass(3_000);
  expect(
    screen.getByText('This portal has no drug directory set up. Please type the medication yourself.'),
  ).toBeDefined();
  expect(screen.queryByText('No matches found')).toBeNull();
  expect(page.callsOf(searchDrugs)).toHaveLength(1);
});

test.each([
  ['1234567890', 'An NDC has at most 9 digits here.'],
  ['12a', 'An NDC is made of digits.'],
])('DRG-03 DRG-04 the NDC %s is refused in words', async (typed, said) => {
  const page = await open();
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Search by' }), 'NDC');
  await page.user.write(page.search, typed);
  expect(await screen.findByText(said)).toBeDefined();
  await pass(3_000);
  expect(page.callsOf(searchDrugs)).toEqual([]);
});

test('DRG-04 what the directory itself refuses is said', async () => {
  const page = await open();
  page.answer(searchDrugs, { status: 409, body: { code: 'NDC_LIMIT', message: 'An NDC has at most 9 digits here.' } });
  await page.user.write(page.search, 'lasi');
  await pass(500);
  expect(await screen.findByText('An NDC has at most 9 digits here.')).toBeDefined();
});
