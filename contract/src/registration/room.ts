import { room } from '../room.ts';

export const registration = room({
  failures: {
    'invitation.email_taken': { status: 400, message: 'An account with the given email already exists.' },
    // The act says which one is open.
    'invitation.another_open': { status: 400 },
    'invitation.inviter_gone': {
      status: 403,
      message: 'The person who invited you can no longer send invitations. Please ask for a new invitation.',
    },
    'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
  },
  records: {
    invitation: { words: 'Invitation' },
  },
  actions: {
    'invitation.cancelled': 'Withdrew an invitation',
    'invitation.refused': 'Refused a registration because its inviter can no longer invite',
    'invitation.sent': 'Sent an invitation',
    'invitation.used': 'Registered by an invitation',
  },
  changesRights: ['invitation.cancelled', 'invitation.sent'],
});
