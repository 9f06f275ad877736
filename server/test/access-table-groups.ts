/** The access table: making, changing and configuring care groups, and their sponsors. */
import type { Lines } from './access-table.ts';
import {
  clinicalAdministrators,
  companyAdministrators,
  groupAdministrators,
  siteAndTrial,
  trialAdministrators,
  trialAlone,
  trialProducts,
} from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import { anAddress } from './things.ts';

const named = { groupName: 'Uppsala', displayName: 'Uppsala Clinic', description: 'In the north' };
const trial = (t: Things) => ({
  g_id: t.trial,
  outreachPreference: 1,
  hasCard: 1,
  hasShippingRequest: 1,
  subjectNumberMask: 'XXX-XXX',
  status: 0,
  sponsorId: t.sponsorOfTrial,
  pdmiGroupNumber: 'P-1',
});
const site = (t: Things) => ({
  g_id: t.site,
  address: anAddress,
  phone: '+16175550100',
  extension: '12',
  studyContact: 'Dana',
  studyContactEmail: 'dana@clinic.example',
  notes: 'Ring twice',
  pharmacyPartners: [t.pharmacy],
});

/** ERR-31: what a trial or a site is saved with is refused by a 400 alone. */
const always400 = { g_id: 400, sponsorId: 400, 'pharmacyPartners.0': 400 } as const;

export const groupCalls: Lines = {
  'POST /care-groups': {
    who: groupAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({
      body: {
        gId: 0,
        parentId: t.trial,
        type: 'trialSite',
        companyId: t.company,
        sponsorId: t.sponsorOfTrial,
        ...named,
      },
    }),
    besides: (t) => [{ body: { parentId: t.trial, type: 'trialSite', ...named, brandId: t.brand } }],
    // It is asked whether it is the trial's, which no other sponsor is.
    answers: { sponsorId: 400, brandId: 400 },
    takes: ['type', 'primaryContact', 'companyId', 'sponsorId', 'trialConfigured'],
  },
  'PUT /care-groups': {
    who: groupAdministrators,
    inSightOf: trialAlone,
    ask: (t) => [
      {
        body: {
          g_id: t.bareSite,
          parentId: t.trial,
          companyId: t.company,
          sponsorId: t.sponsorOfTrial,
          ...named,
          groupName: 'Malmö',
        },
      },
      { body: { gId: t.otherBareSite, ...named, groupName: 'Lund' } },
    ],
    besides: (t) => [{ body: { g_id: t.bareSite, ...named, brandId: t.brand } }],
    // It is asked whether it is the parent or the trial's sponsor, which no other is.
    answers: { parentId: 400, sponsorId: 400, brandId: 400 },
    takes: ['type', 'primaryContact', 'companyId', 'version', 'sponsorId', 'trialConfigured'],
  },
  'DELETE /care-groups': {
    who: groupAdministrators,
    inSightOf: trialAlone,
    ask: (t) => [{ query: { g_id: t.bareSite } }, { query: { gId: t.otherBareSite } }],
  },
  'GET /care-groups/removal': {
    who: groupAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.site } }),
  },
  'POST /care-groups/copy': {
    who: groupAdministrators,
    inSightOf: [],
    ask: (t) => ({ body: { companyId: t.company, gId: t.site, parentId: t.emptyTrial, copyAllSubgroups: false } }),
    takes: ['companyId'],
  },
  'PUT /v2/care-groups/brands': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: { companyId: t.company, gId: t.site, brandId: t.brand } }),
    takes: ['companyId', 'version'],
  },

  'POST /care-groups/clinical-trial': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: trial(t) }),
    takes: ['status', 'sponsorId', 'version'],
    answers: always400,
  },
  'PUT /care-groups/clinical-trial': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: trial(t) }),
    takes: ['status', 'sponsorId', 'version'],
    answers: always400,
  },
  'POST /care-groups/trial-site': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: site(t) }),
    takes: ['version'],
    answers: always400,
  },
  'PUT /care-groups/trial-site': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: site(t) }),
    takes: ['version'],
    answers: always400,
  },

  'GET /company/sponsor': { who: trialProducts, ask: (t) => ({ query: { company_id: t.company } }) },
  'POST /company/sponsor': {
    who: companyAdministrators,
    ask: (t) => ({ body: { company_id: t.company, sponsorName: 'Nordic Therapeutics' } }),
    takes: ['company_id'],
  },
  'PUT /company/sponsor': {
    who: companyAdministrators,
    ask: (t) => ({ body: { spId: t.spareSponsor, sponsorName: 'Baltic Therapeutics', company_id: t.company } }),
    takes: ['company_id', 'version'],
  },
  'DELETE /company/sponsor': {
    who: companyAdministrators,
    ask: (t) => ({ query: { spId: t.spareSponsor, company_id: t.company } }),
  },
};
