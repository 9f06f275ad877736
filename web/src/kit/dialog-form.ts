import { type FormValidateInput, useForm } from '@mantine/form';
import { type SyntheticEvent, useLayoutEffect, useState } from 'react';

/**
 * The form of a dialog that adds or edits a record. What was typed is checked when its field is left; an empty field may
 * still be filled, so only sending the form asks for it, and goes to the first field that is wrong.
 */
export function useDialogForm<Draft extends object>(settings: {
  initialValues: Draft;
  validate: FormValidateInput<Draft>;
  onDirty: (dirty: boolean) => void;
}) {
  const { initialValues, validate, onDirty } = settings;
  const [sent, setSent] = useState(false);
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
  return { form, dirty, sent, showProblems };
}
