import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

/** A dialog with one task. It fills the screen of a phone, and a click beside it does not throw away what was typed. */
export function Dialog(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: ModalProps['size'];
  /** False while something is being sent. */
  mayClose?: boolean;
  children: ReactNode;
}) {
  const { opened, onClose, title, size = 'md', mayClose = true, children } = props;
  const small = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={small}
      centered
      closeOnClickOutside={false}
      closeOnEscape={mayClose}
      closeButtonProps={{ 'aria-label': 'Close', disabled: !mayClose }}
      transitionProps={{ duration: 0 }}
      classNames={{ title: classes.title, content: classes.content }}
    >
      {children}
    </Modal>
  );
}

/** The buttons of a long form. They stay in sight, and stay where they are when a message appears above them. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
