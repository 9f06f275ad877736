import { Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { addPatientWithoutContact } from '@portal/contract/patients/endpoints.ts';
import { genders, maskPhone, messages } from '@portal/contract/patients/rules.ts';
import { type ChangeEvent, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { maskDay } from '#kit/typed-day.ts';
import { saidAs } from '#shared/way-on.ts';
import {
  bodyOf,
  bodyWithoutContact,
  type Draft,
  emptyDraft,
  firstProblem,
  labels,
  likenessOf,
  type Problem,
} from './new-patient.ts';
import { useAddPatient, useAreSimilar } from './queries.ts';
import { SimilarPatients } from './SimilarPatients.tsx';

/** Adds a patient, who is pending then (PNW-01 to PNW-15). */
export function AddPatientDialog({ onAdded, onClose }: { onAdded: (name: string) => void; onClose: () => void }) {
  const viewer = useViewer();
  const [add, addWithout] = useAddPatient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [likeness, setLikeness] = useState<ReturnType<typeof likenessOf>>(null);
  // The same for every try, as the whole of what is sent (REL-06).
  const placeholder = useRef(`patient-${crypto.randomUUID()}@no-email.invalid`);
  const failed = add.error ?? addWithout.error;
  const areSimilar = useAreSimilar();
  const [isLooking, setLooking] = useState(false);
  /** Whose similar patients stood in the dialog when the press began: those that come while it lasts nobody has read. */
  const seen = useRef<string | null>(null);
  const seeNow = () => {
    seen.current = likeness && areSimilar.now(likeness) ? JSON.stringify(likeness) : null;
  };
  const busy = isLooking || add.isPending || addWithout.isPending;
  const type = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(null);
    // A name is looked for once it is left: each letter of it would be a reading of others' records.
    if (!('firstName' in part || 'lastName' in part)) setLikeness(likenessOf({ ...draft, ...part }));
  };
  const done = {
    onSuccess: () => {
      toastSuccess(messages.added);
      onAdded(`${draft.firstName} ${draft.lastName}`.trim());
    },
  };
  /** The first press shows who is similar to what is typed now, and the next one adds all the same. */
  const showsSimilar = async (): Promise<boolean> => {
    const to = likenessOf(draft);
    if (!to || seen.current === JSON.stringify(to)) return false;
    setLikeness(to);
    setLooking(true);
    const areSome = await areSimilar.answered(to);
    setLooking(false);
    if (areSome) seen.current = JSON.stringify(to);
    return areSome;
  };
  const send = async () => {
    if (busy) return;
    const wrong = firstProblem(draft);
    setProblem(wrong);
    add.reset();
    addWithout.reset();
    if (wrong || (await showsSimilar())) return;
    if (draft.noContact) addWithout.mutate({ body: bodyWithoutContact(draft, placeholder.current) }, done);
    else add.mutate({ body: bodyOf(draft) }, done);
  };
  const field = (name: Exclude<keyof Draft, 'noContact'>) => ({
    label: labels[name],
    autoComplete: 'off',
    value: draft[name],
    error: problem?.field === name,
    onBlur: () => setLikeness(likenessOf(draft)),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => type({ [name]: currentTarget.value }),
  });
  /** Typing at the end is masked; a correction in the middle is left alone, or the caret would jump. */
  const masked = (name: 'phone' | 'dateOfBirth', mask: (typed: string) => string, plain: RegExp) => ({
    ...field(name),
    onChange: ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
      const atEnd = input.selectionStart === null || input.selectionStart === input.value.length;
      const isGrowing = input.value.length > draft[name].length;
      type({ [name]: atEnd && isGrowing && plain.test(input.value) ? mask(input.value) : input.value });
    },
  });
  const refused = problem
    ? { text: problem.message }
    : failed && failed.status !== 401 && saidAs(failed, { of: 'The patient was', done: 'added', press: 'Add Patient' });

  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!busy}
      dirty={JSON.stringify(draft) !== JSON.stringify(emptyDraft)}
      size="lg"
      title="Create New Patient"
    >
      <form
        noValidate
        aria-label="Patient"
        onPointerDownCapture={seeNow}
        onKeyDownCapture={seeNow}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            <TextInput {...field('firstName')} required data-autofocus />
            <TextInput {...field('lastName')} required />
            {!draft.noContact && (
              <>
                <TextInput {...field('email')} type="email" />
                <TextInput {...masked('phone', maskPhone, /^[\d-]*$/)} type="tel" required placeholder="ddd-ddd-dddd" />
              </>
            )}
            <TextInput
              {...masked('dateOfBirth', maskDay, /^[\d/]*$/)}
              inputMode="numeric"
              required
              placeholder="MM/DD/YYYY"
            />
            <Radio.Group
              label={labels.gender}
              required
              value={draft.gender}
              error={problem?.field === 'gender'}
              onChange={(value) => type({ gender: value })}
            >
              <Group gap="md" mt={6}>
                {Object.entries(genders).map(([value, word]) => (
                  <Radio key={value} value={value} label={word} />
                ))}
              </Group>
            </Radio.Group>
          </SimpleGrid>
          {meets(addPatientWithoutContact.access, viewer) && (
            <Checkbox
              label={labels.noContact}
              checked={draft.noContact}
              onChange={({ currentTarget }) => type({ noContact: currentTarget.checked })}
            />
          )}
          {likeness && <SimilarPatients to={likeness} />}
          <DialogFooter says="New patients are pending until they are activated." refused={refused}>
            <DialogCancel disabled={busy} />
            <SubmitButton busy={busy}>Add Patient</SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
