/** The access table: trials, their sites, partners, products and participants, and documents. */
import type { Lines } from './access-table.ts';
import {
  everybody,
  site,
  siteAndTrial,
  trialAdministrators,
  trialAlone,
  trialPages,
  trialProducts,
} from './access-table-types.ts';
import { aPng } from './image-corpus.ts';
import { anAddress } from './things.ts';

const person = {
  fname: 'Ada',
  lname: 'Lovelace',
  dob: '1980-03-05',
  gender: 1,
  email: 'ada@clinic.example',
  phone: '+16175550123',
  address: anAddress,
  preferred_contact: 0,
};

const card = {
  rxBin: '610020',
  rxPcn: 'PCN1',
  rxGrp: 'GRP1',
  cardholderNameLabel: 'Name',
  cardholderIdLabel: 'ID',
  participants: 'Show this card.',
  claimSubmissions: 'Submit claims.',
  pharmacyInstructions: 'Scan it.',
  cardIntroduction: 'Welcome.',
  contactInfo: 'Help desk',
  mainLogo: aPng(8, 8).toString('base64'),
  optionalLogo: null,
};

export const trialCalls: Lines = {
  'GET /care-groups': { who: everybody, takesNoId: true },
  'GET /trials': { who: trialPages, takesNoId: true, ask: () => ({ query: { status: 'fully_configured' } }) },
  'GET /care-groups/clinical-trial': { who: trialPages, ask: (t) => ({ query: { g_id: t.trial } }) },
  'GET /care-groups/trial-site': { who: site, ask: (t) => ({ query: { g_id: t.site } }) },
  'GET /care-groups/trial-site/users': { who: site, ask: (t) => ({ query: { g_id: t.site, prescriber: 'true' } }) },
  'GET /trial-site/pharmacy-partners': { who: site, ask: (t) => ({ query: { g_id: t.site } }) },
  'GET /trial-site/wholesaler-partners': { who: site, ask: (t) => ({ query: { g_id: t.site } }) },
  'GET /trial-site/pharmacy-partners/products': {
    who: site,
    ask: (t) => ({ query: { g_id: t.site, ppId: t.pharmacy, productId: t.tablet } }),
  },
  'GET /trial-site/wholesaler-partners/products': {
    who: site,
    ask: (t) => ({ query: { g_id: t.site, wpId: t.wholesaler, productId: t.pen } }),
  },
  'GET /care-groups/clinical-trial/products': {
    who: trialProducts,
    ask: (t) => [{ query: { g_id: t.trial } }, { query: { g_id: t.site } }],
  },

  'GET /care-groups/trial-participant': {
    who: site,
    ask: (t) => [{ query: { g_id: t.site } }, { query: { g_id: t.site, after: t.participant } }],
  },
  'POST /trial-participant': {
    who: site,
    ask: (t) => ({ body: { ...person, g_id: t.site, subject_number: '555-001' } }),
  },
  'PUT /trial-participant': {
    who: site,
    ask: (t) => ({
      body: {
        ...person,
        g_id: t.site,
        subject_number: '717-919',
        participant_id: t.participant,
        addressChanged: 1,
        addrId: t.participantAddress,
        version: 1,
      },
    }),
    takes: ['version'],
  },
  'PUT /trial-participant/status': {
    who: site,
    ask: (t) => ({ body: { participant_id: t.leaver, isActive: 0, version: 1 } }),
    takes: ['isActive', 'version'],
  },
  'DELETE /trial-participant': {
    who: { ...site, adminRights: true, reach: 'groups' },
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { participant_id: t.departed } }),
    takes: ['version'],
  },
  'GET /care-groups/clinical-trial/card': { who: trialPages, ask: (t) => ({ query: { g_id: t.trial } }) },
  'POST /care-groups/clinical-trial/card': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...card, g_id: t.trial } }),
    takes: ['version'],
    // ERR-31
    answers: { g_id: 400 },
  },
  'PUT /care-groups/clinical-trial/card': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...card, g_id: t.trial } }),
    takes: ['version'],
    // ERR-31
    answers: { g_id: 400 },
  },
  'GET /trial-participant/unsubscribe': { who: 'anybody', takesNoId: true },
  'PUT /trial-participant/unsubscribe': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { token: '', email: 'nobody@clinic.example', notificationPreference: 0 } }),
    wants: ['a participant with the address', 404],
  },
  'GET /groups/trial-participant/card': {
    who: site,
    ask: (t) => ({ query: { g_id: t.site, participant_id: t.participant } }),
    about: (t) => [t.participant],
  },

  'GET /groups/trial-participant/card/print': {
    who: site,
    ask: (t) => ({ query: { g_id: t.site, participant_id: t.participant } }),
    about: (t) => [t.participant],
  },
  'POST /groups/trial-participant/card/outreach': {
    who: site,
    ask: (t) => ({ body: { g_id: t.site, participant_id: t.reachable, contactType: 'Email' } }),
  },

  'GET /document': {
    who: everybody,
    ask: (t) => ({ query: { docId: t.document } }),
    about: (t) => [t.participant],
  },
};
