import { type FormValidateInput, useForm } from '@mantine/form';
import { type SyntheticEvent, useLayoutEffect, useState } from 'react';
import { type Difference, type DraftFields, rebase } from './rebase.ts';

/**
 * The form of a dialog that adds or edits a record. What was typed is checked when its field is left; an empty field may
 * still be filled, so only sending the form asks for it, and goes to the first field that is wrong.
 */
export function useDialogForm<Draft extends object>(settings: {
  initialValues: Draft;
  validate: FormValidateInput<Draft>;
  onDirty: (dirty: boolean) => void;
  fields: DraftFields<Draft>;
}) {
  const { initialValues, validate, onDirty, fields } = settings;
  const [sent, setSent] = useState(false);
  const [changed, setChanged] = useState<{ differences: Difference[]; isOwn: boolean } | null>(null);
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues,
    validate,
    enhanceGetInputProps: ({ field }) => ({
      onBlur: () => {
        if (form.getValues()[field as keyof Draft]) form.validateField(field);
      },
    }),
  });
  const dirty = form.isDirty();
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);

  const showProblems = (_: unknown, __: unknown, event?: SyntheticEvent<HTMLFormElement>) => {
    const sheet = event?.currentTarget;
    setSent(true);
    // Once all of them say so.
    requestAnimationFrame(() => sheet?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** A stale edit is shown against what is there now (REL-07); `isOwn`: one's own first try has made it so. */
  const takeOver = (before: Draft, mine: Draft, theirs: Draft, isOwn: boolean) => {
    const rebased = rebase(before, mine, theirs, fields);
    form.setInitialValues(theirs);
    form.setValues(rebased.draft);
    setChanged({ differences: rebased.differences, isOwn });
  };
  return { form, dirty, sent, showProblems, changed, takeOver };
}

/** Why a form cannot be saved yet, by the names of its fields, or of what is missing where that is another; nothing where it can. */
export function saysOf<Draft extends object>(
  labels: DraftFields<Draft>['labels'],
  problems: Partial<Record<keyof Draft & string, unknown>>,
  others: DraftFields<Draft>['missing'] = {},
): string {
  const fields = (Object.keys(labels) as (keyof Draft & string)[]).filter((field) => problems[field]);
  const missing = fields.filter((field) => /^needs a |is required$/.test(String(problems[field])));
  const wrong = fields.filter((field) => !missing.includes(field));
  const named = (words: string, some: readonly (keyof Draft)[], names: typeof others = {}) =>
    some.length > 0 ? `${words}: ${some.map((field) => names[field] ?? labels[field]).join(', ')}.` : '';
  return [named('Still missing', missing, others), named('Please correct', wrong)].filter(Boolean).join(' ');
}
