/** Whether an e-mail address wants e-mails, chosen by anybody on a public page. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, email, flag } from '../wire.ts';
import { sentences } from './rules.ts';

/** A puzzle in the form of the ALTCHA widget, version 2: what it takes to solve it, and our signature under it. */
export const puzzle = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.number(),
  }),
  signature: z.string(),
});
export type Puzzle = z.output<typeof puzzle>;

/** NTP-05, OPS-95; null where no token is asked for. */
export const askForPuzzle = endpoint({
  method: 'GET',
  path: '/trial-participant/unsubscribe',
  summary: 'Anybody asks for the puzzle that keeps machines from choosing',
  access: 'open',
  reply: z.object({ challenge: puzzle.nullable() }),
  failure: sentences.failed,
});

/** APS-07, NTP-04: 404 for an unknown e-mail. `token` is the solved puzzle, in base64 as the widget has it. */
export const chooseEmails = endpoint({
  method: 'PUT',
  path: '/trial-participant/unsubscribe',
  summary: 'Anybody unsubscribes an e-mail address from notifications, or resubscribes it',
  access: 'open',
  body: z.strictObject({ token: z.string().max(8_192).nullish(), email: email(150), notificationPreference: flag }),
  reply: done,
  failure: sentences.failed,
});
