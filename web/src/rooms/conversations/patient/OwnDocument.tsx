import { useId, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { isOver } from '#shared/patient-page/ask.ts';
import { Problem } from '#shared/patient-page/Problem.tsx';
import type { Brought } from './calls.ts';

const noDocument = 'This document can no longer be opened. Please ask your care team.';
const notOpened = 'This document could not be opened. Please press its name again.';
const laterVersion = 'A later version of this document exists. Please ask your care team.';

/** A document of a message, handed to the browser's downloads; a large one takes its time on a slow line. */
export function OwnDocument(props: {
  docId: number;
  name: string;
  isCorrected?: boolean | undefined;
  onOpen: (docId: number) => Promise<Brought>;
  /** The link has ended, or the date of birth has to be entered again. */
  onOver: (failure: unknown) => void;
}) {
  const { docId, name, onOpen, onOver } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Messages further back are not read again. */
  const [wasCorrected, setCorrected] = useState(false);
  const isCorrected = props.isCorrected || wasCorrected;
  const id = useId();
  const open = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const file = await onOpen(docId);
      const { fromBase64 } = await import('#kit/base64.ts');
      const { pdfName, saveFile } = await import('#kit/save-file.ts');
      saveFile(await fromBase64(file.data, file.contentType), pdfName(file.name));
      setCorrected(file.isCorrected === true);
    } catch (failure) {
      if (isOver(failure)) onOver(failure);
      else setProblem(wordsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SubmitButton
        variant="default"
        busy={busy}
        aria-describedby={[problem && id, isCorrected && `${id}later`].filter(Boolean).join(' ') || undefined}
        onPress={() => void open()}
      >
        {name}
      </SubmitButton>
      <p role="status" id={`${id}later`}>
        {isCorrected && laterVersion}
      </p>
      <Problem id={id} text={problem} />
    </>
  );
}

function wordsOf(failure: unknown): string {
  const { status, code } = failure instanceof CallFailure ? failure : { status: 0, code: '' };
  if (code === 'not_found') return noDocument;
  // It says for how long.
  return status === 429 ? sentenceOf(failure) : notOpened;
}
