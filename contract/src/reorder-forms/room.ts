import { room } from '../room.ts';

export const reorderForms = room({
  pages: ['/reorder-form'],
  failures: {
    'medication_list.exists': { status: 400, message: 'Your company already has a medication list.' },
  },
  records: {
    medication_list: { words: 'Medication list', key: 'medication_list_id' },
  },
  actions: {
    'medication_list.added': 'Created the medication list',
    'medication_list.changed': 'Changed the medication list',
  },
  events: {
    'medication_list.changed': { hears: ['company'] },
  },
});
