import { Group, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { changeOwnDetails } from '@portal/contract/providers/own-endpoints.ts';
import { type DateLanguage, dateLanguages } from '@portal/contract/providers/rules.ts';
import { useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { sessionState, setViewer } from '#api/session.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { chooseDateLanguage } from '#kit/date-language.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { PhoneField } from '#shared/PhoneField.tsx';
import { refusedAs } from '#shared/way-on.ts';
import { bodyOf, type Draft, draftOf, fields, problemsIn } from './details-form.ts';
import { contactWords, languageWords, type Own } from './own-details.ts';

/** A person changes what they may change about themselves. */
export default function EditDetails({ own, onClose }: { own: Own; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog opened title="Edit your details" onClose={onClose} mayClose={!busy} dirty={dirty}>
      <Form own={own} onClose={onClose} onBusy={setBusy} onDirty={setDirty} />
    </Dialog>
  );
}

function Form(props: {
  own: Own;
  onClose: () => void;
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}) {
  const { own, onClose, onBusy, onDirty } = props;
  const change = useCall(changeOwnDetails, { quiet: true, ofOneForm: true, refresh: [readProvider] });
  const [base, setBase] = useState(own);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const { form, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: draftOf(own),
    validate: (draft) => problemsIn(draft, base),
    onDirty,
    fields,
  });
  const { labels } = fields;

  const save = async (draft: Draft) => {
    onBusy(true);
    setRefusal(null);
    const body = bodyOf(draft, base);
    try {
      await change.mutateAsync({ body });
      await chooseDateLanguage(body.dateLanguage);
      const { viewer } = sessionState();
      const { fName, lName } = draft;
      if (viewer) setViewer({ ...viewer, fName: fName.trim(), lName: lName.trim(), phone: body.phone });
      toastSuccess('Your details were saved.');
      onClose();
    } catch (failure) {
      explain(failure, draft);
    } finally {
      onBusy(false);
    }
  };

  const explain = (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale') {
      const current = { ...base, ...(failure.detail['current'] as Partial<Own>) };
      takeOver(draftOf(base), draft, draftOf(current), isOwnChange(failure));
      setBase(current);
      return;
    }
    form.setErrors(failure.fields);
    setRefusal(refusedAs(failure, { of: 'Your details were', done: 'saved', press: 'Save' }));
  };

  return (
    <form noValidate aria-label="Your details" onSubmit={form.onSubmit((draft) => void save(draft), showProblems)}>
      <Stack gap="md">
        {changed && <ChangedNotice what="record" {...changed} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput
            label={labels.fName}
            required
            autoComplete="given-name"
            data-autofocus
            {...form.getInputProps('fName')}
          />
          <TextInput label={labels.lName} required autoComplete="family-name" {...form.getInputProps('lName')} />
        </SimpleGrid>
        <PhoneField
          label={labels.phone}
          value={form.values.phone}
          onChange={(phone) => form.setFieldValue('phone', phone)}
          onBlur={() => form.values.phone && form.validateField('phone')}
          error={form.errors['phone']}
        />
        <Radio.Group
          label={labels.preferredContact}
          description="Notices of the portal always come by email. Sign-in codes still come from your app, or go to the number they were set up with."
          value={String(form.values.preferredContact)}
          onChange={(value) => {
            form.setFieldValue('preferredContact', value === '1' ? 1 : 0);
            form.clearFieldError('phone');
          }}
        >
          <Group gap="lg" mt={6}>
            {([0, 1] as const).map((code) => (
              <Radio key={code} value={String(code)} label={contactWords[code]} />
            ))}
          </Group>
        </Radio.Group>
        <NativeSelect
          label={labels.dateLanguage}
          description="The language of months and weekdays. The order of day, month and year stays the same."
          data={dateLanguages.map((code) => ({ value: code, label: languageWords[code] }))}
          value={form.values.dateLanguage}
          onChange={({ currentTarget }) => form.setFieldValue('dateLanguage', currentTarget.value as DateLanguage)}
        />
        <DialogFooter refused={refusal}>
          <DialogCancel disabled={change.isPending} />
          <SubmitButton busy={change.isPending}>Save</SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
