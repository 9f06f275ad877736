import { Button, Stack, Text } from '@mantine/core';
import { pdfType, type UploadType } from '@portal/contract/documents/rules.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { UploadProgress } from '#shared/PdfUpload.tsx';
import type { BuilderState } from '../builder/fields.ts';
import { signerColours } from '../builder/colours.ts';
import { buildForm } from '../builder/lazy-builder.tsx';
import { BuildStep } from './BuildStep.tsx';
import { coloursOf, type Draft, missingOf, newDraft, type Place, type Step, stepsOf, unsigned } from './draft.ts';
import { FileStep } from './FileStep.tsx';
import { useFinish } from './finish.ts';
import { usePeople } from './people.ts';
import { RecipientStep } from './RecipientStep.tsx';
import { ReplaceOrderForm } from './ReplaceOrderForm.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import classes from './Upload.module.css';

/** Adds a document in the steps of its type (UPW-01 to UPW-21). All that is filled in stays until it is saved. */
export function UploadWizard(props: {
  type: UploadType;
  place: Place;
  /** The order form in whose place this one is put. */
  replaces: number | null;
  onView: (docId: number) => void;
  onClose: () => void;
}) {
  const { type, place, onView, onClose } = props;
  const [replaces, setReplaces] = useState(props.replaces);
  const [first] = useState(() => newDraft(place));
  const [draft, setDraft] = useState(first);
  const [at, setAt] = useState(0);
  const [pdf, setPdf] = useState<Blob | null>(null);
  const [isBuilding, setBuilding] = useState(false);
  const [isUnbuilt, setUnbuilt] = useState(false);
  const people = usePeople(draft.isSigned ? draft.gIds : null);
  const upload = useFinish(place, (docId) => {
    toastSuccess(`Document “${draft.name.trim()}” is uploaded.`, { label: 'View', onPress: () => onView(docId) });
    onClose();
  });
  const steps = stepsOf(type, place, draft);
  const step: Step = steps[at] ?? 'Upload';
  const isLast = at === steps.length - 1;
  const isBusy = upload.phase !== null;
  // BLD-10: as many as there can be signers, and the same for each as long as the wizard is open.
  const [colours] = useState(() => signerColours(50));
  const ofSigners = coloursOf(type, draft, colours);
  const heading = useFocusOnChange(at);
  const unknown = step === 'Recipient' && draft.isSigned ? people.unknownOf(draft.recipients) : [];
  const missing = [...missingOf(step, type, draft), ...unknown];
  const latest = useRef(first);
  const change = (part: Partial<Draft>) => {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
  };

  const goTo = async (next: number) => {
    setUnbuilt(false);
    if (next !== steps.length - 1 || !draft.file) return setAt(next);
    setBuilding(true);
    const built = await withFields(draft.file, steps.includes('Build') ? draft.fields : null).catch(() => null);
    setBuilding(false);
    setUnbuilt(built === null);
    // What was changed while it was written is not in it, and the review shows what will be sent: Next is pressed once more.
    if (!built || latest.current !== draft) return;
    setPdf(built);
    setAt(next);
  };
  const finish = (inPlaceOf = replaces) =>
    pdf && void upload.finish({ type, draft, pdf, replaces: inPlaceOf, personOf: people.personOf });
  const replaceThat = () => {
    setReplaces(upload.inTheWay);
    finish(upload.inTheWay);
  };
  const close = () => {
    upload.throwAway();
    onClose();
  };

  return (
    <Dialog
      opened
      onClose={close}
      title={`Upload: ${type}`}
      size="72rem"
      fills
      mayClose={!isBusy}
      dirty={draft !== first}
      discard={{
        title: 'Discard this upload?',
        text: upload.mayBeSaved
          ? 'The document may have been uploaded already. What was uploaded will be deleted.'
          : 'The document was not uploaded yet.',
      }}
    >
      <Stack gap="lg" className={classes.wizard} data-step={step}>
        <ol className={classes.steps} aria-label="Steps">
          {steps.map((name, number) => (
            <li key={name} className={classes.step} aria-current={number === at ? 'step' : undefined}>
              <span className={classes.number} aria-hidden>
                {number + 1}
              </span>
              <span ref={number === at ? heading : undefined} tabIndex={-1} style={{ outline: 'none' }}>
                {name}
              </span>
            </li>
          ))}
        </ol>
        <div className={classes.content}>
          {step === 'Upload' && place?.corrects && (
            <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
              It corrects “{place.corrects.friendlyName}”, which stays as it is and names the new document.
            </Text>
          )}
          {step === 'Upload' && <FileStep draft={draft} isCorrection={Boolean(place?.corrects)} onChange={change} />}
          {step === 'Recipient' && (
            <RecipientStep
              type={type}
              place={place}
              draft={draft}
              people={people}
              colours={colours}
              onChange={change}
            />
          )}
          {step === 'Build' && draft.file && (
            <BuildStep type={type} file={draft.file} draft={draft} colours={ofSigners} onChange={change} />
          )}
          {isLast && pdf && <ReviewStep type={type} place={place} draft={draft} pdf={pdf} colours={ofSigners} />}
        </div>
        <DialogFooter
          says={isBusy ? undefined : saysOf(missing, step, type, draft)}
          refused={
            !isBusy &&
            (isUnbuilt
              ? { title: 'The fields could not be written into the document', text: 'Please try again.' }
              : isLast && upload.refused)
          }
        >
          {isBusy && pdf && (
            <div className={classes.sending}>
              <UploadProgress
                sent={upload.sent}
                size={pdf.size}
                saved={upload.phase !== 'sending' && 'The document is saved and being added to its list…'}
              />
            </div>
          )}
          <div className={classes.buttons}>
            {isBusy ? (
              <Button variant="default" onClick={upload.cancel}>
                Cancel upload
              </Button>
            ) : (
              <DialogCancel>Back to Document Lists</DialogCancel>
            )}
            {at > 0 && (
              <Button variant="default" onClick={() => void goTo(at - 1)} disabled={isBusy || isBuilding}>
                Back
              </Button>
            )}
            <SubmitButton
              ready={missing.length === 0}
              busy={isBusy || isBuilding}
              onPress={() => (isLast ? finish() : void goTo(at + 1))}
            >
              {isLast ? 'Finish' : 'Next'}
            </SubmitButton>
          </div>
        </DialogFooter>
      </Stack>
      {/* Somebody else has added one since it was asked. */}
      <ReplaceOrderForm opened={upload.inTheWay !== null} onConfirm={replaceThat} onClose={upload.keepThat} />
    </Dialog>
  );
}

