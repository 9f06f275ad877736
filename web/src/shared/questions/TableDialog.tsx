import { Stack } from '@mantine/core';
import { useState } from 'react';
import { saysOf, useDialogForm } from '#kit/dialog-form.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { OfPatient } from '../OfPatient.tsx';
import type { Row } from './held.ts';
import type { TableKind } from './table-kind.ts';

interface Props<Draft extends object> {
  kind: TableKind<Draft>;
  /** Whose record it is. */
  uId: number;
  /** Null adds one. */
  row: Row<Draft> | null;
  onSave: (draft: Draft) => void;
  onClose: () => void;
}

/** Fills in an entry of a table of an assessment; it is held in the screen until that is submitted. */
export function TableDialog<Draft extends object>(props: Props<Draft>) {
  const [dirty, setDirty] = useState(false);
  const { kind, row, onClose } = props;
  return (
    <Dialog opened onClose={onClose} dirty={dirty} size="lg" title={`${row === null ? 'Add' : 'Edit'} ${kind.thing}`}>
      <Form {...props} onDirty={setDirty} />
    </Dialog>
  );
}

function Form<Draft extends object>({
  kind,
  uId,
  row,
  onSave,
  onDirty,
}: Props<Draft> & { onDirty: (dirty: boolean) => void }) {
  const { form, dirty, showProblems } = useDialogForm<Draft>({
    initialValues: row?.draft ?? kind.newDraft(),
    validate: ((draft: Draft) => kind.problemsIn(draft)) as never,
    onDirty,
    fields: kind.fields,
  });
  const says = saysOf<Draft>(kind.fields.labels, kind.problemsIn(form.values));
  const ready = dirty && says === '';
  const save = (draft: Draft) => {
    // What is kept here is no longer to be lost by closing.
    onDirty(false);
    onSave(draft);
  };
  return (
    <form noValidate aria-label={kind.thing} onSubmit={form.onSubmit(save as never, showProblems)}>
      <Stack gap="md">
        <OfPatient uId={uId} />
        {kind.inputs(form)}
        <DialogFooter says={says || 'Kept with the assessment; the record changes when it is submitted.'}>
          <DialogCancel />
          <SubmitButton ready={ready}>Save</SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
