/** A patient and their record as the contract has them. */
import { listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import { listOutreach } from '@portal/contract/outreach/endpoints.ts';
import * as parts from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { readResponses, readTrends } from '@portal/contract/responses/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listSchedule } from '@portal/contract/schedules/endpoints.ts';
import type { Viewer } from '#api/session.ts';
import type { Reply } from './portal.tsx';

export const aNurse = { type: 'Nurse', modules: ['Assessments', 'Insurance'] } satisfies Partial<Viewer>;

export const aPatient = (more: Partial<api.Patient> = {}): api.Patient => ({
  u_ID: 7,
  name: 'Ada Archer',
  firstName: 'Ada',
  lastName: 'Archer',
  dob: '1950-03-05',
  gender: 1,
  email: 'ada@example.com',
  phone: '+16175550123',
  status: 1,
  patientType: 1,
  hibernationStatus: 0,
  version: 4,
  ...more,
});

const aPatientUser = (more: object = {}) => ({
  user: {
    u_id: 7,
    username: 'patient-7',
    userConfirmed: true,
    lastLogin: new Date(2026, 0, 3, 16, 5),
    preferredContact: 0,
    ...more,
  },
});

/** The reads of a patient's page: one group, and nothing on record. */
export const patientReplies = (patient = aPatient()): Reply[] => [
  [api.readPatient, { patient }],
  [api.readPatientUser, aPatientUser()],
  [
    api.listPatientGroups,
    {
      groups: [
        { gId: 2, parentId: 1, groupName: 'cardiology', displayName: 'Cardiology', timeAdded: new Date('2026-01-03') },
      ],
    },
  ],
  [parts.listAddresses, { addresses: [] }],
  [parts.listContacts, { contacts: [] }],
  [parts.listInsurances, { insurances: [] }],
  [parts.listMedications, { medications: [] }],
  [parts.listAllergies, { allergies: [] }],
  [parts.listGoals, { goals: [] }],
  [history.listPrescriptions, { medications: [] }],
  [history.listRefillOutreach, { events: [] }],
  [history.listOrderStatuses, { statuses: [] }],
  [history.listConsents, { consentHistory: [] }],
  [history.listPatientDocuments, { documents: [] }],
  [readTimeline, { entries: [] }],
  [listSchedule, { assessmentSchedule: [] }],
  [readResponses, { responses: [] }],
  [readTrends, { trends: [] }],
  [listFlaggedAnswers, { flaggedAnswers: [] }],
  [listOutreach, { outreachHistory: [] }],
  [listFollowUps, { followUp: [] }],
];

export const aMedicine = (id: number, more: object = {}) => ({
  id,
  u_id: 7,
  medicationName: 'Penicillin',
  dosage: '250 mg',
  description: 'Hives',
  notes: 'Since childhood',
  version: 1,
  ...more,
});

export const aContact = (more: Partial<api.Patient> | object = {}) => ({
  contactId: 21,
  contactName: 'Ben Archer',
  contactDetail: 'Son',
  phoneNumber: '+16175550199',
  phoneType: 'Mobile',
  phoneExtension: '',
  email: '',
  contactType: 'phone' as const,
  version: 2,
  ...more,
});
