import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetAll, forgetMemory } from '#kit/remember.ts';
import { speakDates } from '#kit/today.ts';
import { openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import ReorderForm from './ReorderForm.tsx';

const metformin = { name: 'Metformin', dosage: '500 mg tablet', information: 'With meals' };
const stronger = { ...metformin, dosage: '850 mg tablet' };
const furosemide = { name: 'Furosemide', dosage: '40 mg tablet', information: 'In the morning' };
const listOf = (medList: api.Medication[], medListId: number | null = 4, version = 1) => ({
  medListId,
  medList,
  version: medListId === null ? null : version,
  companyName: 'Quay Nurses',
});
const nurse = { type: 'Nurse', fName: 'Sofia', lName: 'Marino', modules: ['NurseReorder' as const] } as const;
const failed = { status: 500, body: { code: 'unexpected', message: api.readMedicationList.failure } };

const open = (reply: unknown = listOf([metformin, stronger, furosemide]), viewer: object = {}) =>
  renderPage(<ReorderForm />, {
    viewer: { ...nurse, modules: [...nurse.modules], ...viewer },
    route: '/reorder-form',
    replies: [[api.readMedicationList, reply]],
  });

const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Order ${title}` });
const quantity = (title: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Quantity of ${title}` });
const listed = () =>
  within(screen.getByRole('table', { name: 'Medications' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent));
const panel = () => within(screen.getByRole('region', { name: 'Your order' }));
const paper = () => screen.queryByRole('region', { name: 'Printed order', hidden: true });
const printedRows = () =>
  within(paper() as HTMLElement)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));

const print = vi.fn();
beforeEach(() => {
  print.mockReset();
  // As a browser does.
  print.mockImplementation(() => {
    for (const name of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(name));
  });
  window.print = print;
});

