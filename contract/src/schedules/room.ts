import { room } from '../room.ts';

export const schedules = room({
  failures: {
    'schedule.same': { status: 400, message: 'The recurrence is the same as before.' },
    'schedule.blocked': {
      status: 409,
      message: 'The assessment cannot be answered, so its schedule cannot be changed.',
    },
    'schedule.ended': { status: 409, message: 'The schedule has ended.' },
  },
  records: {
    schedule_item: { words: 'Schedule of an assessment', key: 'schedule_item_id' },
    survey_event: { words: 'Due assessment', key: 'survey_event_id' },
  },
  actions: {
    'schedule.begun': 'Began the schedule of an assessment',
    'schedule.changed': 'Changed the schedule of an assessment',
    'schedule.ended': 'Ended the schedule of an assessment',
    'assessment.asked': 'Asked a patient for an assessment',
    'assessment.ended': 'Ended a due assessment without an answer',
  },
  events: {
    'schedule.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
    'survey_event.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
