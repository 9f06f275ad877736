/** Asking for signatures, and giving them (SGN, APD, SEC-34, P11-01 to P11-08). */
import { z } from 'zod';
import { documentAccess } from '../documents/access.ts';
import { listedDocument, signature } from '../documents/endpoints.ts';
import { maxUploadBody, pdfType } from '../documents/rules.ts';
import { endpoint } from '../endpoint.ts';
import { password } from '../identity/endpoints.ts';
import { email, flag, instant, recordId, requiredText, text } from '../wire.ts';
import { messages, mostToSign, signingKinds } from './rules.ts';

const uuid = z.uuid('is not known');
const fieldNameText = requiredText(300);
const claimedDate = 'must be a date and time as in 2026-11-23T12:34:56Z';

/**
 * APD-07, UPW-18, OPS-06. `requestRequired` 1 asks the people named by `cpId`; 0 keeps for whom the fields of a template are
 * (`userType`), and its `srUuid` is null. Of a training form a person asks for the own copy: a second time answers the first.
 */
export const requestSignatures = endpoint({
  method: 'POST',
  path: '/documents/signature-request',
  summary: 'A person asks for the signatures of a document',
  access: documentAccess,
  creates: true,
  body: z.strictObject({
    docId: recordId('document'),
    uploaderOwned: flag.optional(),
    requestRequired: flag,
    signers: z
      .array(
        z.strictObject({
          cpId: recordId('provider').nullish(),
          userType: text(40).nullish(),
          name: requiredText(200),
          email: email(150).nullish(),
          signerNum: z.int().min(1).max(50),
        }),
      )
      .min(1, 'is required')
      .max(50),
  }),
  reply: z.object({ message: z.string(), srUuid: z.string().nullable(), docId: z.number() }),
  failure: messages.requestFailed,
});

/** APD-01: whatever the caller was asked to sign, open and ended. What waits for them is in the first answer whatever its age. */
export const listToSign = endpoint({
  method: 'GET',
  path: '/documents/provider-signer',
  summary: 'A person lists the documents they sign',
  access: documentAccess,
  query: z.strictObject({ cp_id: recordId('provider'), after: recordId('document').optional() }),
  atMost: mostToSign,
  reply: z.object({ documents: z.array(listedDocument) }),
});

/** APD-09, CAD-30, PDO-05, OPS-08: the two ids are the secret; no session is demanded. Wrong and expired ones look the same. */
export const readToSign = endpoint({
  method: 'GET',
  path: '/documents/sign',
  summary: 'A signer opens the document to sign',
  access: 'open',
  isCostly: true,
  holdsFile: true,
  query: z.strictObject({ srUuid: uuid, signerUuid: uuid }),
  reply: listedDocument.extend({
    data: z.string(),
    kind: z.enum(signingKinds),
    signatures: z.array(signature),
  }),
  failure: 'There was a problem opening the document.',
});

/** SEC-31, P11-01: the password once more, for one field; the proof works once. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary: 'A signer proves who they are, for one field of one document',
  access: documentAccess,
  body: z.strictObject({
    email: email(150),
    password,
    srUuid: uuid,
    fieldName: fieldNameText,
    reason: requiredText(200),
  }),
  reply: z.object({ proof: z.string(), expiresAt: instant }),
  failure: messages.wrongCredentials,
});

/** APD-05, SGN-19. What the browser sends is a claim: values and drawings of the signer's own fields are taken, no more (P11-06). */
export const sign = endpoint({
  method: 'POST',
  path: '/documents/sign',
  summary: 'A signer signs a document',
  access: documentAccess,
  creates: true,
  isCostly: true,
  bodyLimit: maxUploadBody,
  tooLarge: 'document.too_large',
  body: z.strictObject({
    srUuid: uuid,
    signerUuid: uuid,
    contentType: z.literal(pdfType),
    data: z.string().min(1, 'is required'),
    auditTrailSignatures: z
      .array(
        z.strictObject({
          fieldName: fieldNameText,
          hash: z
            .string()
            .regex(/^[0-9a-f]{96}$/, 'must be 96 hexadecimal digits')
            .optional(),
          reason: requiredText(200),
          /** What the client's clock says: kept apart, never shown as the time of the signature (P11-13). */
          date: z.iso
            .datetime({ offset: true, error: claimedDate })
            // There is no year 0.
            .refine((said) => new Date(said).getUTCFullYear() >= 1, claimedDate)
            .optional(),
          proof: z.string().min(1).max(200).optional(),
          /** base64 PNG of the drawing. */
          image: z.string().max(2_000_000).optional(),
        }),
      )
      .max(50),
  }),
  reply: z.object({ message: z.string(), docId: z.number(), isCompletelySigned: flag }),
});

/** P11-04: re-reads bytes, hashes, signatures, seal and order, and says in words what differs. */
export const verifyDocument = endpoint({
  method: 'GET',
  path: '/documents/verify',
  summary: 'A person has a signed document verified',
  access: documentAccess,
  isCostly: true,
  query: z.strictObject({ docId: recordId('document') }),
  reply: z.object({
    valid: z.boolean(),
    problems: z.array(z.string()),
    /** What was looked at, in words, in order. */
    checked: z.array(z.string()),
    sealedAt: instant.nullable(),
    /** Says of one that everybody signed that it should have its seal by now. */
    missingSeal: z.string().optional(),
    signatures: z.array(signature),
  }),
});
