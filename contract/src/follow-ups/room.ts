import { room } from '../room.ts';

export const followUps = room({
  pages: ['/follow-ups'],
  failures: {
    'follow_up.notes': { status: 400, message: 'notes is required.' },
    'follow_up.completed': { status: 409, message: 'This follow-up has already been completed.' },
    'follow_up.not_left': {
      status: 409,
      message:
        'Its care provider is active and sees the patient. Only a follow-up of somebody who is no longer active or no longer sees the patient can be taken over.',
    },
  },
  records: {
    follow_up: { words: 'Follow-up', key: 'follow_up_id' },
  },
  actions: {
    'follow_up.scheduled': 'Scheduled a follow-up',
    'follow_up.moved': 'Moved a follow-up',
    'follow_up.taken': 'Took over a follow-up',
    'follow_up.completed': 'Completed a follow-up',
  },
  events: {
    'follow_up.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
