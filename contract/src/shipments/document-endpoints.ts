/** The documents of a shipment request, which either side adds and both sides see (SDC-06). */
import { z } from 'zod';
import { uploadedPdf } from '../documents/endpoints.ts';
import { maxUploadBody } from '../documents/rules.ts';
import { endpoint } from '../endpoint.ts';
import { flag, instant, recordId } from '../wire.ts';
import { pharmacyAccess, siteAccess, wholesalerAccess } from './access.ts';

/** SDC-01, OPS-83: null is an order form, which signing makes. What corrects a document has the category of that one. */
const documentCategory = z.int().min(0).max(3);
const documents = z.object({
  documents: z.array(
    z.object({
      docId: z.number(),
      srId: z.number(),
      category: documentCategory.nullable(),
      friendlyName: z.string(),
      filename: z.string(),
      contentType: z.string(),
      uploadedBy: z.string(),
      uploadedAt: instant,
      /** 1 where a later document of the list corrects it (P11-08). */
      isCorrected: flag,
      /** Whether the reader may delete it (APD-03). */
      mayDelete: z.boolean().optional(),
      /** Whether people are asked to sign it, or have; a deletion withdraws the one and keeps the signatures of the other. */
      signing: z.enum(['open', 'completed']).optional(),
    }),
  ),
});
export type ShipmentDocument = z.output<typeof documents>['documents'][number];
const documentBody = z.strictObject({
  srId: recordId('shipment_request'),
  category: z.codec(
    z.union([documentCategory, z.enum(['0', '1', '2', '3'])], 'must be 0, 1, 2 or 3'),
    documentCategory,
    {
      decode: Number,
      encode: (value) => value,
    },
  ),
  ...uploadedPdf,
});
/** SDC, APS-15, APS-16, APS-25, APS-27, APS-33, APS-35: the two partner kinds upload evidence; all sides list everything. */
const documentCalls = <
  const L extends string,
  const U extends string,
  const A extends typeof siteAccess | typeof pharmacyAccess | typeof wholesalerAccess,
>(
  listPath: L,
  uploadPath: U,
  access: A,
  who: string,
) => ({
  list: endpoint({
    method: 'GET',
    path: listPath,
    summary: `${who} lists the documents of a request`,
    access,
    query: z.strictObject({ srId: recordId('shipment_request') }),
    atMost: 5_000,
    reply: documents,
  }),
  upload: endpoint({
    method: 'POST',
    path: uploadPath,
    summary: `${who} uploads a document of a request`,
    access,
    creates: true,
    isCostly: true,
    bodyLimit: maxUploadBody,
    tooLarge: 'document.too_large',
    body: documentBody,
    reply: z.object({ message: z.string(), docId: z.number() }),
    failure: 'A Problem occurred while saving the document',
  }),
});
export const siteDocuments = documentCalls(
  '/care-groups/clinical-trial/shipping-request/documents',
  '/care-groups/clinical-trial/shipping-request/documents',
  siteAccess,
  'A site',
);
export const pharmacyDocuments = documentCalls(
  '/pharmacy-partner/shipping-request/documents',
  '/pharmacy-partner/shipping-request/evidence',
  pharmacyAccess,
  'A pharmacy',
);
export const wholesalerDocuments = documentCalls(
  '/wholesaler-partner/shipping-request/documents',
  '/wholesaler-partner/shipping-request/evidence',
  wholesalerAccess,
  'A wholesaler',
);