test('RTE-26 OPN-36 OPN-39 the page has its title and lists the medications of the company', async () => {
  const portal = openPortal('/reorder-form', [
    ...sessionReplies({ ...nurse, modules: [...nurse.modules] }),
    [api.readMedicationList, listOf([metformin])],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Provider Portal' });
  await box('Metformin, 500 mg tablet');
  expect(listed()).toEqual([['Metformin', '500 mg tablet', 'With meals']]);
  expect(portal.path()).toBe('/reorder-form');
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('what there is to choose from', () => {
  test.each([
    [listOf([], null), 'Your company has no medication list yet.'],
    [listOf([]), 'There are no medications in the list of your company.'],
  ])('OPC-96 CAG-27 %j: nothing can be chosen, and the page says why', async (reply, text) => {
    open(reply);
    await screen.findByText(text);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull();
  });

  test('OPC-96 a list that cannot be read says so, and can be asked for again', async () => {
    const page = open(failed);
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Unable to retrieve medication list.');
    page.answer(api.readMedicationList, listOf([metformin]));
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await box('Metformin, 500 mg tablet');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('OPC-96 the search narrows the list by all of its words, and is taken back from where nothing is found', async () => {
    const { user } = open();
    await box('Furosemide, 40 mg tablet');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'MEALS 850');
    expect(listed()).toEqual([['Metformin', '850 mg tablet', 'With meals']]);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '0');
    screen.getByText('No medication matches “MEALS 8500”.');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(listed()).toHaveLength(3);
  });

  test('OPC-96 a list that is changed elsewhere is shown anew; what was chosen stays chosen as long as it is in it', async () => {
    const page = open();
    await page.user.click(await box('Furosemide, 40 mg tablet'));
    await page.user.click(await box('Metformin, 500 mg tablet'));
    await page.user.clear(quantity('Furosemide, 40 mg tablet'));
    await page.user.type(quantity('Furosemide, 40 mg tablet'), '6');
    page.answer(api.readMedicationList, listOf([furosemide, stronger], 4, 2));
    await page.live.tell({ type: 'medication_list.changed', id: 4 });
    await waitFor(() => expect(listed()).toHaveLength(2));
    panel().getByText('1 medication chosen');
    expect(quantity('Furosemide, 40 mg tablet').value).toBe('6');
    expect((await box('Metformin, 850 mg tablet')).checked).toBe(false);
  });

  test.each([
    ['a passing 404', { status: 404, body: { code: 'not_found', message: 'Not found.' } }],
    ['a list that is not there for once', listOf([], null)],
  ])('OPC-96 after %s the order stands as it was, and nothing is told of it', async (_what, reply) => {
    const page = open();
    await page.user.click(await box('Furosemide, 40 mg tablet'));
    await page.user.clear(quantity('Furosemide, 40 mg tablet'));
    await page.user.type(quantity('Furosemide, 40 mg tablet'), '6');
    page.answer(api.readMedicationList, reply);
    await page.live.tell({ type: 'medication_list.changed', id: 4 });
    await screen.findByText('Your company has no medication list yet.');
    page.answer(api.readMedicationList, listOf([metformin, furosemide]));
    await page.live.tell({ type: 'medication_list.changed', id: 4 });
    await box('Furosemide, 40 mg tablet');
    panel().getByText('1 medication chosen');
    expect(quantity('Furosemide, 40 mg tablet').value).toBe('6');
    expect(screen.queryByText(/was taken off your order/)).toBeNull();
  });
});

describe('what was chosen, once the page is loaded anew', () => {
  /** All that a reload leaves is in the tab. */
  const reload = (page: ReturnType<typeof open>, viewer: object = {}, reply?: unknown) => {
    page.unmount();
    forgetMemory();
    return open(reply, viewer);
  };
  const order = async () => {
    const page = open();
    await page.user.click(await box('Furosemide, 40 mg tablet'));
    await page.user.clear(quantity('Furosemide, 40 mg tablet'));
    await page.user.type(quantity('Furosemide, 40 mg tablet'), '6');
    return page;
  };

  test('REL-17 it is in the order with its quantity, and what the list says otherwise by then is told', async () => {
    const page = await order();
    const anew = reload(page);
    await box('Furosemide, 40 mg tablet');
    panel().getByText('1 medication chosen');
    expect(quantity('Furosemide, 40 mg tablet').value).toBe('6');
    reload(anew, {}, listOf([metformin], 4, 2));
    await screen.findByText(/^Furosemide, 40 mg tablet is no longer in the list as you chose it/);
  });

  test.each([
    { list: 'abc', quantities: {}, told: [] },
    { list: [7], quantities: {}, told: [] },
    { list: [{ name: 'Furosemide' }], quantities: {}, told: [] },
    { list: [furosemide], quantities: { key: 6 }, told: [] },
    { list: [furosemide], quantities: {}, told: [{}] },
  ])('what another release has kept as %j is forgotten, and the list is there', async (kept) => {
    sessionStorage.setItem('portal.kept.reorder:3:order', JSON.stringify(kept));
    open();
    await box('Furosemide, 40 mg tablet');
    expect(sessionStorage).toHaveLength(0);
  });

  test('SES-07 somebody else who signs in with the tab does not see it, and after a sign-out nothing of it is left there', async () => {
    const page = await order();
    const other = reload(page, { cpId: 4 });
    await box('Furosemide, 40 mg tablet');
    panel().getByText('Choose medications in the list.');
    const again = reload(other);
    await box('Furosemide, 40 mg tablet');
    panel().getByText('1 medication chosen');
    again.unmount();
    forgetAll();
    expect(sessionStorage).toHaveLength(0);
    open();
    await box('Furosemide, 40 mg tablet');
    panel().getByText('Choose medications in the list.');
  });
});

describe('what was chosen, when its entry of the list is changed', () => {
  const changed = 'The medication list has changed since you chose. Read this before you print.';
  const told = async () =>
    within((await screen.findByText(changed)).closest('[role=alert]') as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const chosen = async (...titles: string[]) => {
    const page = open();
    for (const title of titles) await page.user.click(await box(title));
    const becomes = async (...medList: api.Medication[]) => {
      page.answer(api.readMedicationList, listOf(medList, 4, 2));
      await page.live.tell({ type: 'medication_list.changed', id: 4 });
      await screen.findByText(changed);
    };
    return { ...page, becomes };
  };

  test('OPC-96 another information is told and stands on the paper, with the quantity that was typed', async () => {
    const { user, becomes } = await chosen('Furosemide, 40 mg tablet', 'Metformin, 500 mg tablet');
    await user.clear(quantity('Furosemide, 40 mg tablet'));
    await user.type(quantity('Furosemide, 40 mg tablet'), '28');
    await becomes(metformin, stronger, { ...furosemide, information: 'At noon' });
    expect(await told()).toEqual([
      'The information of Furosemide, 40 mg tablet is now “At noon”. It stays in your order.',
    ]);
    panel().getByText('2 medications chosen');
    // Neither the button nor the browser prints the order before that has been read.
    await user.click(screen.getByRole('button', { name: 'Print order' }));
    expect([print.mock.calls.length, paper()]).toEqual([0, null]);
    expect(document.activeElement).toBe(screen.getByText(changed).closest('[role=alert]'));
    await user.click(screen.getByRole('button', { name: 'I have read this' }));
    expect(screen.queryByText(changed)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Print order' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(printedRows()).toEqual([
      ['Metformin', '500 mg tablet', 'With meals', '1'],
      ['Furosemide', '40 mg tablet', 'At noon', '28'],
    ]);
  });

  test('OPC-96 a dosage that reads otherwise now is told with both, and the medication stays chosen', async () => {
    const { becomes } = await chosen('Furosemide, 40 mg tablet');
    await becomes(metformin, stronger, { ...furosemide, dosage: '40 mg tablets' });
    expect(await told()).toEqual([
      'Furosemide, 40 mg tablet is now Furosemide, 40 mg tablets, “In the morning”. It stays in your order like that: please check it.',
    ]);
    expect((await box('Furosemide, 40 mg tablets')).checked).toBe(true);
  });

  test.each([
    ['is deleted', [stronger, furosemide]],
    [
      'and another of its name have both another dosage',
      [{ ...metformin, dosage: '5 mg' }, { ...metformin, dosage: '8 mg' }, furosemide],
    ],
  ])('OPC-96 one that %s comes off the order, which is said by name until it has been read', async (_, medList) => {
    const { user, becomes, unmount } = await chosen('Metformin, 500 mg tablet', 'Furosemide, 40 mg tablet');
    await becomes(...medList);
    const off = 'Metformin, 500 mg tablet is no longer in the list as you chose it, and was taken off your order.';
    expect(await told()).toEqual([off]);
    panel().getByText('1 medication chosen');
    unmount();
    open(listOf([...medList], 4, 2));
    expect(await told()).toEqual([off]);
    await user.click(screen.getByRole('button', { name: 'I have read this' }));
    expect(screen.queryByText(changed)).toBeNull();
    expect(printedRows()).toEqual([['Furosemide', '40 mg tablet', 'In the morning', '1']]);
  });

  test('OPC-96 where the list is empty by now, what came off the order is said all the same', async () => {
    const { becomes } = await chosen('Furosemide, 40 mg tablet');
    await becomes();
    expect(await told()).toEqual([
      'Furosemide, 40 mg tablet is no longer in the list as you chose it, and was taken off your order.',
    ]);
  });
});

describe('an order', () => {
  test('OPN-39 OPC-96 CLN-25 medications are chosen with a quantity by the keyboard alone, and the order is printed with company, date and who', async () => {
    const { user } = open();
    (await box('Metformin, 850 mg tablet')).focus();
    await user.keyboard(' ');
    (await box('Furosemide, 40 mg tablet')).focus();
    await user.keyboard(' ');
    panel().getByText('2 medications chosen');
    expect(quantity('Furosemide, 40 mg tablet').value).toBe('1');
    quantity('Metformin, 850 mg tablet').focus();
    await user.keyboard('{Control>}a{/Control}12');
    screen.getByRole('button', { name: 'Print order' }).focus();
    await user.keyboard('{Enter}');
    expect(print).toHaveBeenCalledTimes(1);

    expect(printedRows()).toEqual([
      ['Metformin', '850 mg tablet', 'With meals', '12'],
      ['Furosemide', '40 mg tablet', 'In the morning', '1'],
    ]);
    const facts = [...(paper() as HTMLElement).querySelectorAll('dd')].map((fact) => fact.textContent);
    expect(facts).toEqual([
      'Quay Nurses',
      expect.stringMatching(/^\d{1,2} \w{3} \d{2}, \d{1,2}:\d{2} [AP]M$/),
      'Sofia Marino',
    ]);
    // The paper lies beside the portal, so that the portal can be left out of the print.
    expect(paper()?.parentElement).toBe(document.body);
  });

  test('CLN-25 the date on paper names the month in English, whatever the screens of who prints it speak', async () => {
    onTestFinished(() => speakDates());
    speakDates({ locale: 'de', months: Array.from({ length: 12 }, () => 'Monat') });
    const { user } = open();
    await user.click(await box('Furosemide, 40 mg tablet'));
    await user.click(screen.getByRole('button', { name: 'Print order' }));
    expect(
      within(paper() as HTMLElement).getByText(/^\d{1,2} [A-Z][a-z]{2} \d{2}, \d{1,2}:\d{2} [AP]M$/),
    ).toBeDefined();
  });

  test.each(['', '0', '1000', '2.5', 'two'])(
    'OPC-96 a quantity of %j is named where it stands, and nothing is printed before it is mended',
    async (typed) => {
      const { user } = open();
      await user.click(await box('Furosemide, 40 mg tablet'));
      const field = quantity('Furosemide, 40 mg tablet');
      await user.clear(field);
      if (typed) await user.write(field, typed);
      panel().getByText('Quantity must be a whole number from 1 to 999');
      expect(field.getAttribute('aria-invalid')).toBe('true');
      await user.click(screen.getByRole('button', { name: 'Print order' }));
      expect(print).not.toHaveBeenCalled();
      expect(document.activeElement).toBe(field);
      expect(printedRows()).toEqual([]);
      await user.clear(field);
      await user.type(field, '999');
      await user.click(screen.getByRole('button', { name: 'Print order' }));
      expect(print).toHaveBeenCalledTimes(1);
    },
  );

  test('OPC-96 a medication is taken off the order where it stands and in the list, and all at once', async () => {
    const { user } = open();
    for (const title of ['Metformin, 500 mg tablet', 'Metformin, 850 mg tablet', 'Furosemide, 40 mg tablet'])
      await user.click(await box(title));
    await user.click(screen.getByRole('button', { name: 'Remove Metformin, 500 mg tablet' }));
    expect((await box('Metformin, 500 mg tablet')).checked).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your order' }));
    await user.click(await box('Metformin, 850 mg tablet'));
    panel().getByText('1 medication chosen');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    panel().getByText('Choose medications in the list.');
    expect(screen.queryByRole('button', { name: 'Print order' })).toBeNull();
    expect(paper()).toBeNull();
  });

  test('OPC-96 what was chosen is still chosen after a look at another page', async () => {
    const first = open();
    await first.user.click(await box('Furosemide, 40 mg tablet'));
    first.unmount();
    open();
    expect((await box('Furosemide, 40 mg tablet')).checked).toBe(true);
    panel().getByText('1 medication chosen');
  });
});
