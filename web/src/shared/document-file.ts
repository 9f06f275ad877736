import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { documentWaitMs } from '#api/exchange.ts';
import type { CallFailure } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';

/** One document with its content, with the ones that it corrects and is corrected by, and with what else may be done with it (P11-08). */
export type OpenedDocument = Omit<Ours<typeof fetchDocument.reply>, 'data' | 'contentType'> & { file: Blob };

/** It is let go when nobody looks at it any more. */
export const documentFile = (docId: number) =>
  queryOptions<OpenedDocument, CallFailure>({
    queryKey: [fetchDocument.path, docId],
    queryFn: async ({ signal }) => {
      const { data, ...document } = await call(fetchDocument, { query: { docId } }, { signal, waitMs: documentWaitMs });
      return { ...document, file: await fromBase64(data, pdfType) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
