import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { allNotices, switchesPage } from '@portal/contract/providers/rules.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { ownNotifications } from './queries.ts';

/** Switches one of the viewer's own notifications (ACC-05, PRV-08). What waits to be sent is taken back. */
export async function setNotification(
  { tx, viewer, now, record }: Act,
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
  const notice = allNotices.find(({ name }) => name === before.name);
  if (!enabled && notice) await withdrawMails(tx, { now }, [viewer.email], [notice.topic]);
  await record({
    action: 'notification.switched',
    record: { kind: 'notification_preference', id: notificationId },
    changes: [
      { field: 'enabled', old: before.enabled, new: enabled },
      { field: 'page', new: switchesPage },
    ],
  });
}
