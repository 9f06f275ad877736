/** What the portal is told of a patient from outside, and shows: prescriptions, refills, orders, consent, documents (OPC-65). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { day, instant, recordId } from '../wire.ts';

const u_id = recordId('patient');
const ofPatient = z.strictObject({ u_id });
const wireFlag = z.literal([0, 1]);
/** A patient has more of these with every year. */
const atMost = 1_000;

/** CAC-09, PRX-01, PRX-02. */
export const listPrescriptions = endpoint({
  method: 'GET',
  path: '/user/medications',
  summary: 'A person reads the prescriptions of a patient',
  access,
  query: z.strictObject({ u_id, med_type: z.literal('prescription') }),
  atMost,
  reply: z.object({
    medications: z.array(
      z.object({
        displayName: z.string(),
        rxNumber: z.string(),
        displayStatus: z.number(),
        latestDateShipped: day.nullable(),
        provider: z.string().nullable(),
        refillsLeft: z.number().nullable(),
        instructions: z.string().nullable(),
        dateWritten: day.nullable(),
        daysOfSupply: z.number().nullable(),
        isActivePrescription: wireFlag,
      }),
    ),
  }),
});

/** CAA-04, ACT-17, PRX-08: of the last 30 days, newest first. */
export const listRefillOutreach = endpoint({
  method: 'GET',
  path: '/refill/outreach',
  summary: 'A person reads how a patient was reminded of refills',
  access,
  query: ofPatient,
  atMost,
  reply: z.object({
    events: z.array(
      z.object({
        rowNumber: z.number(),
        rxNumber: z.string(),
        outreachReason: z.string(),
        sentTime: instant,
        /** ACT-07. */
        outreachType: z.enum(['Text', 'Phone Call', 'Push Notification', 'Email']),
      }),
    ),
  }),
});

/** CAD-25, ORX-01, ORX-02. */
export const listOrderStatuses = endpoint({
  method: 'GET',
  path: '/user/rx-status/history',
  summary: 'A person reads which statuses a patient’s orders had in the last 90 days',
  access,
  query: z.strictObject({ u_id, window: z.literal([90, '90'], 'must be 90').optional() }),
  atMost,
  reply: z.object({
    statuses: z.array(
      z.object({ displayName: z.string(), orderStatus: z.number(), rxNumber: z.string(), timeAdded: instant }),
    ),
  }),
});

/** CAD-26, CNS-01, CNS-02: null or 1 is text consent, 0 revoked text consent, 2 portal terms. */
export const listConsents = endpoint({
  method: 'GET',
  path: '/user/consent/history',
  summary: 'A person reads what a patient consented to',
  access,
  query: ofPatient,
  atMost,
  reply: z.object({
    consentHistory: z.array(z.object({ consentCode: z.number().nullable(), timeAdded: instant })),
  }),
});

/** CAD-27, PDO-01, PDO-02. `isCurrentSigner` says whether the patient is to sign (OPC-67); `signerUuid` is nobody else's to know (SEC-34). */
export const listPatientDocuments = endpoint({
  method: 'GET',
  path: '/documents/patient',
  summary: 'A person reads which documents a patient has',
  access,
  query: ofPatient,
  atMost,
  reply: z.object({
    documents: z.array(
      z.object({
        docId: z.number(),
        friendlyName: z.string(),
        filename: z.string(),
        isSignRequest: wireFlag,
        isCompletelySigned: wireFlag,
        isCurrentSigner: wireFlag,
        uuid: z.string().nullable(),
        signerUuid: z.null(),
        timeUploaded: instant,
        /** Whether a later document corrects it that the reader may open (P11-08). */
        isCorrected: z.boolean().optional(),
        /** Whether the reader may delete it (APD-03). */
        mayDelete: z.boolean().optional(),
        /** In how many other patients' records it lies, which a deletion takes it out of as well (APD-11). */
        otherPatients: z.number().optional(),
      }),
    ),
  }),
});
