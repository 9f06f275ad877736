import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { pdfType, type UploadType } from '@portal/contract/documents/rules.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure } from '#api/failure.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { NotTakenBack, savedFirst, type SavedFirst, Unreadable } from '#shared/saved-first.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import { refreshDocuments } from '../queries.ts';
import { type Draft, type Place, signersOf } from './draft.ts';
import type { Person } from './people.ts';

/** What is uploaded: the draft, and the file with its fields in it. */
export interface Upload {
  type: UploadType;
  draft: Draft;
  pdf: Blob;
  /** The order form in whose place this one is put. */
  replaces: number | null;
  /** Who has this e-mail, however it was typed. */
  personOf: (email: string) => Person | undefined;
}

/** How far one upload came. What is done is not done again when the rest is tried once more (REL-06). */
interface Attempt {
  of: Pick<Upload, 'draft' | 'pdf'>;
  document: SavedFirst;
  requestKey: string;
  addKey: string;
  isRequested: boolean;
  /** A try of which the answer may have been lost. */
  wasAdding: boolean;
}

export type Phase = 'sending' | 'finishing';

/** Saves a document, asks for its signatures and adds it to its care groups, one after the other (UPW-16 to UPW-19). */
export function useFinish(place: Place, onDone: (docId: number) => void) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const giveUp = useRef<AbortController | null>(null);
  const [phase, setPhase] = useState<Phase | null>(null);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [mayBeSaved, setMayBeSaved] = useState(false);
  /** The order form that the trial has instead of the one that was to be replaced (REL-08). */
  const [inTheWay, setInTheWay] = useState<number | null>(null);

  const finish = async (upload: Upload) => {
    if (giveUp.current) return;
    const stop = new AbortController();
    giveUp.current = stop;
    setRefused(null);
    setInTheWay(null);
    setSent(0);
    setPhase('sending');
    try {
      const docId = await steps(upload, stop.signal);
      attempt.current = null;
      await refreshDocuments(client);
      for (const { path } of [listTrials, listCareGroups]) void client.invalidateQueries({ queryKey: [path] });
      onDone(docId);
    } catch (error) {
      if (error instanceof Failed) setRefused(error.refused);
      else if (!stop.signal.aborted) throw error;
    } finally {
      giveUp.current = null;
      setMayBeSaved(attempt.current?.document.mayBeSaved() ?? false);
      setPhase(null);
    }
  };

  async function steps(upload: Upload, signal: AbortSignal): Promise<number> {
    const { draft, pdf } = upload;
    const before = attempt.current;
    if (before && (before.of.draft !== draft || before.of.pdf !== pdf)) {
      await saying('', () => before.document.takeBack(signal));
      attempt.current = null;
    }
    const now = (attempt.current ??= {
      of: { draft, pdf },
      document: documentOf(upload),
      requestKey: newKey(),
      addKey: newKey(),
      isRequested: false,
      wasAdding: false,
    });
    const docId = await saying(api.saveDocument.failure, () => now.document.number({ signal, onSent: setSent }));
    setPhase('finishing');
    const signers = askedOf(upload);
    if (signers.length > 0 && !now.isRequested) {
      const requestRequired = upload.type === 'Read-Only PDF';
      const body = { docId, uploaderOwned: false, requestRequired, signers };
      await saying(requestSignatures.failure, () => call(requestSignatures, { body }, { signal, key: now.requestKey }));
      now.isRequested = true;
    }
    if (place) await saying(api.attachToGroups.failure, () => add(upload, docId, now, signal));
    return docId;
  }

  function documentOf({ type, draft, pdf }: Upload): SavedFirst {
    const name = draft.name.trim();
    const body = {
      company_id: companyId,
      isTemplate: type !== 'Read-Only PDF',
      uploaderOwned: false,
      fileDescription: type,
      filename: draft.file?.name ?? '',
      friendlyName: name,
      contentType: pdfType,
    } as const;
    const corrects = place?.corrects?.docId;
    if (place)
      return savedFirst({
        file: pdf,
        name,
        save: (data, way) => call(api.saveDocument, { body: { ...body, data, ...(corrects && { corrects }) } }, way),
      });
    return savedFirst({
      file: pdf,
      name,
      save: (data, way) => call(api.addToLibrary, { body: { ...body, data } }, way),
      remove: (docId, way) => call(api.removeFromLibrary, { query: { companyId, docId } }, way),
    });
  }

  async function add(upload: Upload, docId: number, now: Attempt, signal: AbortSignal) {
    const { type, draft, replaces } = upload;
    const isRepeated = now.wasAdding;
    now.wasAdding = true;
    const body = {
      docId,
      g_id: type === 'Read-Only PDF' ? [...draft.gIds] : (place?.group.gId ?? 0),
      cascade: type === 'Read-Only PDF' && draft.cascade,
      userType: type === 'Acknowledgment Form' ? [...draft.userTypes] : null,
      isOrderForm: type === 'Order Form',
      ...(replaces === null ? {} : { replaces }),
      isTrainingDoc: type === 'Acknowledgment Form',
    };
    await call(api.attachToGroups, { body }, { signal, key: now.addKey }).catch((error: unknown) => {
      // The try before has added it, and only its answer was lost.
      if (isRepeated && error instanceof CallFailure && error.code === 'document.already_attached') return;
      if (error instanceof CallFailure && error.code === 'document.order_form_exists') {
        setInTheWay(Number(error.detail['orderFormTemplate']));
        // Nothing was done, and what is sent after the question is something else.
        now.addKey = newKey();
      }
      throw error;
    });
  }

  return {
    finish,
    throwAway: () => attempt.current?.document.throwAway(),
    cancel: () => giveUp.current?.abort(),
    /** Something of what was tried is stored, or nobody knows whether it is. */
    mayBeSaved,
    phase,
    sent,
    refused,
    inTheWay,
    keepThat: () => setInTheWay(null),
  };
}

/** Who is asked to sign; of a form that is copied for each person only how many they are. */
function askedOf({ type, draft, personOf }: Upload) {
  if (type === 'Read-Only PDF') {
    if (!draft.isSigned) return [];
    return draft.recipients.map(({ name, email, signingOrder }) => {
      const person = personOf(email);
      return {
        cpId: person?.cpId ?? null,
        name: name.trim(),
        email: person?.email ?? email.trim(),
        signerNum: signingOrder,
      };
    });
  }
  return signersOf(type, draft).map(({ name, signerNum }) => ({
    // The user types of a training form are said where it is added to its group.
    userType: type === 'Acknowledgment Form' ? null : name,
    name,
    signerNum,
  }));
}

const press = 'Finish';

/** A step that was refused, with what the wizard says of it. */
class Failed extends Error {
  refused: Refused;
  constructor(refused: Refused) {
    super(refused.title);
    this.refused = refused;
  }
}

/** The fixed sentence of a step, and below it the server's reason where there is one (UPW-17 to UPW-19). */
async function saying<T>(title: string | undefined, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof NotTakenBack) throw new Failed(error.refused(press));
    if (error instanceof Unreadable)
      throw new Failed({ title: title ?? '', text: 'The file could not be read. Please choose it again.' });
    if (!(error instanceof CallFailure)) throw error;
    // An answer that lacks what was asked for is final.
    if (error.status === 200) throw new Failed({ title: title ?? '' });
    if (!isUnanswered(error)) throw new Failed({ title: title ?? '', text: sentenceAndWayOn(error, press, title) });
    const lost = refusedAs(error, { of: 'This step was', done: 'done', press, text: title });
    // It is taken back with the wizard.
    throw new Failed({ ...lost, leave: undefined });
  }
}
