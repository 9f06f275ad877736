import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { saysOf, useDialogForm } from '#kit/dialog-form.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { OfPatient } from '#shared/OfPatient.tsx';
import { saidAs } from '#shared/way-on.ts';
import type { RecordKind } from './Records.tsx';

interface Props<Row, Draft extends object> {
  kind: RecordKind<Row, Draft>;
  /** The one to change; none to add one. */
  row?: Row;
  /** What a new one is filled in with, as if it were typed. */
  filled?: Draft;
  onClose: () => void;
}

/** Adds or changes an entry of a patient's record. */
export function RecordDialog<Row, Draft extends object>(props: Props<Row, Draft>) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      opened
      onClose={props.onClose}
      mayClose={!busy}
      dirty={dirty}
      size="lg"
      title={`${props.row === undefined ? 'Add' : 'Edit'} ${props.kind.thing}`}
    >
      <Form {...props} busy={busy} onBusy={setBusy} onDirty={setDirty} />
    </Dialog>
  );
}

interface FormProps<Row, Draft extends object> extends Props<Row, Draft> {
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

function Form<Row, Draft extends object>(props: FormProps<Row, Draft>) {
  const { kind, row, filled, busy, onClose, onBusy, onDirty } = props;
  const [base, setBase] = useState(row);
  const [refused, setRefused] = useState<Refused | null>(null);
  const before = base === undefined ? undefined : kind.draftOf(base);
  const problemsIn = (draft: Draft) => kind.problemsIn(draft, before);
  const { form, dirty, sent, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: kind.draftOf(row),
    validate: ((draft: Draft) => problemsIn(draft)) as never,
    onDirty,
    fields: kind.fields,
  });
  const { setValues } = form;
  useEffect(() => {
    if (filled) setValues(filled);
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, []);
  const says = saysOf<Draft>(kind.fields.labels, problemsIn(form.values), kind.fields.missing);
  const ready = dirty && says === '';

  const save = async (draft: Draft) => {
    onBusy(true);
    setRefused(null);
    try {
      await (base === undefined ? kind.add(draft) : kind.change(base, draft));
      toastSuccess(`${kind.thing} was ${base === undefined ? 'added' : 'changed'}.`);
      onClose();
    } catch (failure) {
      await explain(failure, draft);
    } finally {
      onBusy(false);
    }
  };

  /** A stale edit is shown against what is there now (REL-07); what was typed stays. */
  const explain = async (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale' && base !== undefined && before) {
      const rows = await kind.now().catch(() => []);
      const current = rows.find((one) => kind.idOf(one) === kind.idOf(base));
      if (current !== undefined) {
        takeOver(before, draft, kind.draftOf(current), isOwnChange(failure));
        setBase(current);
        return;
      }
    }
    const known = Object.entries(failure.fields).filter(([name]) => name in draft);
    form.setErrors(Object.fromEntries(known));
    setRefused(
      saidAs(failure, {
        of: `The ${kind.thing.toLowerCase()} was`,
        done: base === undefined ? 'added' : 'changed',
        press: 'Save',
      }),
    );
  };

  return (
    <form noValidate aria-label={kind.thing} onSubmit={form.onSubmit(save as never, showProblems)}>
      <Stack gap="md">
        <OfPatient uId={kind.history.uId} />
        {changed && <ChangedNotice what={kind.thing.toLowerCase()} {...changed} />}
        {kind.inputs(form, { isNew: row === undefined, sent })}
        <DialogFooter says={says} refused={refused}>
          <DialogCancel disabled={busy} />
          <SubmitButton busy={busy} ready={ready}>
            Save
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
