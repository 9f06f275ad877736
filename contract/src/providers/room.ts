import { room } from '../room.ts';

export const providers = room({
  failures: {
    'invitation.email_taken': { status: 400, message: 'An account with the given email already exists.' },
    // The act says which one is open.
    'invitation.another_open': { status: 400 },
    'invitation.inviter_gone': {
      status: 403,
      message: 'The person who invited you can no longer send invitations. Please ask for a new invitation.',
    },
    'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
    'notification.none': { status: 404, message: 'No notifications to manage' },
  },
  records: {
    invitation: { words: 'Invitation' },
    notification_preference: { words: 'Notification' },
    provider: {
      words: 'Person',
      key: 'provider_id',
      pointers: ['prescriber_id', 'primary_contact_id', 'provider', 'provider_id'],
    },
  },
  actions: {
    'invitation.cancelled': 'Withdrew an invitation',
    'invitation.refused': 'Refused a registration because its inviter can no longer invite',
    'invitation.sent': 'Sent an invitation',
    'invitation.used': 'Registered by an invitation',
    'notification.switched': 'Switched a notification',
    'provider.added': 'Added a person',
    'provider.changed': 'Changed a person',
    'provider.deactivated': 'Deactivated a person',
    'provider.reactivated': 'Reactivated a person',
  },
  changesRights: [
    'invitation.cancelled',
    'invitation.sent',
    'provider.changed',
    'provider.deactivated',
    'provider.reactivated',
  ],
  fields: {
    enabled: 'Switched on',
    is_active: 'Active',
    is_prescriber: 'Prescriber',
    provider_id: 'Person',
  },
});
