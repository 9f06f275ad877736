/**
 * The screens of patients in every state, for pictures: a search that finds somebody in another list, each table of one patient, a call
 * with its outcome, flagged answers, open and closed, conversations and broadcasts. Nothing is saved.
 */
import type { Person } from './browser.ts';
import type { Camera } from './camera.ts';

/** Opens a page, and waits until it is filled. */
type ArriveAt = (path: string) => Promise<void>;

/** Of the demo's patients, one of whom something is kept in every table. */
const fullRecord = 'Clara Ito';

/** What somebody sees of patients. `dialogs` opens those of the page at hand. */
export async function patientScreens(
  person: Person,
  take: Camera,
  arriveAt: ArriveAt,
  dialogs: ((name: string, arrive: () => Promise<void>) => Promise<void>) | null,
): Promise<void> {
  const { page } = person;
  await arriveAt('/patients');
  await search(person, take);
  await arriveAt('/patients?q=Ito');
  await page.getByRole('row').filter({ hasText: fullRecord }).getByRole('button', { name: 'Open' }).click();
  await person.arrives('/patient');
  const choice = page.getByRole('main').getByRole('combobox', { name: 'Table' });
  await choice.waitFor();
  const here = await linkTo(person);
  const tables = await choice
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  for (const table of tables) {
    here.searchParams.set('table', table);
    const arrive = () => arriveAt(`${here.pathname}${here.search}`);
    await arrive();
    await take(`patient ${table}`);
    for (const tab of (await page.getByRole('main').getByRole('tab').all()).slice(1)) {
      await tab.click();
      await take(`patient ${table} ${await tab.innerText()}`);
    }
    await arrive();
    await dialogs?.(`patient ${table}`, arrive);
  }
  await callOf(person, take);
  await flaggedPatient(person, take, arriveAt);
  await conversations(person, take, arriveAt);
}

/** What leads to the patient who is shown: the page's own address names nobody (RTE-11). */
async function linkTo({ page }: Person): Promise<URL> {
  const { uId } = await page.evaluate(() => window.history.state as { uId: number });
  const here = new URL(page.url());
  here.searchParams.set('patient', String(uId));
  return here;
}

/** Of the chosen list and of others, and of nobody. */
async function search({ page }: Person, take: Camera): Promise<void> {
  const field = page.getByPlaceholder('Search user by any field');
  for (const typed of ['a', 'Nobody Known']) {
    const found = page.waitForResponse((reply) => reply.url().includes('filter_all_fields'));
    await field.fill(typed);
    await found;
    await page.waitForLoadState('networkidle');
    await take(`patients search ${typed}`);
  }
}

/** Somebody whose answers were flagged: what waits, and what was closed before. */
async function flaggedPatient(person: Person, take: Camera, arriveAt: ArriveAt): Promise<void> {
  const { page } = person;
  await arriveAt('/dashboard');
  const flagged = page.getByRole('table', { name: 'Flagged Answers' }).locator('tbody').getByRole('button').first();
  if (!(await flagged.isVisible())) return;
  await flagged.click();
  await person.arrives('/patient');
  await page.waitForLoadState('networkidle');
  const here = await linkTo(person);
  here.searchParams.set('table', 'assessments');
  here.searchParams.set('tab', '1');
  await arriveAt(`${here.pathname}${here.search}`);
  await take('patient flagged answers');
}

/** From the number to the outcome, which is thrown away. Not everybody may call. */
async function callOf({ page }: Person, take: Camera): Promise<void> {
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'More' }).click();
  const item = page.getByRole('menuitem', { name: 'Call', exact: true });
  await page.getByRole('menuitem').first().waitFor();
  if (!(await item.isVisible())) return page.keyboard.press('Escape');
  await item.click();
  const panel = page.getByRole('region', { name: /^Call / });
  await take('call before');
  await panel.getByRole('button', { name: 'Use an alternate number' }).click();
  await panel.getByLabel('Alternate number').fill('781-55');
  await take('call alternate number');
  await panel.getByRole('button', { name: 'Use the patient’s number' }).click();
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await panel.getByRole('button', { name: 'End call' }).waitFor();
  await take('call under way');
  await panel.getByRole('button', { name: 'End call' }).click();
  await panel.getByLabel('Outcome').waitFor();
  await take('call outcome');
  await panel.getByRole('button', { name: 'Do not save' }).click();
}

/** One of each kind, opened. */
async function conversations({ page }: Person, take: Camera, arriveAt: ArriveAt): Promise<void> {
  await arriveAt('/chat');
  const main = page.getByRole('main');
  const first = main.getByRole('listitem').first();
  if (await first.isVisible()) {
    await first.getByRole('link').or(first.getByRole('button')).first().click();
    await take('conversation open');
  }
  await arriveAt('/chat');
  const tab = main.getByRole('tab', { name: 'Broadcasts' });
  if (!(await tab.isVisible())) return;
  await tab.click();
  await take('broadcasts');
  const broadcast = page.getByRole('list', { name: 'Broadcasts' }).getByRole('button').first();
  if (!(await broadcast.isVisible())) return;
  await broadcast.click();
  await take('broadcast open');
}
