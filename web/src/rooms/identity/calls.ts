import type { Wire } from '@portal/contract/endpoint.ts';
import type * as api from '@portal/contract/identity/endpoints.ts';
import { exchange } from '#api/exchange.ts';
import { fetchReplacing } from '#api/in-turn.ts';
import { send } from '#api/send.ts';
import { hasLeft } from '#api/session.ts';

/** What is asked before a session exists. The schemas stay out of the sign-in page, which must be light; a test compares. */
export const paths = {
  signIn: '/auth/sign-in',
  confirmCode: '/auth/mfa',
  enterByRecoveryCode: '/auth/mfa/recovery-code',
  askForRecovery: '/auth/recovery',
  startMfaSetup: '/auth/mfa/setup',
  verifyMfaSetup: '/auth/mfa/setup/verify',
} as const satisfies Partial<Record<keyof typeof api, string>>;

type Name = keyof typeof paths;
export type Session = Wire<typeof api.session>;

/** The session goes on under another cookie. */
const sendReplacing: typeof exchange = (out) => send({ ...out, fetch: fetchReplacing });

/** Somebody comes in: the answer brings a cookie, which that of a sign-out in another tab must not take away (SES-09). */
const exchangeReplacing: typeof exchange = (out) => exchange({ ...out, fetch: fetchReplacing });

const post = async <N extends Name>(name: N, body: Wire<(typeof api)[N]['body']>, deliver = exchange) =>
  (await deliver({ method: 'POST', path: paths[name], body })).reply as Wire<(typeof api)[N]['reply']>;

export const signIn = async (email: string, password: string) => {
  await hasLeft();
  return post('signIn', { email, password }, exchangeReplacing);
};
export const confirmCode = (challenge: string, code: string) =>
  post('confirmCode', { challenge, code }, exchangeReplacing);
export const enterByRecoveryCode = (challenge: string, recoveryCode: string) =>
  post('enterByRecoveryCode', { challenge, recoveryCode }, exchangeReplacing);
export const askForRecovery = (challenge: string) => post('askForRecovery', { challenge });

export type Verified = Wire<typeof api.verifyMfaSetup.reply>;
export type Started = Wire<typeof api.startMfaSetup.reply>;
/** Whose set-up it is says the challenge, or the session (bearer) together with the password (SEC-13). */
export type Held = { challenge: string } | { password: string };
export const startMfaSetup = (held: Held) =>
  'challenge' in held ? post('startMfaSetup', held) : post('startMfaSetup', held, send);
export const verifyMfaSetup = (code: string, held: Held) =>
  'challenge' in held
    ? post('verifyMfaSetup', { ...held, code }, exchangeReplacing)
    : post('verifyMfaSetup', { ...held, code }, sendReplacing);
