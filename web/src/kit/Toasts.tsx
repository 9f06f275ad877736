import { Button, Group, Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsOnline, youAreOffline } from './offline.ts';
import { closeToast, type Toast, useToasts } from './toast.ts';
import classes from './Toasts.module.css';

/** The messages of `toast.ts`, for 5 s each; none goes away while one of them is pointed at or has the focus (WCAG 2.2.1). */
export function Toasts() {
  const toasts = useToasts();
  const [held, setHeld] = useState(false);
  // The last one takes the pointer and the focus with it when it is closed.
  if (held && toasts.length === 0) setHeld(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done here; the messages only wait
    <section
      className={classes.toasts}
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Shown key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

const colours = { done: 'green.8', failed: 'red.8', note: 'blue.8' } as const;

function Shown({ toast: { id, message, more, tone, action }, held }: { toast: Toast; held: boolean }) {
  const isOnline = useIsOnline();
  const [wasOffline] = useState(!isOnline);
  // That there was no network goes with it, also under the pointer.
  const isOver = wasOffline && isOnline && message === youAreOffline;
  useEffect(() => {
    if (isOver) closeToast(id);
  }, [id, isOver]);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    <Notification
      color={colours[tone]}
      role={tone === 'failed' ? 'alert' : 'status'}
      withBorder
      closeButtonProps={{ 'aria-label': 'Close message' }}
      onClose={() => closeToast(id)}
    >
      {action ? (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            onClick={() => {
              closeToast(id);
              action.onPress();
            }}
          >
            {action.label}
          </Button>
        </Group>
      ) : more ? (
        <>
          <div>{message}</div>
          <div>{more}</div>
        </>
      ) : (
        message
      )}
    </Notification>
  );
}
