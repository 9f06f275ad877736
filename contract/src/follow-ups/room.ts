import { room } from '../room.ts';

export const followUps = room({
  failures: {
    'follow_up.notes': { status: 400, message: 'notes is required.' },
    'follow_up.not_own': { status: 403, message: 'A follow-up is scheduled under one’s own name.' },
  },
  records: {
    follow_up: { words: 'Follow-up', key: 'follow_up_id' },
  },
  actions: {
    'follow_up.scheduled': 'Scheduled a follow-up',
  },
  events: {
    'follow_up.changed': { hears: ['careGroup'], notSponsors: true },
  },
});
