import * as api from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aSite, aTrial } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { aProduct } from '#test/products.ts';
import { alertText } from './operations.ts';
import { ProductDialog } from './ProductDialog.tsx';

const pen = aProduct({ productId: 6, drugName: 'Aurelix Pen', dosageForm: 'Syringe', pharmacySupplied: false });
const two: Reply = [api.listProducts, [aProduct(), pen]];
const none: Reply = [api.listProducts, []];
const added: Reply = [api.addProduct, { message: 'ok', productId: 9, version: 1 }];
const changed: Reply = [api.changeProduct, { message: 'ok', productId: 5, version: 4 }];
const removed: Reply = [api.removeProduct, { message: 'ok' }];
const refused = (code: string, message: string, status = 400) => ({ status, body: { code, message } });

function open(replies: Reply[] = [two], more: { closesOnAdd?: boolean } = {}) {
  const close = vi.fn<() => void>();
  const page = renderPage(<ProductDialog group={aTrial()} opened onClose={close} {...more} />, {
    replies,
    viewer: { type: 'Admin', adminRights: true },
  });
  return { ...page, close };
}
type User = ReturnType<typeof open>['user'];
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: User, name: string, text: string) => {
  await user.clear(await box(name));
  if (text) await user.type(await box(name), text);
};
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const pickUnit = async (user: User, unit: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name: 'Unit of quantity' }), unit);
const fill = async (user: User) => {
  await write(user, 'Drug name', 'Aurelix 100 mg');
  await write(user, 'Dosage form', 'Tablet');
  await write(user, 'Max shipment quantity', '10');
  await pickUnit(user, 'Bottle');
  await write(user, 'Default quantity', '2');
  await write(user, 'Default batch quantity', '5');
  await write(user, 'Default days of supply', '30');
};

test('PRD-02 the trial’s products are listed beside the form of one of them', async () => {
  const page = open();
  const list = await screen.findByRole('navigation', { name: 'Products' });
  expect(screen.getByRole('dialog', { name: 'Product management' })).toBeDefined();
  expect(
    within(list)
      .getByRole('button', { name: /^Aurelix 50 mg/ })
      .getAttribute('aria-current'),
  ).toBe('true');
  expect((await box('Drug name')).value).toBe('Aurelix 50 mg');
  await page.user.click(within(list).getByRole('button', { name: /^Aurelix Pen/ }));
  expect((await box('Drug name')).value).toBe('Aurelix Pen');
  expect(page.callsOf(api.listProducts)[0]?.query).toEqual({ g_id: 1 });
});

test('PRD-02 how many products there are is said above them, and how many a search leaves', async () => {
  const many = Array.from({ length: 12 }, (_, n) => aProduct({ productId: n + 1, drugName: `Drug ${n}` }));
  const page = open([[api.listProducts, many]]);
  const list = within(await screen.findByRole('navigation', { name: 'Products' }));
  expect(list.getByRole('status').textContent).toBe('12 products');
  await page.user.type(list.getByRole('searchbox', { name: 'Search products' }), 'drug 1');
  expect(list.getAllByRole('listitem')).toHaveLength(3);
  expect(list.getByRole('status').textContent).toBe('3 of 12 products');
});

