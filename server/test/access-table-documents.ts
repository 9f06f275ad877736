/** The access table: documents of groups, the library, and what workflows give. */
import type { Lines } from './access-table.ts';
import { clinicalAdministrators, groupAdministrators, siteAndTrial, trialPages } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import { uploadOf } from './documents.ts';

const either = { anyModule: ['TrialCard', 'ClinicalManagement'] } as const;
/** ROL-17: partners have no documents of groups. */
const readers = { types: trialPages.types, ...either };
/** ROL-12: the library is the company's; whoever gives its documents to a workflow reads it. */
const librarians = { ...clinicalAdministrators, reach: 'company' } as const;

const step = (t: Things, docId: number, triggerValue: string) => ({
  gId: t.site,
  companyId: t.company,
  docActivity: { docId, triggerType: 'Time', triggerValue, triggerDescription: 'After some time' },
});
/** OPS-91: a list of one. */
const listed = ({ docActivity, ...rest }: ReturnType<typeof step>) => ({ ...rest, docActivity: [docActivity] });

export const documentCalls: Lines = {
  'POST /document': {
    who: groupAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({
      body: uploadOf('Protocol', { company_id: t.company, isTemplate: 0, uploaderOwned: 0, corrects: t.signedPaper }),
    }),
    takes: ['company_id', 'uploaderOwned'],
  },
  'DELETE /document': {
    who: groupAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { docId: t.sparePaper } }),
  },
  'GET /documents/group': {
    who: readers,
    ask: (t) => [{ query: { g_id: t.site } }, { query: { g_id: t.site, after: t.paper } }],
  },
  'POST /documents/group': {
    who: groupAdministrators,
    // What hangs on nothing is seen by who sees the whole company.
    inSightOf: [],
    ask: (t) => ({ body: { docId: t.loosePaper, g_id: t.site, cascade: 0 } }),
    // It is there already.
    besides: (t) => [{ body: { docId: t.hungPaper, g_id: [t.site] } }],
    // One number or several.
    ignores: ['g_id'],
    takes: ['userType'],
  },
  'DELETE /documents/group': {
    who: groupAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { docId: t.hungPaper, g_id: t.site } }),
  },
  'GET /documents/library': {
    who: clinicalAdministrators,
    ask: (t) => [{ query: { companyId: t.company } }, { query: { companyId: t.company, after: t.book } }],
  },
  'POST /documents/library': {
    who: librarians,
    ask: (t) => ({ body: uploadOf('Leaflet', { company_id: t.company, isTemplate: 1, uploaderOwned: 0 }) }),
    takes: ['company_id', 'uploaderOwned'],
  },
  'DELETE /documents/library': {
    who: librarians,
    ask: (t) => ({ query: { companyId: t.company, docId: t.spareBook } }),
    answers: { docId: 500 },
  },

  'GET /v2/care-groups/documents': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { companyId: t.company, gId: t.site } }),
  },
  'POST /v2/care-groups/documents': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: step(t, t.book, '3d') }),
    besides: (t) => [{ body: listed(step(t, t.usedBook, '3d')) }],
    takes: ['companyId'],
  },
  'PUT /v2/care-groups/documents': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => [{ body: step(t, t.usedBook, '2w') }, { body: listed(step(t, t.usedBook, '1M')) }],
    takes: ['companyId', 'version'],
  },
  'DELETE /v2/care-groups/documents': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { companyId: t.company, gId: t.site, docId: t.usedBook } }),
  },
};
