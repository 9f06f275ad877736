/** The two ways into the portal that begin in a mail: an invitation, and a forgotten password. */
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { isInside, signInForm } from './entering.ts';
import { openHouse } from './house.ts';
import { section } from './shipping.ts';

const house = openHouse();
const newPassword = 'Quiet-Otter-61-Lane';

/** The newest mail to somebody, and what the pattern finds in it. */
async function fromMail(email: string, pattern: RegExp): Promise<string> {
  const [mail] = await house.mailsTo(email);
  const found = pattern.exec(mail?.text ?? '')?.[1];
  if (!found) throw new Error(`The newest mail to ${email} does not have ${pattern}: ${mail?.text}`);
  return found;
}

test('REG-01 REG-03 REG-04 REG-05 REG-08 REG-23 REG-24 REG-27 REG-30 PPW-07 SEC-16 SEC-17 who was invited registers by the link of the mail, once, and signs in to the first page', async () => {
  const email = 'noor@northgate.example';
  const admin = await house.newPerson();
  await admin.signIn('admin@meridian.example');
  await admin.page.getByRole('link', { name: 'CTRx Partner Management' }).click();
  await admin.act('Actions for Northgate Pharmacy', 'Send invite');
  const invite = admin.page.getByRole('dialog', { name: 'Send invite for Northgate Pharmacy' });
  await invite.getByLabel('Email').fill(email);
  expect(await admin.barriers()).toEqual([]);
  await invite.getByRole('button', { name: 'Send invite' }).click();
  await admin.page.getByText(`${email} was invited to Northgate Pharmacy.`).waitFor();

  const link = await fromMail(email, /(\/register\?id=\S+)/);
  const person = await house.newPerson();
  const { page } = person;
  const asked = page.waitForRequest(/\/api\/care-providers\/registration/);
  await person.open(link);
  expect(new URL((await asked).url()).searchParams.get('id')).toBe(
    new URL(link, 'http://a.test').searchParams.get('id'),
  );
  await page.getByText('Meridian Trials has invited you.').waitFor();
  const fixed = page.getByRole('textbox', { name: 'Email' });
  expect([await fixed.inputValue(), await fixed.isDisabled()]).toEqual([email, true]);
  expect(await person.barriers()).toEqual([]);

  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('must be checked').waitFor();
  expect(await person.barriers()).toEqual([]);
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Last name').fill('Haddad');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 617 555 0123');
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword);
  await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await terms.waitFor();
  expect(await person.barriers()).toEqual([]);
  await terms.getByRole('button', { name: 'Agree' }).click();
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);

  const sent = page.waitForRequest((call) => call.method() === 'PUT');
  await page.getByRole('button', { name: 'Register' }).click();
  expect(Object.keys((await sent).postDataJSON() as object).sort()).toEqual(
    ['firstName', 'lastName', 'email', 'phone', 'password', 'registrationCode', 'preferredContact'].sort(),
  );
  await person.arrives('/sign-in');
  await page.getByText('Your account is ready. Please sign in with your new password.').waitFor();
  expect(await person.barriers()).toEqual([]);
  await person.sendCredentials(email, newPassword);
  await person.arrives('/shipment-request');
  await page.getByRole('link', { name: 'Noor Haddad' }).waitFor();
  await section(person, 'Pending Shipments').getByRole('row').nth(1).waitFor();
  expect(await person.barriers()).toEqual([]);

  const late = await house.newPerson();
  late.mayFail(/\/api\/care-providers\/registration/);
  await late.open(link);
  await late.arrives('/not-found');
});

test('FGP-01 FGP-03 FGP-06 FGP-07 FGP-08 FGP-09 SEC-15 SEC-17 who forgot their password sets a new one by the code of the mail, and is asked for their second factor as before', async () => {
  const email = 'doctor@lakeside.example';
  const [person, elsewhere] = [await house.newPerson(), await house.newPerson()];
  elsewhere.mayFail(/\/api\//);
  await elsewhere.signIn(email);
  const { page } = person;
  person.mayFail(/\/api\/auth\/(password\/reset|sign-in)$/);
  await person.open('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await person.arrives('/forgot-password');
  expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
  expect(await person.barriers()).toEqual([]);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);

  const code = await fromMail(email, /^\s*([A-Z\d]{6,20})\s*$/m);
  const reset = async (given: string) => {
    const answered = page.waitForResponse(/\/api\/auth\/password\/reset$/);
    await page.getByLabel('Code', { exact: true }).fill(given);
    await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
    await page.getByRole('button', { name: 'Reset password' }).click();
    return (await (await answered).json()) as { message: string };
  };
  const { message } = await reset(code.replace(/./g, (digit) => (digit === '7' ? '3' : '7')));
  expect(await page.getByRole('alert').innerText()).toBe(message);
  expect(await person.barriers()).toEqual([]);
  await reset(code);
  await person.arrives('/sign-in');
  await page.getByText('Your password has been changed. Please sign in.').waitFor();
  expect(await person.barriers()).toEqual([]);

  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();
  await person.sendCredentials(email, demoPassword);
  await page.getByText('Email or password incorrect.').waitFor();
  await person.sendCredentials(email, newPassword);
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Authenticate' }).click();
  await isInside(person);
  expect(person.path()).toBe('/dashboard');
});
