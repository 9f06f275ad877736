/** How a goal is filled in: in a patient's record, and with an assessment. */
import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { tooLong } from '#kit/too-long.ts';

interface Taken {
  /** Null where it is yet to be on record: a goal speaks of it by its name. */
  medId: number | null;
  medicationName: string;
  dosage: string;
}
export interface GoalText {
  goalName: string;
  goalDescription: string;
  medId: number | null | undefined;
  medName: string | null | undefined;
  notes: string;
}
export interface GoalDraft {
  goalName: string;
  goalDescription: string;
  medication: { medId: number | null; medName: string | null };
  notes: string;
}
export const goalLabels: Record<keyof GoalDraft, string> = {
  goalName: 'Goal',
  goalDescription: 'Description',
  medication: 'Medication',
  notes: 'Notes',
};

export const draftOfGoal = (row?: Partial<GoalText>): GoalDraft => ({
  goalName: row?.goalName ?? '',
  goalDescription: row?.goalDescription ?? '',
  medication: { medId: row?.medId ?? null, medName: row?.medName ?? null },
  notes: row?.notes ?? '',
});

/** GOL-02: the medication may be left out. */
export const problemsInGoal = (draft: GoalDraft): Partial<Record<keyof GoalDraft, string>> => {
  const problems: Partial<Record<keyof GoalDraft, string>> = {};
  for (const field of ['goalName', 'goalDescription', 'notes'] as const) {
    const most = field === 'goalName' ? longest.name : longest.text;
    const problem = draft[field].trim() === '' ? 'is required' : tooLong(draft[field], most);
    if (problem) problems[field] = problem;
  }
  return problems;
};

/** `medications`: what the patient takes; a goal may speak of one of them. */
export function GoalInputs({
  medications,
  form,
}: {
  medications: readonly Taken[];
  form: UseFormReturnType<GoalDraft>;
}) {
  const { medId, medName } = form.values.medication;
  const known = medications
    .map(({ medId: number, medicationName: name, dosage }) => ({
      value: String(number ?? `name ${name}`),
      name,
      dosage,
      number,
    }))
    .filter(({ value }, i, all) => all.findIndex((one) => one.value === value) === i);
  // What the goal speaks of may have been removed meanwhile, or have no number.
  const spoken = known.find(({ number, name }) => number === medId && (medId !== null || name === medName));
  const names = [...known.map(({ name }) => name), ...(medName && !spoken ? [medName] : [])];
  const offered = known.map(({ value, name, dosage }) => ({
    value,
    // Of two strengths of one name, each says which it is.
    label: names.filter((one) => one === name).length > 1 && dosage ? `${name}, ${dosage}` : name,
  }));
  const own = medName && !spoken ? [{ value: 'own', label: medName }] : [];
  const value = own.length > 0 ? 'own' : (spoken?.value ?? null);
  const choose = (next: string | null) => {
    if (next === 'own') return;
    const chosen = known.find((one) => one.value === next);
    form.setFieldValue(
      'medication',
      (chosen ? { medId: chosen.number, medName: chosen.name } : { medId: null, medName: null }) as never,
    );
  };
  return (
    <>
      <LimitedTextInput
        label={goalLabels.goalName}
        required
        data-autofocus
        autoComplete="off"
        most={longest.name}
        {...form.getInputProps('goalName')}
      />
      <LimitedTextarea
        label={goalLabels.goalDescription}
        required
        most={longest.text}
        {...form.getInputProps('goalDescription')}
      />
      <Select
        label={goalLabels.medication}
        data={[...own, ...offered]}
        value={value}
        clearable
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={choose}
      />
      <LimitedTextarea
        label={goalLabels.notes}
        required
        rows={2}
        most={longest.text}
        {...form.getInputProps('notes')}
      />
    </>
  );
}
