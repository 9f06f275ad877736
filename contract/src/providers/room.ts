import { room } from '../room.ts';

export const providers = room({
  failures: {
    'notification.none': { status: 404, message: 'No notifications to manage' },
  },
  records: {
    notification_preference: { words: 'Notification' },
    provider: {
      words: 'Person',
      key: 'provider_id',
      pointers: ['prescriberId', 'primary_contact_id', 'provider', 'provider_id'],
    },
  },
  actions: {
    'notification.switched': 'Switched a notification',
    'provider.added': 'Added a person',
    'provider.changed': 'Changed a person',
    'provider.deactivated': 'Deactivated a person',
    'provider.reactivated': 'Reactivated a person',
  },
  changesRights: ['provider.changed', 'provider.deactivated', 'provider.reactivated'],
  fields: {
    enabled: 'Switched on',
    is_active: 'Active',
    is_prescriber: 'Prescriber',
    provider_id: 'Person',
  },
});
