/** Patients who lost their second factor, and who decides that it is taken off (ARQ, OPC-95, SEC-24). */
import { z } from 'zod';
import { isEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { patientAccess } from '../patients/access.ts';
import { isPatientPhone, longest } from '../patients/rules.ts';
import { day, done, instant, recordId, text, whole } from '../wire.ts';
import { longestEvidence } from './rules.ts';

/** CLN-14, CLN-21. */
const access = { ...patientAccess, module: 'MFA', adminRights: true, reach: 'groups' } as const;

/** ARQ-03: 0 pending, 1 approved, 2 denied. */
const status = z.literal([0, 1, 2]);

/** CAG-24, ARQ-02: those of patients in sight, newest first. */
export const listRecoveryRequests = endpoint({
  method: 'GET',
  path: '/account-recovery',
  summary: 'An administrator reads which patients want their accounts recovered',
  access,
  query: z.strictObject({ after: recordId('patient_recovery').optional() }),
  atMost: 500,
  reply: z.object({
    mfaRequests: z.array(
      z.object({
        requestId: z.number(),
        uId: z.number(),
        fName: z.string(),
        lName: z.string(),
        /** The name of the account (OPC-52), which has the form of an e-mail and reaches nobody. */
        username: z.string(),
        usernameType: z.enum(['email', 'phone']),
        /** Where the patient can be reached, as who asked says (ARQ-06). */
        mainContact: z.object({ type: z.enum(['email', 'phone']), value: z.string() }),
        status,
        lastUpdated: instant,
        patientDetails: z.object({
          dob: day,
          phone: z.string().nullable(),
          email: z.string(),
          lastLogin: instant.nullable(),
        }),
        /** Status 0 is the asking; the decision follows it. */
        requestActions: z.array(
          z.object({
            providerName: z.string(),
            status,
            timeOfAction: instant,
            /** What the person was known by, as who decided says. */
            evidence: z.string().nullable(),
          }),
        ),
        version: z.number(),
      }),
    ),
  }),
  failure: 'There was a problem retrieving patient recovery requests list.',
});

/** CAG-25, ARQ-06: `mainContact` is where the patient can be reached. */
export const askForRecovery = endpoint({
  method: 'POST',
  path: '/account-recovery',
  summary: 'An administrator asks to recover the account of a patient',
  access,
  creates: true,
  body: z.strictObject({
    u_id: recordId('patient'),
    mainContact: z
      .strictObject({ type: z.enum(['email', 'phone']), value: text(longest.email) })
      .superRefine(({ type, value }, context) => {
        const isGood = type === 'email' ? isEmail(value) : isPatientPhone(value);
        if (isGood) return;
        const message = type === 'email' ? 'is not a valid email' : 'must be +1 and ten digits';
        context.addIssue({ code: 'custom', path: ['value'], message });
      }),
  }),
  reply: z.object({ message: z.string(), requestId: z.number() }),
  failure: 'There was a problem adding new recovery request. Please try again.',
});

/** CAG-26, ARQ-05: approving takes the patient's authenticator off. */
export const decideRecovery = endpoint({
  method: 'PUT',
  path: '/account-recovery',
  summary: 'An administrator approves or denies the recovery of a patient’s account',
  access,
  body: z.strictObject({
    u_id: recordId('patient'),
    requestId: recordId('patient_recovery'),
    action: z.enum(['approve', 'deny']),
    evidence: text(longestEvidence).nullish(),
    version: whole.optional(),
  }),
  reply: done,
  failure: 'Unable to make request',
});
