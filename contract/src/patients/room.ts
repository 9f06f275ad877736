import { room } from '../room.ts';

export const patients = room({
  topics: ['to participants'],
  pages: ['/patients', '/patient'],
  failures: {
    'patient.email_taken': { status: 400, message: 'A patient with this email already exists.' },
    'patient.phone_taken': { status: 400, message: 'A patient with this phone already exists.' },
    'patient.cannot_move': { status: 409, message: 'The patient’s status does not allow this step.' },
    'patient.not_open': { status: 409, message: 'A deactivated patient cannot join a care group.' },
    'patient.already_in_group': { status: 409, message: 'The patient is already in this care group.' },
  },
  records: {
    patient: { words: 'Patient', key: 'patient_id', pointers: ['patient_id'] },
  },
  actions: {
    'patient.added': 'Added a patient',
    'patient.imported': 'Imported a patient',
    'patient.changed': 'Changed a patient',
    'patient.activated': 'Activated a patient',
    'patient.deactivated': 'Deactivated a patient',
    'patient.enabled': 'Enabled a patient',
    'patient.removed': 'Removed a patient',
    'patient.joined_group': 'Added a patient to a care group',
    'patient.left_group': 'Took a patient out of a care group',
  },
  events: {
    'patient.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
