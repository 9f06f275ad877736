import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import type { pharmacyDocuments, ShipmentDocument } from '@portal/contract/shipments/document-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchTelling } from '#api/fetch-telling.ts';
import { read, useCall } from '#api/queries.ts';
import { toBase64 } from '#kit/base64.ts';
import { documentWaitMs } from '#api/exchange.ts';
import { refusedAs } from '#shared/way-on.ts';
import { useCalls } from '../sides.ts';
import { useOneAtATime } from '../writes.ts';

export type { ShipmentDocument };

/** SDC-06: the documents of a request, whoever uploaded them. None when they cannot be read (SDC-07, ERR-30). */
export function useDocuments(srId: number) {
  const { list } = useCalls().documents;
  return useQuery({
    ...read(list, { query: { srId } }),
    select: ({ documents }): ShipmentDocument[] => documents,
    staleTime: 0,
  });
}

type Body = Asked<typeof pharmacyDocuments.upload>['body'];
/** What a person says of the file that they add. */
export type Upload = Pick<Body, 'srId' | 'category' | 'friendlyName'> & { file: File };

/** Adds a document by the call of the viewer's side (APS-16, APS-25). The form says itself what went wrong, since what was typed stays. */
export function useUpload() {
  const oneAtATime = useOneAtATime();
  const [sent, setSent] = useState(0);
  const [isReading, setReading] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const { list, upload } = useCalls().documents;
  const sending = useCall(upload, {
    quiet: true,
    ofOneForm: ({ body }) => body.srId,
    refresh: [list],
    waitMs: documentWaitMs,
    fetch: fetchTelling(setSent),
  });

  const post = async ({ file, ...said }: Upload, onDone: () => void, again: () => void) => {
    setSent(0);
    setUnreadable(false);
    setReading(true);
    const data = await toBase64(file).catch(() => null);
    setReading(false);
    setUnreadable(data === null);
    if (data === null) return again();
    const body: Body = { ...said, filename: file.name, contentType: pdfType, data };
    sending.mutate({ body }, { onSuccess: onDone, onSettled: again });
  };
  // ERR-12: an answer without the number of a document is a failure of its own.
  const text = sending.error?.status === 200 ? upload.failure : undefined;
  const act = { of: 'The document was', done: 'uploaded', press: 'Upload' };
  return {
    send: (upload: Upload, onDone: () => void) => oneAtATime((again) => void post(upload, onDone, again)),
    /** Which share of it has left. */
    sent,
    isPending: isReading || sending.isPending,
    /** What was refused is not going to be sent again. */
    forget: () => {
      sending.reset();
      setUnreadable(false);
    },
    refused: isUnreadable
      ? { title: 'The document was not uploaded', text: 'The file could not be read. Please choose it again.' }
      : sending.error && refusedAs(sending.error, { ...act, text }),
  };
}
