/** Second factors as people have them: apps that show codes, phones that get texts. */
import { signIn, startMfaSetup, verifyMfaSetup } from '@portal/contract/identity/endpoints.ts';
import type { UserType } from '@portal/contract/access.ts';
import { currentCode, setPreferredFactor } from '../src/rooms/identity/door.ts';
import { codeOfStep, stepAt } from '../src/rooms/identity/factors/totp.ts';
import { aPersonWithAccount, goodPassword, holding, type SignedIn, signInAs } from './people.ts';
import type { Portal } from './portal.ts';

/** Someone signed in who has an app, whose code of now is used up: move the clock by `aStep` for the next. */
export interface WithApp extends SignedIn {
  secret: string;
  recoveryCodes: readonly string[];
}

export const aStep = 30_000;
export const forward = (portal: Portal, ms: number) =>
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));

/** The code of the next step, to which the clock is moved: never one that was used. */
export function nextCode(portal: Portal, { secret }: { secret: string }): string {
  forward(portal, aStep);
  return currentCode(secret, portal.app.clock.now());
}
/** Never the right one: not that of any step that could be asked for. */
export function wrongCode(portal: Portal, { secret }: { secret: string }): string {
  const now = stepAt(portal.app.clock.now());
  const near = [-1, 0, 1, 2].map((steps) => codeOfStep(secret, now + steps));
  return ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) as string;
}

/** The challenge after the right password, for a code or for a set-up. */
export async function challengeFor(portal: Portal, email: string, host = 'localhost'): Promise<string> {
  const { reply, code } = await portal.call(signIn, { body: { email, password: goodPassword }, headers: { host } });
  if (!reply || reply.next === 'session') throw new Error(`no second step: ${code ?? 'a session'}`);
  return reply.challenge;
}

/** Someone of a type that may do without a factor, who has set one up all the same. */
export async function aPersonWithApp(
  portal: Portal,
  type: UserType = 'Site User',
  given: { companyId?: number; host?: string } = {},
): Promise<WithApp> {
  const host = given.host ?? 'localhost';
  const person = await signInAs(portal, await aPersonWithAccount(portal, type, given), { host });
  if (person.secret !== null) return { ...person, secret: person.secret, recoveryCodes: person.recoveryCodes ?? [] };
  const { secret } = (await person.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  const code = currentCode(secret, portal.app.clock.now());
  const verified = await person.call(verifyMfaSetup, { body: { password: goodPassword, code } });
  return { ...person, ...holding(portal, host, verified), secret, recoveryCodes: verified.reply.recoveryCodes };
}

/** Someone whose factor is texted codes, with the newest text to their phone. */
export async function aPersonWithPhone(portal: Portal, type: UserType = 'Site User') {
  const phone = '+16175550123';
  const person = await aPersonWithAccount(portal, type, { phone });
  await portal.app.database.asSystem((tx) => setPreferredFactor(tx, person.email, 'sms'));
  const newestCode = async () =>
    (
      await portal.rows<{ body: string }>(
        `select body from message where channel = 'sms' and recipient = $1 order by message_id desc limit 1`,
        [phone],
      )
    )[0]?.body.match(/\d{6}/)?.[0] ?? '';
  return { ...person, phone, newestCode };
}
