/** One request: by its address, and on paper; and what else is printed. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { askEveryDay, medication, sendAs } from './assessing.ts';
import { desktop, type Person, phone } from './browser.ts';
import { contentOf } from './downloads.ts';
import { openHouse } from './house.ts';
import { dialog, openShipments, section } from './shipping.ts';

const house = openHouse();
const panel = (person: Person, id: number) => dialog(person, new RegExp(`^Request ${id}$`));
const links = (person: Person, title: string) => section(person, title).getByRole('link', { name: /^View request/ });
const search = ({ page }: Person) => Object.fromEntries(new URL(page.url()).searchParams);
/** Whatever else the address says. */
const shows = ({ page }: Person, id: number | null) =>
  page.waitForURL(({ searchParams }) => searchParams.get('request') === (id === null ? null : String(id)));

test('SHP-12 RTE-38 an address leads through the sign-in to its request, stays over a reload, and the list is behind it; the request fills the height of a desk and all of a phone', async () => {
  const known = await house.newPerson();
  await known.signIn('boston@meridian.example');
  await openShipments(known);
  const id = Number(await links(known, 'Partner-Completed Shipments').first().innerText());

  const person = await house.newPerson();
  const { page } = person;
  await person.open(`/shipment-request?request=${id}`);
  await page.getByLabel('Email').waitFor();
  await person.signIn('boston@meridian.example');
  const shown = panel(person, id);
  for (const name of ['History', 'Packages', 'Comments', 'Documents'])
    await shown.getByRole('heading', { name, exact: true }).waitFor();
  await shown.getByRole('region', { name: 'Package 1' }).getByText('Lot number').waitFor();
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    const width = Math.min(viewport.width, 576);
    await expect
      .poll(() => shown.boundingBox(), { timeout: 10_000 })
      .toEqual({ x: viewport.width - width, y: 0, width, height: viewport.height });
    expect(await person.barriers()).toEqual([]);
  }
  await page.reload();
  await shown.getByRole('region', { name: 'Package 1' }).waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await shows(person, null);

  // From the list: the number opens it, Back leads to the number.
  const link = links(person, 'Partner-Completed Shipments').first();
  await link.click();
  await shown.getByRole('region', { name: 'Package 1' }).waitFor();
  await shows(person, id);
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await link.click();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shows(person, null);
  expect(search(person)).toHaveProperty('site');

  person.mayFail(/shipping-request\?/);
  await person.open('/shipment-request?request=999999');
  await panel(person, 999_999).getByText('Request 999999 was not found.').waitFor();
  expect(await person.barriers()).toEqual([]);
});

/** What a printer gets, as text with its places. */
async function printed({ page }: Person) {
  let sheets = await sheetsOf(page);
  // A page that was not drawn yet is white on paper, whatever is in it: whoever presses "Print" has seen it.
  await expect
    .poll(async () => {
      if (sheets.items.length === 0) sheets = await sheetsOf(page);
      return sheets.items.length;
    })
    .toBeGreaterThan(0);
  const { items, width } = sheets;
  return {
    text: items
      .map(({ str }) => str)
      .join(' ')
      .replace(/\s+/g, ' '),
    isClipped: items.some(({ left, right }) => left < 20 || right > width - 20),
  };
}

async function sheetsOf(page: Page) {
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })), verbosity: 0 }).promise;
  const items: { str: string; left: number; right: number }[] = [];
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const sheet = await pdf.getPage(n);
    for (const item of (await sheet.getTextContent()).items)
      if ('str' in item && item.str.trim() !== '')
        items.push({
          str: item.str,
          left: item.transform[4] as number,
          right: (item.transform[4] as number) + item.width,
        });
  }
  const [, , width] = (await pdf.getPage(1)).view;
  return { items, width: width as number };
}

test('on paper each table has the rows of its page with all their columns and the name of its tab, and neither bar nor menu nor buttons', async () => {
  const person = await house.newPerson();
  await person.signIn('pharmacy@meridian.example');
  await openShipments(person);
  const rows = section(person, 'Shipment History').getByRole('row');
  await rows.nth(10).waitFor();
  const table = await rows.evaluateAll((all) =>
    all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
  );
  const filters = (await person.page.getByRole('group', { name: 'Show only' }).innerText()).replace(/\s+/g, '');
  expect(filters).toContain('Preprocessing3');
  await rows.nth(1).getByRole('link').focus();
  await person.page.keyboard.press('j');
  const { text, isClipped } = await printed(person);
  expect(isClipped).toBe(false);
  const day = await person.page.evaluate(() => {
    const [, month, date, year] = new Date().toDateString().split(' ');
    return `${date}-${month}-${year}`;
  });
  expect(text).toMatch(new RegExp(`Shipment Request, printed ${day} \\d\\d:\\d\\d by \\p{L}+ \\p{L}+`, 'u'));
  await person.page.emulateMedia({ media: 'print' });
  const drawn = (of: Locator) =>
    of.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).outlineStyle]);
  const nothing = ['rgba(0, 0, 0, 0)', 'none'];
  expect([await drawn(rows.nth(2)), await drawn(rows.nth(2).getByRole('link').first())]).toEqual([nothing, nothing]);
  await person.page.emulateMedia({ media: 'screen' });
  const plain = text.replaceAll(' ', '');
  // The last column is that of the buttons.
  for (const cells of table) for (const cell of cells.slice(0, -1)) expect(plain).toContain(cell.replace(/\s+/g, ''));
  for (const word of ['Skip to content', 'Sign Out', 'Trellis', 'Search', 'Report', 'Mark as', 'Rows per page'])
    expect(text).not.toContain(word);
  expect(plain).not.toContain(filters);

  // Of tabs the chosen one is named, and it alone: allergies are not to be taken for medications.
  const nurse = await house.newPerson();
  await nurse.signIn('admin@lakeside.example');
  for (const [tab, name, other] of [
    [0, 'Additional Medications', 'Drug Allergies'],
    [1, 'Drug Allergies', 'Additional Medications'],
  ] as const) {
    await nurse.open(`/patient?patient=9&table=medications&tab=${tab}`);
    await nurse.page.getByRole('tabpanel', { name }).getByRole('cell').nth(1).waitFor();
    const paper = (await printed(nurse)).text;
    // The list of the tables names the two together.
    const tabs = paper.replaceAll('Additional Medications & Allergies', '');
    expect(tabs).toContain(name);
    expect(tabs).not.toContain(other);
  }
});

