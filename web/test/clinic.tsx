/** The dashboard of a clinic, as the server answers it. */
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/clinic/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listOutreach, remindPatient } from '@portal/contract/outreach/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { pageData } from '#api/page.ts';
import type { Viewer } from '#api/session.ts';
import Dashboard from '#pages/Dashboard.tsx';
import { cardiology, clinic, diabetes, nurse } from './patients.tsx';
import { type Reply, renderPage } from './portal.tsx';

const minute = 60_000;
export const ago = (minutes: number): Date => new Date(Date.now() - minutes * minute);

/** Somebody with one open event. */
export const anIntervention = (more: Partial<api.Intervention> = {}): api.Intervention => ({
  fName: 'Ann',
  lName: 'Archer',
  phone: '+16175550123',
  email: 'ann@example.com',
  uId: 31,
  sId: [5],
  surveyEventId: [501],
  surveyName: ['Pain Check'],
  started: [new Date(2026, 0, 3, 16, 5)],
  due: [ago(90)],
  flagged: [null],
  ...more,
});

export const aFlag = (more: Partial<flags.FlaggedAnswer> = {}): flags.FlaggedAnswer => ({
  flaggedAnswerId: 61,
  uId: 31,
  name: 'Ann Archer',
  dob: '1950-03-05',
  phone: '+16175550177',
  surveyEventId: 502,
  sId: 5,
  surveyName: 'Pain Check',
  questionNum: 2,
  question: 'How strong is the pain?',
  answer: '9',
  openedAt: new Date(2026, 0, 3, 16, 5),
  isOverdue: false,
  takenBy: null,
  takenAt: null,
  closedBy: null,
  closedAt: null,
  closingNote: null,
  version: 1,
  ...more,
});

export const openDashboard = (
  given: { viewer?: Partial<Viewer>; replies?: Reply[]; route?: string; isDemo?: boolean } = {},
) =>
  renderPage(<Dashboard />, {
    viewer: { ...nurse, ...given.viewer },
    route: given.route ?? '/dashboard?group=2',
    page: { brand: { ...pageData().brand, demoMode: given.isDemo ?? false } },
    replies: [
      [listCareGroups, { groups: [cardiology, clinic, diabetes] }],
      [api.countFlagged, { numFlagged: 5, prevMonthFlagged: 4 }],
      [api.countActivePatients, { numPatients: 1204, prevMonthPatients: 1505 }],
      [api.countAssessments, { programsCompleted: 12, totalPrograms: 48 }],
      [api.countFollowUps, { numFollowUps: 7 }],
      [api.listInterventions, { interventions: [anIntervention()] }],
      [flags.listFlaggedAnswers, { flaggedAnswers: [] }],
      [flags.takeFlaggedAnswer, { message: 'Done.', version: 2 }],
      [flags.closeFlaggedAnswer, { message: 'Done.', version: 2 }],
      [listNeeds, { needs: [] }],
      [listOutreach, { outreachHistory: [] }],
      [remindPatient, { message: 'Sent.' }],
      ...(given.replies ?? []),
    ],
  });
