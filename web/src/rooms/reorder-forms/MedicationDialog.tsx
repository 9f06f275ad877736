import { Stack, Textarea, TextInput } from '@mantine/core';
import { addMedicationList, type Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { useOpenForm } from '#shared/open-form.ts';

const nothing: Medication = { name: '', dosage: '', information: '' };

/** One entry of the medication list; it is stored when the list is saved (RML-03). */
export default function MedicationDialog(props: {
  /** The one to edit; none to add one. */
  medication: Medication | null;
  onDone: (medication: Medication) => void;
  onClose: () => void;
}) {
  const { medication, onDone, onClose } = props;
  const before = medication ?? nothing;
  const { form, typed, type, touch, submit, problem } = useOpenForm<Medication>({
    empty: before,
    problemsOf: problemsIn,
    send: async (given) => onDone(tidied(given)),
  });
  const field = (name: keyof Medication) => ({
    value: typed[name],
    error: problem(name),
    required: true,
    onBlur: () => typed[name] !== '' && touch(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type({ [name]: currentTarget.value }),
  });
  const isDirty = (Object.keys(nothing) as (keyof Medication)[]).some((name) => typed[name] !== before[name]);
  return (
    <Dialog opened title={medication ? 'Edit medication' : 'Add medication'} onClose={onClose} dirty={isDirty}>
      <form
        ref={form}
        noValidate
        aria-label="Medication"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <TextInput label="Name" autoComplete="off" data-autofocus {...field('name')} />
          <TextInput label="Dosage" autoComplete="off" {...field('dosage')} />
          <Textarea label="Information" rows={3} {...field('information')} />
          <DialogFooter says="The list is changed when you press Save below it.">
            <DialogCancel />
            <SubmitButton>{medication ? 'Change' : 'Add'}</SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

const checked = (given: Medication) => addMedicationList.body.safeParse({ medList: [given] });
/** As the server keeps it. */
const tidied = (given: Medication): Medication => checked(given).data?.medList[0] ?? given;

function problemsIn(given: Medication): Partial<Record<keyof Medication, string>> {
  const problems: Partial<Record<keyof Medication, string>> = {};
  for (const { path, message } of checked(given).error?.issues ?? []) problems[path[2] as keyof Medication] ??= message;
  return problems;
}
