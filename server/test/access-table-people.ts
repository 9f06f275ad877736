/** The access table: getting in, the own account, addresses, the company and its brands, invitations. */
import type { Lines } from './access-table.ts';
import {
  administrators,
  brandAdministrators,
  everybody,
  everybodyOfTrials,
  ofPatients,
  reviewers,
  siteAndTrial,
} from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import { aPng } from './image-corpus.ts';
import { aPdf } from './pdfs.ts';

const challenge = 'a-challenge-that-nobody-was-given';
const proof = { password: 'Correct-Horse-9', code: '123456' };
const image = { filename: 'logo.png', contentType: 'image/png', data: aPng(8, 8).toString('base64') };
const terms = { filename: 'terms.pdf', contentType: 'application/pdf', data: aPdf('Terms').toString('base64') };
const inCountry = { query: { isoCode: 'CA' } };

/** A brand with everything that it may refer to. */
const brandOf = (t: Things) => ({
  company_id: t.company,
  companyName: 'Meridian Trials',
  shortName: 'Meridian',
  supportNumber: '+16175550101',
  brandHeaderUrl: t.image,
  favicon: t.image,
  signInImage: t.image,
  senderEmailId: t.email,
  contactEmailId: t.email,
  senderPhoneId: t.phone,
  termDocId: t.terms,
});

/** The audit trail of one participant: in a foreign one's, as in that of none, there is nothing. */
const trailOf = (t: Things) => ({
  recordKind: 'participant',
  recordId: t.participant,
  person: t.me,
  kind: 'participant.added',
  from: '2000-01-01',
  to: '2100-01-01',
});
const emptyTrail = { recordId: 200, person: 200 } as const;

