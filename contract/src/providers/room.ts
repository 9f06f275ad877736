import { room } from '../room.ts';

export const providers = room({
  pages: ['/register', '/settings/user-management'],
  failures: {
    // The act says which one is open.
    'invitation.another_open': { status: 400 },
    'invitation.inviter_gone': {
      status: 403,
      message: 'The person who invited you can no longer send invitations. Please ask for a new invitation.',
    },
    'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
    // OPC-88.
    'provider.email_taken': { status: 400, message: 'A user with this email already exists.' },
    'provider.own': { status: 403, message: 'Another administrator has to do this for you.' },
    'provider.beyond': { status: 403, message: 'This person’s rights or care groups reach beyond yours.' },
    'provider.last_administrator': {
      status: 409,
      message: 'The company needs at least one active administrator who sees all of it.',
    },
    // The act says what the person is.
    'provider.wrong_state': { status: 409 },
    // USR-25: a 500 for an ordinary refusal.
    'provider.groups_duplicated': { status: 500, message: 'Care groups are duplicated.' },
    'provider.group_not_configured': {
      status: 400,
      message: 'People of this role can only be given fully configured care groups.',
    },
    'notification.none': { status: 404, message: 'No notifications to manage', isNoRefusal: true },
  },
  records: {
    invitation: { words: 'Invitation' },
    notification_preference: { words: 'Notification' },
    provider: {
      words: 'Person',
      key: 'provider_id',
      pointers: ['prescriber_id', 'primary_contact_id', 'provider', 'provider_id', 'signer_accounts'],
    },
  },
  actions: {
    'emergency_access.ended': 'Ended emergency access to a care group',
    'emergency_access.given': 'Gave emergency access to a care group',
    'invitation.cancelled': 'Withdrew an invitation',
    'invitation.refused': 'Refused a registration because its inviter can no longer invite',
    'invitation.sent': 'Sent an invitation',
    'invitation.used': 'Registered by an invitation',
    'notification.given': 'Gave a person the switch of a notification',
    'notification.switched': 'Switched a notification',
    'provider.added': 'Added a person',
    'provider.changed': 'Changed a person',
    'provider.deactivated': 'Deactivated a person',
    'provider.own_changed': 'Changed their own details',
    'provider.reactivated': 'Reactivated a person',
    'provider.removed': 'Removed a person',
    'provider.sessions_ended': 'Ended the sessions of a person',
  },
  changesRights: [
    'emergency_access.ended',
    'emergency_access.given',
    'invitation.cancelled',
    'invitation.sent',
    'provider.changed',
    'provider.deactivated',
    'provider.reactivated',
    'provider.removed',
    'provider.sessions_ended',
  ],
  fields: {
    date_language: 'Language of dates',
    enabled: 'Switched on',
    is_active: 'Active',
    is_prescriber: 'Prescriber',
    is_public: 'Shown to patients',
    provider_id: 'Person',
  },
  events: {
    'provider.changed': { hears: ['administratorsOfGroups'] },
  },
});
