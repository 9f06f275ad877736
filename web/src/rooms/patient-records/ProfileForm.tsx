import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Patient } from '@portal/contract/patients/endpoints.ts';
import { changePatient } from '@portal/contract/patients/endpoints.ts';
import { type PreferredContact, preferredContacts } from '@portal/contract/patients/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import { Held } from '#kit/Held.tsx';
import { Refusal, type Refused } from '#kit/Refusal.tsx';
import { StayQuestion } from '#kit/StayQuestion.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastNote, toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';
import {
  attributesOf,
  contactNow,
  contactsOf,
  type Draft,
  draftFields,
  draftOf,
  keepsEmail,
  labels,
  problemsIn,
  serverProblems,
} from './profile-form.ts';
import { patientNow, useChangePatient, usernameNow } from './queries.ts';

const emailStays = 'The e-mail on record stays: it can be replaced, not taken away.';
const changesNothing = (draft: Draft, before: Draft): boolean =>
  keepsEmail(draft, before) &&
  draft.preferredContact === before.preferredContact &&
  JSON.stringify(attributesOf({ ...draft, email: before.email })) === JSON.stringify(attributesOf(before));

/** PRF-05 to PRF-14. Cancel brings back what was there. */
export function ProfileForm(props: { patient: Patient; username: string | undefined; onClose: () => void }) {
  const { patient, username, onClose } = props;
  const change = useChangePatient();
  const first = useRef<HTMLInputElement>(null);
  const [base, setBase] = useState(patient);
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [isContactChosen, setIsContactChosen] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const before = draftOf(base);
  const { form, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: before,
    validate: (draft) => problemsIn(draft, before),
    onDirty: setDirty,
    fields: draftFields,
  });
  useEffect(() => first.current?.focus(), []);
  const ready = dirty && Object.keys(problemsIn(form.values, before)).length === 0;

  const save = async (draft: Draft) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    const preferredContact = contactNow(draft, base, isContactChosen);
    try {
      await change.mutateAsync({
        body: {
          u_id: base.u_ID,
          username: username ?? (await usernameNow(base.u_ID)),
          userAttributes: attributesOf(draft),
          // What stands already is left out: a server of the release before does not know it.
          ...(preferredContact !== '' &&
            (isContactChosen || preferredContact !== before.preferredContact) && { preferredContact }),
          version: base.version,
        },
      });
      if (changesNothing(draft, before)) toastNote(`Nothing was changed. ${emailStays}`);
      else toastSuccess('The profile was changed.');
      onClose();
    } catch (failure) {
      await explain(failure, draft);
    } finally {
      setBusy(false);
    }
  };

  const explain = async (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    const current = failure.code === 'stale' ? await patientNow(base.u_ID).catch(() => undefined) : undefined;
    if (current) {
      takeOver(before, draft, draftOf(current), isOwnChange(failure));
      setBase(current);
      return;
    }
    form.setErrors(serverProblems(failure.fields));
    const text = failure.status === 400 ? sentenceOf(failure) : changePatient.failure;
    setRefused(saidAs(failure, { of: 'The profile was', done: 'changed', press: 'Save', text }));
  };

  return (
    <form noValidate aria-label="Profile" onSubmit={form.onSubmit((draft) => void save(draft), showProblems)}>
      <Held isSending={busy}>
        <Stack gap="sm">
          {changed && <ChangedNotice what="profile" {...changed} />}
          <TextInput
            ref={first}
            label={labels.firstName}
            required
            autoComplete="off"
            {...form.getInputProps('firstName')}
          />
          <TextInput label={labels.lastName} required autoComplete="off" {...form.getInputProps('lastName')} />
          <TextInput
            label={labels.birthdate}
            description="MM/DD/YYYY"
            required
            autoComplete="off"
            {...form.getInputProps('birthdate')}
          />
          <TextInput
            label={labels.email}
            description={keepsEmail(form.values, before) ? emailStays : 'N/A if there is none'}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label={labels.phone}
            description="ddd-ddd-dddd"
            type="tel"
            required
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          {form.values.preferredContact !== '' && (
            <NativeSelect
              label={labels.preferredContact}
              description="Choose None for a wrong number: nothing is sent then."
              data={contactsOf(form.values, base).map((code) => ({ value: `${code}`, label: preferredContacts[code] }))}
              {...form.getInputProps('preferredContact')}
              value={contactNow(form.values, base, isContactChosen)}
              onChange={({ currentTarget }) => {
                setIsContactChosen(true);
                form.setFieldValue('preferredContact', Number(currentTarget.value) as PreferredContact);
              }}
            />
          )}
          {refused && <Refusal {...refused} />}
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton busy={busy} ready={ready}>
              Save
            </SubmitButton>
          </Group>
        </Stack>
        <StayQuestion dirty={dirty} away="step" onDiscard={onClose} />
      </Held>
    </form>
  );
}
