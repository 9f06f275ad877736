import { room } from '../room.ts';

export const lots = room({
  failures: {
    'lot.other_expiry': { status: 400, message: 'This lot is on record with another expiration date.' },
    'lot.recalled': { status: 400, message: 'This lot was recalled and cannot be shipped.' },
    'lot.on_record': { status: 400, message: 'This lot is on record already.' },
  },
  records: {
    lot: { words: 'Lot', key: 'lot_id' },
  },
  actions: {
    'lot.added': 'Recorded a lot',
    'lot.expiry_corrected': 'Corrected the expiration date of a lot',
    'lot.recalled': 'Recalled a lot',
    'lot.recall_withdrawn': 'Took back the recall of a lot',
  },
  events: {
    'lot.changed': { hears: ['careGroup', 'partner', 'people'], notSponsors: true },
  },
});
