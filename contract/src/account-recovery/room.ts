import { room } from '../room.ts';

export const accountRecovery = room({
  failures: {
    'patient_recovery.pending': { status: 400, message: 'This patient already has a pending recovery request.' },
    'patient_recovery.deactivated': {
      status: 409,
      message: 'This patient is deactivated. Enable the patient first.',
    },
    'patient_recovery.closed': { status: 409, message: 'This request has already been decided.' },
  },
  records: {
    patient_recovery: { words: 'Recovery of the account of a patient', key: 'patient_recovery_id' },
  },
  actions: {
    'patient_recovery.asked': 'Asked to recover the account of a patient',
    'patient_recovery.approved': 'Approved the recovery of the account of a patient',
    'patient_recovery.denied': 'Denied the recovery of the account of a patient',
  },
  events: {
    'patient_recovery.changed': { hears: ['administratorsOfGroups'] },
  },
});
