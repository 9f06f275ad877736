import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { forgetMemory } from '#kit/remember.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import { ReorderFormSection } from './ReorderFormSection.tsx';

const metformin = { name: 'Metformin', dosage: '500 mg tablet', information: 'With meals' };
const furosemide = { name: 'Furosemide', dosage: '40 mg tablet', information: 'In the morning' };
const list = (medList: object[], version = 3, medListId: number | null = 7) => ({
  medListId,
  medList,
  version: medListId === null ? null : version,
  companyName: 'Quay Nurses',
});
const none = list([], 0, null);
const administrator: Partial<Viewer> = {
  type: 'Pharmacist',
  adminRights: true,
  seesWholeCompany: true,
  modules: ['NurseReorder'],
};
const failed = { status: 500, body: { code: 'unexpected', message: 'boom' } };

const open = (stored: object = list([metformin, furosemide]), replies: readonly Reply[] = [], viewer = administrator) =>
  renderPage(
    <>
      <p>The page</p>
      <ReorderFormSection />
    </>,
    { viewer, replies: [[api.readMedicationList, stored], ...replies] },
  );
type Page = ReturnType<typeof open>;
const button = (name: string) => screen.getByRole('button', { name });
const rows = () =>
  within(screen.getByRole('table', { name: 'Medications of the reorder form' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = async (page: Page, medication: string, action: string) => {
  await page.user.click(button(`Actions for ${medication}`));
  await page.user.click(await screen.findByRole('menuitem', { name: action }));
};
const retype = async (page: Page, name: string, text: string) => {
  await page.user.clear(field(name));
  await page.user.write(field(name), text);
};
const add = async (page: Page, { name, dosage, information }: typeof metformin) => {
  await page.user.click(button('Add medication'));
  await screen.findByRole('dialog', { name: 'Add medication' });
  await page.user.write(field('Name'), name);
  await page.user.write(field('Dosage'), dosage);
  await page.user.write(field('Information'), information);
  await page.user.click(button('Add'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const edit = async (page: Page, medication: string, name: string, text: string) => {
  await press(page, medication, 'Edit');
  await screen.findByRole('dialog', { name: 'Edit medication' });
  await retype(page, name, text);
  await page.user.click(button('Change'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('RML-01 SET-02 the section is there with the module NurseReorder, and without it neither is the section nor a call', async () => {
  const { unmount } = open();
  await screen.findByText('Metformin');
  screen.getByRole('region', { name: 'Reorder Form' });
  unmount();
  const page = open(undefined, [], { ...administrator, modules: ['TrialCard', 'MFA'] });
  await screen.findByText('The page');
  expect(screen.queryByText('Reorder Form')).toBeNull();
  expect(page.callsOf(api.readMedicationList)).toEqual([]);
});

test('OPC-96 RML-04 CAG-28 while there is no list, saving makes one', async () => {
  const page = open(none, [
    [api.addMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 1 }],
  ]);
  await screen.findByText('There are no medications in the list.');
  await add(page, metformin);
  expect(rows()).toEqual([['Metformin', '500 mg tablet', 'With meals', 'New']]);
  page.answer(api.readMedicationList, list([metformin], 1));
  await page.user.click(button('Save'));
  await screen.findByText('Medication list successfully saved.');
  expect(page.callsOf(api.addMedicationList).map(({ sent }) => sent)).toEqual([{ medList: [metformin] }]);
  expect(rows()).toEqual([['Metformin', '500 mg tablet', 'With meals', '']]);
});

test('OPC-96 RML-04 CAG-29 rows are edited, added, deleted and brought back, and saving sends all of them with the version', async () => {
  const page = open(undefined, [
    [api.changeMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 4 }],
  ]);
  await screen.findByText('Metformin');
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  await edit(page, 'Metformin', 'Dosage', '850 mg tablet');
  await add(page, { name: 'Aspirin', dosage: '100 mg', information: 'Daily' });
  await press(page, 'Furosemide', 'Delete');
  await press(page, 'Metformin', 'Delete');
  await page.user.click(button('Undo: keep Metformin'));
  expect(rows()).toEqual([
    ['Metformin', '850 mg tablet', 'With meals', 'Changed'],
    ['Furosemide', '40 mg tablet', 'In the morning', 'Deleted'],
    ['Aspirin', '100 mg', 'Daily', 'New'],
  ]);
  screen.getByText('3 rows are not saved yet (1 deleted).');
  expect(page.callsOf(api.changeMedicationList)).toEqual([]);
  const medList = [
    { ...metformin, dosage: '850 mg tablet' },
    { name: 'Aspirin', dosage: '100 mg', information: 'Daily' },
  ];
  page.answer(api.readMedicationList, list(medList, 4));
  await page.user.click(button('Save'));
  await screen.findByText('Medication list successfully saved.');
  expect(page.callsOf(api.changeMedicationList).map(({ sent }) => sent)).toEqual([
    { medListId: 7, medList, version: 3 },
  ]);
  expect(rows().map((row) => row[3])).toEqual(['', '']);
});

test('OPC-96 REL-07 what is pressed while the list is on its way is refused in words, and nothing of it is lost or doubled', async () => {
  const saved = Promise.withResolvers<object>();
  const page = open(undefined, [[api.changeMedicationList, () => saved.promise]]);
  await screen.findByText('Metformin');
  await add(page, { name: 'Aspirin', dosage: '100 mg', information: 'Daily' });
  await page.user.click(button('Save'));
  await press(page, 'Metformin', 'Delete');
  await screen.findByText('The medication list is being saved. Please wait for it.');
  await press(page, 'Furosemide', 'Edit');
  await page.user.click(button('Add medication'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rows().map((row) => row[3])).toEqual(['', '', 'New']);
  page.answer(
    api.readMedicationList,
    list([metformin, furosemide, { name: 'Aspirin', dosage: '100 mg', information: 'Daily' }], 4),
  );
  saved.resolve({ message: 'Medication list successfully saved.', medListId: 7, version: 4 });
  await screen.findByText('Medication list successfully saved.');
  expect(rows().map((row) => [row[0], row[3]])).toEqual([
    ['Metformin', ''],
    ['Furosemide', ''],
    ['Aspirin', ''],
  ]);
});

test.each(['Name', 'Dosage', 'Information'])('RML-03 an entry without %s is not taken', async (missing) => {
  const page = open();
  await screen.findByText('Metformin');
  await press(page, 'Metformin', 'Edit');
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit medication' }));
  await page.user.clear(field(missing));
  await page.user.click(button('Change'));
  await sheet.findByText('is required');
  expect(field(missing).getAttribute('aria-invalid')).toBe('true');
});

test('RML-05 CER-61 a list that cannot be read says so, and can be tried again', async () => {
  const page = open(failed);
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to retrieve medication list.');
  page.answer(api.readMedicationList, list([metformin]));
  await page.user.click(button('Try again'));
  await screen.findByText('Metformin');
});

test('RML-05 CER-62 a save that fails says so, and what was done stays', async () => {
  const page = open(undefined, [[api.changeMedicationList, failed]]);
  await screen.findByText('Metformin');
  await press(page, 'Furosemide', 'Delete');
  await page.user.click(button('Save'));
  await screen.findByText('Unable to update medication list.');
  expect(rows()[1]).toEqual(['Furosemide', '40 mg tablet', 'In the morning', 'Deleted']);
  page.answer(api.changeMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 4 });
  await page.user.click(button('Save'));
  await screen.findByText('Medication list successfully saved.');
});

test('REL-17 after a lost answer nobody says that the medication list was not saved', async () => {
  const page = open(undefined, [[api.changeMedicationList, () => Promise.reject(new TypeError('the line is dead'))]]);
  await screen.findByText('Metformin');
  await press(page, 'Furosemide', 'Delete');
  await page.user.click(button('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'It is not known whether the medication list was savedUnable to make request. Press “Save” again without changing anything: it is done once only.',
  );
});

test('REL-07 what somebody else saved meanwhile is told, and saving again goes on from there', async () => {
  const theirs = [{ ...metformin, information: 'Before meals' }, furosemide];
  const current = { medListId: 7, medList: theirs, version: 9 };
  const page = open(undefined, [
    [api.changeMedicationList, { status: 409, body: { code: 'stale', message: '', detail: { current } } }],
  ]);
  await screen.findByText('Metformin');
  await press(page, 'Furosemide', 'Delete');
  await page.user.click(button('Save'));
  await screen.findByText('Metformin, 500 mg tablet is now “500 mg tablet”, “Before meals”.');
  expect(rows().map((row) => [row[0], row[2], row[3]])).toEqual([
    ['Metformin', 'Before meals', ''],
    ['Furosemide', 'In the morning', 'Deleted'],
  ]);
  page.answer(api.changeMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 10 });
  await page.user.click(button('Save'));
  await screen.findByText('Medication list successfully saved.');
  expect(page.callsOf(api.changeMedicationList).at(-1)?.sent).toEqual({
    medListId: 7,
    medList: [theirs[0]],
    version: 9,
  });
});

describe('a list that somebody else saves while a medication of it is open here', () => {
  const warfarin = { name: 'Warfarin', dosage: '5 mg tablet', information: 'In the evening' };
  const opened = async (action: 'menu' | 'dialog') => {
    const page = open(list([metformin, furosemide, warfarin]));
    await screen.findByText('Warfarin');
    await page.user.click(button('Actions for Furosemide'));
    const item = await screen.findByRole('menuitem', { name: 'Edit' });
    if (action === 'dialog') {
      await page.user.click(item);
      await screen.findByRole('dialog', { name: 'Edit medication' });
      await retype(page, 'Dosage', '20 mg tablet');
    }
    return page;
  };
  const becomes = async (page: Page, theirs: object[]) => {
    page.answer(api.readMedicationList, list(theirs, 4));
    page.answer(api.changeMedicationList, {
      status: 409,
      body: { code: 'stale', message: '', detail: { current: { medListId: 7, medList: theirs, version: 4 } } },
    });
    await page.live.tell({ type: 'medication_list.changed', id: 7 });
    await waitFor(() => expect(screen.queryByText('Metformin')).toBeNull());
  };
  const changed = { ...furosemide, dosage: '20 mg tablet' };

  test.each([
    ['another row is gone', [furosemide, warfarin], 'Metformin, 500 mg tablet was deleted.', [changed, warfarin]],
    [
      'its row is gone',
      [warfarin],
      'Furosemide, 40 mg tablet was deleted. What you typed is kept; saving adds it again.',
      [warfarin, changed],
    ],
  ])('OPC-96 REL-07 %s: the medication that was opened is the one that is changed', async (_, theirs, told, sent) => {
    const page = await opened('dialog');
    await becomes(page, theirs);
    screen.getByRole('dialog', { name: 'Edit medication' });
    await page.user.click(button('Change'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click(button('Save'));
    await screen.findByText(told);
    expect(page.callsOf(api.changeMedicationList)[0]?.sent).toEqual({
      medListId: 7,
      medList: [metformin, changed, warfarin],
      version: 3,
    });
    page.answer(api.changeMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 5 });
    await page.user.click(button('Save'));
    await screen.findByText('Medication list successfully saved.');
    expect(page.callsOf(api.changeMedicationList).at(-1)?.sent).toEqual({ medListId: 7, medList: sent, version: 4 });
  });

  test('OPC-96 an open menu stays that of its medication', async () => {
    const page = await opened('menu');
    await becomes(page, [furosemide, warfarin]);
    await page.user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(rows().map(([name, , , state]) => [name, state])).toEqual([
      ['Furosemide', 'Deleted'],
      ['Warfarin', ''],
    ]);
  });
});

test('OPC-96 where somebody else made the list first, it is read and what was typed is added to it', async () => {
  const message = 'Your company already has a medication list.';
  const page = open(none, [
    [api.addMedicationList, { status: 400, body: { code: 'medication_list.exists', message } }],
    [api.changeMedicationList, { message: 'Medication list successfully saved.', medListId: 7, version: 2 }],
  ]);
  await screen.findByText('There are no medications in the list.');
  await add(page, metformin);
  page.answer(api.readMedicationList, list([furosemide], 1));
  await page.user.click(button('Save'));
  await screen.findByText('Furosemide, 40 mg tablet was added.');
  await page.user.click(button('Save'));
  await screen.findByText('Medication list successfully saved.');
  expect(page.callsOf(api.changeMedicationList).at(-1)?.sent).toEqual({
    medListId: 7,
    medList: [furosemide, metformin],
    version: 1,
  });
});

test('what is not saved is there again after a look at another page, and can be thrown away', async () => {
  const page = open();
  await screen.findByText('Metformin');
  await press(page, 'Furosemide', 'Delete');
  page.unmount();
  const again = renderPage(<ReorderFormSection />, {
    viewer: administrator,
    replies: [[api.readMedicationList, list([metformin, furosemide])]],
  });
  await screen.findByText('1 row is not saved yet (1 deleted).');
  await again.user.click(button('Discard changes'));
  expect(rows().map((row) => row[3])).toEqual(['', '']);
});

test('REL-17 what is not saved is there again once the page is loaded anew, and for this person alone', async () => {
  const page = open();
  await screen.findByText('Metformin');
  await press(page, 'Furosemide', 'Delete');
  page.unmount();
  forgetMemory();
  const other = open(undefined, [], { ...administrator, cpId: 4 });
  await screen.findByText('Metformin');
  expect(screen.queryByText('1 row is not saved yet (1 deleted).')).toBeNull();
  other.unmount();
  forgetMemory();
  open();
  await screen.findByText('1 row is not saved yet (1 deleted).');
});

/** Of a row that the list would go on with. */
const keptRow = { key: 'new 0', stored: null, now: { name: 'A', dosage: 'B', information: 'C' }, isDeleted: false };
const ground = { base: { medListId: 4, version: 1 }, told: [] };
test.each([
  { draft: { lines: [] } },
  { draft: { rows: 'abc', nextKey: 0 }, ...ground },
  { draft: { rows: [{ ...keptRow, now: undefined }], nextKey: 1 }, ...ground },
  { draft: { rows: [{ ...keptRow, now: { name: 'A' } }], nextKey: 1 }, ...ground },
  { draft: { rows: [{ ...keptRow, stored: 7 }], nextKey: 1 }, ...ground },
  { draft: { rows: [keptRow], nextKey: 1 }, told: [] },
  { draft: { rows: [keptRow], nextKey: 1 }, ...ground, told: [{}] },
])('a list that another release has kept as %j is forgotten, and the one that is stored is shown', async (kept) => {
  sessionStorage.setItem('portal.kept.reorder:3:draft', JSON.stringify(kept));
  open();
  await screen.findByText('Metformin');
  expect(screen.queryByText(/not saved yet/)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('OPC-08 who may not change the list reads it', async () => {
  open(undefined, [], { ...administrator, adminRights: false });
  await screen.findByText('Metformin');
  screen.getByText('Administrators who see the whole company change this list.');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add medication' })).toBeNull();
});
