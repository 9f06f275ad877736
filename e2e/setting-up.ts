/** What an administrator does to set a trial up, in the words of the screens. */
import type { Locator } from 'playwright-core';
import type { Person } from './browser.ts';
import { choose, dialog } from './shipping.ts';

/** From the field that has the focus already; from there the keys lead on. */
const typeInto = async (form: Locator, fields: Record<string, string>) => {
  await form.locator('input:focus').waitFor();
  for (const [name, text] of Object.entries(fields))
    await form
      .getByRole('textbox', { name, exact: true })
      .or(form.getByRole('combobox', { name, exact: true }))
      .fill(text);
};
const goTo = ({ page }: Person, entry: string) => page.getByRole('link', { name: entry, exact: true }).click();

/** The row of a trial or a site on the screen of care groups. */
export const groupRow = ({ page }: Person, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });

export async function addGroup(
  person: Person,
  given: { name: string; displayName: string; parent: string; type: 'Trial' | 'Trial Site' },
): Promise<void> {
  await goTo(person, 'Care Group Management');
  await person.page.getByRole('button', { name: 'Add New Care Group' }).click();
  const form = dialog(person, 'Create Care Group');
  await typeInto(form, { Name: given.name, 'Display Name': given.displayName, Description: `All of ${given.name}.` });
  await choose(person, 'Parent', given.parent);
  await choose(person, 'Type', given.type);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await person.page.getByText(`Care group ${given.name} was created.`).waitFor();
}

/** The list of what a trial needs. */
export const setUp = ({ page }: Person, trial: string) =>
  page.getByRole('region', { name: `Set up ${trial}`, exact: true });

/** Presses the button of the step that is next, which has the focus already once another step was done. */
async function next(person: Person, label: string, title: string): Promise<Locator> {
  const { page } = person;
  const button = page.locator('[aria-current=step]').getByRole('button', { name: label, exact: true });
  await button.waitFor();
  await button.click();
  const form = dialog(person, title);
  await form.waitFor();
  return form;
}

/** Sends the open form of a trial or a site, and confirms it. */
async function configure(person: Person): Promise<void> {
  await dialog(person, 'Group Configurations').getByRole('button', { name: 'Configure' }).click();
  await dialog(person, 'Would you like to configure this care group?')
    .getByRole('button', { name: 'Configure' })
    .click();
  await dialog(person, 'Group Configurations').waitFor({ state: 'detached' });
}

/** Everything a trial may have, with a sponsor that did not exist before. */
export async function configureTrial(person: Person, given: { mask: string; sponsor: string }): Promise<void> {
  const form = await next(person, 'Configure trial', 'Group Configurations');
  await typeInto(form, { 'Subject Number Mask': given.mask });
  await form.getByRole('button', { name: 'Add sponsor' }).click();
  const sponsor = dialog(person, 'Add Sponsor');
  await typeInto(sponsor, { 'Sponsor Name': given.sponsor });
  await sponsor.getByRole('button', { name: 'Add', exact: true }).click();
  await sponsor.waitFor({ state: 'detached' });
  for (const part of ['Outreach Preference', 'Shipment Order', 'Card'])
    await form.getByRole('checkbox', { name: part, exact: true }).check();
  await configure(person);
}

export interface Place {
  street: string;
  city: string;
  state: string;
  zip: string;
}
const addressOf = ({ street, city, state, zip }: Place) => ({
  Street: street,
  City: city,
  State: state,
  'ZIP code': zip,
});

export async function addProduct(
  person: Person,
  given: { drugName: string; form: string; suppliedBy: 'Pharmacy' | 'Wholesaler' },
): Promise<void> {
  const products = await next(person, 'Add product', 'Product management');
  const form = products.getByRole('form', { name: 'New product' });
  await typeInto(form, {
    'Drug name': given.drugName,
    'Dosage form': given.form,
    'Max shipment quantity': '9',
    'Default quantity': '3',
    'Default batch quantity': '6',
    'Default days of supply': '28',
    Directions: 'One tablet in the evening.',
  });
  await form.getByLabel('Unit of quantity').selectOption('Carton');
  await form.getByRole('checkbox', { name: given.suppliedBy }).check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await person.page.getByText('Product successfully added.').waitFor();
  await products.waitFor({ state: 'detached' });
}

/** A card as the portal proposes it, with the numbers of the trial. */
export async function addCard(person: Person, given: { displayName: string; bin: string }): Promise<void> {
  const form = await next(person, 'Add card', 'Card Template Information');
  await typeInto(form, { RxBIN: given.bin });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await person.page.getByText(`The card of ${given.displayName} was saved.`).waitFor();
}

export async function addSite(person: Person, given: { name: string; place: Place }): Promise<void> {
  const form = await next(person, 'Add site', 'Create Care Group');
  await typeInto(form, { Name: given.name, Description: `All of ${given.name}.` });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  // Its configuration follows by itself.
  const configuration = dialog(person, 'Group Configurations');
  await typeInto(configuration, { ...addressOf(given.place), Phone: '6175550110' });
  await configure(person);
}

/** A pharmacy that the company did not have before, connected to the site. */
export async function addPharmacy(
  person: Person,
  given: { name: string; email: string; place: Place; site: string },
): Promise<void> {
  const { page } = person;
  const partners = await next(person, 'Connect partner', `Partners of ${given.site}`);
  await partners.getByRole('button', { name: 'Add Pharmacy Partner' }).click();
  const form = dialog(person, 'Add Pharmacy Partner');
  await typeInto(form, { Name: given.name, Phone: '6175550142', Email: given.email, ...addressOf(given.place) });
  await form.getByRole('button', { name: 'Add Partner' }).click();
  await page.getByText(`${given.name} was added.`).waitFor();
  await page.getByText(`${given.name} is connected to ${given.site}.`).waitFor();
  await partners.getByRole('button', { name: 'Close' }).last().click();
}

/** Somebody of a partner is invited from the screen of the partners. */
export async function invitePartnerUser(person: Person, partner: string, email: string): Promise<void> {
  await goTo(person, 'CTRx Partner Management');
  await person.act(`Actions for ${partner}`, 'Send invite');
  const invite = dialog(person, `Send invite for ${partner}`);
  await invite.getByLabel('Email').fill(email);
  await invite.getByRole('button', { name: 'Send invite' }).click();
  await invite.getByRole('row').filter({ hasText: email }).getByText('Pending - Invite Send').waitFor();
  await invite.getByRole('button', { name: 'Close' }).last().click();
}

/** A product of a site gets a supplier. */
export async function supplyAt(
  person: Person,
  given: { site: string; product: string; partner: string },
): Promise<void> {
  const supply = await next(person, 'Choose supplier', `Supply of ${given.site}`);
  const product = supply.getByRole('region', { name: given.product });
  await product.getByRole('switch', { name: given.partner }).click();
  await product.getByText('Partner updated.').waitFor();
  await supply.getByRole('button', { name: 'Close' }).last().click();
}

/** What is supplied gets the price it still lacks. */
export async function priceIt(person: Person, price: string): Promise<void> {
  const form = await next(person, 'Set price', 'Update price');
  await typeInto(form, { Price: price, 'Shipping fee': '12', 'Dispense fee': '0' });
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog(person, 'Set this price?').getByRole('button', { name: 'Confirm' }).click();
}
