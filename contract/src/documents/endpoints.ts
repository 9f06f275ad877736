/** Documents: PDFs that people keep with their records, in groups and in the library. */
import { z } from 'zod';
import { type Access, partnerTypes } from '../access.ts';
import { clinicalAdministrators, groupAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { askedNumber } from '../participants/asked-number.ts';
import { shipmentStatus } from '../shipments/rules.ts';
import { pendingReport, reportStatuses } from '../signing/rules.ts';
import { documentAccess } from './access.ts';
import { done, fileName, flag, instant, recordId, text } from '../wire.ts';
import { maxUploadBody, messages, pdfType } from './rules.ts';

/** OPS-48: what adds to the documents of a group or takes from them wants admin rights, as the groups themselves do. */
const administers = groupAdministrators;
/** The library is the company's. Any group's workflow takes from it, so who only reads it may be held to some groups. */
const administersLibrary = { ...clinicalAdministrators, reach: 'company' } as const satisfies Access;
const readsLibrary = clinicalAdministrators;

/** The part of a body that carries a PDF (OPS-83, APD-06). A name is kept as it was given and never becomes a path (SEC-31). */
export const uploadedPdf = {
  filename: fileName,
  friendlyName: fileName,
  contentType: z.literal(pdfType, messages.notPdf),
  /** base64. */
  data: z.string().min(1, 'is required'),
};

/** PDO-06: a signature as it is read. `date` is the server's time (P11-13). */
export const signature = z.object({
  fieldName: z.string(),
  /** Lower-case hex of the SHA-384 of the drawing (OPS-58). */
  hash: z.string(),
  reason: z.string(),
  date: instant,
  name: z.string(),
  /** Two people may have one name (P11-17). */
  email: z.string(),
  cpId: z.number(),
});

/** P11-08: another document, by what it is called. */
const otherDocument = z.object({ docId: z.number(), friendlyName: z.string() });
/** P11-11: one that was deleted since is said to be, and has its name for those who may read what is on record of it. */
const correctedDocument = otherDocument.extend({ friendlyName: z.string().nullable(), isDeleted: z.boolean() });

/** OPS-07, APD-08. What is out of sight is a 404. */
export const fetchDocument = endpoint({
  method: 'GET',
  path: '/document',
  summary: 'A person opens a document they may see',
  access: {},
  isCostly: true,
  query: z.strictObject({ docId: recordId('document') }),
  holdsFile: true,
  reply: z.object({
    docId: z.number(),
    friendlyName: z.string(),
    filename: z.string(),
    contentType: z.literal(pdfType),
    data: z.string(),
    signatures: z.array(signature),
    /** The one that it corrects, and those that correct it, as far as the reader may open them. */
    corrects: correctedDocument.nullable(),
    correctedBy: z.array(otherDocument),
    /** The group whose document it is, of an order form the site; of several groups one that the reader sees. */
    g_id: z.number().nullable(),
    /** Whether everybody signed it, and the reader may have that checked (P11-04). */
    mayVerify: z.boolean(),
    /** Whether the reader may upload a correction (P11-08). A report is made anew from the users instead. */
    mayCorrect: z.boolean(),
    /** To whoever may: the patients in sight in whose records a correction is put. Empty, it is put into a group. */
    u_ids: z.array(z.number()).optional(),
  }),
  failure: 'There was a problem opening the document.',
});

/**
 * A document in a list (DOC-16). `data` is null there: the content comes with `GET /document` and `GET /documents/sign`.
 * `uuid` and `signerUuid` are the reader's own (SEC-34); flags and `signerNum` speak of the reader as a signer.
 */
export const listedDocument = z.object({
  id: z.number(),
  docId: z.number(),
  uuid: z.string().nullable(),
  signerUuid: z.string().nullable(),
  friendlyName: z.string(),
  data: z.string().nullable(),
  contentType: z.literal(pdfType),
  filename: z.string(),
  isTemplate: flag,
  uploaderOwned: flag,
  company_id: z.number(),
  brand_ID: z.number().nullable(),
  isSignRequest: flag,
  isCurrentSigner: flag,
  isRejected: flag,
  isCompletelySigned: flag,
  signerNum: z.number().nullable(),
  /** 1 of the form that requests of this trial are signed on. */
  orderFormTemplate: flag,
  /** UMR-02; null where it is no report. `reportStatus` is null until it is decided as well. */
  userManagementReport: z.enum([...reportStatuses, pendingReport]).nullable(),
  isUserManagementReport: flag,
  reportStatus: z.enum(reportStatuses).nullable(),
  srStatus: shipmentStatus.nullable(),
  srId: z.number().nullable(),
  userTypes: z.string().nullable(),
  category: z.int().nullable(),
  timeUploaded: instant,
  /** 1 where a later document corrects it (P11-08). */
  isCorrected: flag,
  /** Who has to sign next, by name; null where nobody has to. */
  waitsFor: z.string().nullable(),
  /** 1 where they may no longer sign it, so that it has to be asked for anew. */
  waitsInVain: flag,
  /** Who signs it, in their order. */
  signers: z.array(z.string()),
  /** Whom the request of an order form is for. */
  participants: z.array(z.object(askedNumber)),
  /** Who rejected it and when; `reason` is null where none was given. */
  rejection: z.object({ by: z.string(), at: instant, reason: z.string().nullable() }).nullable(),
  /** The group it hangs on, where it hangs on one; of a report the one it is about, of an order form the site. */
  g_id: z.number().nullable(),
  version: z.number(),
  /** To administrators, of a group's documents: whether all groups that it is in are theirs too (SEC-23). */
  mayDelete: z.boolean().optional(),
});
export type ListedDocument = z.output<typeof listedDocument>;
const listedDocuments = z.object({ documents: z.array(listedDocument) });
/** Documents that one list holds at most; `after` brings the next ones, older by their number. */
export const mostDocuments = 500;

/** APD-06, CAD-29, UPW-16, OPS-04: keeps a PDF that is linked to nothing yet. */
export const saveDocument = endpoint({
  method: 'POST',
  path: '/document',
  summary: 'An administrator saves a document',
  access: administers,
  creates: true,
  isCostly: true,
  bodyLimit: maxUploadBody,
  tooLarge: 'document.too_large',
  body: z.strictObject({
    company_id: recordId('company').optional(),
    isTemplate: flag.optional(),
    uploaderOwned: flag.optional(),
    fileDescription: text(500).nullish(),
    /** P11-08: the document, signed by all or rejected, that this one corrects. */
    corrects: recordId('document').nullish(),
    ...uploadedPdf,
  }),
  reply: z.object({ message: z.string(), documentId: z.number() }),
  failure: 'A Problem occurred while saving the document',
});

/** APD-03. Withdraws an open request for signatures; bytes, signatures and audit stay (P11-08). */
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/document',
  summary: 'An administrator deletes a document',
  access: administers,
  query: z.strictObject({ docId: recordId('document'), reason: text(500).optional() }),
  reply: done,
  failure: 'Failed to delete the document.',
});

