import { notifications } from '@mantine/notifications';

/** Says for 5 s what happened to what. */
export const toastSuccess = (message: string): string =>
  notifications.show({
    message,
    color: 'green.8',
    autoClose: 5000,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
  });

/** Says for 5 s that something failed; read out at once. */
export const toastFailure = (message: string): string =>
  notifications.show({
    message,
    color: 'red.8',
    autoClose: 5000,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close message' },
  });
