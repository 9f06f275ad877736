/** What is handed out of the portal and taken into it: the documents of a shipment request, and reports. */
import { expect, test } from 'vitest';
import { active, harmless } from '../server/test/pdf-corpus.ts';
import { aPdf } from '../server/test/pdfs.ts';
import type { Person } from './browser.ts';
import { daysAhead, stored, typed } from './days.ts';
import { contentOf, fieldOf, textOf } from './downloads.ts';
import { openHouse } from './house.ts';
import * as shipping from './shipping.ts';
import { choose, dialog, listed, section } from './shipping.ts';

const house = openHouse();

/** Signs in and goes to the shipments; who works for a site picks it. */
async function atWork(account: string, site?: string): Promise<Person> {
  const person = await house.newPerson();
  await person.signIn(`${account}@meridian.example`);
  if (site) await shipping.openSite(person, site);
  await section(person, 'Shipment History').getByRole('row').nth(1).waitFor();
  return person;
}

/** A request of Boston's that has come to its end without a document. */
async function endedRequest(boston: Person): Promise<number> {
  const product = 'Aurelix 50 mg, Capsule';
  const id = await shipping.request(boston, { shipTo: 'Trial site', subjectNumber: '101-009', product });
  await boston.act(`Actions for request ${id}`, 'Cancel request');
  await dialog(boston, /^Cancel request/)
    .getByRole('button', { name: 'Cancel request' })
    .click();
  await listed(boston, 'Shipment History', id).getByText('Cancelled').waitFor();
  return id;
}

test('SDC-02 SDC-03 SDC-04 SDC-05 SDC-06 SEC-31 ROL-25 a site adds a PDF to a request, and its pharmacy sees the pages and downloads the file', async () => {
  const boston = await atWork('boston', 'Boston General');
  const id = await endedRequest(boston);
  await boston.act(`Actions for request ${id}`, 'Documents');
  const documents = dialog(boston, `Documents of request ${id}`);
  await documents.getByText('No documents to display').waitFor();
  await documents.getByRole('combobox', { name: 'Document type' }).click();
  expect(await boston.page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual([
    'Proof Of Delivery',
    'Temperature Data Document',
    'Shipping Confirmation',
    'Other',
  ]);
  expect(await boston.barriers()).toEqual([]);
  await boston.page.keyboard.press('Escape');
  await choose(boston, 'Document type', 'Temperature Data Document');
  const upload = documents.getByRole('button', { name: 'Upload' });
  const pick = (name: string, mimeType: string, buffer: Buffer) =>
    documents.getByLabel('File').setInputFiles({ name, mimeType, buffer });
  await pick('picture.png', 'image/png', Buffer.from('PNG'));
  await documents.getByText('Only PDF files can be uploaded.').waitFor();
  expect(await upload.isDisabled()).toBe(true);
  expect(await boston.barriers()).toEqual([]);
  const file = aPdf('Between 2 and 8 degrees.');
  await pick('..\\logger "7".pdf', 'application/pdf', file);
  await documents.getByLabel('Name').fill('Logger 7');
  await upload.click();
  await documents.getByRole('button', { name: 'Logger 7' }).waitFor();
  expect(await boston.barriers()).toEqual([]);

  const pharmacy = await atWork('pharmacy');
  await pharmacy.act(`Actions for request ${id}`, 'Documents');
  const seen = dialog(pharmacy, `Documents of request ${id}`);
  await seen.getByText('Temperature Data · Grace Holloway').waitFor();
  expect(await seen.getByRole('button', { name: 'Upload' }).count()).toBe(0);
  expect(await pharmacy.barriers()).toEqual([]);
  await seen.getByRole('button', { name: 'Logger 7' }).click();
  const preview = dialog(pharmacy, 'Logger 7');
  await preview.getByText('Between 2 and 8 degrees.').waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  const downloading = pharmacy.page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('logger 7.pdf');
  expect((await contentOf(download)).equals(file)).toBe(true);

  const stranger = await atWork('pharmacy2');
  expect(await listed(stranger, 'Shipment History', id).count()).toBe(0);
});

/** What a viewer could run or follow, of each kind one. */
const couldAct = [
  'a script when it is opened',
  'a script among the names',
  'a script when a page is shown',
  'a script when a field is typed into',
  'a script behind a link',
  'a script in a form of the other kind',
  'a program to start when it is opened',
  'a form that is sent elsewhere',
  'a jump into another file',
  'a file that belongs to it',
  'a film with a player',
  'a link to a web page',
];

test('SEC-31 nothing that a document brings runs in the viewer, were it ever let in: no script, no link, no form, no file', async () => {
  const boston = await atWork('boston', 'Boston General');
  const { page, context } = boston;
  const id = await endedRequest(boston);
  await boston.act(`Actions for request ${id}`, 'Documents');
  const documents = dialog(boston, `Documents of request ${id}`);
  await choose(boston, 'Document type', 'Other');
  await documents.getByLabel('File').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: aPdf() });
  await documents.getByRole('button', { name: 'Upload' }).click();
  const opener = documents.getByRole('button', { name: /Other/ });
  await opener.waitFor();

  const ran: string[] = [];
  let name = '';
  page.on('dialog', (asked) => {
    ran.push(`${name}: asked "${asked.message()}"`);
    void asked.dismiss();
  });
  page.on('download', (download) => ran.push(`${name}: downloaded ${download.suggestedFilename()}`));
  context.on('page', (opened) => ran.push(`${name}: opened ${opened.url()}`));
  let content = aPdf();
  await page.route('**/api/document?*', (route) =>
    route.fulfill({
      json: {
        docId: 1,
        friendlyName: 'a',
        filename: 'a.pdf',
        contentType: 'application/pdf',
        data: content.toString('base64'),
        signatures: [],
      },
    }),
  );
  for (const what of couldAct) {
    [name, content] = [what, (await { ...active, ...harmless }[what]) as Buffer];
    await opener.click();
    const preview = dialog(boston, 'a');
    const canvas = preview.locator('canvas');
    await canvas.waitFor();
    // All over the page: a link, a field or a button would be there.
    const { x, y, height } = (await canvas.boundingBox()) as { x: number; y: number; height: number };
    await page.mouse.click(x + 3, y + Math.min(height, 400) - 3);
    const drawn = preview.getByRole('group', { name: /^Page 1 of/ });
    expect([what, await drawn.locator('a, input, button, select, textarea, iframe, embed, object').count()]).toEqual([
      what,
      0,
    ]);
    await preview.getByRole('button', { name: 'Close' }).click();
    await preview.waitFor({ state: 'detached' });
  }
  expect(ran).toEqual([]);
  expect([boston.path(), context.pages().length]).toEqual(['/shipment-request', 1]);
});

