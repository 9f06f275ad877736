import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** A person's notifications are theirs alone. */
export const ownNotifications = (tx: Tx, viewer: Pick<Viewer, 'providerId'>) =>
  tx
    .selectFrom('notification_preference')
    .select(['notification_id', 'name', 'description', 'enabled'])
    .where('provider_id', '=', viewer.providerId)
    .orderBy('notification_id');
