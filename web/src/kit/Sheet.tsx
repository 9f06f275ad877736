import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './Dialog.module.css';
import { useReturn } from './return-focus.ts';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: ModalProps['size'];
  /** False while something is being sent. */
  mayClose?: boolean;
  /** Where the focus goes when what opened the dialog is gone. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** The bare dialog. It fills the screen of a phone, and a click beside it does not throw away what was typed. */
export function Sheet({ opened, ...props }: SheetProps) {
  return opened ? <Opened {...props} /> : null;
}

function Opened({ onClose, title, size = 'md', mayClose = true, returnTo, children }: Omit<SheetProps, 'opened'>) {
  const small = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  const content = useRef<HTMLDivElement>(null);
  useEscape(() => mayClose && onClose());
  useReturn(content, returnTo);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      fullScreen={small}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ title: classes.title, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content}>
        {/* As a header element it would be a second banner of the page. */}
        <Modal.Header renderRoot={(props) => <div {...props} />}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" disabled={!mayClose} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The open dialogs, the topmost last. */
const open: { escape: () => void }[] = [];

// One listener for all dialogs: the same key must not close the question and the form that asked it.
window.addEventListener(
  'keydown',
  (event) => {
    const inList = (event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true';
    if (event.key === 'Escape' && !event.isComposing && !inList) open.at(-1)?.escape();
  },
  { capture: true },
);

function useEscape(escape: () => void): void {
  const latest = useRef({ escape });
  useLayoutEffect(() => {
    latest.current.escape = escape;
  });
  useEffect(() => {
    const mine = { escape: () => latest.current.escape() };
    open.push(mine);
    return () => void open.splice(open.indexOf(mine), 1);
  }, []);
}
