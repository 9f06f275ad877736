/** Calls to patients: the token of the line, and what came of each call (DMO-08, CAD-35, CAD-36). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, recordId, requiredText, text, whole } from '../wire.ts';
import { callAccess as access, longest, longestCallSeconds, outcomes } from './rules.ts';

const token = z.object({ voiceToken: z.string() });

/** CAD-35: 403 while call mode is off. */
export const makeVoiceToken = endpoint({
  method: 'POST',
  path: '/voice-calls/token',
  summary: 'A person gets a token for the line',
  access,
  body: z.strictObject({ clientName: requiredText(longest.clientName) }),
  reply: token,
  failure: 'Unable to start the call.',
});
/** CAD-36, OPC-83. */
export const readVoiceToken = endpoint({
  method: 'GET',
  path: '/voice-calls/token',
  summary: 'A person gets a token for the line by their own number',
  access,
  query: z.strictObject({ cp_id: recordId('provider') }),
  reply: token,
  failure: 'Unable to start the call.',
});
/** What came of a call, for the patient's line of time. */
export const keepCall = endpoint({
  method: 'POST',
  path: '/voice-calls',
  summary: 'A person keeps what came of a call to a patient',
  access,
  creates: true,
  body: z.strictObject({
    u_id: recordId('patient'),
    number: z.string().regex(/^\+1\d{10}$/, 'must be +1 and ten digits'),
    startedAt: instant,
    seconds: whole.refine((value) => value >= 0 && value <= longestCallSeconds, 'must be between 0 and 86400'),
    outcome: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
    note: text(longest.note).optional(),
  }),
  reply: z.object({ message: z.string(), callId: z.number() }),
  failure: 'Unable to save the call.',
});
