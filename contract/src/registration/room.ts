import { room } from '../room.ts';

export const registration = room({
  failures: {
    'invitation.email_taken': { status: 400, message: 'An account with the given email already exists.' },
    // The act says which one is open.
    'invitation.another_open': { status: 400 },
    'invitation.inviter_gone': {
      status: 403,
      message: 'Whoever invited you may not invite any more. Please ask for a new invitation.',
    },
    'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
  },
  records: {
    invitation: { words: 'Invitation' },
  },
  actions: {
    'invitation.cancelled': 'Took an invitation back',
    'invitation.refused': 'Refused a registration whose inviter may not invite any more',
    'invitation.sent': 'Sent an invitation',
    'invitation.used': 'Registered by an invitation',
  },
  changesRights: ['invitation.cancelled', 'invitation.sent'],
});
