import { room } from '../room.ts';

export const patientRecords = room({
  failures: {
    'patient.has_document': { status: 409, message: 'The document is already in the record of this patient.' },
    /** `mostOfKind` of the rules. */
    'patient_record.full': {
      status: 409,
      message: 'This patient already has 200 entries of this kind. Please remove one before you add another.',
    },
  },
  records: {
    patient_address: { words: 'Address of a patient', key: 'patient_address_id' },
    patient_contact: { words: 'Contact of a patient', key: 'patient_contact_id' },
    patient_insurance: { words: 'Insurance of a patient', key: 'patient_insurance_id' },
    patient_medication: { words: 'Medication of a patient', key: 'patient_medication_id' },
    patient_allergy: { words: 'Allergy of a patient', key: 'patient_allergy_id' },
    patient_prescription: { words: 'Prescription of a patient', key: 'prescription_id' },
    patient_goal: { words: 'Goal of a patient', key: 'patient_goal_id' },
  },
  actions: {
    'patient.document_added': 'Added a document to a patient',
    'patient_address.added': 'Added an address of a patient',
    'patient_address.changed': 'Changed an address of a patient',
    'patient_address.removed': 'Removed an address of a patient',
    'patient_contact.added': 'Added a contact of a patient',
    'patient_contact.changed': 'Changed a contact of a patient',
    'patient_contact.removed': 'Removed a contact of a patient',
    'patient_insurance.added': 'Added an insurance of a patient',
    'patient_insurance.changed': 'Changed an insurance of a patient',
    'patient_insurance.removed': 'Removed an insurance of a patient',
    'patient_medication.added': 'Added a medication of a patient',
    'patient_medication.changed': 'Changed a medication of a patient',
    'patient_medication.removed': 'Removed a medication of a patient',
    'patient_allergy.added': 'Added an allergy of a patient',
    'patient_allergy.changed': 'Changed an allergy of a patient',
    'patient_allergy.removed': 'Removed an allergy of a patient',
    'patient_prescription.added': 'Was told of a prescription of a patient',
    'patient_prescription.changed': 'Was told of a change of a prescription of a patient',
    'patient.consent_told': 'Was told what a patient consented to',
    'patient_goal.added': 'Added a goal of a patient',
    'patient_goal.changed': 'Changed a goal of a patient',
    'patient_goal.removed': 'Removed a goal of a patient',
  },
  fields: { bin: 'BIN', pcn: 'PCN' },
  events: {
    'patient_record.changed': { hears: ['careGroup'], notSponsors: true },
  },
});
