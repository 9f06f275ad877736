import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { renderPage } from '#test/portal.tsx';
import type { Change } from './held.ts';
import { GoalTable, MedicineTable } from './QuestionTable.tsx';

const lasix = {
  id: 41,
  version: 3,
  medicationName: 'Lasix',
  dosage: '40 mg',
  description: 'Tablet',
  notes: 'Mornings',
};
const walk = {
  id: 51,
  version: 2,
  goalName: 'Walk',
  goalDescription: 'Half an hour',
  medId: 41,
  medName: 'Lasix',
  notes: 'With her son',
};

let held: readonly Change[] = [];
const useHeld = () => {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(() => void (held = changes), [changes]);
  return [changes, setChanges] as const;
};
function Medicines({ type = 'AdditionalMed' as 'AdditionalMed' | 'DrugAllergy' }) {
  const [changes, setChanges] = useHeld();
  return <MedicineTable uId={7} type={type} entries={[lasix]} changes={changes} onChanges={setChanges} />;
}
function Goals() {
  const [changes, setChanges] = useHeld();
  const medications = [{ medId: 41, medicationName: 'Lasix', dosage: '20 mg' }];
  return <GoalTable uId={7} entries={[walk]} medications={medications} changes={changes} onChanges={setChanges} />;
}
const open = (ui: ReactNode) => renderPage(ui, { viewer: { type: 'Nurse' } });
type Page = ReturnType<typeof open>;
const choose = async (page: Page, of: string, label: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${of}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: label }));
};
const answer = async (page: Page, button: string) => {
  // The cross is called "Close" as well.
  await page.user.click(
    within(await screen.findByRole('dialog'))
      .getAllByRole('button', { name: button })
      .at(-1)!,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const fill = async (page: Page, values: Record<string, string>) => {
  const dialog = within(await screen.findByRole('dialog'));
  for (const [name, value] of Object.entries(values)) {
    const field = dialog.getByRole('textbox', { name });
    await page.user.clear(field);
    await page.user.write(field, value);
  }
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
};

const noteTooLong = 'Too long: it has 1,001 characters, and 1,000 at most are kept. Please shorten it by 1.';
test.each([
  ['medication', <Medicines key="1" />, 'Lasix', 'Description'],
  ['medication', <Medicines key="2" />, 'Lasix', 'Notes'],
  ['goal', <Goals key="3" />, 'Walk', 'Description'],
  ['goal', <Goals key="4" />, 'Walk', 'Notes'],
])('of a %s a text that is too long is kept whole in its field, and not taken', async (_, ui, of, name) => {
  const page = open(ui);
  await choose(page, of, 'Edit');
  await fill(page, { [name]: 'x'.repeat(1_001) });
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name }).value).toHaveLength(1_001);
  dialog.getByText(noteTooLong);
  expect(held).toEqual([]);
  await fill(page, { [name]: 'x'.repeat(1_000) });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(held).toHaveLength(1);
});

test.each([
  // Whose record it is, and what a new one is held against.
  ['AdditionalMed', 'Additional Medications', 'Add Medication', ['GET /patients', 'GET /user/medications']],
  [
    'DrugAllergy',
    'Drug Allergies',
    'Add Allergy',
    ['GET /patients', 'GET /user/medications', 'GET /user/medications/additional'],
  ],
] as const)(
  'ANS-08 ANS-09 CLN-19 what is added to the table of %s is held, shown, sent to no server, and gone once its removal is confirmed',
  async (type, label, add, read) => {
    const page = open(<Medicines type={type} />);
    await screen.findByRole('table', { name: label });
    await page.user.click(screen.getByRole('button', { name: add }));
    await fill(page, { Name: 'Aspirin', Dosage: '75 mg', Description: 'Tablet', Notes: 'Evenings' });
    const added = { medicationName: 'Aspirin', dosage: '75 mg', description: 'Tablet', notes: 'Evenings' };
    const [first] = held;
    expect(held).toEqual([{ operation: 'add', heldKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string, ...added }]);
    expect(screen.getByRole('row', { name: /Aspirin.*Will be added/ })).toBeDefined();
    await choose(page, 'Aspirin', 'Edit');
    await fill(page, { Dosage: '100 mg' });
    expect(held).toEqual([{ ...first, dosage: '100 mg' }]);
    await choose(page, 'Aspirin', 'Remove');
    await answer(page, 'Close');
    expect(held).toHaveLength(1);
    await choose(page, 'Aspirin', 'Remove');
    await answer(page, 'Remove');
    expect(held).toEqual([]);
    expect([...new Set(page.calls.map(({ method, path }) => `${method} ${path}`))].toSorted()).toEqual(read);
  },
);

