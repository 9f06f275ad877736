import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { ownNotifications } from './queries.ts';

/** Switches one of the viewer's own notifications (ACC-05, PRV-08). Switching to what it is already changes nothing. */
export async function setNotification(
  { tx, viewer, record }: Act,
  notificationId: number,
  enabled: boolean,
): Promise<void> {
  const before = await ownNotifications(tx, viewer)
    .where('notification_id', '=', notificationId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw fail('not_found');
  if (before.enabled === enabled) return;
  await tx
    .updateTable('notification_preference')
    .set({ enabled })
    .where('notification_id', '=', notificationId)
    .execute();
  await record({
    action: 'notification.switched',
    record: { kind: 'notification_preference', id: notificationId },
    changes: [{ field: 'enabled', old: before.enabled, new: enabled }],
  });
}
