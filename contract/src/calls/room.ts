import { room } from '../room.ts';

export const calls = room({
  failures: {
    'call.mode_off': { status: 403, message: 'Calls are switched off.', isNoRefusal: true },
    'call.line_away': { status: 503, message: 'The line cannot be reached. Please try again.' },
    'call.not_yet': { status: 400, message: 'startedAt must not be in the future.' },
  },
  records: {
    patient_call: { words: 'Call to a patient', key: 'patient_call_id' },
  },
  actions: {
    'patient.called': 'Called a patient',
  },
});
