/** How somebody new comes to work in the portal: invited, and registered by the link of the mail. */
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { actOf } from '../server/src/platform/act/act.ts';
import type { Brand } from '../server/src/platform/core/brands.ts';
import { invite } from '../server/src/rooms/providers/door.ts';
import type { Person } from './browser.ts';
import { isInside, signInForm } from './entering.ts';
import type { House } from './house.ts';

export const chosenPassword = 'Quiet-Otter-61-Lane';
/** What no screen can do yet is on record as done by the operator. */
const operator = { providerId: null, firstName: 'Operator', lastName: 'Journey', type: 'Operator' } as const;
const meridian = 1;

/** Invites somebody to work at a site. User management has no screen yet: this is the act that it will call. */
export async function inviteToSite(house: House, email: string, site: string): Promise<void> {
  const ground = await openGround(readEnv({ PORTAL_MODE: 'test', DATA_DIR: house.dataDir() }));
  const inviter = { ...operator, companyId: meridian, careGroupIds: null, host: 'localhost', requestId: 'journey' };
  const brand = ground.brands.of('localhost') as Brand;
  try {
    await ground.database.asSystem(async (tx) => {
      const { id } = await tx
        .selectFrom('care_group')
        .select('care_group_id as id')
        .where('name', '=', site)
        .executeTakeFirstOrThrow();
      await invite(actOf(tx, ground.clock, inviter), { email, type: 'Site User', careGroupIds: [id], brand });
    });
  } finally {
    await ground.close();
  }
}

/** The code of the invitation in the newest mail. */
export const codeOfMail = async (house: House, email: string): Promise<string> =>
  /\/register\?id=(\S+)/.exec((await house.mailsTo(email))[0]?.text ?? '')?.[1] ?? '';

/** Registers by the invitation of the newest mail, or by a code that was passed on; the sign-in form follows. */
export async function register(
  house: House,
  person: Person,
  given: { email: string; firstName: string; lastName: string; code?: string },
): Promise<void> {
  const { page } = person;
  await person.open(`/register?id=${given.code ?? (await codeOfMail(house, given.email))}`);
  await page.getByLabel('First name').fill(given.firstName);
  await page.getByLabel('Last name').fill(given.lastName);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 617 555 0123');
  await page.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
  await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('button', { name: 'Read the terms' }).click();
  await page.getByRole('dialog', { name: 'Terms and conditions' }).getByRole('button', { name: 'Agree' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await signInForm(person).waitFor();
}

/** The same, and signs in. */
export async function join(house: House, person: Person, given: Parameters<typeof register>[2]): Promise<void> {
  await register(house, person, given);
  await person.sendCredentials(given.email, chosenPassword);
  await isInside(person);
}
