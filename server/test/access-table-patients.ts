/** The access table: patients, their records, the recovery of their accounts, and the directory of medications. */
import type { Lines, Right } from './access-table.ts';
import { groupAdministrators, ofPatients, recoverers, withRootAccess } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import { addressOf, contactOf, goalOf, insuranceOf, medicationOf } from './patients.ts';

/** OPC-09. */
const withInsurance: Right = { ...ofPatients, module: 'Insurance' };
const changesDetails: Right = { ...ofPatients, withoutModule: 'ReadOnlyPatientDetails' };
const changesInsurance: Right = { ...withInsurance, withoutModule: 'ReadOnlyPatientDetails' };

const own = (t: Things) => ({ query: { u_id: t.patient } });
const birth = { firstName: 'Ada', lastName: 'Twin', dateOfBirth: '1950-03-04' };
const attributes = (values: Record<string, string>) => Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
const email = { type: 'email', value: 'ada@mail.example' };

export const patientCalls: Lines = {
  'GET /care-groups/patients': {
    who: ofPatients,
    ask: (t) => ({
      query: {
        g_id: t.site,
        patient_start: 0,
        patient_limit: 10,
        patient_type: 1,
        patient_status: 1,
        filter_all_fields: 'nobody at all',
      },
    }),
    besides: (t) => [{ query: { g_id: [t.site] } }],
    // One number or several.
    ignores: ['g_id', 'g_id.0'],
  },
  'GET /patients/similar': { who: ofPatients, takesNoId: true, ask: () => ({ query: { ...birth, lastName: 'Quux' } }) },
  'POST /patients': {
    who: ofPatients,
    takesNoId: true,
    ask: () => ({ body: { ...birth, email: null, phone: '+16175551234', gender: 1, status: 0, userType: 1 } }),
    takes: ['status', 'userType'],
  },
  'POST /v2/patients': {
    who: { ...ofPatients, module: 'NurseReorder' },
    takesNoId: true,
    ask: () => ({
      body: { userAttributes: attributes({ fname: 'Ada', lname: 'Twin', dob: '1950-03-04', gender: '1' }) },
    }),
  },
  'GET /patients': { who: ofPatients, ask: own },
  'PUT /patients': {
    who: ofPatients,
    ask: (t) => ({
      body: {
        u_id: t.patient,
        username: 'nobody',
        userAttributes: attributes({ given_name: 'Ada' }),
        preferredContact: 1,
      },
    }),
    wants: ['the name of the account', 400],
    takes: ['version'],
  },
  'PUT /patients/status': {
    who: withRootAccess,
    ask: (t) => ({ body: { u_id: t.fresh, new_status: 'active' } }),
    takes: ['version'],
  },
  'DELETE /patients': {
    who: withRootAccess,
    ask: (t) => ({ query: { u_id: t.pausing, removal_type: 'deactivate' } }),
    takes: ['version'],
  },
  'GET /user': { who: ofPatients, ask: own },
  'GET /patient/care-groups': { who: ofPatients, ask: own, tellsColleagues: true },
  'POST /patient/care-groups': { who: ofPatients, ask: (t) => ({ body: { u_id: t.patient, g_id: t.servedSite } }) },
  'DELETE /patient/care-groups': { who: ofPatients, ask: (t) => ({ query: { u_id: t.leaving, g_id: t.site } }) },
  'POST /patients/import': {
    who: withRootAccess,
    ask: (t) => ({
      body: { csv: 'firstName,lastName,dateOfBirth,gender\nAda,Import,01/02/1950,1', g_id: t.site, dryRun: 1 },
    }),
  },
  'GET /patients/timeline': { who: ofPatients, ask: (t) => ({ query: { u_id: t.patient, kind: 'status' } }) },

  'GET /patients/history': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, of: 'address', addr_id: t.homeOf, after: 1_000_000 } }),
    answers: { after: 200 },
    besides: (t) => [
      { query: { u_id: t.patient, of: 'contact', contact_id: t.contactOf } },
      { query: { u_id: t.patient, of: 'insurance', insurance_id: t.insuranceOf } },
      { query: { u_id: t.patient, of: 'medication', med_id: t.medicationOf } },
      { query: { u_id: t.patient, of: 'allergy', allergy_id: t.allergyOf } },
      { query: { u_id: t.patient, of: 'goal', goal_id: t.goalOf } },
      { query: { u_id: t.patient, of: 'profile', field: 'first_name' } },
    ],
  },

  'GET /user/address': { who: ofPatients, ask: own },
  'POST /user/address': { who: ofPatients, ask: (t) => ({ body: addressOf(t.patient) }) },
  'PUT /user/address': {
    who: ofPatients,
    ask: (t) => ({ body: { ...addressOf(t.patient), addr_id: t.homeOf, addressType: 'Office' } }),
    takes: ['version'],
  },
  'DELETE /user/address': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, addr_id: t.homeOf } }),
    takes: ['version'],
  },
  'GET /user/contact': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, contact_id: t.contactOf } }),
  },
  'POST /user/contact': { who: changesDetails, ask: (t) => ({ body: contactOf(t.patient) }) },
  'PUT /user/contact': {
    who: changesDetails,
    ask: (t) => ({ body: { ...contactOf(t.patient), contact_id: t.contactOf, contactDetail: 'Son' } }),
    takes: ['version'],
  },
  'DELETE /user/contact': {
    who: changesDetails,
    ask: (t) => ({ query: { u_id: t.patient, contact_id: t.contactOf } }),
    takes: ['version'],
  },
  'GET /user/insurance': { who: withInsurance, ask: own },
  'POST /user/insurance': { who: changesInsurance, ask: (t) => ({ body: insuranceOf(t.patient) }) },
  'PUT /user/insurance': {
    who: changesInsurance,
    ask: (t) => ({ body: { ...insuranceOf(t.patient), insurance_id: t.insuranceOf, planType: 'HMO' } }),
    takes: ['version'],
  },
  'DELETE /user/insurance': {
    who: changesInsurance,
    ask: (t) => ({ query: { u_id: t.patient, insurance_id: t.insuranceOf } }),
    takes: ['version'],
  },
  'GET /user/medications/additional': { who: ofPatients, ask: own },
  'POST /user/medications/additional': { who: ofPatients, ask: (t) => ({ body: medicationOf(t.patient) }) },
  'PUT /user/medications/additional': {
    who: ofPatients,
    ask: (t) => ({ body: { ...medicationOf(t.patient), medId: t.medicationOf, dosage: '40 mg' } }),
    takes: ['version'],
  },
  'GET /user/goals': { who: ofPatients, ask: own },
  'POST /user/goals': { who: ofPatients, ask: (t) => ({ body: goalOf(t.patient, { medId: t.goalMedication }) }) },
  'PUT /user/goals': {
    who: ofPatients,
    ask: (t) => ({ body: { ...goalOf(t.patient, { medId: t.goalMedication }), goalId: t.goalOf, goalName: 'Run' } }),
    takes: ['version'],
  },
  'DELETE /user/goals': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, goal_id: t.goalOf } }),
    takes: ['version'],
  },
  'DELETE /user/medications/additional': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, med_id: t.medicationOf } }),
    takes: ['version'],
  },
  'GET /user/medications/allergies': { who: ofPatients, ask: own },
  'POST /user/medications/allergies': { who: ofPatients, ask: (t) => ({ body: medicationOf(t.patient) }) },
  'PUT /user/medications/allergies': {
    who: ofPatients,
    ask: (t) => ({ body: { ...medicationOf(t.patient), allergyId: t.allergyOf, dosage: '40 mg' } }),
    takes: ['version'],
  },
  'DELETE /user/medications/allergies': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, allergy_id: t.allergyOf } }),
    takes: ['version'],
  },
  'GET /user/medications': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, med_type: 'prescription' } }),
  },
  'GET /refill/outreach': { who: ofPatients, ask: own },
  'GET /user/rx-status/history': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, window: 90 } }),
  },
  'GET /user/consent/history': { who: ofPatients, ask: own },
  'GET /documents/patient': { who: ofPatients, ask: own },
  'POST /documents/patient': {
    who: { ...groupAdministrators, types: ofPatients.types },
    inSightOf: ['ofSite', 'ofTrial', 'ofClinic'],
    ask: (t) => ({ body: { docId: t.patientPaper, u_id: t.patient, cascade: 0 } }),
    besides: (t) => [{ body: { docId: t.patientPaper, u_id: [t.patient] } }],
    // One number or several.
    ignores: ['u_id', 'u_id.0'],
  },

  'GET /account-recovery': {
    who: recoverers,
    ask: (t) => [{ query: {} }, { query: { after: t.patientRecovery } }],
    answers: { after: 200 },
  },
  'POST /account-recovery': {
    who: recoverers,
    inSightOf: ['ofSite', 'ofTrial', 'ofClinic'],
    ask: (t) => ({ body: { u_id: t.asking, mainContact: email } }),
    takes: ['mainContact.type'],
  },
  'PUT /account-recovery': {
    who: recoverers,
    inSightOf: ['ofSite', 'ofTrial', 'ofClinic'],
    ask: (t) => ({ body: { u_id: t.recovering, requestId: t.patientRecovery, action: 'deny' } }),
    takes: ['version'],
  },

  'GET /drugs/search': { who: ofPatients, takesNoId: true, ask: () => ({ query: { field: 'name', term: 'lasix' } }) },
};
