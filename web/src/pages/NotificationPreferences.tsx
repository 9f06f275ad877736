import '#kit/all-styles.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { ManageNotifications } from '#rooms/subscriptions/ManageNotifications.tsx';

/** `/notification-preferences`, with `?email=` from a mail (NTP-02). */
export default function NotificationPreferences() {
  const { email } = useSearch({ strict: false }) as { email?: unknown };
  const [given] = useState(email);
  const { history } = useRouter();
  // PRV-09: whoever uses this browser next finds no address of anybody in this tab's history.
  useEffect(() => {
    if (email !== undefined) history.replace(history.location.pathname);
  }, [email, history]);
  return (
    <OpenFrame>
      <ManageNotifications email={typeof given === 'string' ? given : ''} />
    </OpenFrame>
  );
}
