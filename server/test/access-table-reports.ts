/** The access table: the numbers and the reports of the trial dashboard. */
import type { Lines, Right } from './access-table.ts';
import { everybodyOfTrials, everyType, siteSide, trialPages } from './access-table-types.ts';
import { atNoon, type Things } from './access-table-world.ts';

/** PRM-12. */
const reportReaders: Right = { types: ['Admin', 'Sponsor'], module: 'TrialCard' };
/** PRM-13. */
const participantReaders: Right = { types: ['Admin'], module: 'TrialCard', reach: 'company' };

const today = atNoon.slice(0, 10);
const ofTrialAndSite = (t: Things) => [{ query: { g_id: t.trial } }, { query: { g_id: t.site } }];

/** ROL-29, OPC-98. */
const reporting = { module: 'Reporting', anyModule: ['TrialCard'] } as const;
const shipmentReporters: Right = { ...reporting, types: everyType.filter((type) => type !== 'Sponsor') };
const outreachReporters: Right = { ...reporting, types: siteSide };

const clinicReporters: Right = { module: 'Reporting', anyModule: ['Assessments'], types: siteSide };

export const reportCalls: Lines = {
  'GET /reports/shipments': { who: shipmentReporters, takesNoId: true },
  'GET /reports/shipments/rows': {
    who: shipmentReporters,
    ask: () => ({ query: { month: today.slice(0, 7), status: 'shipped' } }),
    takesNoId: true,
  },
  'GET /reports/outreach': { who: outreachReporters, takesNoId: true },
  'GET /reports/outreach/rows': {
    who: outreachReporters,
    ask: () => ({ query: { month: today.slice(0, 7), channel: 'email' } }),
    takesNoId: true,
  },
  'GET /reports/access-reviews': { who: { ...outreachReporters, adminRights: true, reach: 'groups' }, takesNoId: true },
  'GET /reports/assessments': { who: clinicReporters, takesNoId: true },
  'GET /reports/assessments/rows': {
    who: clinicReporters,
    ask: () => ({ query: { quarter: `${today.slice(0, 4)}-Q1`, state: 'open' } }),
    takesNoId: true,
  },
  'GET /reports/patient-outreach': { who: clinicReporters, takesNoId: true },
  'GET /reports/patient-outreach/rows': {
    who: clinicReporters,
    ask: () => ({ query: { month: today.slice(0, 7), channel: 'email' } }),
    takesNoId: true,
  },
  // Each is told of their own work alone.
  'GET /needs': {
    who: { types: everyType, anyModule: ['TrialCard', 'Messaging', 'Assessments', 'FollowUp'] },
    ask: () => ({ query: { today } }),
    takesNoId: true,
  },
  // Nothing but numbers that people read, of what their own lists have.
  'GET /go-to': { who: everybodyOfTrials, ask: () => ({ query: { begins: '1' } }), takesNoId: true },
  'GET /care-groups/clinical-trial/late-shipments': {
    who: { types: ['Sponsor'], module: 'TrialCard' },
    ask: (t) => ofTrialAndSite(t).map(({ query }) => ({ query: { ...query, today } })),
  },
  'GET /trial-analytics/participants': { who: trialPages, ask: ofTrialAndSite },
  'GET /trial-analytics/enrollment': { who: trialPages, ask: ofTrialAndSite },
  'GET /trial-analytics/card-outreach': { who: trialPages, ask: ofTrialAndSite },
  'GET /trial-analytics/sites': { who: trialPages, ask: ofTrialAndSite },
  'GET /care-provider/training-acknowledgement/report': { who: reportReaders, ask: ofTrialAndSite },
  // TRP-04: of a trial, and of none of its sites.
  'GET /care-provider/invite-status/report': {
    who: reportReaders,
    ask: (t) => ({ query: { g_id: t.trial } }),
    besides: (t) => [{ query: { g_id: t.site } }],
  },
  'GET /care-groups/trial-participant/report': {
    who: participantReaders,
    ask: ofTrialAndSite,
    about: (t) => [t.participant, t.newcomer, t.leaver, t.reachable, t.departed],
  },
};
