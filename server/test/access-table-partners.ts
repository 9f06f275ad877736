/** The access table: the partners of a company, their sites and their people. */
import type { Lines } from './access-table.ts';
import { companyAdministrators, site, siteAndTrial, trialAdministrators, trialAlone } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import { anAddress } from './things.ts';

const partner = (t: Things) => ({
  phoneNumber: '+16175550123',
  faxNumber: '+16175550124',
  email: 'orders@eastgate.example',
  sendEmail: 1,
  address: anAddress,
  companyId: t.company,
});
const invite = (t: Things) => ({
  companyId: t.company,
  email: 'newcomer@eastgate.example',
  adminRights: 0,
  defaultListing: 0,
});

export const partnerCalls: Lines = {
  'GET /company/pharmacy-partners': { who: site, ask: (t) => ({ query: { companyId: t.company } }) },
  'GET /company/wholesaler-partners': { who: site, ask: (t) => ({ query: { companyId: t.company } }) },
  'POST /pharmacy-partners': {
    who: companyAdministrators,
    ask: (t) => ({ body: { pharmacyName: 'Eastgate', ...partner(t) } }),
    takes: ['companyId'],
  },
  'POST /wholesaler-partners': {
    who: companyAdministrators,
    ask: (t) => ({ body: { wholesalerName: 'Nordic', ...partner(t) } }),
    takes: ['companyId'],
  },
  'PUT /pharmacy-partners': {
    who: companyAdministrators,
    ask: (t) => ({ body: { ppId: t.pharmacy, pharmacyName: 'Southgate', ...partner(t), version: 1 } }),
    takes: ['ppId', 'companyId', 'version'],
  },
  'PUT /wholesaler-partners': {
    who: companyAdministrators,
    ask: (t) => ({ body: { wpId: t.wholesaler, wholesalerName: 'Baltic', ...partner(t), version: 1 } }),
    takes: ['wpId', 'companyId', 'version'],
  },
  'POST /trial-site/pharmacy-partners': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: { g_id: t.site, ppId: t.pharmacy } }),
    takes: ['ppId'],
  },
  'POST /trial-site/wholesaler-partners': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: { g_id: t.site, wpId: t.wholesaler } }),
    takes: ['wpId'],
  },
  'DELETE /trial-site/pharmacy-partners': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ query: { g_id: t.servedSite, ppId: t.sparePharmacy } }),
  },
  'DELETE /trial-site/wholesaler-partners': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ query: { g_id: t.servedSite, wpId: t.spareWholesaler } }),
  },
  'POST /pharmacy-partners/users': {
    who: companyAdministrators,
    ask: (t) => ({ body: { ppId: t.pharmacy, providerType: 'Pharmacy User', ...invite(t) } }),
    takes: ['ppId', 'companyId', 'adminRights'],
  },
  'POST /wholesaler-partners/users': {
    who: companyAdministrators,
    ask: (t) => ({
      body: { wpId: t.wholesaler, providerType: 'Wholesaler User', ...invite(t), email: 'other@clinic.example' },
    }),
    takes: ['wpId', 'companyId', 'adminRights'],
  },
  'GET /company/invitations': { who: trialAdministrators, takesNoId: true },
  'GET /pharmacy-partners/users': { who: trialAdministrators, ask: (t) => ({ query: { ppId: t.pharmacy } }) },
  'GET /wholesaler-partners/users': { who: trialAdministrators, ask: (t) => ({ query: { wpId: t.wholesaler } }) },
};
