import { signIn, startMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { codeOf, createAccount, currentCode, newTotpSecret, setTotp } from './door.ts';
import { momentOf } from '#platform/act/act.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { aPersonWithAccount, goodPassword, signInAs } from '#test/people.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';

test('IDP-06 an app set for an account is asked for at sign-in, and its code can be looked up with the installation’s secret', async () => {
  const portal = await openPortal();
  const { env, clock, database } = portal.app;
  const person = await aPersonWithAccount(portal, 'Nurse');
  const secret = newTotpSecret();
  expect(await database.asSystem((tx) => codeOf(momentOf(tx, clock), env, person.email))).toBeNull();
  await database.asSystem((tx) => setTotp(tx, env, person.email, secret));
  expect(await database.asSystem((tx) => codeOf(momentOf(tx, clock), env, ` ${person.email.toUpperCase()}`))).toBe(
    currentCode(secret, clock.now()),
  );
  expect((await signInAs(portal, person, { secret })).token).toMatch(/^[\w-]{43}$/);
});

test('MFA-14 while an app is being set up its code can be looked up too', async () => {
  const portal = await openPortal();
  const { env, clock, database } = portal.app;
  const { email } = await aPersonWithAccount(portal, 'Nurse');
  const { reply } = await portal.call(signIn, { body: { email, password: goodPassword } });
  const setUp = await portal.call(startMfaSetup, { body: { challenge: (reply as { challenge: string }).challenge } });
  expect(await database.asSystem((tx) => codeOf(momentOf(tx, clock), env, email))).toBe(
    currentCode(setUp.reply.secret, clock.now()),
  );
});

test('P11-17 REL-08 IDP-07 of ten accounts made at once for one e-mail, in any case, there is one', async () => {
  onItsOwn();
  const portal = await openPortal();
  const made = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      portal.app.database.asSystem((tx) =>
        createAccount(tx, { email: n % 2 ? 'Ada@Portal.example ' : 'ada@portal.example', password: goodPassword }),
      ),
    ),
  );
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(
    made.filter((one) => one.status === 'rejected' && (one.reason as { code: string }).code === 'USER_EXISTS'),
  ).toHaveLength(9);
  expect(await portal.rows('select email from identity_account')).toEqual([{ email: 'ada@portal.example' }]);
});

test('SEC-13 SEC-14 PRV-07 passwords are Argon2id hashes of 19 MiB and 2 passes; a encrypted secret opens with its own key alone, unchanged', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Nurse');
  const [row] = await portal.rows<{ password_hash: string }>(
    'select password_hash from identity_account where email = $1',
    [email],
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const ofOne = (secret: string) => ({ secret: Buffer.from(secret), earlierSecrets: [] });
  const box = makeSecretBox(ofOne('one secret'));
  const encrypted = box.close('JBSWY3DPEHPK3PXP');
  expect(box.open(encrypted)).toBe('JBSWY3DPEHPK3PXP');
  expect(box.close('JBSWY3DPEHPK3PXP')).not.toBe(encrypted);
  expect(() => makeSecretBox(ofOne('another secret')).open(encrypted)).toThrow('encrypted under another');
  const parts = encrypted.split('.');
  const data = Buffer.from(parts.at(-1)!, 'base64url');
  data.writeUInt8(data.readUInt8(0) ^ 1, 0);
  expect(() => box.open([...parts.slice(0, -1), data.toString('base64url')].join('.'))).toThrow(
    'unable to authenticate',
  );
});
