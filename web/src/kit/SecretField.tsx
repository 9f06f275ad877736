import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const looking = { 'data-looking': true };

/** A password, hidden until its owner wants to see it. Pasting is allowed (SEC-14). */
export const SecretField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, ...looking }}
    // Mantine leaves it out here.
    aria-invalid={props.error ? true : undefined}
    {...props}
  />
);
