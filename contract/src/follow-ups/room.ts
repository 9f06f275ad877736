import { room } from '../room.ts';

export const followUps = room({
  pages: ['/follow-ups'],
  failures: {
    'follow_up.notes': { status: 400, message: 'notes is required.' },
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
