import { Stack } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAddressNews } from '#shared/address-service.ts';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { isUnanswered } from '#api/unanswered.ts';
import { refusedAs } from '#shared/way-on.ts';
import { AdditionalInfoFields } from './AdditionalInfoFields.tsx';
import { ProductFields } from './ProductFields.tsx';
import { RecipientFields } from './RecipientFields.tsx';
import {
  bodyOf,
  type Draft,
  missingOf,
  refusedNumbers,
  renamedIn,
  strangersIn,
  type Surroundings,
  unsuppliedIn,
  unusualIn,
} from './request-draft.ts';
import { isMended, refusalText, type RefusedLine, refusedLines } from './refused.ts';
import type { Created } from '../sentences.ts';
import { useCreate } from '../writes.ts';

/** The form of a request. It says what is still missing, and can be sent only when nothing is (SHC-16). */
export function RequestForm(props: {
  around: Surroundings;
  initial: Draft;
  /** What is not in it, though it was in the earlier request. */
  leftOut: readonly string[];
  reorderSrId: number | null;
  onCreated: (created: Created) => void;
  onSending: (sending: boolean) => void;
  onDirty: (dirty: boolean) => void;
}) {
  const { around, initial, leftOut: leftOutNow, reorderSrId, onCreated, onSending, onDirty } = props;
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const [leftOut] = useState(leftOutNow);
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, around.mode !== 'batch');
  const { send, isPending, failure } = useCreate();
  const [sent, setSent] = useState<Draft | null>(null);
  useEffect(() => onSending(isPending), [isPending, onSending]);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useAddressNews();
  const missing = missingOf(draft, around);
  const all = [...missing.recipient, ...missing.info, ...missing.products];
  const refusedLine = isPending || !sent || !failure ? noneRefusedLines : refusedLines(sent, draft, failure);
  const isOver = sent !== null && failure !== null && isMended(sent, draft, failure);
  const refused = isPending || !sent || isOver ? noneRefused : refusedNumbers(sent, failure);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length > 0) return;
        setSent(draft);
        send(bodyOf(draft, around, reorderSrId), onCreated);
      }}
    >
      <Stack gap="lg">
        {leftOut.length > 0 && (
          <Notice tone="warning" title={`Left out: ${leftOut.join('; ')}.`}>
            {leftOut.length === 1
              ? 'This product was deleted from the trial after the earlier request, so it cannot be ordered again.'
              : 'These products were deleted from the trial after the earlier request, so they cannot be ordered again.'}
          </Notice>
        )}
        <RecipientFields draft={draft} around={around} change={change} refused={refused} />
        <AdditionalInfoFields draft={draft} around={around} change={change} />
        <ProductFields draft={draft} around={around} change={change} refused={refusedLine} />
        <DialogFooter
          says={
            all.length > 0
              ? `Still missing: ${all.join('; ')}.`
              : unsuppliedIn(draft, around).join(' ') ||
                [
                  filledIn(leftOut),
                  ...renamedIn(draft, around),
                  ...unusualIn(draft, around),
                  ...strangersIn(draft, around),
                ].join(' ')
          }
          refused={
            failure &&
            !isPending &&
            !isOver &&
            (isUnanswered(failure) && JSON.stringify(draft) !== JSON.stringify(sent)
              ? notSureWords
              : refusedAs(failure, {
                  of: 'The request was',
                  done: 'sent',
                  press: 'Submit',
                  text: refusalText(sent, failure),
                }))
          }
        >
          <DialogCancel disabled={isPending} />
          <SubmitButton ready={all.length === 0} busy={isPending}>
            Submit
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** Other content is another request, and the first one may be there: then this one is not sent (`ofOneForm`). */
const notSureWords = {
  title: 'It is not known whether the request was sent',
  text: 'It may have been sent as it was. Press “Submit” to find out: this one is sent only if the first was not.',
};

const noneRefused: ReadonlyMap<string, string> = new Map();
const noneRefusedLines: ReadonlyMap<number, RefusedLine> = new Map();

const filledIn = (leftOut: readonly string[]): string =>
  leftOut.length > 0 ? `Everything else is filled in. Left out: ${leftOut.join('; ')}.` : 'Everything is filled in.';

/** The form comes once its site has been read, when the dialog has already put the keyboard on its cross. */
function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean) {
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    if (isWanted) (find('input:checked') ?? find('input'))?.focus();
  }, [form, isWanted]);
}
