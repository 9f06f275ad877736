/** The access table: the people of a company, whom its administrators look after (USR, CAG-02, CAG-07 to CAG-14). */
import type { Lines } from './access-table.ts';
import { everyType, reviewers, siteAndTrial, trialAlone } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';

/** OPC-08, SEC-24: who of a sponsor or a partner is no administrator of the company's people. */
const administrators = reviewers;
const personOf = (t: Things) => ({ companyId: t.company, cpId: t.colleague });
const invitationOf = (t: Things) => ({
  companyId: t.company,
  gIds: [t.site],
  email: 'grace@portal.example',
  providerType: 'Site User',
  defaultListing: 0,
  adminRights: 0,
  prescriber: 1,
  sponsorId: null,
});
const row = {
  email: 'ada@portal.example',
  providerType: 'Site User',
  careGroups: 'Nowhere',
  adminRights: 'no',
  prescriber: 'yes',
  sponsor: '',
};

export const userCalls: Lines = {
  'GET /company/care-providers': {
    who: { types: everyType.filter((type) => type !== 'Pharmacy User' && type !== 'Wholesaler User') },
    ask: (t) => ({ query: { companyId: t.company, status: 'active', search: 'ada' } }),
  },
  'GET /care-provider/care-groups': {
    who: administrators,
    ask: (t) => ({ query: { company_id: t.company, cp_id: t.colleague } }),
  },
  'POST /care-provider/care-groups': {
    who: administrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { companyId: t.company, cp_id: t.mover, groupsToAdd: [{ gId: t.trial, public: 1 }] } }),
    takes: ['companyId', 'cp_id'],
  },
  'PUT /care-provider/care-groups': {
    who: administrators,
    ask: (t) => ({ body: { companyId: t.company, cp_id: t.colleague, groupsToShow: [{ gId: t.site, public: 1 }] } }),
    takes: ['companyId', 'cp_id'],
  },
  'DELETE /care-provider/care-groups': {
    who: administrators,
    ask: (t) => ({ query: { company_id: t.company, cp_id: t.mover, g_id: t.site } }),
    besides: (t) => [{ query: { company_id: t.company, cp_id: t.mover, g_id: [t.site] } }],
    // One number or several.
    ignores: ['g_id', 'g_id.0'],
  },
  'POST /care-providers': {
    who: administrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: invitationOf(t) }),
    // Of a role that works for no sponsor.
    besides: (t) => [{ body: { ...invitationOf(t), sponsorId: t.sponsorOfTrial } }],
    answers: { sponsorId: 400 },
    takes: ['companyId', 'adminRights', 'prescriber', 'sponsorId'],
  },
  'POST /care-providers/invitations': {
    who: administrators,
    ask: (t) => ({ body: { companyId: t.company, isDryRun: 1, rows: [row] } }),
    takes: ['companyId', 'rows.*.adminRights', 'rows.*.prescriber'],
  },
  'PUT /care-providers': {
    who: administrators,
    ask: (t) => ({ body: { ...personOf(t), careProviderData: [{ Name: 'prescriber', Value: '1' }] } }),
    takes: ['companyId', 'cpId', 'version'],
  },
  'DELETE /care-providers': {
    who: administrators,
    ask: (t) => [
      { query: { cp_id: t.revocable, removal_type: 'deactivate', reason: 'Left the site' } },
      { query: { cp_id: t.removable, removal_type: 'remove' } },
    ],
  },
  'PUT /care-providers/reactivate': {
    who: administrators,
    ask: (t) => ({ body: { cp_id: t.revoked } }),
    takes: ['cp_id'],
  },
  'POST /care-providers/re-invite': {
    who: administrators,
    ask: (t) => ({ body: { company_id: t.company, cp_id: t.invited } }),
    takes: ['company_id', 'cp_id'],
  },
  'GET /care-providers/person': {
    who: administrators,
    ask: (t) => ({ query: { cp_id: t.colleague } }),
  },
  'POST /care-providers/person/sessions/end': {
    who: administrators,
    ask: (t) => ({ body: { cp_id: t.colleague, reason: 'The computer was stolen' } }),
    takes: ['cp_id'],
  },
};
