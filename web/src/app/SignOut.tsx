import { Text } from '@mantine/core';
import { writeLogEntry } from '#api/log.ts';
import { endSession } from '#api/session.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { holdsSomething } from '#kit/stay.ts';

/** NAV-06: asks first, and says when something would be lost. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const signOut = () => {
    writeLogEntry('sign-out');
    endSession('signed-out');
  };
  return (
    <ConfirmDialog opened title="Sign out" confirm="Sign Out" onConfirm={signOut} onClose={onClose}>
      Are you sure you want to sign out?
      {holdsSomething() && <Text mt="xs">What you typed and have not saved will be lost.</Text>}
    </ConfirmDialog>
  );
}
