import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './NotThere.module.css';

/** Stands in for a dialog that could not be loaded: over the page, with the focus, until it is closed or the dialog has come. */
export function NotThere(props: {
  message: string;
  bring: () => Promise<boolean>;
  show: () => void;
  onClose?: () => void;
}) {
  const { message, bring, show, onClose } = props;
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const [tries, setTries] = useState(0);
  const again = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => again.current?.focus({ preventScroll: true }), []);
  // At once: the dialog that takes this place leads back to what has the focus when it opens.
  const giveBack = () => opener?.focus({ preventScroll: true });
  const retry = async () => {
    if (!(await bring())) return setTries((before) => before + 1);
    giveBack();
    show();
  };
  const close = () => {
    giveBack();
    onClose?.();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it as it closes the dialog it stands for
    <div className={classes.box} onKeyDown={(event) => event.key === 'Escape' && close()}>
      {/* Said anew each time. */}
      <Text key={tries} role="alert">
        {message}
      </Text>
      <Group gap="sm">
        <Button ref={again} onClick={() => void retry()}>
          Try again
        </Button>
        {onClose && (
          <Button variant="default" onClick={close}>
            Close
          </Button>
        )}
      </Group>
    </div>,
    document.body,
  );
}
