/** The access table: signing, training forms, and the reports on a site's people. */
import type { Lines } from './access-table.ts';
import type { Things } from './access-table-world.ts';
import { everybodyOfTrials, everyType, siteAndTrial, trialAdministrators } from './access-table-types.ts';
import { aDrawing, names } from './forms.ts';
import { goodPassword } from './people.ts';
import { aPdf } from './pdfs.ts';

/** Decisions, "Who sees what": who signs may be anybody. */
const signers = { types: everyType, anyModule: ['TrialCard', 'ClinicalManagement'] } as const;
const reason = 'I approve this prescription.';
const signer = (t: Things, signerNum: number) => ({
  cpId: t.prescriber,
  name: 'Ada Lovelace',
  email: `prescriber${t.site}@portal.example`,
  signerNum,
});

export const signingCalls: Lines = {
  'POST /documents/signature-request': {
    who: signers,
    // Everybody else asks for a training form of their own, and there is none.
    askers: ['admin'],
    ask: (t) => ({
      body: {
        docId: t.form,
        uploaderOwned: 1,
        requestRequired: 1,
        signers: [signer(t, 1), signer(t, 2)],
      },
    }),
    // They have to be people whom one sees.
    answers: { 'signers.0.cpId': 400, 'signers.1.cpId': 400 },
    takes: ['signers', 'uploaderOwned', 'signers.*.cpId', 'signers.*.userType', 'signers.*.signerNum'],
  },
  'GET /documents/provider-signer': {
    who: signers,
    ask: (t) => [{ query: { cp_id: t.me } }, { query: { cp_id: t.me, after: t.toSign } }],
  },
  'GET /documents/sign': {
    who: 'anybody',
    ask: (t) => ({ query: { srUuid: t.srUuid, signerUuid: t.signerUuid } }),
    isSecret: true,
  },
  'POST /auth/step-up': {
    who: signers,
    askers: ['siteUser'],
    ask: (t) => ({
      body: { email: 'ada@clinic.example', password: goodPassword, srUuid: t.srUuid, fieldName: names.first, reason },
    }),
    wants: ['their own e-mail address', 400],
    answers: { srUuid: 403 },
  },
  'POST /documents/sign': {
    who: signers,
    askers: ['siteUser'],
    ask: (t) => ({
      body: {
        srUuid: t.srUuid,
        signerUuid: t.signerUuid,
        contentType: 'application/pdf',
        data: aPdf().toString('base64'),
        auditTrailSignatures: [{ fieldName: names.first, reason, image: aDrawing().toString('base64') }],
      },
    }),
    wants: ['a proof', 400],
    answers: { srUuid: 403, signerUuid: 403 },
    takes: ['signerUuid', 'auditTrailSignatures', 'auditTrailSignatures.*.hash'],
  },
  'GET /documents/verify': { who: signers, ask: (t) => ({ query: { docId: t.paper } }) },

  'GET /care-group/training-acknowledgement': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.site } }),
  },
  'PUT /care-provider/training-acknowledgement': {
    who: everybodyOfTrials,
    ask: (t) => ({ body: { cp_id: t.me, trainingDocId: t.toSign } }),
    wants: ['a training form that they signed', 404],
    takes: ['cp_id'],
  },

  'GET /care-groups/care-providers': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.site } }),
    besides: (t) => [{ query: { g_id: [t.site] } }],
    // One number or several.
    ignores: ['g_id', 'g_id.0'],
  },
  'GET /care-groups/care-providers/report': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { changes_since: '2031-02-15', g_id: t.site } }),
  },
  'GET /company/care-providers/report': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { companyId: t.company, g_id: t.site } }),
  },
  'POST /company/care-providers/report': {
    who: trialAdministrators,
    // What hangs on nothing is seen by who sees the whole company.
    inSightOf: [],
    ask: (t) => ({
      body: {
        g_id: t.site,
        document_ID: t.listPaper,
        changes_since_date: '2031-03-01',
        companyId: t.company,
      },
    }),
    takes: ['companyId'],
  },
  'PUT /company/care-providers/report': {
    who: everybodyOfTrials,
    askers: ['siteUser'],
    ask: (t) => ({ body: { document_ID: t.report, is_rejected: 1, companyId: t.company } }),
    // Who is no signer of it is told so, whether there is such a report or not.
    answers: { document_ID: 403 },
    takes: ['companyId'],
  },
};