test('a medication that a recorded allergy names is told of here, too', async () => {
  const page = open(
    <MedicineTable
      uId={7}
      type="AdditionalMed"
      entries={[]}
      allergies={[{ medicationName: 'Aspirin' }]}
      changes={[]}
      onChanges={() => {}}
    />,
  );
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  await page.user.write(await screen.findByRole('textbox', { name: 'Name' }), 'aspirin protect');
  expect(await screen.findByText('An allergy to Aspirin is on record for this patient.')).toBeDefined();
});

test('ANS-09 what is on record is changed or removed with its number and version, and taken back', async () => {
  const page = open(<Medicines />);
  await choose(page, 'Lasix', 'Edit');
  await fill(page, { Dosage: '20 mg' });
  const { id: _, version: __, ...content } = lasix;
  expect(held).toEqual([{ operation: 'update', id: 41, version: 3, ...content, dosage: '20 mg' }]);
  await choose(page, 'Lasix', 'Remove');
  await answer(page, 'Remove');
  expect(held).toEqual([{ operation: 'delete', id: 41, version: 3 }]);
  expect(screen.getByRole('row', { name: /Lasix.*Will be removed/ })).toBeDefined();
  await choose(page, 'Lasix', 'Undo change');
  expect(held).toEqual([]);
  expect(screen.getByText('40 mg')).toBeDefined();
});

test('ANS-08 ANS-09 GOL-04 goals have their table, and speak of a medication or of none', async () => {
  const page = open(<Goals />);
  await screen.findByRole('row', { name: /Walk.*Half an hour.*Lasix.*With her son/ });
  await page.user.click(screen.getByRole('button', { name: 'Add Goal' }));
  await fill(page, { Goal: 'Sleep', Description: 'Eight hours', Notes: 'No screens' });
  expect(held).toEqual([
    {
      operation: 'add',
      heldKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      goalName: 'Sleep',
      goalDescription: 'Eight hours',
      medId: null,
      medName: null,
      notes: 'No screens',
    },
  ]);
});

test('ANS-09 a held change of a goal or an allergy that somebody has removed has its row, and is undone there', async () => {
  const change = { operation: 'update' as const, id: 9, version: 1, notes: 'Mine' };
  const goal = { ...change, goalName: 'Swim', goalDescription: 'Often', medId: null, medName: null };
  const allergy = { ...change, medicationName: 'Penicillin', dosage: 'Any', description: 'Rash' };
  for (const [name, table] of [
    [
      'Swim',
      (changes: Change[], set: (next: Change[]) => void) => (
        <GoalTable uId={7} entries={[walk]} medications={[]} changes={changes} onChanges={set} />
      ),
    ],
    [
      'Penicillin',
      (changes: Change[], set: (next: Change[]) => void) => (
        <MedicineTable uId={7} type="DrugAllergy" entries={[]} changes={changes} onChanges={set} />
      ),
    ],
  ] as const) {
    const after: Change[][] = [];
    const page = open(table([name === 'Swim' ? goal : allergy], (next) => after.push(next)));
    await screen.findByRole('row', { name: new RegExp(`${name}.*Mine.*Someone else has removed it meanwhile`) });
    await choose(page, name, 'Undo change');
    expect(after).toEqual([[]]);
    page.unmount();
  }
});

test('ANS-08 ANS-21 nothing is saved while a field is empty, and no comma enters a name', async () => {
  const page = open(<Medicines />);
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await page.user.type(name, 'a,b|c');
  expect(name.value).toBe('abc');
  expect(isOff(screen.getByRole('button', { name: 'Save' }))).toBe(true);
});
