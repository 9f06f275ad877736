import { Stack } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAddressNews } from '#shared/address-service.ts';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { AdditionalInfoFields } from './AdditionalInfoFields.tsx';
import { ProductFields } from './ProductFields.tsx';
import { RecipientFields } from './RecipientFields.tsx';
import { bodyOf, type Draft, missingOf, type Surroundings, unsuppliedIn } from './request-draft.ts';
import { type Created, submitFailureText } from '../sentences.ts';
import { useCreate } from '../writes.ts';

/** The form of a request. It says what is still missing, and can be sent only when nothing is (SHC-16). */
export function RequestForm(props: {
  around: Surroundings;
  initial: Draft;
  reorderSrId: number | null;
  onCreated: (created: Created) => void;
  onSending: (sending: boolean) => void;
  onDirty: (dirty: boolean) => void;
}) {
  const { around, initial, reorderSrId, onCreated, onSending, onDirty } = props;
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, around.mode !== 'batch');
  const { send, isPending, failure } = useCreate();
  useEffect(() => onSending(isPending), [isPending, onSending]);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useAddressNews();
  const missing = missingOf(draft, around);
  const all = [...missing.recipient, ...missing.info, ...missing.products];
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length === 0) send(bodyOf(draft, around, reorderSrId), onCreated);
      }}
    >
      <Stack gap="lg">
        <RecipientFields draft={draft} around={around} change={change} />
        <AdditionalInfoFields draft={draft} around={around} change={change} />
        <ProductFields draft={draft} around={around} change={change} />
        <DialogFooter
          says={
            all.length > 0
              ? `Still missing: ${all.join('; ')}.`
              : unsuppliedIn(draft, around).join(' ') || 'Everything is filled in.'
          }
          refused={
            failure && !isPending && { title: 'The request was not sent', text: submitFailureText(failure.message) }
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

/** The form comes once its site has been read, when the dialog has already put the keyboard on its cross. */
function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean) {
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    if (isWanted) (find('input:checked') ?? find('input'))?.focus();
  }, [form, isWanted]);
}
