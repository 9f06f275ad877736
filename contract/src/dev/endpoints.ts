/** Calls that exist in development and test mode alone; they are not part of the published document. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, instant, text } from '../wire.ts';

export const outbox = endpoint({
  method: 'GET',
  path: '/dev/outbox',
  summary: 'Caught mails and texts, newest first',
  access: 'open',
  query: z.strictObject({ to: text(200).optional() }),
  reply: z.array(
    z.object({
      id: z.number(),
      channel: z.enum(['email', 'sms']),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      createdAt: instant,
    }),
  ),
});

/** Test mode: moves the clock of every rule about time; it then runs on from there. Null is the real clock again. */
export const setClock = endpoint({
  method: 'PUT',
  path: '/dev/clock',
  summary: 'Moves the clock',
  access: 'open',
  body: z.strictObject({ now: instant.nullable() }),
  reply: done,
});

/** Development mode: what the sign-in page offers. */
export const demoAccounts = endpoint({
  method: 'GET',
  path: '/dev/demo-accounts',
  summary: 'The demo accounts',
  access: 'open',
  reply: z.object({
    accounts: z.array(
      z.object({
        email: z.string(),
        password: z.string(),
        company: z.string(),
        type: z.string(),
        mfa: z.boolean(),
        hint: z.string(),
      }),
    ),
  }),
});
