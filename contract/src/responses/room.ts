import { room } from '../room.ts';

/** The same for every link that has ended. Once an assessment is answered nothing is left of its link that could tell so. */
const noLongerWorks =
  'This link no longer works. If you have already answered, there is nothing more to do. Otherwise, please ask your care team for a new one.';

export const responses = room({
  pages: ['/respond', '/patient-surveys'],
  failures: {
    /** OPC-28: N question(s) left to answer. */
    'response.left': { status: 400 },
    'response.refused': { status: 400 },
    'response.exists': { status: 409, message: 'This assessment has already been answered.' },
    /** What is held of a medication, an allergy or a goal meets a record that is another one by now. */
    'response.held_gone': { status: 409 },
    'response.held_stale': { status: 409 },
    'response.event_over': { status: 409, message: 'This assessment is no longer requested.' },
    'flag.closed': { status: 409, message: 'This answer has already been closed.' },
    'flag.taken': { status: 409, message: 'Someone else has already taken this answer.' },
    'respond.unknown': { status: 404, message: noLongerWorks },
    'respond.wrong_birth_date': { status: 400, message: 'The date of birth is not the one on record.' },
    /** The link is good, and was not opened by the date of birth, or too long ago. */
    'respond.closed': { status: 403, message: 'Please enter your date of birth again.' },
    'respond.too_many': { status: 404, message: noLongerWorks },
  },
  records: {
    survey_response: { words: 'Response to an assessment', key: 'response_id' },
    flagged_answer: { words: 'Flagged answer', key: 'flagged_answer_id' },
  },
  actions: {
    'response.submitted': 'Submitted an assessment',
    'response.sent_by_patient': 'Sent an assessment as a patient',
    'response.reviewed': 'Reviewed an assessment',
    'flag.taken': 'Took a flagged answer',
    'flag.released': 'Released a flagged answer',
    'flag.closed': 'Closed a flagged answer',
    'flag.reopened': 'Reopened a flagged answer',
    'flag.answered_anew': 'Changed a flagged answer',
  },
  events: {
    'response.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