test('PKG-01 with a request open the request is printed alone; its packing slip is a PDF that both sides can open', async () => {
  const boston = await house.newPerson();
  await boston.signIn('boston@meridian.example');
  await openShipments(boston);
  const id = Number(await links(boston, 'Shipment History').first().innerText());
  await links(boston, 'Shipment History').first().click();
  const shown = panel(boston, id);
  await shown.getByRole('region', { name: 'Package 1' }).waitFor();
  await shown
    .getByText(/No comments|Loading|New|ago/)
    .first()
    .waitFor();
  const { text, isClipped } = await printed(boston);
  expect(isClipped).toBe(false);
  for (const word of [`Request ${id}`, 'History', 'Packages', 'Lot number', 'Comments', 'Documents', 'Received'])
    expect(text).toContain(word);
  for (const word of ['Pending Shipments', 'Add a comment', 'Sign Out']) expect(text).not.toContain(word);
  expect(text.match(/Shipment Request, printed \d\d-\p{L}+-\d{4} \d\d:\d\d by \p{L}+ \p{L}+/gu)).toHaveLength(1);

  await shown.getByRole('button', { name: `Actions for request ${id}` }).click();
  await boston.page.getByRole('menuitem', { name: 'Packing slip' }).click();
  const slip = dialog(boston, `Packing slip of request ${id}`);
  await slip.getByText('Delivery address').waitFor();
  await slip.getByText(/^Package 1 of \d/).waitFor();
  expect(await boston.barriers()).toEqual([]);
  const [download] = await Promise.all([
    boston.page.waitForEvent('download'),
    slip.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`packing-slip-${id}.pdf`);
  expect((await contentOf(download)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('on paper an assessment has each answer and each note to its end, and a conversation its patient and every message that is loaded', async () => {
  const admin = await house.newPerson();
  await admin.signIn('admin@lakeside.example');
  const patient = await askEveryDay(await sendAs(admin), 'Medication check', medication);
  await admin.context.close();
  await house.later(86_400_000 + 3_600_000);
  const person = await house.newPerson();
  await person.signIn('admin@lakeside.example');
  const { page } = person;
  const send = await sendAs(person);
  const eventOf = async () => {
    const { interventions } = await send<{ interventions: { uId: number; surveyEventId: number[] }[] }>(
      `/care-groups/interventions?g_id[]=${patient.gId}`,
      'GET',
    );
    return interventions.find(({ uId }) => uId === patient.u_ID)?.surveyEventId.at(-1);
  };
  await expect.poll(eventOf, { timeout: 10_000 }).toBeDefined();
  await person.open(`/patient-surveys?event=${await eventOf()}&patient=${patient.u_ID}`);
  const long = (what: string) =>
    `${Array.from({ length: 40 }, (_, i) => `The ${what} has line ${i + 1}.`).join('\n')}\nThe ${what} ends here.`;
  const line = (what: string) => `${Array.from({ length: 8 }, () => `${what} goes on`).join(' ')} to its end`;
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await fill('Name', line('Medication'));
  await fill('Strength', '40 mg');
  await fill('Note on question 1', long('note'));
  await fill('2. How does it do?', long('answer'));
  await fill('Note on question 2', long('remark'));
  const assessment = (await printed(person)).text;
  expect(assessment).toContain(patient.name);
  for (const what of ['note', 'answer', 'remark']) {
    expect(assessment).toContain(`The ${what} has line 1.`);
    expect(assessment).toContain(`The ${what} ends here.`);
  }
  expect(assessment).toContain('Medication goes on to its end');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('button').first();
  const name = (await row.locator('span > span').first().innerText()).trim();
  await row.click();
  const log = page.getByRole('log', { name: 'Messages' });
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  for (let n = 1; n <= 20; n += 1) {
    await box.fill(`This is message ${n} of many.`);
    await box.press('Enter');
    await log.getByText(`This is message ${n} of many.`).waitFor();
  }
  await box.fill('What nobody has sent yet.');
  const { text: conversation, isClipped } = await printed(person);
  expect(isClipped).toBe(false);
  expect(conversation).toContain(`About ${name}`);
  // On paper nobody is “You”.
  expect(conversation).not.toContain('You');
  for (let n = 1; n <= 20; n += 1) expect(conversation).toContain(`This is message ${n} of many.`);
  for (const word of ['What nobody has sent yet.', 'New conversation', 'Back', 'Attach'])
    expect(conversation).not.toContain(word);
});
