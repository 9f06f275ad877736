/** How somebody new comes to work in the portal: invited, and registered by the link of the mail. */
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { actOf } from '../server/src/platform/act/act.ts';
import type { Brand } from '../server/src/platform/core/brands.ts';
import { invite } from '../server/src/rooms/providers/door.ts';
import type { Person } from './browser.ts';
import { isInside, signInForm } from './entering.ts';
import type { House } from './house.ts';

const newPassword = 'Quiet-Otter-61-Lane';
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

/** Registers by the invitation of the newest mail, and signs in. */
export async function join(
  house: House,
  person: Person,
  given: { email: string; firstName: string; lastName: string },
): Promise<void> {
  const { page } = person;
  const [mail] = await house.mailsTo(given.email);
  await person.open(/(\/register\?id=\S+)/.exec(mail?.text ?? '')?.[1] ?? '/register');
  await page.getByLabel('First name').fill(given.firstName);
  await page.getByLabel('Last name').fill(given.lastName);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 617 555 0123');
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword);
  await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('button', { name: 'Read the terms' }).click();
  await page.getByRole('dialog', { name: 'Terms and conditions' }).getByRole('button', { name: 'Agree' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await signInForm(person).waitFor();
  await person.sendCredentials(given.email, newPassword);
  await isInside(person);
}
