import { Button, Group, Notification } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useIsOnline, youAreOffline } from './offline.ts';
import { messagesAtBottom } from './page-edges.ts';
import { closeToast, type Toast, useToasts } from './toast.ts';
import classes from './Toasts.module.css';

/**
 * The messages of `toast.ts`, for 5 s each, but for those that stay; none goes away while one of them is pointed at or has the focus
 * (WCAG 2.2.1). F8 leads to the newest one and back.
 */
export function Toasts() {
  const toasts = useToasts();
  const [held, setHeld] = useState(false);
  // The last one takes the pointer and the focus with it when it is closed.
  if (held && toasts.length === 0) setHeld(false);
  const list = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const goBack = () => {
    cameFrom.current?.focus();
    // What it came from may be gone, or nothing had the focus.
    if (list.current?.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'F8' || defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
      const active = document.activeElement as HTMLElement | null;
      if (list.current?.contains(active)) goBack();
      else list.current?.lastElementChild?.querySelector('button')?.focus();
    };
    // A click on nothing takes the focus away without giving it to anything.
    const onPointer = ({ target }: PointerEvent) => {
      if (!list.current?.contains(target as Node)) cameFrom.current = null;
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, []);
  useEffect(() => messagesAtBottom(list.current), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done here; the messages only wait
    <section
      ref={list}
      className={classes.toasts}
      aria-keyshortcuts="F8"
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        setHeld(false);
        // Whoever has moved on by themselves is not led back.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = null;
      }}
    >
      {toasts.map((toast) => (
        <Shown key={toast.id} toast={toast} held={held || toast.stays} onClose={goBack} />
      ))}
    </section>
  );
}

const colours = { done: 'green.8', failed: 'red.8', warning: 'yellow.8', note: 'blue.8' } as const;

function Shown(props: {
  toast: Toast;
  held: boolean;
  /** Before the person closes it, whose focus goes with it. */
  onClose: () => void;
}) {
  const { toast, held, onClose } = props;
  const { id, message, more, tone, action } = toast;
  const close = () => {
    onClose();
    closeToast(id);
  };
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
  const said = more ? (
    <>
      <div>{message}</div>
      <div>{more}</div>
    </>
  ) : (
    message
  );
  return (
    <Notification
      color={colours[tone]}
      role={tone === 'failed' || tone === 'warning' ? 'alert' : 'status'}
      withBorder
      closeButtonProps={{ 'aria-label': 'Close message' }}
      onClose={close}
    >
      {action ? (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <div>{said}</div>
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            onClick={() => {
              close();
              action.onPress();
            }}
          >
            {action.label}
          </Button>
        </Group>
      ) : (
        said
      )}
    </Notification>
  );
}
