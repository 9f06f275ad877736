/** Documents: PDFs that people keep with their records. Which records hold them is said by the rooms of the records. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId, requiredText } from '../wire.ts';
import { messages, pdfType } from './rules.ts';

/** The part of a body that carries a PDF (OPS-83, APD-06). A name is kept as it was given and never becomes a path (SEC-31). */
export const uploadedPdf = {
  filename: requiredText(500),
  friendlyName: requiredText(500),
  contentType: z.literal(pdfType, messages.notPdf),
  /** base64. */
  data: z.string().min(1, 'is required'),
};

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
  }),
  failure: 'There was a problem opening the document.',
});
