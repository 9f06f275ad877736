import { Alert } from '@mantine/core';
import classes from './Notice.module.css';
import { showNotice, useNotice } from '#kit/shown-notice.ts';

/** OPN-20: what a person should still read after they were led to another page. */
export function Notice() {
  const notice = useNotice();
  if (notice === null) return null;
  return (
    <Alert
      className={classes.notice}
      color="yellow"
      variant="white"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => showNotice(null)}
    >
      {notice}
    </Alert>
  );
}
