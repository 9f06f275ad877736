import * as api from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy, invoiceForWholesaler } from '@portal/contract/shipments/invoice-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { catchFiles } from '#test/downloads.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import { anInvoiceRow, noon, pharmacist, siteReplies, wholesaler } from '#test/shipments.ts';
import { ShipmentsScreen } from '../ShipmentsScreen.tsx';

const files = catchFiles(noon);

/** With what a spreadsheet, or a comma, could make something else of. */
const oddRow = anInvoiceRow({
  site: 'Lyon, Élysée',
  sponsor: '=HYPERLINK("http://evil.example")',
  drugName: 'Aurelix "forte"',
  lotNumber: '-L1',
  trackingNumber: '+15551234567',
});

/** The page of a partner, with the dialog open. */
async function openDialog(replies: Reply[], viewer = pharmacist) {
  const page = renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, {
    viewer,
    replies: [[api.listForPharmacy, { requests: [] }], [api.listForWholesaler, { requests: [] }], ...replies],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Shipment Requests Report' }));
  await screen.findByRole('dialog', { name: 'Export Report' });
  return page;
}
type Page = Awaited<ReturnType<typeof openDialog>>;
const dialog = () => screen.queryByRole('dialog', { name: 'Export Report' });
const field = (name: 'Start Date' | 'End Date') => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });
const choose = async ({ user }: Page, start: string, end: string) => {
  for (const [name, day] of [
    ['Start Date', start],
    ['End Date', end],
  ] as const) {
    await user.tripleClick(field(name));
    if (day) await user.paste(day);
    else await user.clear(field(name));
    await user.tab();
  }
};
const message = () => screen.queryByText(/^(No responses to export|There was a problem exporting)/)?.textContent;

test('SHP-08 RPT-01 partners have the report button, which opens a dialog for two days; a site has none', async () => {
  for (const viewer of [pharmacist, wholesaler]) {
    const page = await openDialog([], viewer);
    expect([field('Start Date').placeholder, field('End Date').placeholder]).toEqual(['DD-MMM-YYYY', 'DD-MMM-YYYY']);
    await choose(page, '05/03/2026', '06/03/2026');
    expect([field('Start Date').value, field('End Date').value]).toEqual(['05-Mar-2026', '06-Mar-2026']);
    expect(button().textContent).toBe('Export CSV');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(dialog()).toBeNull();
    page.unmount();
  }
  renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, { replies: siteReplies });
  await screen.findByRole('button', { name: 'Create Shipment Request' });
  expect(screen.queryByRole('button', { name: 'Shipment Requests Report' })).toBeNull();
});

test('"This month" reaches to the UTC day that requests are counted by, where that is tomorrow already', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.setSystemTime(new Date('2026-03-06T02:00:00Z'));
  const page = await openDialog([]);
  await page.user.click(screen.getByRole('button', { name: 'This month' }));
  expect([field('Start Date').value, field('End Date').value]).toEqual(['01-Mar-2026', '06-Mar-2026']);
});

test('both days are needed and the first may not be after the last; until then nothing can be exported', async () => {
  const page = await openDialog([[invoiceForPharmacy, { invoice: [] }]]);
  for (const [start, end, says, good] of [
    ['', '', null, false],
    ['05-Mar-2026', '', null, false],
    ['', '05-Mar-2026', null, false],
    ['31-Feb-2026', '05-Mar-2026', 'There is no such day: 31-Feb-2026. Please check the date.', false],
    ['06-Mar-2026', '05-Mar-2026', 'Start date must be before end date.', false],
    ['05-Mar-2026', '05-Mar-2026', null, true],
    ['28-Feb-2026', '05-Mar-2026', null, true],
  ] as const) {
    await choose(page, start, end);
    const said = screen.queryByText(/^(Start date must|There is no)/)?.textContent ?? null;
    expect([start, end, said, !isOff(button())]).toEqual([start, end, says, good]);
    await page.user.type(field('End Date'), '{Enter}');
    expect(page.callsOf(invoiceForPharmacy).length > 0).toBe(good);
    if (good) break;
  }
});