const day = (daysAgo: number) => daysAhead(-daysAgo);

test.each([
  ['pharmacy', 'Pharmacy', '/api/pharmacy-partner/shipping-requests/invoice', 'ppId'],
  ['wholesaler', 'Wholesaler', '/api/wholesaler-partner/shipping-requests/invoice', 'wpId'],
])(
  'RPT-01 RPT-03 RPT-05 RPT-06 EXP-01 EXP-04 EXP-06 OPS-13 a %s downloads what it shipped in a period as a CSV that the browser makes',
  async (account, word, path, idName) => {
    const person = await atWork(account);
    const { page } = person;
    await page.getByRole('button', { name: 'Shipment Requests Report' }).click();
    const report = dialog(person, 'Export Report');
    const period = async (from: Date, to: Date) => {
      await report.getByRole('textbox', { name: 'Start Date' }).fill(typed(from));
      await report.getByRole('textbox', { name: 'End Date' }).fill(typed(to));
    };
    await report.waitFor();
    expect(await person.barriers()).toEqual([]);
    const send = report.getByRole('button', { name: 'Export CSV' });
    expect(await send.isDisabled()).toBe(true);
    await period(new Date('2001-01-01'), new Date('2001-01-31'));
    await send.click();
    await report.getByText('No responses to export.').waitFor();
    expect(await person.barriers()).toEqual([]);

    await period(day(120), day(0));
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
    const downloading = page.waitForEvent('download');
    await send.click();
    const answer = await answered;
    expect(Object.fromEntries(new URL(answer.url()).searchParams)).toEqual({
      [idName]: expect.stringMatching(/^\d+$/),
      start_date: stored(day(120)),
      end_date: stored(day(0)),
    });
    const { invoice } = (await answer.json()) as { invoice: Record<string, unknown>[] };
    expect(invoice.length).toBeGreaterThan(3);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${word}_Shipment_Invoice_\\d{2}-\\d{2}-\\d{4}\\.csv$`));
    const [titles, ...lines] = textOf(await contentOf(download)).split('\r\n');
    expect(titles?.split(',').map(fieldOf)).toEqual(Object.keys(invoice[0] as object));
    expect(titles?.includes('Subject Number')).toBe(account === 'pharmacy');
    expect(lines.map((line) => line.split(',')[0])).toEqual(invoice.map(({ srId }) => String(srId)));
    await report.waitFor({ state: 'detached' });
    await page.getByText(`${download.suggestedFilename()} is downloaded.`).waitFor();
  },
);