test('PRD-02 OPS-45 who has one site alone looks at the products of its trial and is offered no change', async () => {
  const page = renderPage(<ProductDialog group={aSite()} opened onClose={() => {}} />, {
    replies: [two],
    viewer: { type: 'Site User', adminRights: true, gIds: [aSite().gId] },
  });
  const name = await box('Drug name');
  expect([name.value, name.readOnly]).toEqual(['Aurelix 50 mg', true]);
  expect(screen.getByText('Products are changed by administrators of the whole trial.')).toBeDefined();
  for (const label of ['Add product', 'Save', 'Reset', 'Delete', 'Add'])
    expect(screen.queryByRole('button', { name: label })).toBeNull();
  for (const field of screen.getAllByRole<HTMLInputElement>('textbox')) expect(field.readOnly).toBe(true);
  for (const field of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(field.disabled).toBe(true);
  await page.user.click(screen.getByRole('button', { name: /^Aurelix Pen/ }));
  expect((await box('Drug name')).value).toBe('Aurelix Pen');
  page.unmount();
  renderPage(<ProductDialog group={aSite()} opened onClose={() => {}} />, {
    replies: [two],
    viewer: { type: 'Other', adminRights: true, gIds: [aTrial().gId, aSite().gId] },
  });
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined();
});

test.each([
  ['the first product', two],
  ['a new one', none],
])('the dialog opens with the focus in the first field of %s', async (_, listed) => {
  open([listed]);
  const first = await box('Drug name');
  await waitFor(() => expect(document.activeElement).toBe(first));
});

describe('adding', () => {
  test('PRD-03 PRD-08 CON-06 a new product starts with directions "N/A", and nine units are offered', async () => {
    open([none]);
    expect((await box('Directions')).value).toBe('N/A');
    const units = within(screen.getByRole('combobox', { name: 'Unit of quantity' })).getAllByRole('option');
    expect(units.map((option) => option.textContent).slice(1)).toEqual([
      'Bottle',
      'Carton',
      'Syringe',
      'Tablet',
      'Capsules',
      'Kit',
      'Vial',
      'Pre-filled Syringe',
      'Other',
    ]);
  });

  test('PRD-04 PRD-05 nothing is said of empty fields before the first try; then each is named and nothing is sent', async () => {
    const page = open([none, added]);
    await write(page.user, 'Directions', '');
    await page.user.tab();
    expect(screen.queryByText(/is required/)).toBeNull();
    await press(page.user, 'Add');
    for (const label of [
      'Drug name',
      'Dosage form',
      'Directions',
      'Max shipment quantity',
      'Unit of quantity',
      'Default quantity',
      'Default batch quantity',
      'Default days of supply',
    ])
      expect(await screen.findByText(`${label} is required`)).toBeDefined();
    expect(page.callsOf(api.addProduct)).toEqual([]);
    await waitFor(async () => expect(document.activeElement).toBe(await box('Drug name')));
  });

  test('PRD-06 defaults above the most a shipment holds are refused, equal ones are sent', async () => {
    const page = open([none, added]);
    await fill(page.user);
    await write(page.user, 'Max shipment quantity', '5');
    await write(page.user, 'Default quantity', '6');
    await write(page.user, 'Default batch quantity', '7');
    await press(page.user, 'Add');
    expect(await screen.findByText('Default quantity cannot be greater than max shipment quantity')).toBeDefined();
    expect(screen.getByText('Default batch quantity cannot be greater than max shipment quantity')).toBeDefined();
    expect(page.callsOf(api.addProduct)).toEqual([]);
    await write(page.user, 'Default quantity', '5');
    await write(page.user, 'Default batch quantity', '5');
    await press(page.user, 'Add');
    await waitFor(() => expect(page.callsOf(api.addProduct)).toHaveLength(1));
  });

  test('PRD-07 only digits get into the quantity fields', async () => {
    const page = open([none]);
    for (const label of [
      'Max shipment quantity',
      'Default quantity',
      'Default batch quantity',
      'Default days of supply',
    ]) {
      await write(page.user, label, '-1a.2+');
      expect((await box(label)).value).toBe('12');
    }
  });

  test('PRD-07 what a quantity field leaves out it says until it is emptied, or changed once it was left, and it takes nothing of a paste that holds more than digits', async () => {
    const page = open([none]);
    const said = (left: string) => `Digits only: “${left}” was left out. Please check the number.`;
    const quantity = await box('Default quantity');
    await page.user.type(quantity, '1.5');
    expect(quantity.value).toBe('15');
    expect(screen.getByText(said('.'))).toBeDefined();
    await page.user.clear(quantity);
    expect(screen.queryByText(/^Digits only/)).toBeNull();
    await page.user.type(quantity, '-');
    expect(screen.getByText(said('-'))).toBeDefined();
    await page.user.type(quantity, '7');
    await page.user.tab();
    expect(screen.getByText(/^Digits only: “-” was left out\./)).toBeDefined();
    await page.user.type(quantity, '8');
    expect(screen.queryByText(/^Digits only/)).toBeNull();
    await page.user.clear(quantity);
    for (const pasted of ['1e3', '-1', '1234567']) {
      await page.user.paste(pasted);
      expect(quantity.value).toBe('');
      expect(screen.getByText(said(pasted))).toBeDefined();
    }
    await page.user.clear(quantity);
    await page.user.paste(' 12 ');
    expect(quantity.value).toBe('12');
    expect(screen.queryByText(/^Digits only/)).toBeNull();
  });

  test('PRD-07 what left something out is not saved, by Enter or by the button, before it is changed: 1.5 days are not 15', async () => {
    const page = open([two, changed]);
    const days = await box('Default days of supply');
    await page.user.clear(days);
    await page.user.type(days, '1.5{Enter}');
    expect(days.value).toBe('15');
    await press(page.user, 'Save');
    expect(document.activeElement).toBe(days);
    expect(
      screen.getByText('Digits only: “.” was left out. Please check the number, and change it or enter it again.'),
    ).toBeDefined();
    await page.user.type(days, '{Backspace}{Enter}');
    await waitFor(() => expect(page.callsOf(api.changeProduct)).toHaveLength(1));
    expect(page.callsOf(api.changeProduct)[0]?.sent).toMatchObject({ daysOfSupplyDefault: 1 });
  });

  test('PRD-09 PRD-10 PRD-13 PRD-16 OPS-99 with unit Other the text is sent as the unit, and who supplies with it; a toast says that it was added', async () => {
    const page = open([none, added]);
    await fill(page.user);
    await pickUnit(page.user, 'Other');
    await press(page.user, 'Add');
    expect(await screen.findByText('Unit of quantity is required')).toBeDefined();
    await write(page.user, 'Other unit', 'Sachet');
    await page.user.click(screen.getByRole('checkbox', { name: 'Wholesaler' }));
    page.answer(api.listProducts, [aProduct({ productId: 9, drugName: 'Aurelix 100 mg', version: 1 })]);
    await press(page.user, 'Add');
    expect(await screen.findByText('Product successfully added.')).toBeDefined();
    expect(page.callsOf(api.addProduct)[0]?.sent).toEqual({
      g_id: 1,
      drugName: 'Aurelix 100 mg',
      dosageForm: 'Tablet',
      quantityUnit: 'Sachet',
      isQuantityUnitOther: 1,
      directions: 'N/A',
      maxShipmentQuantity: 10,
      quantityDefault: 2,
      batchQuantityDefault: 5,
      daysOfSupplyDefault: 30,
      itemNumber: null,
      itemDescription: null,
      pharmacySupplied: 0,
      wholesalerSupplied: 1,
    });
    expect(page.callsOf(api.addProduct)[0]?.headers.get('idempotency-key')).toMatch(/.{16}/);
    // The product that was added is shown next.
    expect(await screen.findByRole('form', { name: 'Product Aurelix 100 mg' })).toBeDefined();
  });
});

test('where a product was what was missing the dialog closes once it is added, and stays for what could not be added', async () => {
  const page = open([none, [api.addProduct, refused('product.taken', 'Taken.')]], { closesOnAdd: true });
  await fill(page.user);
  await press(page.user, 'Add');
  expect(await screen.findByText('Failed to add a product')).toBeDefined();
  expect(page.close).not.toHaveBeenCalled();
  page.answer(api.addProduct, added[1]);
  await press(page.user, 'Add');
  expect(await screen.findByText('Product successfully added.')).toBeDefined();
  await waitFor(() => expect(page.close).toHaveBeenCalledOnce());
});

describe('changing', () => {
  test('PRD-13 PRD-16 REL-07 a change is sent with the version that was read; the form goes on from what is stored then', async () => {
    const page = open([two, changed]);
    await write(page.user, 'Directions', 'Take two');
    page.answer(api.listProducts, [aProduct({ directions: 'Take two', version: 4 }), pen]);
    await press(page.user, 'Save');
    expect(await screen.findByText('Product successfully updated.')).toBeDefined();
    expect(page.callsOf(api.changeProduct)[0]?.sent).toMatchObject({
      productId: 5,
      g_id: 1,
      version: 3,
      directions: 'Take two',
    });
    await waitFor(async () => expect(await box('Directions')).toHaveProperty('disabled', false));
    await write(page.user, 'Directions', 'Take three');
    await press(page.user, 'Save');
    await waitFor(() => expect(page.callsOf(api.changeProduct)[1]?.sent).toMatchObject({ version: 4 }));
  });

  test('PRD-11 picking another product, resetting and closing ask first when something was typed', async () => {
    const page = open();
    await write(page.user, 'Directions', 'Take two');
    const ask = () => screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await page.user.click(screen.getByRole('button', { name: /^Aurelix Pen/ }));
    await page.user.click(within(await ask()).getByRole('button', { name: 'Keep editing' }));
    expect((await box('Directions')).value).toBe('Take two');
    await press(page.user, 'Reset');
    await page.user.click(within(await ask()).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect((await box('Directions')).value).toBe('Take one daily'));
    await write(page.user, 'Directions', 'Take two');
    await page.user.click(screen.getByRole('button', { name: /^Aurelix Pen/ }));
    await page.user.click(within(await ask()).getByRole('button', { name: 'Discard' }));
    expect((await box('Drug name')).value).toBe('Aurelix Pen');
    await write(page.user, 'Directions', 'Take two');
    await press(page.user, 'Close');
    await page.user.click(within(await ask()).getByRole('button', { name: 'Keep editing' }));
    expect(page.close).not.toHaveBeenCalled();
    await press(page.user, 'Close');
    await page.user.click(within(await ask()).getByRole('button', { name: 'Discard' }));
    expect(page.close).toHaveBeenCalledOnce();
  });

  test('PRD-11 nothing asks when nothing was typed', async () => {
    const page = open();
    await box('Drug name');
    await page.user.click(screen.getByRole('button', { name: /^Aurelix Pen/ }));
    expect((await box('Drug name')).value).toBe('Aurelix Pen');
    await press(page.user, 'Close');
    expect(page.close).toHaveBeenCalledOnce();
  });

  test('REL-07 a stale change shows what someone else has changed and keeps what was typed', async () => {
    const page = open([two, [api.changeProduct, refused('stale', 'Someone else has changed this.', 409)]]);
    await write(page.user, 'Directions', 'Mine');
    page.answer(api.listProducts, [aProduct({ directions: 'Theirs', dosageForm: 'Capsule', version: 4 }), pen]);
    await press(page.user, 'Save');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('Dosage form is now “Capsule”.');
    expect(told.textContent).toContain('Directions is now “Theirs”. What you typed is still in the field');
    expect((await box('Directions')).value).toBe('Mine');
    expect((await box('Dosage form')).value).toBe('Capsule');
    page.answer(api.changeProduct, changed[1]);
    await press(page.user, 'Save');
    await waitFor(() =>
      expect(page.callsOf(api.changeProduct)[1]?.sent).toMatchObject({ version: 4, directions: 'Mine' }),
    );
  });

  test('before the unit of a product is changed the form says that its prices count for the old one alone', async () => {
    const page = open();
    const said = () => screen.queryByText(/^Prices that were set per/)?.textContent ?? null;
    expect((await box('Drug name')).value).toBe('Aurelix 50 mg');
    expect(said()).toBeNull();
    await pickUnit(page.user, 'Tablet');
    expect(said()).toBe(
      'Prices that were set per Bottle do not count for another unit. Once this is saved, the product needs prices for its new unit. What was asked for before keeps its unit and the prices of it.',
    );
    await pickUnit(page.user, 'Bottle');
    expect(said()).toBeNull();
    await press(page.user, 'Add product');
    await fill(page.user);
    expect(said()).toBeNull();
  });

  test('REL-07 a quantity that was typed keeps the unit it was typed for, which is told, and so is another change', async () => {
    const page = open([two, [api.changeProduct, refused('stale', 'Someone else has changed this.', 409)]]);
    await write(page.user, 'Max shipment quantity', '40');
    const theirs = {
      quantityUnit: 'Carton' as const,
      maxShipmentQuantity: 4,
      quantityDefault: 1,
      dosageForm: 'Capsule',
    };
    page.answer(api.listProducts, [aProduct({ ...theirs, version: 4 }), pen]);
    await press(page.user, 'Save');
    const told = within(await screen.findByRole('alert')).getAllByRole('listitem');
    const kept = 'What you typed is still in the field; saving replaces theirs.';
    expect(told.map((one) => one.textContent).toSorted()).toEqual([
      `Default quantity is now “1”. ${kept}`,
      'Dosage form is now “Capsule”.',
      `Max shipment quantity is now “4”. ${kept}`,
      `Unit of quantity is now “Carton”. ${kept}`,
    ]);
    page.answer(api.changeProduct, changed[1]);
    await press(page.user, 'Save');
    await waitFor(() =>
      expect(page.callsOf(api.changeProduct)[1]?.sent).toMatchObject({
        version: 4,
        dosageForm: 'Capsule',
        quantityUnit: 'Bottle',
        maxShipmentQuantity: 40,
        quantityDefault: 2,
      }),
    );
  });
});

describe('a product that somebody else has deleted in the meantime', () => {
  const gone = 'Someone else has deleted this product in the meantime.';
  const notFound = refused('not_found', 'Not found.', 404);
  const isOff = (name: string) => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    return button.disabled || button.getAttribute('aria-disabled') === 'true';
  };
  const listed = () =>
    within(screen.getByRole('navigation', { name: 'Products' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent);

  test('PRD-13 PRD-14 ERR-05 a change says so and is not tried again; the list is read anew and what was typed stays', async () => {
    const page = open([two, [api.changeProduct, notFound]]);
    await write(page.user, 'Directions', 'Mine');
    page.answer(api.listProducts, [pen]);
    await press(page.user, 'Save');
    expect((await screen.findByRole('alert')).textContent).toContain(gone);
    await waitFor(() => expect(listed()).toEqual(['Aurelix PenSyringe']));
    expect((await box('Directions')).value).toBe('Mine');
    expect(['Save', 'Reset', 'Delete'].map(isOff)).toEqual([true, true, true]);
    await page.user.type(await box('Directions'), '!{Enter}');
    expect(page.callsOf(api.changeProduct)).toHaveLength(1);
    // It goes as any other work does: after a question.
    await page.user.click(screen.getByRole('button', { name: /^Aurelix Pen/ }));
    await press(page.user, 'Discard');
    await waitFor(async () => expect((await box('Drug name')).value).toBe('Aurelix Pen'));
    expect(screen.queryByText(new RegExp(gone))).toBeNull();
  });

  test('PRD-12 PRD-14 ERR-05 deleting it once more says so, and the list is read anew', async () => {
    const page = open([two, [api.removeProduct, notFound]]);
    await press(page.user, 'Delete');
    const ask = await screen.findByRole('dialog', { name: 'Delete product' });
    page.answer(api.listProducts, [pen]);
    await page.user.click(within(ask).getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toContain(gone);
    await waitFor(() => expect(listed()).toEqual(['Aurelix PenSyringe']));
  });

  test('ERR-05 what is not found while the product is still there is told as it was', async () => {
    const page = open([two, [api.changeProduct, notFound]]);
    await write(page.user, 'Directions', 'Mine');
    await press(page.user, 'Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Not found.');
    expect(screen.queryByText(new RegExp(gone))).toBeNull();
    expect(isOff('Save')).toBe(false);
  });
});

describe('deleting', () => {
  test('PRD-12 PRD-13 PRD-16 it is asked first; cancelled nothing is sent, confirmed the product goes', async () => {
    const page = open([two, removed]);
    await press(page.user, 'Delete');
    const ask = await screen.findByRole('dialog', { name: 'Delete product' });
    expect(within(ask).getByText('Are you sure you want to delete this product?')).toBeDefined();
    await page.user.click(within(ask).getByRole('button', { name: 'Cancel' }));
    expect(page.callsOf(api.removeProduct)).toEqual([]);
    await press(page.user, 'Delete');
    page.answer(api.listProducts, [pen]);
    await page.user.click(
      within(await screen.findByRole('dialog', { name: 'Delete product' })).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('Product successfully removed.')).toBeDefined();
    expect(page.callsOf(api.removeProduct)[0]?.query).toEqual({ productId: 5, g_id: 1 });
    await waitFor(async () => expect((await box('Drug name')).value).toBe('Aurelix Pen'));
  });
});

test.each([
  ['add', 'Failed to add a product', api.addProduct, 'Add'],
  ['update', 'Failed to update product', api.changeProduct, 'Save'],
  ['remove', 'Failed to remove a product', api.removeProduct, 'Delete'],
] as const)(
  'PRD-14 PRD-15 ERR-05 when to %s a product fails a toast and the dialog say so, with the reason, and what was typed stays',
  async (operation, toast, endpoint, button) => {
    const why = 'This product is part of an active shipment request and cannot be deleted.';
    const page = open([operation === 'add' ? none : two, [endpoint, refused('product.in_use', why)]]);
    if (operation === 'add') await fill(page.user);
    else await write(page.user, 'Directions', 'Take two');
    await press(page.user, button);
    if (operation === 'remove')
      await page.user.click(
        within(await screen.findByRole('dialog', { name: 'Delete product' })).getByRole('button', { name: 'Delete' }),
      );
    expect(await screen.findByText(toast)).toBeDefined();
    const said = `An error occurred while processing the ${operation} operation.`;
    const alert = (await screen.findByText(said)).closest('[role="alert"]');
    expect(alert?.textContent).toContain(why);
    expect((await box('Directions')).value).toBe(operation === 'add' ? 'N/A' : 'Take two');
  },
);

test('PRD-10 PSU-05 OPS-40 who takes a kind of partner away from a product is told what that ends, and why it cannot be while there is a price', async () => {
  const why = 'Must invalidate pricing before removing this supplier.';
  const page = open([two, [api.changeProduct, refused('product_supply.priced', why)]]);
  const ends = 'Once this is saved, no pharmacy supplies the product at any site.';
  const pharmacy = await screen.findByRole('checkbox', { name: 'Pharmacy' });
  expect(screen.queryByText(ends)).toBeNull();
  await page.user.click(pharmacy);
  expect(screen.getByText(ends)).toBeDefined();
  await press(page.user, 'Save');
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  expect(
    page.callsOf(api.changeProduct).map(({ sent }) => (sent as { pharmacySupplied: number }).pharmacySupplied),
  ).toEqual([0]);
});

test('PRD-15 ERR-05 an operation that there is not has its own sentence', () => {
  expect(alertText('publish')).toBe('Invalid operation type.');
  expect(alertText('constructor')).toBe('Invalid operation type.');
});

test('products that cannot be read are no empty list: it says so, in words of ours, and they can be read again', async () => {
  const page = open([[api.listProducts, refused('unexpected', 'broken', 500)]]);
  expect(await screen.findByText('There was a problem loading the products.')).toBeDefined();
  page.answer(api.listProducts, two[1]);
  await press(page.user, 'Try again');
  expect((await box('Drug name')).value).toBe('Aurelix 50 mg');
});
