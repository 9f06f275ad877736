import { room } from '../room.ts';

export const participants = room({
  pages: ['/participants'],
  failures: {
    'participant.subject_taken': { status: 400, message: 'Subject number already exists.' },
    'participant.not_active': { status: 409, message: 'This participant is deactivated.' },
    'participant.still_active': { status: 409, message: 'This participant is active. Please deactivate them first.' },
    'participant.awaits_shipment': {
      status: 409,
      message: 'A shipment for this participant is under way. Please wait until it has arrived, or cancel the request.',
    },
    'participant.site_not_ready': { status: 400, message: 'This trial site is not fully configured.' },
  },
  records: {
    participant: { words: 'Participant', key: 'participant_id', pointers: ['participant_id'] },
  },
  actions: {
    'participant.added': 'Added a participant',
    'participant.changed': 'Changed a participant',
    'participant.deactivated': 'Deactivated a participant',
    'participant.reactivated': 'Reactivated a participant',
    'participant.removed': 'Removed a participant',
  },
  fields: {
    born_on: 'Date of birth',
    ctrx_id: 'CTRx number',
  },
  events: {
    'participant.changed': { hears: ['careGroup', 'partner'], notSponsors: true },
  },
});
