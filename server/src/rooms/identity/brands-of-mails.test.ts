/** Who may sign in does not depend on the host, and in whose name people are written to does not either. */
import { askForRecovery, enterByRecoveryCode, signIn } from '@portal/contract/identity/endpoints.ts';
import { changePassword, forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { expect, test } from 'vitest';
import { aBrandWithHost } from '#test/brands.ts';
import { aPersonWithApp, aPersonWithPhone, challengeFor } from '#test/factors.ts';
import { aPersonWithAccount, goodPassword, signInAs } from '#test/people.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';

const host = 'portal.northern.example';
const headers = { host };
const anotherPassword = 'Another-Horse-9';

/** What the calls before sign-in write, and a changed password, asked for on the host; gives the subject of each and whose name is in it. */
async function mailsOfAccounts({ isOwnHost }: { isOwnHost: boolean }) {
  onItsOwn();
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  await aBrandWithHost(portal, { companyId: isOwnHost ? companyId : await portal.aCompany(), host });
  const call: typeof portal.call = (endpoint, asking = {}) =>
    portal.call(endpoint, { ...asking, headers: { ...headers, ...asking.headers } });
  await portal.aPerson('Admin', { company_id: companyId, admin_rights: true, email: 'ada@clinic.example' });

  const person = await aPersonWithAccount(portal, 'Site User', { companyId });
  const { email } = person;
  await call(forgotPassword, { body: { email } });
  const [mail] = await portal.rows<{ body: string }>('select body from message where recipient = $1', [email]);
  const code = /^\d{6}$/m.exec(mail?.body ?? '')?.[0] ?? '';
  expect((await call(resetPassword, { body: { email, code, password: goodPassword } })).status).toBe(200);
  await signInAs(portal, person, { host });
  // From one more device: no browser has a cookie here.
  const signedIn = await signInAs(portal, person, { host });
  const change = { password: goodPassword, newPassword: anotherPassword };
  expect((await signedIn.call(changePassword, { body: change })).status).toBe(200);
  await portal.rows('insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, 14, $2)', [
    email,
    portal.app.clock.now(),
  ]);
  expect((await call(signIn, { body: { email, password: 'wrong' } })).code).toBe('BAD_CREDENTIALS');

  const withApp = await aPersonWithApp(portal, 'Site User', { companyId, host });
  const asked = await call(askForRecovery, { body: { challenge: await challengeFor(portal, withApp.email, host) } });
  expect(asked.status).toBe(200);
  const entered = await call(enterByRecoveryCode, {
    body: {
      challenge: await challengeFor(portal, withApp.email, host),
      recoveryCode: withApp.recoveryCodes[0] as string,
    },
  });
  expect(entered.status).toBe(200);
  const withPhone = await aPersonWithPhone(portal);
  await portal.rows('update provider set company_id = $2 where provider_id = $1', [withPhone.providerId, companyId]);
  await challengeFor(portal, withPhone.email, host);

  const written = await portal.rows<{ subject: string; said: string }>(
    `select subject, concat_ws(' ', body, html) as said from message order by subject, message_id`,
  );
  return written.map(({ subject, said }) => [subject, ...[host, 'Trellis'].filter((name) => said.includes(name))]);
}

/** A text has no subject. */
const subjects = [
  '',
  'A recovery code of your account was used',
  'An account was locked',
  'MFA on your account was changed',
  'MFA recovery was requested',
  'MFA recovery was requested',
  'New sign-in to your account',
  'New sign-in to your account',
  'Your code for a new password',
  'Your password was changed',
  'Your password was changed',
];

test('SEC-22 who forgets a password, is locked out, uses a recovery code or signs in on the host of another company is not written to in its name', async () => {
  const written = await mailsOfAccounts({ isOwnHost: false });
  expect(written).toEqual(subjects.map((subject) => [subject, 'Trellis']));
});

test('on the host of their own company people are written to about their accounts in its name', async () => {
  const written = await mailsOfAccounts({ isOwnHost: true });
  expect(written).toEqual(subjects.map((subject) => [subject, host]));
});