test('RPT-01 RPT-03 RPT-05 RPT-06 EXP-01 EXP-04 EXP-05 OPN-87 TRP-13 PRM-14 a pharmacy gets its own rows as a file named after today, and the dialog closes', async () => {
  const page = await openDialog([
    [invoiceForPharmacy, { invoice: [oddRow, { ...oddRow, srId: 72, subjectNumber: '' }] }],
  ]);
  await choose(page, '01/02/2026', '28-Feb-2026');
  await page.user.click(button());
  await waitFor(() => expect(dialog()).toBeNull());
  expect(page.callsOf(invoiceForPharmacy).map(({ query }) => query as unknown)).toEqual([
    { ppId: 8, start_date: '2026-02-01', end_date: '2026-02-28' },
  ]);
  expect(files.map(({ name }) => name)).toEqual(['Pharmacy_Shipment_Invoice_05-03-2026.csv']);
  const lines = (await files[0]?.text)?.split('\r\n');
  expect(lines).toEqual([
    'Request Number,Trial,Site,Protocol Number,Sponsor,Shipment Type,Partner,Status,Date Requested,Date Required,' +
      'Date Shipped,Date Received,Subject Number,Drug Name,Dosage Form,Quantity Unit,Quantity,Days Of Supply,Lot Number,' +
      'Expiration Date,Courier,Tracking Number,Drug Price,Shipping Fee,Dispense Fee,Currency',
    `71,Aurelia Migraine Study,"Lyon, Élysée",AUR-101,"'=HYPERLINK(""http://evil.example"")",pharmacy,Northgate Pharmacy,received,` +
      `2026-03-01,2026-03-09,2026-03-02,,"101-001, 101-002","Aurelix ""forte""",Tablet,Bottle,2,30,'-L1,2028-01-01,UPS,+15551234567,` +
      '12.50,4.00,0.00,USD',
    expect.stringMatching(/^72,.*,2026-03-02,,,"Aurelix/),
  ]);
  expect(screen.getByText('Pharmacy_Shipment_Invoice_05-03-2026.csv is downloaded.')).toBeDefined();
});

test('RPT-05 RPT-06 ROL-29 EXP-04 TRP-13 PRM-14 a wholesaler gets the rows of its own partner, without a column of subject numbers', async () => {
  const { subjectNumber: _, ...row } = anInvoiceRow({ shipmentType: 'wholesaler' });
  const page = await openDialog([[invoiceForWholesaler, { invoice: [row] }]], wholesaler);
  await choose(page, '01-Feb-2026', '28-Feb-2026');
  await page.user.click(button());
  await waitFor(() => expect(dialog()).toBeNull());
  expect(page.callsOf(invoiceForWholesaler).map(({ query }) => query as unknown)).toEqual([
    { wpId: 9, start_date: '2026-02-01', end_date: '2026-02-28' },
  ]);
  expect(page.callsOf(invoiceForPharmacy)).toEqual([]);
  expect(files.map(({ name }) => name)).toEqual(['Wholesaler_Shipment_Invoice_05-03-2026.csv']);
  expect(await files[0]?.text).toMatch(/^Request Number,.*,Date Received,.*Drug Name,/);
  expect(await files[0]?.text).not.toMatch(/Subject Number/);
});

test('EXP-06 nothing to export, and a 404, give a warning and no file; another failure gives an error; the dialog stays and can be tried again', async () => {
  const page = await openDialog([[invoiceForPharmacy, { invoice: [] }]]);
  await choose(page, '01-Feb-2026', '28-Feb-2026');
  const failure = (status: number, code: string, sentence: string) => ({ status, body: { code, message: sentence } });
  for (const [reply, says] of [
    [{ invoice: [] }, 'No responses to export.'],
    [failure(500, 'unexpected', 'Unable to make request'), 'There was a problem exporting the responses.'],
    [failure(404, 'not_found', 'Not found.'), 'No responses to export.'],
    [failure(403, 'forbidden', 'You are not allowed to do this.'), 'There was a problem exporting the responses.'],
    [{ invoice: 'no list' }, 'There was a problem exporting the responses.'],
  ] as const) {
    page.answer(invoiceForPharmacy, 'invoice' in reply && typeof reply.invoice === 'string' ? broken() : reply);
    const before = page.callsOf(invoiceForPharmacy).length;
    await page.user.click(button());
    await waitFor(() => expect(page.callsOf(invoiceForPharmacy).length).toBe(before + 1));
    await waitFor(() => expect([button().dataset['waiting'], message()]).toEqual([undefined, says]));
    expect(within(screen.getByRole('alert')).getByText(says)).toBeDefined();
    expect(dialog()).not.toBeNull();
  }
  expect(files).toEqual([]);
  // Other days are another question: what was said of the first no longer stands.
  await page.user.type(field('End Date'), '{Backspace}7');
  expect(message()).toBeUndefined();
  page.answer(invoiceForPharmacy, { invoice: [anInvoiceRow()] });
  await page.user.click(button());
  await waitFor(() => expect(dialog()).toBeNull());
  expect(files).toHaveLength(1);
});

/** An answer that is none. */
const broken = () => new Response('<html>', { status: 200 });

test('a report that would be too long says so beside the error', async () => {
  const sentence = 'The report would be too long. Please choose a shorter period.';
  const page = await openDialog([
    [invoiceForPharmacy, { status: 400, body: { code: 'shipment.too_many_rows', message: sentence } }],
  ]);
  await choose(page, '01-Feb-2026', '28-Feb-2026');
  await page.user.click(button());
  await screen.findByText('There was a problem exporting the responses.');
  expect(screen.getByText(sentence)).toBeDefined();
  expect(files).toEqual([]);
});
