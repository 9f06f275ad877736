/** What people do on the screens of shipments, in the words of the screens. */
import { sendAs } from './assessing.ts';
import type { Person } from './browser.ts';
import { daysAhead, stored } from './days.ts';
import { demoParticipants } from './demo.ts';

export { demoParticipants };

export const section = (person: Person, title: string) => person.page.getByRole('region', { name: title, exact: true });
export const dialog = (person: Person, title: string | RegExp) => person.page.getByRole('dialog', { name: title });

/** The row of a request in a section, which may be on its second page. */
export const listed = (person: Person, title: string, id: number) =>
  section(person, title)
    .getByRole('row')
    .filter({ has: person.page.getByRole('link', { name: `View request ${id}`, exact: true }) });

export async function openShipments(person: Person): Promise<void> {
  await person.page.getByRole('link', { name: 'Shipment Request', exact: true }).click();
  await section(person, 'Pending Shipments').waitFor();
}

export async function openSite(person: Person, site: string): Promise<void> {
  await openShipments(person);
  await chooseSite(person, site);
  await section(person, 'Pending Shipments').getByRole('row').nth(1).waitFor();
}

/** Picks the site of the screen. */
export async function chooseSite(person: Person, site: string): Promise<void> {
  await person.page.getByRole('combobox', { name: 'Trial site', exact: true }).selectOption(site);
}

/** Picks an option of a select on the page, or of the dialog that is open. */
export async function choose(person: Person, label: string, option: string): Promise<void> {
  await person.page.getByRole('combobox', { name: label, exact: true }).click();
  await person.page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
}

export interface Wanted {
  shipTo: 'Trial site' | 'Participant';
  subjectNumber: string;
  product: string;
}

/** Fills in the open form of a new request. */
export async function fillIn(person: Person, { shipTo, subjectNumber, product }: Wanted): Promise<void> {
  const form = dialog(person, 'Create Shipment Request');
  await form.getByRole('radio', { name: shipTo }).check();
  await form.getByRole('combobox', { name: 'Subject number' }).fill(subjectNumber);
  await choose(person, 'Product', product);
  await form.getByText('Everything is filled in.').waitFor();
}

/** Sends the open form; the number of the request comes from the answer. */
export async function submit(person: Person, title = 'Create Shipment Request'): Promise<number> {
  const answered = person.page.waitForResponse(
    (answer) =>
      answer.request().method() === 'POST' && answer.url().endsWith('/care-groups/clinical-trial/shipping-request'),
  );
  await dialog(person, title).getByRole('button', { name: 'Submit' }).click();
  const { srIds } = (await (await answered).json()) as { srIds: number[] };
  return srIds[0] as number;
}

export async function markAsProcessing(person: Person, id: number): Promise<void> {
  await person.act(`Actions for request ${id}`, 'Mark as processing');
  await dialog(person, /as processing\?/)
    .getByRole('button', { name: 'Mark as processing' })
    .click();
  await listed(person, 'Pending Shipments', id).getByText('Processing', { exact: true }).waitFor();
}

/** Packs everything into one package, up to the last look at it. */
export async function packToReview(person: Person, id: number): Promise<void> {
  await person.act(`Actions for request ${id}`, 'Confirm shipment');
  await dialog(person, /Confirm Shipment Products/)
    .getByRole('button', { name: 'To Packages' })
    .click();
  await pack(person);
  await dialog(person, /Confirm Shipment Packages/)
    .getByRole('button', { name: 'Review' })
    .click();
}

async function pack(person: Person): Promise<void> {
  const packages = dialog(person, /Confirm Shipment Packages/);
  await packages.getByLabel('Courier').fill('fedex');
  await packages.getByLabel('Tracking number').fill('1z 784 555');
  for (const lot of await packages.getByLabel('Lot number').all()) await lot.fill('L2701');
  for (const day of await packages.getByRole('textbox', { name: /Expiration date/ }).all())
    await day.fill('31-Dec-2099');
  await packages.getByText('All packages are ready to ship.').waitFor();
}

/** A request of a person's site, asked for beside the screens. */
export async function asked(person: Person, { subjectNumber, product }: Omit<Wanted, 'shipTo'>): Promise<number> {
  const send = await sendAs(person);
  const { groups } = await send<{ groups: { gId: number; groupType: string }[] }>('/trials', 'GET');
  const gId = groups.find(({ groupType }) => groupType === 'Trial Site')?.gId;
  const products = await send<{ productId: number; drugName: string; dosageForm: string }[]>(
    `/care-groups/clinical-trial/products?g_id=${gId}`,
    'GET',
  );
  const productId = products.find(({ drugName, dosageForm }) => `${drugName}, ${dosageForm}` === product)?.productId;
  const { srIds } = await send<{ srIds: [number] }>('/care-groups/clinical-trial/shipping-request', 'POST', {
    gId,
    toParticipant: 0,
    participants: [{ participantId: null, subjectNumber }],
    dateRequired: stored(daysAhead(0)),
    nextOrderDate: stored(daysAhead(1)),
    address: { street: '55 Fruit Street', city: 'Boston', state: 'Massachusetts', zip: '02114', country: 'USA' },
    products: [{ productId, quantity: 2, daysOfSupply: 30 }],
  });
  return srIds[0];
}

/** A pharmacy ships all of a request beside the screens. */
export async function shipped(pharmacy: Person, srId: number): Promise<void> {
  const send = await sendAs(pharmacy);
  const calls = '/pharmacy-partner/shipping-request';
  const { request } = await send<{ request: { products: { productId: number; quantity: number }[] } }>(
    `${calls}?srId=${srId}`,
    'GET',
  );
  const items = request.products.map(({ productId, quantity }) => ({
    productId,
    quantity,
    lotNumber: 'L2701',
    expirationDate: '2099-12-31',
  }));
  await send(`${calls}/status`, 'POST', { srId, status: 'processing' });
  const packages = [{ courier: 'fedex', trackingNumber: '1z 784 555', items }];
  await send(`${calls}/package`, 'POST', { srId, packages, replacements: [] });
}

/** A site says beside the screens that a shipment came today. */
export async function received(person: Person, srId: number): Promise<void> {
  const send = await sendAs(person);
  const calls = '/care-groups/clinical-trial/shipping-request';
  const { request } = await send<{ request: { gId: number } }>(`${calls}?srId=${srId}`, 'GET');
  const dateOfStatusChange = stored(daysAhead(0));
  await send(`${calls}/status`, 'POST', { srId, gId: request.gId, status: 'received', dateOfStatusChange });
}
