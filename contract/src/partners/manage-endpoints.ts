/** The partners of a company, their connections to trial sites and the people who work for them (OPS-02, CAE-01 to CAE-26). */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { givenAddress } from '../addresses/rules.ts';
import { companyAdministrators, trialAdministrators } from '../care-groups/access.ts';
import { reachableEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { phoneMessage } from '../participants/rules.ts';
import { pharmacy, wholesaler } from './endpoints.ts';
import { done, flag, instant, recordId, requiredName, requiredText, whole } from '../wire.ts';

const name = requiredName(100);
const phone = requiredText(20).refine((value) => value === '' || /^\+[1-9]\d{6,18}$/.test(value), phoneMessage);
/** Empty means none. */
const fax = z.string().regex(/^(\+[1-9]\d{6,18})?$/, phoneMessage);

/** PPW-04. */
const given = {
  phoneNumber: phone,
  faxNumber: fax.nullish(),
  email: reachableEmail(150),
  sendEmail: flag.optional(),
  address: givenAddress,
  companyId: recordId('company'),
};

const ofCompany = {
  access: { module: 'TrialCard', types: siteSide },
  query: z.strictObject({ companyId: recordId('company') }),
} as const;

/** CAE-01, PSU-03. */
export const listPharmacies = endpoint({
  ...ofCompany,
  method: 'GET',
  path: '/company/pharmacy-partners',
  summary: 'A person lists the pharmacies of their company',
  atMost: 5_000,
  reply: z.object({ pharmacyPartners: z.array(pharmacy) }),
});

/** CAE-14. */
export const listWholesalers = endpoint({
  ...ofCompany,
  method: 'GET',
  path: '/company/wholesaler-partners',
  summary: 'A person lists the wholesalers of their company',
  atMost: 5_000,
  reply: z.object({ wholesalerPartners: z.array(wholesaler) }),
});

const saved = { message: z.string(), version: z.number() };
const adding = {
  method: 'POST',
  access: companyAdministrators,
  creates: true,
  failure: 'Unable to add the partner',
} as const;
const changing = { method: 'PUT', access: companyAdministrators, failure: 'Unable to update the partner' } as const;

/** CAE-02. */
export const addPharmacy = endpoint({
  ...adding,
  path: '/pharmacy-partners',
  summary: 'An administrator adds a pharmacy',
  body: z.strictObject({ pharmacyName: name, ...given }),
  reply: z.object({ ...saved, ppId: z.number() }),
});

/** CAE-15. */
export const addWholesaler = endpoint({
  ...adding,
  path: '/wholesaler-partners',
  summary: 'An administrator adds a wholesaler',
  body: z.strictObject({ wholesalerName: name, ...given }),
  reply: z.object({ ...saved, wpId: z.number() }),
});

/** CAE-03. */
export const changePharmacy = endpoint({
  ...changing,
  path: '/pharmacy-partners',
  summary: 'An administrator changes a pharmacy',
  body: z.strictObject({ ppId: recordId('partner'), pharmacyName: name, ...given, version: whole.optional() }),
  reply: z.object({ ...saved, ppId: z.number() }),
});

/** CAE-16. */
export const changeWholesaler = endpoint({
  ...changing,
  path: '/wholesaler-partners',
  summary: 'An administrator changes a wholesaler',
  body: z.strictObject({ wpId: recordId('partner'), wholesalerName: name, ...given, version: whole.optional() }),
  reply: z.object({ ...saved, wpId: z.number() }),
});

const pharmacyAtSite = z.strictObject({ g_id: recordId('care_group'), ppId: recordId('partner') });
const wholesalerAtSite = z.strictObject({ g_id: recordId('care_group'), wpId: recordId('partner') });

/** CAE-05. */
export const connectPharmacy = endpoint({
  method: 'POST',
  path: '/trial-site/pharmacy-partners',
  summary: 'An administrator connects a pharmacy to a trial site',
  access: trialAdministrators,
  creates: true,
  body: pharmacyAtSite,
  reply: done,
  failure: 'Unable to connect the partner',
});

/** CAE-18. */
export const connectWholesaler = endpoint({
  method: 'POST',
  path: '/trial-site/wholesaler-partners',
  summary: 'An administrator connects a wholesaler to a trial site',
  access: trialAdministrators,
  creates: true,
  body: wholesalerAtSite,
  reply: done,
  failure: 'Unable to connect the partner',
});

const disconnecting = {
  method: 'DELETE',
  access: trialAdministrators,
  reply: done,
  failure: 'Unable to disconnect the partner',
} as const;

/** CAE-06: refused while the partner has a valid price for what it supplies there (OPS-40), or work to do for the site. */
export const disconnectPharmacy = endpoint({
  ...disconnecting,
  path: '/trial-site/pharmacy-partners',
  summary: 'An administrator disconnects a pharmacy from a trial site',
  query: pharmacyAtSite,
});

/** CAE-19. */
export const disconnectWholesaler = endpoint({
  ...disconnecting,
  path: '/trial-site/wholesaler-partners',
  summary: 'An administrator disconnects a wholesaler from a trial site',
  query: wholesalerAtSite,
});

/** PPW-09, PPW-10: an invited person has no name yet; 0 waits for them, 1 has access. */
const users = z.object({
  users: z.array(
    z.object({
      fname: z.string().nullable(),
      lname: z.string().nullable(),
      email: z.string(),
      status: z.literal([0, 1]),
    }),
  ),
});
export type PartnerUser = z.output<typeof users>['users'][number];

/** PPW-08: partners are invited without rights, and without a list of their own. */
const none = flag.refine((value) => !value, 'must be 0');
/** PPW-07. */
const invited = { companyId: recordId('company'), email: reachableEmail(50), adminRights: none, defaultListing: none };
const inviting = {
  method: 'POST',
  access: companyAdministrators,
  creates: true,
  isCostly: true,
  failure: 'Unable to send the invite',
} as const;

/** CAE-07. */
export const invitePharmacyUser = endpoint({
  ...inviting,
  path: '/pharmacy-partners/users',
  summary: 'An administrator invites somebody who works for a pharmacy',
  body: z.strictObject({
    ppId: recordId('partner'),
    ...invited,
    providerType: z.literal('Pharmacy User', 'must be Pharmacy User'),
  }),
  reply: done,
});

/** CAE-20. */
export const inviteWholesalerUser = endpoint({
  ...inviting,
  path: '/wholesaler-partners/users',
  summary: 'An administrator invites somebody who works for a wholesaler',
  body: z.strictObject({
    wpId: recordId('partner'),
    ...invited,
    providerType: z.literal('Wholesaler User', 'must be Wholesaler User'),
  }),
  reply: done,
});

const pendingInvitation = z.object({
  invitationId: z.number(),
  email: z.string(),
  type: z.string(),
  /** Of who is to work for a partner. */
  partnerName: z.string().nullable(),
  invitedAt: instant,
  expiresAt: instant,
});
export type PendingInvitation = z.output<typeof pendingInvitation>;

export const listPendingInvitations = endpoint({
  method: 'GET',
  path: '/company/invitations',
  summary: 'An administrator lists who was invited and has not come yet',
  access: trialAdministrators,
  atMost: 5_000,
  reply: z.object({ invitations: z.array(pendingInvitation) }),
});

/** CAE-08. */
export const listPharmacyUsers = endpoint({
  method: 'GET',
  path: '/pharmacy-partners/users',
  summary: 'An administrator lists who works for a pharmacy',
  access: trialAdministrators,
  query: z.strictObject({ ppId: recordId('partner') }),
  atMost: 5_000,
  reply: users,
});

/** CAE-21. */
export const listWholesalerUsers = endpoint({
  method: 'GET',
  path: '/wholesaler-partners/users',
  summary: 'An administrator lists who works for a wholesaler',
  access: trialAdministrators,
  query: z.strictObject({ wpId: recordId('partner') }),
  atMost: 5_000,
  reply: users,
});
