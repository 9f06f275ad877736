/** The documents of a shipment request: handed in by one side, and seen by the other. */
import { expect, test } from 'vitest';
import { active, harmless } from '../server/test/pdf-corpus.ts';
import { aPdf } from '../server/test/pdfs.ts';
import type { Person } from './browser.ts';
import { sendAs } from './assessing.ts';
import { contentOf } from './downloads.ts';
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

/** A request of Boston's that has come to its end without a document, asked for and cancelled beside the screens. */
async function endedRequest(boston: Person): Promise<number> {
  const srId = await shipping.asked(boston, { subjectNumber: '101-009', product: 'Aurelix 50 mg, Capsule' });
  const send = await sendAs(boston);
  const calls = '/care-groups/clinical-trial/shipping-request';
  const { request } = await send<{ request: { gId: number } }>(`${calls}?srId=${srId}`, 'GET');
  await send(`${calls}/status`, 'POST', { srId, gId: request.gId, status: 'cancelled' });
  // A menu that is opened before would go with the row.
  await listed(boston, 'Shipment History', srId).waitFor();
  return srId;
}

test('SDC-05 SDC-06 SEC-31 ROL-25 a site adds a PDF to a request, and its pharmacy sees the pages and downloads the file', async () => {
  const boston = await atWork('boston', 'Boston General');
  const id = await endedRequest(boston);
  await boston.act(`Actions for request ${id}`, 'Documents');
  const documents = dialog(boston, `Documents of request ${id}`);
  await documents.getByText('No documents to display').waitFor();
  await choose(boston, 'Document type', 'Temperature Data Document');
  const file = aPdf('Between 2 and 8 degrees.');
  const given = { name: '..\\logger "7".pdf', mimeType: 'application/pdf', buffer: file };
  await documents.getByLabel('File').setInputFiles(given);
  await documents.getByLabel('Name').fill('Logger 7');
  expect(await boston.barriers()).toEqual([]);
  await documents.getByRole('button', { name: 'Upload' }).click();
  await documents.getByRole('button', { name: 'Logger 7' }).waitFor();

  const pharmacy = await atWork('pharmacy');
  await pharmacy.act(`Actions for request ${id}`, 'Documents');
  const seen = dialog(pharmacy, `Documents of request ${id}`);
  await seen.getByText('Temperature Data · Grace Holloway').waitFor();
  expect(await seen.getByRole('button', { name: 'Upload' }).count()).toBe(0);
  await seen.getByRole('button', { name: 'Logger 7' }).click();
  const preview = dialog(pharmacy, 'Logger 7');
  await preview.getByText('Between 2 and 8 degrees.').waitFor();
  expect(await pharmacy.barriers()).toEqual([]);
  const downloading = pharmacy.page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('logger 7.pdf');
  expect((await contentOf(download)).equals(file)).toBe(true);
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
        corrects: null,
        correctedBy: [],
        g_id: null,
        mayVerify: false,
        mayCorrect: false,
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
