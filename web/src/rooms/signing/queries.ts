import { listGroupDocuments, listLibrary } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { listToSign, readToSign } from '@portal/contract/signing/endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import type { CallFailure } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';
import { documentWaitMs } from '#api/exchange.ts';

/** By which a signer opens what they sign. */
export interface SigningLink {
  srUuid: string;
  signerUuid: string;
}
/** A document as its signer was given it. */
export type Dealt = Omit<Ours<typeof readToSign.reply>, 'data'> & { file: Blob };

/** OPS-08. It is let go when nobody looks at it any more, and stays until then, whatever is read anew: what is signed is what was given last. */
export const dealtDocument = (link: SigningLink) =>
  queryOptions<Dealt, CallFailure>({
    queryKey: [readToSign.path, link],
    queryFn: async ({ signal }) => {
      const { data, ...document } = await call(
        readToSign,
        { query: link },
        { signal, asViewer: true, waitMs: documentWaitMs },
      );
      return { ...document, file: await fromBase64(data, pdfType) };
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** Whatever lists this document, or waits for its signature, shows how it stands now. */
export const refreshLists = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [listToSign, listGroupDocuments, listLibrary, trainingAcknowledgement].map(({ path }) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  );
