import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './SubmitButton.module.css';

type Looks = 'color' | 'variant' | 'size' | 'fullWidth' | 'leftSection' | 'style';

/**
 * The button that does what a form or a question is for, or anything else that takes a while. While something is missing, or while it is
 * being done, it cannot be pressed and keeps the focus all the same: a disabled one would lose it to the page.
 */
export function SubmitButton(
  props: Pick<ButtonProps, Looks> &
    Pick<ComponentProps<'button'>, 'aria-label' | 'aria-describedby'> & {
      /** Nothing is missing. */
      ready?: boolean;
      busy?: boolean;
      /** A requirement wants it disabled while something is missing (SIG-08, MFA-06). Elsewhere that is what `ready` is for. */
      disabled?: boolean;
      /** What pressing does; without it the form around is sent. */
      onPress?: () => void;
      'data-autofocus'?: true | undefined;
      children: ReactNode;
    },
) {
  const { ready = true, busy = false, onPress, children, ...button } = props;
  const isOff = !ready || busy;
  return (
    <Button
      {...button}
      type={onPress ? 'button' : 'submit'}
      aria-disabled={isOff || undefined}
      data-disabled={!ready || undefined}
      mod={{ waiting: busy }}
      className={classes.root}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onPress?.();
      }}
    >
      {busy && <Loader aria-hidden size="xs" color="var(--button-color)" className={classes.loader} />}
      <span className={classes.label}>{children}</span>
    </Button>
  );
}
