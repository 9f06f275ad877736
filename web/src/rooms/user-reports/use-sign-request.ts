import { attachToGroups, listGroupDocuments, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { listUserReports, saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { NotTakenBack, savedFirst, type SavedFirst } from '#shared/saved-first.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import type { Report } from './make-report.ts';

/** How far a report came. What is done is not done again when the rest is tried once more (REL-06). */
interface Attempt {
  of: Report;
  document: SavedFirst;
  key: string;
  /** How many of the calls that follow have gone well. */
  done: number;
}

/** URP-13: what is said of each step that fails. */
const sentences = {
  save: 'A Problem occurred while saving the document',
  report: 'A Problem occurred while saving the User Management Report',
  group: 'A Problem occurred while saving the document to the group',
  request: 'Failed to create a signature request.',
};

/** Keeps a report, says what it is, adds it to its group and asks for its signatures, one after the other (URP-11, URP-12). */
export function useSignRequest(onDone: (report: Report) => void) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const [state, setState] = useState<'idle' | 'processing' | 'success'>('idle');
  const [refused, setRefused] = useState<Refused | null>(null);
  const isBusy = useRef(false);

  const create = async (report: Report) => {
    // URP-09: two presses may come before the button says that it is at work.
    if (isBusy.current) return;
    isBusy.current = true;
    setRefused(null);
    setState('processing');
    const failed = await steps(report);
    if (failed) {
      isBusy.current = false;
      setRefused(failed);
      setState('idle');
      return;
    }
    attempt.current = null;
    setState('success');
    for (const { path } of [listGroupDocuments, listToSign, listUserReports])
      void client.invalidateQueries({ queryKey: [path] });
    onDone(report);
  };

  async function steps(report: Report): Promise<Refused | null> {
    const { place, since } = report;
    const before = attempt.current;
    let docId: number;
    try {
      if (before && before.of !== report) {
        await before.document.takeBack();
        attempt.current = null;
      }
      attempt.current ??= { of: report, document: documentOf(report), key: newKey(), done: 0 };
      docId = await attempt.current.document.number();
    } catch (error) {
      return refusalOf('save', error);
    }
    const now = attempt.current;
    // A step whose answer was lost is asked for by the same key, and answered as it was.
    const keyOf = (step: keyof typeof sentences) => ({ key: `${now.key}-${step}` });
    const signers = [report.admin, report.sponsor].map((one, at) => ({ ...one, signerNum: at + 1 }));
    const following = [
      [
        'report',
        () => {
          const body = { g_id: place.gId, document_ID: docId, changes_since_date: since, companyId };
          return call(saveUserReport, { body }, keyOf('report'));
        },
      ],
      ['group', () => call(attachToGroups, { body: { docId, g_id: place.gId } }, keyOf('group'))],
      [
        'request',
        () => {
          const body = { docId, uploaderOwned: false, requestRequired: true, signers };
          return call(requestSignatures, { body }, keyOf('request'));
        },
      ],
    ] as const;
    for (const [step, run] of following.slice(now.done)) {
      try {
        await run();
        now.done += 1;
      } catch (error) {
        return refusalOf(step, error);
      }
    }
    return null;
  }

  const documentOf = ({ file, name }: Report) => {
    const body = {
      company_id: companyId,
      isTemplate: false,
      uploaderOwned: false,
      filename: `${name}.pdf`,
      friendlyName: name,
      contentType: pdfType,
    } as const;
    return savedFirst({ file, name, save: (data, way) => call(saveDocument, { body: { ...body, data } }, way) });
  };

  return { create, throwAway: () => attempt.current?.document.throwAway(), state, refused };
}

const press = 'Create Sign Request';

/** The fixed sentence of a step, and below it the server's reason where there is one. */
function refusalOf(step: keyof typeof sentences, error: unknown): Refused {
  const title = sentences[step];
  if (error instanceof NotTakenBack) return error.refused(press);
  if (!isUnanswered(error)) return { title, text: sentenceAndWayOn(error, press, title) };
  const lost = refusedAs(error, { of: 'This step was', done: 'done', press, text: title });
  // Whoever leaves throws away what was saved.
  return { ...lost, leave: undefined };
}