/** APD-02, DOC-02: the documents of a trial, a site or a clinic's group. A sponsor gets its reports alone. */
export const listGroupDocuments = endpoint({
  method: 'GET',
  path: '/documents/group',
  summary: 'A person lists the documents of a group',
  // ROL-09: a partner sees none of them.
  access: { ...documentAccess, except: partnerTypes },
  query: z.strictObject({ g_id: recordId('care_group'), after: recordId('document').optional() }),
  atMost: mostDocuments,
  reply: listedDocuments,
});

/** APD-12, CAD-33, UPW-19, OPS-05. `cascade` 1: also to every group below, those that come later included. */
export const attachToGroups = endpoint({
  method: 'POST',
  path: '/documents/group',
  summary: 'An administrator adds a document to care groups',
  access: administers,
  creates: true,
  body: z.strictObject({
    docId: recordId('document'),
    g_id: z.union([recordId('care_group'), z.array(recordId('care_group')).min(1, 'is required').max(500)]),
    cascade: flag.optional(),
    /** Comma-separated, as the list spells them, or a list (DOC-18, OPS-55). */
    userType: z.union([text(200), z.array(text(40)).max(10)]).nullish(),
    isOrderForm: flag.optional(),
    /** The present order form, in whose place this one is put: one that is not named is not replaced (OPS-54, REL-08). */
    replaces: recordId('document').optional(),
    isTrainingDoc: flag.optional(),
    /** Why an order form takes the place of the present one (P11-15). */
    reason: text(500).optional(),
  }),
  reply: done,
  failure: 'Failed to add documents to care groups',
});

/** APD-04, CAD-34. */
export const detachFromGroup = endpoint({
  method: 'DELETE',
  path: '/documents/group',
  summary: 'An administrator removes a document from a care group',
  access: administers,
  query: z.strictObject({ docId: recordId('document'), g_id: recordId('care_group') }),
  reply: done,
  failure: 'Failed to delete the document from group.',
});

/** CAD-31, LIB-02. */
export const listLibrary = endpoint({
  method: 'GET',
  path: '/documents/library',
  summary: 'An administrator lists the document library',
  access: readsLibrary,
  query: z.strictObject({ companyId: recordId('company'), after: recordId('document').optional() }),
  atMost: mostDocuments,
  reply: listedDocuments,
});

/** APD-13, LIB-06. */
export const addToLibrary = endpoint({
  method: 'POST',
  path: '/documents/library',
  summary: 'An administrator adds a document to the library',
  access: administersLibrary,
  creates: true,
  isCostly: true,
  bodyLimit: maxUploadBody,
  tooLarge: 'document.too_large',
  body: z.strictObject({
    company_id: recordId('company'),
    isTemplate: flag,
    uploaderOwned: flag.optional(),
    fileDescription: text(500).nullish(),
    ...uploadedPdf,
  }),
  reply: z.object({ message: z.string(), documentId: z.number() }),
  failure: 'A Problem occurred while saving the document',
});

/** APD-14, LIB-08: every failure but a 403 is a 500 here. */
export const removeFromLibrary = endpoint({
  method: 'DELETE',
  path: '/documents/library',
  summary: 'An administrator deletes a document of the library',
  access: administersLibrary,
  query: z.strictObject({ companyId: recordId('company'), docId: recordId('document') }),
  reply: done,
  refusesWith500: true,
  failure: 'Failed to delete the document.',
});
