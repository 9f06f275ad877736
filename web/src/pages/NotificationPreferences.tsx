import '#kit/all-styles.ts';
import { useSearch } from '@tanstack/react-router';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { ManageNotifications } from '#rooms/subscriptions/ManageNotifications.tsx';

/** `/notification-preferences`, with `?email=` from a mail (NTP-02). */
export default function NotificationPreferences() {
  const { email } = useSearch({ strict: false }) as { email?: unknown };
  return (
    <OpenFrame>
      <ManageNotifications email={typeof email === 'string' ? email : ''} />
    </OpenFrame>
  );
}
