/** The page of the patients of a clinic, as the server answers it. */
import { type CareGroup, listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listSchedule } from '@portal/contract/schedules/endpoints.ts';
import { screen, within } from '@testing-library/react';
import Patients from '#pages/Patients.tsx';
import type { Viewer } from '#api/session.ts';
import { aTrial } from './participants.ts';
import { type Reply, renderPage } from './portal.tsx';

export const aListed = (more: Partial<api.ListedPatient> = {}): api.ListedPatient => ({
  u_ID: 31,
  name: 'Ann Archer',
  dob: '1980-03-05',
  phone: '+16175550123',
  email: 'ann@example.com',
  status: 1,
  patientType: 1,
  ...more,
});
export const bob = aListed({
  u_ID: 32,
  name: 'Bob Baker',
  dob: '1975-11-30',
  phone: null,
  email: 'patient-01234567-89ab-cdef-0123-456789abcdef@no-email.invalid',
});
export const aPatient = (more: Partial<api.Patient> = {}): api.Patient => ({
  u_ID: 31,
  name: 'Ann Archer',
  firstName: 'Ann',
  lastName: 'Archer',
  dob: '1980-03-05',
  gender: 1,
  email: 'ann@example.com',
  phone: '+16175550123',
  status: 1,
  patientType: 1,
  hibernationStatus: 0,
  version: 4,
  ...more,
});
const aGroup = (more: Partial<CareGroup>): CareGroup =>
  aTrial({ type: 'careGroup', groupType: 'Care Group', sponsorId: null, sponsorName: null, ...more });
export const cardiology = aGroup({ gId: 1, groupName: 'cardiology', displayName: 'Cardiology' });
export const clinic = aGroup({ gId: 2, parentId: 1, groupName: 'clinic', displayName: 'Heart Clinic' });
export const diabetes = aGroup({ gId: 3, groupName: 'diabetes', displayName: 'Diabetes' });
export const inGroup = { gId: 2, parentId: 1, groupName: 'clinic', displayName: 'Heart Clinic', timeAdded: new Date() };

export const nurse = { type: 'Nurse', modules: ['Assessments'], gIds: [2] } satisfies Partial<Viewer>;
/** Belongs to a group at the top. */
export const root = { ...nurse, seesWholeCompany: true, gIds: [1] } satisfies Partial<Viewer>;
/** A 404 of the portal's own says that nothing is there. */
export const failure = (status: number, message = '', code = status === 404 ? 'not_found' : 'unexpected') => ({
  status,
  body: { code, message },
});
export const listReply = (patients: api.ListedPatient[], totalPatients = patients.length, isMore = false) => ({
  patients,
  totalPatients,
  isMore,
});

export const openPatients = (given: { viewer?: Partial<Viewer>; replies?: Reply[]; route?: string } = {}) =>
  renderPage(<Patients />, {
    viewer: given.viewer ?? root,
    route: given.route ?? '/patients',
    replies: [
      [listCareGroups, { groups: [cardiology, clinic, diabetes] }],
      [api.listPatients, listReply([aListed(), bob])],
      [api.readPatient, { patient: aPatient() }],
      [api.listPatientGroups, { groups: [inGroup] }],
      [api.listSimilarPatients, { patients: [] }],
      [listFlaggedAnswers, { flaggedAnswers: [] }],
      [listFollowUps, { followUp: [] }],
      [listSchedule, { assessmentSchedule: [] }],
      [api.addToGroup, { message: 'Added.' }],
      [api.removeFromGroup, { message: 'Removed.' }],
      [api.setPatientStatus, { message: 'Done.' }],
      [api.removePatient, { message: 'Done.' }],
      ...(given.replies ?? []),
    ],
  });
export type User = ReturnType<typeof openPatients>['user'];

export const rows = async () =>
  within(await screen.findByRole('table', { name: 'Patients' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
export const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
