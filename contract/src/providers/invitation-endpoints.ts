/** Joining the portal: by invitation alone (SCP-08). Registration and sign-in account are made together or not at all (SEC-16). */
import { z } from 'zod';
import { reachableEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { newPassword } from '../identity/password.ts';
import { done, requiredName, requiredText } from '../wire.ts';

const code = z.string().min(1, 'is required').max(100, 'is not an invitation');

/**
 * REG-04, API-34: 404 for an invitation that is unknown, used, revoked, expired or of another portal (OPN-22); 403, as for the
 * registration, while whoever sent it may no longer do so.
 */
export const readInvitation = endpoint({
  method: 'GET',
  path: '/care-providers/registration',
  summary: 'A person who was invited opens their invitation',
  access: 'open',
  query: z.strictObject({ id: code }),
  reply: z.object({ pendingProvider: z.object({ companyName: z.string(), email: z.string() }) }),
});

/** REG-06 to REG-27, API-35, DAT-13. What the invitation fixes has no field here; an own e-mail is refused (OPN-24). */
export const register = endpoint({
  method: 'PUT',
  path: '/care-providers/registration',
  summary: 'A person who was invited registers',
  access: 'open',
  body: z.strictObject({
    firstName: requiredName(32),
    lastName: requiredName(32),
    email: reachableEmail(64),
    /** E.164 (OPN-70). */
    phone: requiredText(20),
    password: newPassword,
    registrationCode: code,
    /** SCN-04: 0 e-mail, 1 text. */
    preferredContact: z.literal([0, 1], 'must be 0 or 1'),
  }),
  reply: done,
});
