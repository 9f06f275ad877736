import { expect, test } from 'vitest';
import { desktop, type Person, phone } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse({ mode: 'development' });

const parts = {
  Buttons: ['Primary', 'Disabled', 'Something is missing', 'Being sent', 'Late 3'],
  Fields: ['Day: open calendar', 'Missing day: open calendar'],
  Tables: ['Mark as processing, row 1', 'Actions for row 2', 'Add a row', 'Clear'],
  Sections: ['Show older', 'Mark as processing, row 1'],
  'States of a page': ['Create Shipment Request', 'Try again'],
  'Field builder': ['Text input', 'Checkbox', 'Radio button', 'Signature', 'Undo', 'Save and open again'],
  'Dialogs and messages': ['Form', 'Messages'],
};
/** The last one is being answered and cannot be left. */
const dialogs = [
  'Refused form',
  'Grave question',
  'Form_with_a_name_like_that_of_a_report_27-11-2026_01-02-2026',
  'Preview',
  'Busy question',
];

/** The title of an open dialog runs neither under its cross nor out of the dialog, nor does it press the cross together or out of it. */
const titleIsBesideCross = ({ page }: Person): Promise<boolean> =>
  page
    .getByRole('dialog')
    .last()
    .evaluate((dialog) => {
      const [title, cross] = [dialog.querySelector('h2'), dialog.querySelector('[aria-label="Close"]')];
      if (!title || !cross) return false;
      const words = document.createRange();
      words.selectNodeContents(title);
      const { left, right, width } = cross.getBoundingClientRect();
      return (
        words.getBoundingClientRect().right <= left && width >= 24 && right <= dialog.getBoundingClientRect().right
      );
    });

/** Every part in every state, and the dialogs; the one that is not closed comes last. */
async function looksAtParts(person: Person): Promise<void> {
  const { page } = person;
  await page.getByRole('heading', { name: 'Parts of the portal' }).waitFor();
  await page.getByText('This part of the portal could not be loaded.').waitFor();
  await page.getByRole('img', { name: 'Page 1' }).waitFor();
  for (const [part, buttons] of Object.entries(parts)) {
    const region = page.getByRole('region', { name: part, exact: true });
    for (const name of buttons) expect([name, await region.getByRole('button', { name }).count()]).not.toContain(0);
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(await person.barriers()).toEqual([]);
  for (const name of dialogs) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect([name, await person.barriers(), await titleIsBesideCross(person)]).toEqual([name, [], true]);
    await page.keyboard.press('Escape');
    if (name === dialogs.at(-1)) break;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

test('every part that screens are made of stands on its page in development, in all states, light and dark, on a desk, where the buttons of a dialog stand side by side at its end', async () => {
  const person = await house.newPerson({ viewport: desktop });
  const { page } = person;
  await person.open('/dev/kit');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Name is missing.').waitFor();
  const [cancel, save, box] = await Promise.all(
    [dialog.getByRole('button', { name: 'Cancel' }), dialog.getByRole('button', { name: 'Save' }), dialog].map(
      async (one) => (await one.boundingBox())!,
    ),
  );
  expect(cancel!.y).toBe(save!.y);
  expect(cancel!.x + cancel!.width).toBeLessThan(save!.x);
  expect(box!.x + box!.width - (save!.x + save!.width)).toBeLessThan(40);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await looksAtParts(person);
});

test('every part stands there on a phone as well, in all states, light and dark', async () => {
  const person = await house.newPerson({ viewport: phone });
  await person.open('/dev/kit');
  await looksAtParts(person);
});

test('BLD-01 BLD-03 BLD-10 what is dragged onto a page and moved by keys lies there when the saved form is opened again', async () => {
  const person = await house.newPerson({ viewport: desktop });
  const { page } = person;
  await person.open('/dev/kit');
  const builder = page.getByRole('region', { name: 'Field builder' });
  await builder.getByRole('img', { name: 'Page 1' }).waitFor();
  await builder.getByLabel('New fields are for').click();
  await page.getByRole('option', { name: '2. Ben Prescriber' }).click();
  const from = await builder.getByRole('button', { name: 'Signature', exact: true }).boundingBox();
  const to = await builder.getByRole('img', { name: 'Page 1' }).boundingBox();
  if (!from || !to) throw new Error('The builder is not to be seen.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 150, to.y + 100, { steps: 3 });
  await page.mouse.move(to.x + 200, to.y + 150);
  await page.mouse.up();
  const signature = builder.getByRole('button', {
    name: 'Signature, for signer 2 Ben Prescriber, required, page 1, 1 of 1',
  });
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await signature.getAttribute('aria-pressed')).toBe('true');
  const place = async () =>
    Promise.all(
      ['From the left', 'From the top', 'Width', 'Height'].map((label) => builder.getByLabel(label).inputValue()),
    );
  const before = await place();
  // 792 points are 720 pixels, and what was dropped lay around the pointer.
  expect(before.map(Number)).toEqual([190, 148, 80, 36]);
  expect(await person.barriers()).toEqual([]);
  await builder.getByRole('button', { name: 'Save and open again' }).click();
  await builder.getByRole('heading', { name: '1 field' }).waitFor();
  await signature.click();
  expect(await place()).toEqual(before);
});

test('the portal is dark where the system wishes it, from the first moment on, and light on paper', async () => {
  const person = await house.newPerson({ firstVisit: true, colorScheme: 'dark' });
  const { page } = person;
  const behind = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  // Before any script the browser itself fills the page by this.
  const served = await (await page.request.get('/sign-in')).text();
  expect(served).toContain('<meta name="color-scheme" content="light dark" />');
  await person.open('/sign-in');
  await page.getByLabel('Email').waitFor();
  expect(await behind()).toBe('rgb(29, 33, 39)');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(behind).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(behind).toBe('rgb(29, 33, 39)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(behind).toBe('rgb(255, 255, 255)');
});
