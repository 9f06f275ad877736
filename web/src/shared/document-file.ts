import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import type { CallFailure } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';

/** What 50 MB may take on a slow line. */
export const documentWaitMs = 10 * 60_000;

/** One document with its content, which is let go when nobody looks at it any more. */
export const documentFile = (docId: number) =>
  queryOptions<{ file: Blob; filename: string; friendlyName: string }, CallFailure>({
    queryKey: [fetchDocument.path, docId],
    queryFn: async ({ signal }) => {
      const { data, filename, friendlyName } = await call(
        fetchDocument,
        { query: { docId } },
        { signal, waitMs: documentWaitMs },
      );
      return { file: await fromBase64(data, pdfType), filename, friendlyName };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
