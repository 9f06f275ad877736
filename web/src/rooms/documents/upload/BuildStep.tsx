import type { UploadType } from '@portal/contract/documents/rules.ts';
import { useEffect, useState } from 'react';
import { Failed, Loading } from '#kit/States.tsx';
import { FieldBuilder, openForm } from '../builder/lazy-builder.tsx';
import { type Draft, signersOf } from './draft.ts';

/** Fields for those who sign, on the pages of the document; those that stand in it already are there from the start. */
export function BuildStep(props: {
  type: UploadType;
  file: File;
  draft: Draft;
  /** One for each signer. */
  colours: readonly string[];
  onChange: (part: Partial<Draft>) => void;
}) {
  const { type, file, draft, colours, onChange } = props;
  const [pdf, setPdf] = useState<Uint8Array | null>(null);
  const [isBroken, setBroken] = useState(false);
  const isOpened = draft.fields !== null;
  const open = async () => {
    setBroken(false);
    const bytes = new Uint8Array(await file.arrayBuffer());
    // What is read here is a copy: whoever reads a PDF may take its bytes away.
    if (!isOpened) onChange({ fields: await openForm(bytes.slice()) });
    setPdf(bytes);
  };
  const tryToOpen = () => void open().catch(() => setBroken(true));
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the step is entered
  useEffect(tryToOpen, []);
  if (isBroken)
    return (
      <Failed
        message="Fields cannot be placed in this PDF: it is protected or damaged. Please go back and choose another one."
        onRetry={tryToOpen}
      />
    );
  if (!pdf || !draft.fields) return <Loading label="Loading the document" />;
  return (
    <FieldBuilder
      pdf={pdf}
      signers={signersOf(type, draft).map((signer, at) => ({ ...signer, colour: colours[at] ?? '' }))}
      labels={type === 'Order Form' ? 'order-form' : null}
      value={draft.fields}
      onChange={(fields) => onChange({ fields })}
    />
  );
}