/** What is looked at in the review is what will be sent. */
async function withFields(file: File, fields: BuilderState | null): Promise<Blob> {
  if (!fields) return file;
  const bytes = await buildForm(new Uint8Array(await file.arrayBuffer()), fields);
  return new Blob([new Uint8Array(bytes)], { type: pdfType });
}

function saysOf(missing: readonly string[], step: Step, type: UploadType, draft: Draft): ReactNode {
  const words = missing.length > 0 ? `Still missing: ${missing.join('; ')}.` : '';
  const without = unsigned(type, draft);
  if (without.length === 0) return words;
  // UPW-08 lets people go on with one field, but nothing is finished without these.
  const unsignable = `There is no signature field for ${without.join(' and ')} yet.`;
  if (step === 'Build' && words) return `${words} ${unsignable}`;
  if (step === 'Build') return <Loud>{unsignable}</Loud>;
  return step === 'Review' || step === 'Review And Submit' ? (
    <>
      {words} <Loud>Go back to “Build” and place it there.</Loud>
    </>
  ) : (
    words
  );
}

const Loud = ({ children }: { children: string }) => (
  <Text span inherit fw={500} c="var(--portal-amber)">
    {children}
  </Text>
);

/** The button that was pressed is about another step now, so the keyboard and the reader go to the new one's name. */
function useFocusOnChange(step: number) {
  const heading = useRef<HTMLSpanElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) heading.current?.focus();
    last.current = step;
  }, [step]);
  return heading;
}
