import type { Asked } from '@portal/contract/endpoint.ts';
import { sign } from '@portal/contract/signing/endpoints.ts';
import { signingReasons } from '@portal/contract/signing/rules.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { decideUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure } from '#api/failure.ts';
import { fetchTelling } from '#api/fetch-telling.ts';
import { newKey } from '#api/new-key.ts';
import { useViewer } from '#api/viewer.ts';
import { toBase64 } from '#kit/base64.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { documentWaitMs } from '#api/exchange.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import type { Drawing } from './filling.ts';
import { type Dealt, refreshLists, type SigningLink } from './queries.ts';

/** What "Finalize" made: the file with everything in it, and the drawings that it holds. */
export interface Finalized {
  file: Blob;
  drawings: Readonly<Record<string, Drawing>>;
}

/** Why it was not signed, and what follows from that. */
export interface NotSigned {
  code: string;
  refused: Refused;
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');
/** SGN-17. Browsers have none where a page is served without TLS; the server makes its own. */
const sha384 = async (png: Uint8Array<ArrayBuffer>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- see above
  crypto.subtle ? hex(await crypto.subtle.digest('SHA-384', png)) : undefined;

/** Sends a finalized document (SGN-19). What is sent again after a lost answer has the key of the first time (REL-06). */
export function useSubmit(
  dealt: Dealt,
  link: SigningLink,
  onSigned: (signed: { docId: number; isCompletelySigned: boolean }) => void,
) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const attempt = useRef<{ of: Finalized; key: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const [notSigned, setNotSigned] = useState<NotSigned | null>(null);

  /** Answers the code of a refusal. */
  const submit = async (finalized: Finalized): Promise<string | null> => {
    setBusy(true);
    setSent(0);
    setNotSigned(null);
    if (attempt.current?.of !== finalized) attempt.current = { of: finalized, key: newKey() };
    try {
      const { docId, isCompletelySigned } = await call(
        sign,
        { body: await bodyOf(finalized) },
        { key: attempt.current.key, waitMs: documentWaitMs, fetch: fetchTelling(setSent) },
      );
      // UMR-06. The last signature has accepted it already, so nothing is lost where this is.
      if (dealt.kind === 'report' && (dealt.signerNum ?? 0) > 1)
        await call(decideUserReport, { body: { document_ID: docId, is_rejected: false, companyId } }).catch(
          () => undefined,
        );
      // The row is gone from its list by the time the focus goes back there.
      await refreshLists(client);
      onSigned({ docId, isCompletelySigned });
      return null;
    } catch (error) {
      const { code, status } = error instanceof CallFailure ? error : { code: 'unexpected', status: 0 };
      if (status === 409) void refreshLists(client);
      if (status !== 401)
        setNotSigned({
          code,
          refused: refusedAs(error, {
            of: 'The document was',
            done: 'submitted',
            press: 'Submit',
            text: isUnanswered(error) ? undefined : sentenceAndWayOn(error, 'Submit'),
          }),
        });
      return code;
    } finally {
      setBusy(false);
    }
  };

  const bodyOf = async ({ file, drawings }: Finalized): Promise<Asked<typeof sign>['body']> => ({
    ...link,
    contentType: pdfType,
    data: await toBase64(file),
    auditTrailSignatures: await Promise.all(
      Object.entries(drawings).map(async ([fieldName, { png, proof, date }]) => ({
        fieldName,
        hash: await sha384(png),
        reason: signingReasons[dealt.kind],
        date,
        proof,
        image: await toBase64(new Blob([png])),
      })),
    ),
  });

  return { submit, isBusy, sent, notSigned, forget: () => setNotSigned(null) };
}
