/** Training forms: what the people of a trial acknowledge before they work in it (ACK, AKF, OPN-61 to OPN-64). */
import { z } from 'zod';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { done, recordId } from '../wire.ts';

/** API-30, ACK-10. */
export const listTrainingForms = endpoint({
  method: 'GET',
  path: '/care-group/training-acknowledgement',
  summary: 'An administrator lists the training forms of a group',
  access: trialAdministrators,
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: 500,
  reply: z.object({
    acknowledgementTemplates: z.array(
      z.object({
        docId: z.number(),
        /** Where it is attached: a site lists those of its trial too. */
        g_id: z.number(),
        friendlyName: z.string(),
        /** Comma-separated (DOC-18). */
        userTypes: z.string(),
        /** How many people it applies to, and how many of them have signed. */
        people: z.number(),
        signed: z.number(),
      }),
    ),
  }),
});

/** API-29, ACK-06: taken for the own signed copy alone; before the signature it is a 409. */
export const acknowledgeTraining = endpoint({
  method: 'PUT',
  path: '/care-provider/training-acknowledgement',
  summary: 'A person has their training acknowledgement recorded',
  access: { module: 'TrialCard' },
  body: z.strictObject({ cp_id: recordId('provider'), trainingDocId: recordId('document') }),
  reply: done,
});
