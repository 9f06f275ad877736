import { Fieldset, type FieldsetProps, Stack } from '@mantine/core';

/** One section of a form, with its name. */
export function FormSection({ legend, children, ...rest }: FieldsetProps) {
  return (
    <Fieldset legend={legend} {...rest}>
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
