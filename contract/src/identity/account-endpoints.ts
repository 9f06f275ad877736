/** What a person does about their own account besides signing in, and what administrators decide about a lost factor. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, email, flag, id, instant, recordId, requiredText, userType } from '../wire.ts';
import { code, password, recoveryCode, session } from './endpoints.ts';
import { newPassword, samePasswordMessage } from './password.ts';
import { composed } from './password-characters.ts';

/** FGP-04. */
const resetCode = z
  .string()
  .overwrite((value) => value.trim())
  .min(1, 'is required')
  .min(4, 'is too short (minimum is 4 characters)')
  .max(20, 'is too long (maximum is 20 characters)');

/** FGP-03, IDP-08: the same for unknown addresses (SEC-07). */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/password/forgot',
  summary: 'A person asks for a code to set a new password',
  access: 'open',
  body: z.strictObject({ email: email(150) }),
  reply: done,
});
/** FGP-04 to FGP-07, IDP-09: every session of the account ends. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'A person sets a new password with the code they were sent',
  access: 'open',
  body: z.strictObject({ email: email(150), code: resetCode, password: newPassword }),
  reply: done,
});
/** SEC-02, SEC-05: every other session ends, and this one continues under new secrets. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/password/change',
  summary: 'A person changes their password',
  access: {},
  body: z
    .strictObject({ password, newPassword })
    .refine((given) => composed(given.newPassword) !== composed(given.password), {
      path: ['newPassword'],
      message: samePasswordMessage,
    }),
  reply: session,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'A person lists where they are signed in',
  access: {},
  reply: z.object({
    sessions: z.array(
      z.object({
        sessionId: z.number(),
        /** In plain words, such as "Firefox on Windows". */
        device: z.string(),
        host: z.string(),
        address: z.string(),
        createdAt: instant,
        lastInputAt: instant,
        isCurrent: flag,
      }),
    ),
  }),
});
export const endSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/end',
  summary: 'A person ends one of their other sessions',
  access: {},
  body: z.strictObject({ sessionId: id }),
  reply: done,
});

/** SEC-13: replacing or removing a factor needs the password and a current code, or a recovery code. */
const proof = z.strictObject({ password, code: z.union([code, recoveryCode]) });

/** For whose factor is texted codes: the current code of the calls below. */
export const textProofCode = endpoint({
  method: 'POST',
  path: '/auth/mfa/text',
  summary: 'A person asks for the texted code that proves their second factor',
  access: {},
  body: z.strictObject({ password }),
  reply: done,
});
/** The challenge goes to `/auth/mfa/setup`; the old app counts until the new one is verified. */
export const replaceFactor = endpoint({
  method: 'POST',
  path: '/auth/mfa/replace',
  summary: 'A person begins to replace their authenticator app',
  access: {},
  body: proof,
  reply: z.object({ challenge: z.string() }),
});
/** Only for whom a second factor is not required (MFA-08). Every other session ends. */
export const removeFactor = endpoint({
  method: 'POST',
  path: '/auth/mfa/remove',
  summary: 'A person removes their second factor',
  access: {},
  body: proof,
  reply: session,
});
/** The old ones stop working. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/mfa/recovery-codes',
  summary: 'A person asks for new recovery codes',
  access: {},
  body: proof,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** CLN-21, SEC-24: nobody decides for somebody whose rights or groups reach beyond their own. */
export const recoveryDeciders = { adminRights: true, reach: 'groups' } as const;

const whoAsked = {
  recoveryId: z.number(),
  cpId: z.number(),
  fName: z.string(),
  lName: z.string(),
  email: z.string(),
  type: userType,
  askedAt: instant,
};

/** With what there is to decide by. Those whose rights or groups reach beyond the caller's are for other administrators. */
export const listRecoveries = endpoint({
  method: 'GET',
  path: '/auth/recoveries',
  summary: 'An administrator lists who asks for their second factor to be taken off',
  access: recoveryDeciders,
  atMost: 5_000,
  reply: z.object({
    recoveries: z.array(
      z.object({
        ...whoAsked,
        /** Another administrator has to decide. */
        isOwn: flag,
        /** From where it was asked; null where that was not kept yet. */
        host: z.string().nullable(),
        address: z.string().nullable(),
        device: z.string().nullable(),
        lastSignInAt: instant.nullable(),
        /** How many are open; approving ends them. */
        sessions: z.number(),
        /** Those that the caller sees. */
        groups: z.array(z.string()),
      }),
    ),
  }),
});

export const recoveryOutcomes = ['approved', 'refused', 'withdrawn'] as const;
/** What ended a request that nobody has to decide about any more. */
const recoveryEnds = ['sign-in', 'password', 'factor', 'revoked'] as const;
export type RecoveryEnd = (typeof recoveryEnds)[number];

/** What became of earlier ones, the latest decision first. */
export const listDecidedRecoveries = endpoint({
  method: 'GET',
  path: '/auth/recoveries/decided',
  summary: 'An administrator lists the decided requests to take a second factor off',
  access: recoveryDeciders,
  atMost: 500,
  reply: z.object({
    recoveries: z.array(
      z.object({
        ...whoAsked,
        decidedAt: instant,
        outcome: z.enum(recoveryOutcomes),
        /** Nobody, where it was withdrawn, or an operator decided. */
        decidedBy: z.string().nullable(),
        withdrawnBy: z.enum(recoveryEnds).nullable().optional(),
        reason: z.string().nullable(),
      }),
    ),
  }),
});
export const decideRecovery = endpoint({
  method: 'POST',
  path: '/auth/recoveries/decision',
  summary: 'An administrator approves or refuses to take a second factor off',
  access: recoveryDeciders,
  body: z.strictObject({ recoveryId: recordId('recovery'), approved: flag, reason: requiredText(500) }),
  reply: done,
});
