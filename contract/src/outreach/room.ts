import { room } from '../room.ts';

export const outreach = room({
  failures: {
    'outreach.already_today': { status: 403, message: 'Only 1 reminder may be sent per day.', isNoRefusal: true },
    'outreach.no_contact': { status: 403, message: 'Patient has no preferred contact method.', isNoRefusal: true },
    'outreach.no_address': {
      status: 403,
      message: 'This patient has no email address or phone number for their preferred contact method.',
      isNoRefusal: true,
    },
    /** Its sentence names the ways. */
    'outreach.refused': { status: 403, isNoRefusal: true },
    'outreach.no_service': {
      status: 403,
      message: 'This portal sends no messages by the preferred contact method of this patient.',
      isNoRefusal: true,
    },
    'outreach.answered': { status: 400, message: 'This assessment has already been answered.' },
  },
  records: {
    reminder: { words: 'Reminder of an assessment', key: 'reminder_id' },
  },
  actions: {
    'patient.reminded': 'Reminded a patient of an assessment',
  },
  events: {
    'outreach.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
