import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { writeLogEntry } from '#api/log.ts';
import { endSession } from '#api/session.ts';
import { tellTabs, whenTold } from '#api/tabs.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { holdsSomething } from '#kit/stay.ts';

/** NAV-06: asks first, and says when something would be lost, in any tab. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const [isHeldElsewhere, setHeldElsewhere] = useState(false);
  useEffect(() => {
    const stop = whenTold('holds', () => setHeldElsewhere(true));
    tellTabs({ type: 'holds?' });
    return stop;
  }, []);
  const signOut = () => {
    writeLogEntry('sign-out');
    endSession('signed-out');
  };
  return (
    <ConfirmDialog opened title="Sign out" confirm="Sign Out" onConfirm={signOut} onClose={onClose}>
      Are you sure you want to sign out?
      {holdsSomething() && <Text mt="xs">What you typed and have not saved will be lost.</Text>}
      <div role="status">
        {isHeldElsewhere && <Text mt="xs">What you typed in another tab and have not saved will be lost.</Text>}
      </div>
    </ConfirmDialog>
  );
}