export const peopleCalls: Lines = {
  'POST /auth/sign-in': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { email: 'nobody@portal.example', password: proof.password } }),
    wants: ['an account', 400],
  },
  'POST /auth/mfa': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { challenge, code: proof.code } }),
    wants: ['the challenge of a sign-in', 400],
  },
  'POST /auth/mfa/setup': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { challenge } }),
    wants: ['the challenge of a set-up', 400],
  },
  'POST /auth/mfa/setup/verify': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { challenge, code: proof.code } }),
    wants: ['the challenge of a set-up', 400],
  },
  'POST /auth/mfa/recovery-code': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { challenge, recoveryCode: 'aaaaa-bbbbb' } }),
    wants: ['the challenge of a sign-in', 400],
  },
  'POST /auth/recovery': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { challenge } }),
    wants: ['the challenge of a sign-in', 400],
  },
  'POST /auth/session': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: {}, headers: { 'x-portal': '1', origin: 'http://localhost' } }),
    wants: ['the session cookie', 401],
  },
  'POST /auth/password/forgot': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { email: 'nobody@portal.example' } }),
  },
  'POST /auth/password/reset': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { email: 'nobody@portal.example', code: '123456', password: 'Battery-Staple-7' } }),
    wants: ['a code that was mailed', 400],
  },
  'GET /auth/me': { who: everybody, takesNoId: true },
  'POST /auth/sign-out': { who: everybody, takesNoId: true, ask: () => ({ body: {} }) },
  'POST /auth/sign-out-all': { who: everybody, takesNoId: true, ask: () => ({ body: {} }) },
  'POST /auth/activity': { who: everybody, takesNoId: true, ask: () => ({ body: { idleMs: 0 } }) },
  'POST /auth/password/change': {
    who: everybody,
    takesNoId: true,
    ask: () => ({ body: { password: proof.password, newPassword: 'Battery-Staple-7' } }),
    wants: ['an account', 400],
  },
  'GET /auth/sessions': { who: everybody, takesNoId: true },
  'POST /auth/sessions/end': { who: everybody, ask: (t) => ({ body: { sessionId: t.session } }) },
  'POST /auth/mfa/text': {
    who: everybody,
    takesNoId: true,
    ask: () => ({ body: { password: proof.password } }),
    wants: ['a phone as second factor', 400],
  },
  'POST /auth/mfa/replace': { who: everybody, takesNoId: true, ask: () => ({ body: proof }), wants: ['a factor', 400] },
  'POST /auth/mfa/remove': { who: everybody, takesNoId: true, ask: () => ({ body: proof }), wants: ['a factor', 400] },
  'POST /auth/mfa/recovery-codes': {
    who: everybody,
    takesNoId: true,
    ask: () => ({ body: proof }),
    wants: ['a factor', 400],
  },
  'GET /auth/recoveries': { who: administrators, takesNoId: true },
  'GET /auth/recoveries/decided': { who: administrators, takesNoId: true },
  'POST /auth/recoveries/decision': {
    who: administrators,
    inSightOf: ['ofClinic'],
    ask: (t) => ({ body: { recoveryId: t.recovery, approved: 0, reason: 'Not them' } }),
  },

  'GET /address/countries': { who: 'anybody', takesNoId: true },
  'GET /address/provinces': { who: everybody, takesNoId: true, ask: () => inCountry },
  'GET /address/fields': { who: everybody, takesNoId: true, ask: () => inCountry },

  'GET /brand': { who: 'anybody', takesNoId: true },
  'POST /web/logging': {
    who: 'anybody',
    ask: (t) => ({
      body: {
        level: 'info',
        event: 'sign-in',
        message: 'Signed in.',
        timestamp: '2031-03-05T12:00:00Z',
        cpId: t.me,
        sourceIdentifier: 'web',
        logStream: 'portal',
      },
    }),
    answers: { cpId: 200 },
    takes: ['cpId', 'timestamp'],
  },
  'GET /company/modules': { who: everybody, ask: (t) => ({ query: { company_id: t.company } }) },
  'GET /company/brand-info': {
    who: everybody,
    ask: (t) => ({ query: { company_id: t.company, brand_id: t.brand } }),
  },
  'GET /company/brand-info/alerts': {
    who: everybody,
    ask: (t) => ({ query: { company_id: t.company, brand_id: t.brand, type: 'Nurse' } }),
  },
  'GET /company/email': { who: everybody, ask: (t) => ({ query: { companyId: t.company } }) },
  'GET /company/phone': { who: everybody, ask: (t) => ({ query: { companyId: t.company } }) },
  'GET /company/logo': {
    who: everybody,
    ask: (t) => [{ query: { company_id: t.company, brand_id: t.brand } }, { query: { company_id: t.company } }],
  },
  'GET /company/brand-info/trial': {
    who: brandAdministrators,
    ask: (t) => ({ query: { company_id: t.company, brand_id: t.brand } }),
  },
  'POST /company/address': {
    who: brandAdministrators,
    ask: (t) => ({
      body: { company_id: t.company, street: '1 Main St', city: 'Boston', state: 'MA', zip: '02110', country: 'US' },
    }),
    takes: ['company_id'],
  },
  'POST /company/brand-info/terms': {
    who: brandAdministrators,
    ask: (t) => ({ body: { company_id: t.company, ...terms } }),
    takes: ['company_id'],
  },
  'POST /company/brand-info': {
    who: brandAdministrators,
    ask: (t) => ({ body: { ...brandOf(t), alerts: [{ message: 'Welcome', severity: 'info' }] } }),
    // A new brand has neither address nor alerts yet.
    besides: (t) => [
      { body: { ...brandOf(t), addrId: t.brandAddress } },
      { body: { ...brandOf(t), alerts: [{ alertId: t.alert, message: 'Welcome', severity: 'info' }] } },
    ],
    takes: ['company_id'],
  },
  'PUT /company/brand-info': {
    who: brandAdministrators,
    ask: (t) => ({
      body: {
        ...brandOf(t),
        brandId: t.brand,
        addrId: t.brandAddress,
        alerts: [{ alertId: t.alert, message: 'Welcome back', severity: 'warning', types: ['Nurse'] }],
        version: 1,
      },
    }),
    takes: ['company_id', 'version'],
  },
  'POST /company/brand/public-images': {
    who: brandAdministrators,
    ask: (t) => ({ body: { company_id: t.company, brand_id: t.brand, ...image } }),
    takes: ['company_id'],
  },
  'PUT /company/logo': {
    who: brandAdministrators,
    ask: (t) => [
      { body: { company_id: t.company, brand_id: t.brand, ...image } },
      { body: { company_id: t.company, brand_id: t.brand, imageUrl: t.image } },
    ],
    takes: ['company_id', 'version'],
  },

  'GET /records/audit': {
    who: reviewers,
    ask: (t) => [{ query: { ...trailOf(t), page: 1, pageSize: 25 } }, { query: { pageSize: 100 } }],
    answers: emptyTrail,
  },
  'GET /records/card-image': {
    who: reviewers,
    inSightOf: ['ofTrial', 'ofClinic'],
    ask: (t) => ({ query: { g_id: t.trial, sha256: t.cardImage } }),
  },
  'GET /records/patient': {
    who: { adminRights: true, reach: 'groups', types: ofPatients.types },
    inSightOf: ['ofSite', 'ofTrial', 'ofClinic'],
    ask: (t) => ({ query: { u_id: t.patient } }),
  },
  'GET /records/participant': {
    who: { ...reviewers, module: 'TrialCard' },
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { participant_id: t.participant } }),
    about: (t) => [t.participant],
  },
  'GET /records/account': {
    who: { ...reviewers, reach: 'company' },
    ask: (t) => ({
      query: { cp_id: t.colleague, from: '2031-03-05T00:00:00Z', until: '2031-03-06T00:00:00Z' },
    }),
  },
  'GET /records/copy': {
    who: reviewers,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.site } }),
    about: (t) => [t.participant, t.leaver],
    aboutPatients: (t) => [t.patient, t.fresh, t.leaving, t.asking, t.recovering, t.pausing],
  },
  'GET /records/audit/export': {
    who: reviewers,
    ask: (t) => ({ query: { ...trailOf(t), before: 900_000_000 } }),
    answers: emptyTrail,
  },
  'GET /records/security-events': {
    who: reviewers,
    takesNoId: true,
    ask: () => [
      { query: { event: 'sign_in', outcome: 'done', from: '2000-01-01', to: '2100-01-01', page: 1, pageSize: 25 } },
      { query: { pageSize: 100 } },
    ],
  },
  'GET /records/security-events/export': {
    who: reviewers,
    takesNoId: true,
    ask: () => ({ query: { event: 'export', outcome: 'done', before: '4102444800000.900000000' } }),
  },
  'GET /records/people': { who: reviewers, takesNoId: true },
  'GET /records/access-report': { who: reviewers, takesNoId: true, ask: () => ({ query: { day: '2031-03-05' } }) },

  'GET /care-providers': { who: everybody, ask: (t) => ({ query: { cp_id: t.me } }) },
  'PUT /care-providers/own': {
    who: everybody,
    ask: (t) => ({
      body: {
        cp_id: t.me,
        fName: 'Grace',
        lName: 'Hopper',
        phone: '+16175550123',
        preferredContact: 1,
        dateLanguage: 'de',
        version: 1,
      },
    }),
    takes: ['cp_id', 'version'],
  },
  'GET /care-providers/notifications': { who: everybody, ask: (t) => ({ query: { cp_id: t.me } }) },
  'PUT /care-providers/notifications': {
    who: everybody,
    ask: (t) => ({ body: { cp_id: t.me, notificationId: t.notification, notificationEnabled: 0 } }),
    takes: ['cp_id'],
  },
  'GET /care-provider/training-acknowledgement': {
    who: everybodyOfTrials,
    ask: (t) => ({ query: { cp_id: t.me } }),
  },

  'GET /care-providers/registration': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ query: { id: 'a-code-that-nobody-was-sent' } }),
    wants: ['an invitation', 404],
  },
  'PUT /care-providers/registration': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({
      body: {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@portal.example',
        phone: '+16175550123',
        password: 'Battery-Staple-7',
        registrationCode: 'a-code-that-nobody-was-sent',
        preferredContact: 1,
      },
    }),
    wants: ['an invitation', 404],
  },
};
