import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AddressSection } from '#shared/AddressFields.tsx';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import { NotArriving } from '#shared/NotArriving.tsx';
import { PhoneField } from '#shared/PhoneField.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { bodyOf, type Draft, draftOf, draftFields, labels, newDraft, problemsIn, serverProblems } from './form.ts';
import { kindWords, type Partner } from './kinds.ts';
import { readNow, useSave } from './queries.ts';

interface Props {
  kind: PartnerKind;
  /** The one to edit; none to add one. */
  partner?: Partner;
  onClose: () => void;
  /** What is done with a new one. */
  onAdded?: (added: Pick<Partner, 'partnerId' | 'name'>) => void;
}

/** Adds a partner, or edits one (PPW-03 to PPW-05). */
export function PartnerDialog(props: Props) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const what = kindWords[props.kind];
  return (
    <Dialog
      opened
      onClose={props.onClose}
      mayClose={!busy}
      dirty={dirty}
      size="lg"
      title={props.partner ? `Edit ${what}` : `Add ${what}`}
    >
      <Form {...props} onBusy={setBusy} onDirty={setDirty} />
    </Dialog>
  );
}

interface FormProps extends Props {
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

function Form({ kind, partner, onClose, onAdded, onBusy, onDirty }: FormProps) {
  const { companyId } = useViewer();
  const { save, isPending } = useSave(kind);
  const [base, setBase] = useState(partner);
  const [said, setSaid] = useState<Refused | null>(null);
  const { form, dirty, sent, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: partner ? draftOf(partner) : newDraft,
    validate: problemsIn,
    onDirty,
    fields: draftFields,
  });

  const send = async (draft: Draft) => {
    onBusy(true);
    setSaid(null);
    try {
      const name = draft.name.trim();
      const partnerId = await save(bodyOf(draft, companyId), base);
      toastSuccess(`${name} was ${base ? 'changed' : 'added'}.`);
      if (!base) onAdded?.({ partnerId, name });
      onClose();
    } catch (failure) {
      await explain(failure, draft);
    } finally {
      onBusy(false);
    }
  };

  /** A stale edit is shown against what is there now (REL-07). */
  const explain = async (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale' && base) {
      const current = await readNow(kind, companyId, base.partnerId).catch(() => undefined);
      if (current) {
        takeOver(draftOf(base), draft, draftOf(current), isOwnChange(failure));
        setBase(current);
        return;
      }
    }
    const problems = serverProblems(failure.fields);
    form.setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    const act = base ? { done: 'changed', press: 'Save' } : { done: 'added', press: 'Add Partner' };
    setSaid(refusedAs(failure, { of: 'The partner was', ...act }));
  };

  return (
    <form noValidate aria-label="Partner" onSubmit={form.onSubmit(send, showProblems)}>
      <Stack gap="md">
        {changed && <ChangedNotice what="partner" {...changed} />}
        <TextInput label={labels.name} required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <PhoneField
          label={labels.phone}
          required
          {...form.getInputProps('phone')}
          value={form.values.phone}
          addressCountry={form.values.address.country}
        />
        <PhoneField
          label={labels.fax}
          {...form.getInputProps('fax')}
          value={form.values.fax}
          addressCountry={form.values.address.country}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput label={labels.email} type="email" required autoComplete="off" {...form.getInputProps('email')} />
          <Switch
            label={labels.sendEmail}
            mt={{ base: 0, sm: 28 }}
            {...form.getInputProps('sendEmail', { type: 'checkbox' })}
          />
        </SimpleGrid>
        {base?.areMailsUndelivered && form.values.email === base.email && <NotArriving way="Shipment emails" />}
        <AddressSection
          legend="Address"
          value={form.values.address}
          showProblems={sent}
          onChange={(address) => form.setFieldValue('address', address)}
        />
        <DialogFooter refused={said}>
          <DialogCancel disabled={isPending} />
          <SubmitButton busy={isPending} ready={partner === undefined || dirty}>
            {partner ? 'Save' : 'Add Partner'}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
