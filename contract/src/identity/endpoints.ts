/** Getting in: the calls under `/api/auth`. Their failures carry the codes of the identity table (SER-01 to SER-12). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, email, flag, instant, moduleEntry, userType } from '../wire.ts';
import { isTooLong } from './password-characters.ts';

export const password = z
  .string()
  .min(1, 'is required')
  .refine((value) => !isTooLong(value), 'is too long (maximum is 64 characters)');
export const code = z.string().regex(/^\d{1,6}$/, 'must be up to 6 digits');
const challenge = z.string().min(20).max(100);
export const recoveryCode = z
  .string()
  .overwrite((value) => value.trim().toLowerCase())
  .regex(/^[a-z2-7]{5}-[a-z2-7]{5}$/, 'is not a recovery code');

export const session = z.object({
  next: z.literal('session'),
  accessToken: z.string(),
  expiresAt: instant,
  /** Whose it is: a tab that shows one person takes no token of another, whom the cookie belongs to by now. */
  cpId: z.number().optional(),
});
export const acknowledgmentForm = z.object({
  trainingComplete: z.union([z.literal(0), z.literal(1), z.null()]),
  trainingDocId: z.number().nullable(),
  templateId: z.number().nullable(),
  srUuid: z.string().nullable(),
  document_ID: z.number().nullable(),
});

/** SIG-03 to SIG-06: the form and the server ask the same. */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in',
  summary: 'A person proves who they are by e-mail and password',
  access: 'open',
  body: z.strictObject({ email: email(150), password }),
  reply: z.union([
    session,
    z.object({ next: z.literal('code'), factor: z.enum(['totp', 'sms']), challenge: z.string() }),
    z.object({ next: z.literal('mfa-setup'), challenge: z.string() }),
  ]),
  failure: 'Unable to sign in',
});

export const confirmCode = endpoint({
  method: 'POST',
  path: '/auth/mfa',
  summary: 'A person answers the challenge with the code of their second factor',
  access: 'open',
  body: z.strictObject({ challenge, code }),
  reply: session,
  failure: 'Unable to sign in',
});

/** With the challenge of a forced set-up, or with a session (bearer), which wants the password, and no challenge (SEC-13). */
export const startMfaSetup = endpoint({
  method: 'POST',
  path: '/auth/mfa/setup',
  summary: 'A person asks for the secret of a new authenticator app',
  access: 'open',
  body: z.strictObject({ challenge: challenge.optional(), password: password.optional() }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  failure: 'Unable to setup MFA. Please try again later.',
});

export const verifyMfaSetup = endpoint({
  method: 'POST',
  path: '/auth/mfa/setup/verify',
  summary: 'A person proves that the authenticator app works, which makes it their second factor',
  access: 'open',
  body: z.strictObject({ challenge: challenge.optional(), password: password.optional(), code }),
  /** The recovery codes are shown this once. */
  reply: session.extend({ recoveryCodes: z.array(z.string()) }),
  failure: 'Unable to setup MFA. Please try again later.',
});

/** A code that was kept for the day the app is lost. It works once. */
export const enterByRecoveryCode = endpoint({
  method: 'POST',
  path: '/auth/mfa/recovery-code',
  summary: 'A person answers the challenge with one of their recovery codes',
  access: 'open',
  body: z.strictObject({ challenge, recoveryCode }),
  reply: session,
  failure: 'Unable to sign in',
});

/** SEC-13: without app and codes, another authorised person of the company has to approve. Known and unknown answer alike. */
export const askForRecovery = endpoint({
  method: 'POST',
  path: '/auth/recovery',
  summary: 'A person whose password was right asks to be let in without their second factor',
  access: 'open',
  body: z.strictObject({ challenge }),
  reply: done,
});
/** Only this call accepts the session cookie (SEC-03); it also wants `x-portal: 1`, JSON and the same origin (SEC-20). */
export const renewSession = endpoint({
  method: 'POST',
  path: '/auth/session',
  summary: 'The browser trades the session cookie for a fresh access token',
  access: 'open',
  body: z.strictObject({}),
  reply: session,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'A person ends this session',
  access: {},
  body: z.strictObject({}),
  reply: done,
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/auth/sign-out-all',
  summary: 'A person ends all their sessions',
  access: {},
  body: z.strictObject({}),
  reply: done,
});

/** SEC-04: tells how long ago the last real input was, when no other call has told it. */
export const tellActivity = endpoint({
  method: 'POST',
  path: '/auth/activity',
  summary: 'The browser tells how long ago the last real input was',
  access: {},
  body: z.strictObject({ idleMs: z.int().min(0).max(86_400_000) }),
  reply: z.object({ message: z.string(), idleEndsAt: instant, endsAt: instant }),
});

/** DAT-01 to DAT-05. */
export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'The session says whose it is',
  access: {},
  reply: z.object({
    cpId: z.number(),
    companyId: z.number(),
    adminRights: flag,
    seesWholeCompany: flag,
    type: userType,
    modules: z.array(moduleEntry),
    gIds: z.array(z.number()),
    acknowledgmentForm,
    fName: z.string(),
    lName: z.string(),
    phone: z.string().nullable(),
    email: z.string(),
    ppId: z.number().nullable(),
    wpId: z.number().nullable(),
    mfa: z.enum(['none', 'totp', 'sms']),
    idleEndsAt: instant,
    endsAt: instant,
    /** How long before the end of an idle session its company wants the person to be warned. */
    idleWarningSeconds: z.number(),
    /** PRV-11: which groups the person is let into, until when and why; left out where there are none. */
    emergencyAccess: z.array(z.object({ group: z.string(), endsAt: instant, reason: z.string() })).optional(),
  }),
});
