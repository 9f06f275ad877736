/** People who come in as people do: with an account, through the endpoints of sign-in. */
import type { UserType } from '@portal/contract/access.ts';
import * as api from '@portal/contract/identity/endpoints.ts';
import { notifications } from '@portal/contract/providers/rules.ts';
import { createAccount, currentCode } from '../src/rooms/identity/door.ts';
import type { Answer, Caller, Portal } from './portal.ts';

export const goodPassword = 'Correct-Horse-9';

/** Someone who signed in at `host`, with what the browser holds. */
export interface SignedIn extends Caller {
  email: string;
  /** As a browser would send it: name and value. */
  cookie: string;
  /** The secret in their authenticator app, where they have one. */
  secret: string | null;
  /** Those of a set-up that this sign-in led through. */
  recoveryCodes?: readonly string[];
}

/** A person of a company (of a new one, unless named) with an account and the good password, not signed in yet, who is told of new devices. */
export async function aPersonWithAccount(
  portal: Portal,
  type: UserType,
  given: { companyId?: number; state?: 'unconfirmed' | 'reset'; phone?: string } = {},
) {
  const companyId = given.companyId ?? (await portal.aCompany());
  const providerId = await portal.aPerson(type, { company_id: companyId });
  const [row] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [providerId]);
  const email = row?.email ?? '';
  const { name, description } = notifications.security;
  await portal.rows(
    'insert into notification_preference (company_id, provider_id, name, description) values ($1, $2, $3, $4)',
    [companyId, providerId, name, description],
  );
  await portal.app.database.asSystem((tx) =>
    createAccount(tx, { email, password: goodPassword, state: given.state ?? 'confirmed', phone: given.phone ?? null }),
  );
  return { companyId, providerId, email };
}

/** The same, signed in through the endpoints: with the set-up of an authenticator app where the type must have one. */
export async function aSignedInPerson(
  portal: Portal,
  type: UserType,
  given: { companyId?: number; host?: string } = {},
): Promise<SignedIn> {
  return signInAs(portal, await aPersonWithAccount(portal, type, given), { host: given.host ?? 'localhost' });
}

/** Signs in someone who has an account; `secret` is that of their app, if they have set one up before. */
export async function signInAs(
  portal: Portal,
  person: { companyId: number; providerId: number; email: string },
  { host = 'localhost', secret = null }: { host?: string; secret?: string | null } = {},
): Promise<SignedIn> {
  const headers = { host };
  const first = await portal.call(api.signIn, { body: { email: person.email, password: goodPassword }, headers });
  if (first.reply?.next === 'session') return { ...person, secret, ...holding(portal, host, first) };
  if (first.reply?.next === 'code' && secret) {
    const code = currentCode(secret, portal.app.clock.now());
    return {
      ...person,
      secret,
      ...holding(
        portal,
        host,
        await portal.call(api.confirmCode, { body: { challenge: first.reply.challenge, code }, headers }),
      ),
    };
  }
  if (first.reply?.next !== 'mfa-setup')
    throw new Error(`sign-in answered ${first.status} ${first.code ?? first.reply?.next}`);
  const { challenge } = first.reply;
  const setUp = await portal.call(api.startMfaSetup, { body: { challenge }, headers });
  const code = currentCode(setUp.reply.secret, portal.app.clock.now());
  const last = await portal.call(api.verifyMfaSetup, { body: { challenge, code }, headers });
  const held = holding(portal, host, last);
  return { ...person, ...held, secret: setUp.reply.secret, recoveryCodes: last.reply.recoveryCodes };
}

/** The answer of any call that opens a session or goes on with one. */
interface Opening extends Pick<Answer<typeof api.confirmCode>, 'status' | 'code' | 'headers'> {
  reply: { next: string; accessToken?: string } | undefined;
}

/** What a browser holds after an answer that opened a session. */
export function holding(portal: Portal, host: string, answer: Opening): Pick<SignedIn, 'token' | 'cookie' | 'call'> {
  const token = answer.reply?.accessToken;
  if (token === undefined) throw new Error(`no session: ${answer.status} ${answer.code ?? answer.reply?.next}`);
  const cookie = cookieOf(answer) ?? '';
  return {
    token,
    cookie,
    call: (endpoint, asking = {}) =>
      portal.call(endpoint, { ...asking, headers: { host, authorization: `Bearer ${token}`, ...asking.headers } }),
  };
}

/** Name and value of the cookie that an answer sets. */
export const cookieOf = (answer: Pick<Opening, 'headers'>): string | null =>
  String(answer.headers['set-cookie'] ?? '').split(';')[0] || null;

/** The headers with which our web app renews a session. */
export const renewing = (person: { cookie: string }, host = 'localhost') => ({
  host,
  cookie: person.cookie,
  'x-portal': '1',
  origin: `http://${host}`,
});
