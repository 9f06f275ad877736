import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import type { CallFailure } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';

/** What 50 MB may take on a slow line. */
export const documentWaitMs = 10 * 60_000;

/** One document with its content, and with the ones that it corrects and is corrected by (P11-08). */
export type OpenedDocument = Pick<
  Ours<typeof fetchDocument.reply>,
  'filename' | 'friendlyName' | 'corrects' | 'correctedBy'
> & { file: Blob };

/** It is let go when nobody looks at it any more. */
export const documentFile = (docId: number) =>
  queryOptions<OpenedDocument, CallFailure>({
    queryKey: [fetchDocument.path, docId],
    queryFn: async ({ signal }) => {
      const { data, filename, friendlyName, corrects, correctedBy } = await call(
        fetchDocument,
        { query: { docId } },
        { signal, waitMs: documentWaitMs },
      );
      return { file: await fromBase64(data, pdfType), filename, friendlyName, corrects, correctedBy };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
