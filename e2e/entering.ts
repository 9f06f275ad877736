/** What people do to get in and out, in the words of the screens. */
import type { Person } from './browser.ts';
import type { House } from './house.ts';

export const alertOf = (person: Person) => person.page.getByRole('alert').first();
export const signInForm = (person: Person) => person.page.getByRole('heading', { name: 'Sign in', exact: true });
/** Waits until somebody is inside. */
export const isInside = ({ page }: Person) => page.getByRole('button', { name: 'Sign Out' }).waitFor();

export async function signOut(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: 'Sign Out' }).click();
  await person.page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign Out' }).click();
  await signInForm(person).waitFor();
}

/** The recovery codes that are on the screen. */
export async function recoveryCodesOf({ page }: Person): Promise<string[]> {
  const codes = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return codes.allInnerTexts();
}

/** Fills in the code of an app whose set-up is on the screen, and keeps the recovery codes. */
export async function finishSetUp(house: Pick<House, 'apps'>, person: Person, email: string): Promise<string[]> {
  const { page } = person;
  await page.getByText('Setup key', { exact: true }).waitFor();
  house.apps.keep(email, await page.locator('code').innerText());
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  const codes = await recoveryCodesOf(person);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}
