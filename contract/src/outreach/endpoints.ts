/** How patients are reminded of their assessments (ACT, CAA-01 to CAA-03). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { assessmentAccess, patientAccess as access } from '../patients/access.ts';
import { instant, recordId } from '../wire.ts';

const u_id = recordId('patient');
const survey_event_id = recordId('survey_event');

/** ACT-07. */
export const contactMethods = ['Text', 'Phone Call', 'Push Notification', 'Email'] as const;
const contactMethod = z.enum(contactMethods);

/** ACT-15: of the last 30 days, newest first; ACT-08 with an event: all of that one, as long ago as it may be. */
export const listOutreach = endpoint({
  method: 'GET',
  path: '/outreach/patients',
  summary: 'A person reads how a patient was reminded',
  access,
  query: z.strictObject({ u_id, survey_event_id: survey_event_id.optional() }),
  atMost: 1_000,
  reply: z.object({
    outreachHistory: z.array(
      z.object({
        rowNumber: z.number(),
        reason: z.string(),
        timeSent: instant,
        contactMethod,
        /** "First Last"; blank where the portal did it by itself. */
        contactedBy: z.string(),
        /** When the patient answered; null while that is awaited. */
        responded: instant.nullable(),
        /** The assessment ended without an answer, so that none is awaited. */
        ended: z.literal(true).optional(),
      }),
    ),
    /** By which ways nothing arrives at the patient now, whatever was sent. */
    undelivered: z.array(contactMethod).optional(),
    /** By which of the ways that they prefer the patient takes nothing, so that nothing is sent. */
    refused: z.array(z.enum(['Email', 'Text'])).optional(),
  }),
  failure: 'There was a problem retrieving outreach history.',
});

export const remindPatient = endpoint({
  method: 'POST',
  path: '/outreach/patients',
  summary: 'A person reminds a patient of an assessment',
  access: assessmentAccess,
  isCostly: true,
  creates: true,
  body: z.strictObject({ u_id, outreachType: z.literal('reminder'), surveyEventId: survey_event_id }),
  reply: z.object({ message: z.string() }),
  failure: 'There was a problem sending a reminder.',
});
