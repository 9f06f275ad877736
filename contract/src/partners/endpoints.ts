/** Partners: the pharmacies and wholesalers that supply a trial site. */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { address } from '../addresses/rules.ts';
import { endpoint } from '../endpoint.ts';
import { flag, recordId } from '../wire.ts';
import { tellsApart } from './names.ts';

/** PPW-06: what partners of both kinds tell, besides their number and name. */
const common = {
  phoneNumber: z.string().nullable(),
  faxNumber: z.string().nullable(),
  email: z.string().nullable(),
  sendEmail: flag,
  /** In the lists of a company: that nothing arrives at this email. */
  areMailsUndelivered: z.boolean().optional(),
  address: address.nullable(),
  companyId: z.number(),
  version: z.number(),
};
/** A partner as every list has it: those of a company and those of a site have the same readers. */
export const pharmacy = z.object({ ppId: z.number(), pharmacyName: z.string(), ...common });
export const wholesaler = z.object({ wpId: z.number(), wholesalerName: z.string(), ...common });

const access = { module: 'TrialCard', types: siteSide } as const;

/** CAE-04, PSU-01. */
export const listSitePharmacies = endpoint({
  method: 'GET',
  path: '/trial-site/pharmacy-partners',
  summary: 'A person lists the pharmacies connected to a trial site',
  access,
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: 5_000,
  reply: z.object({ pharmacyPartners: z.array(pharmacy) }),
});

/** CAE-17, PSU-01. */
export const listSiteWholesalers = endpoint({
  method: 'GET',
  path: '/trial-site/wholesaler-partners',
  summary: 'A person lists the wholesalers connected to a trial site',
  access,
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: 5_000,
  reply: z.object({ wholesalerPartners: z.array(wholesaler) }),
});

/** CAE-11, PSU-02: a bare list (OPS-20). */
export const listPharmacySupply = endpoint({
  method: 'GET',
  path: '/trial-site/pharmacy-partners/products',
  summary: 'A person reads which pharmacy supplies which product at a trial site',
  access,
  query: z.strictObject({
    g_id: recordId('care_group'),
    ppId: recordId('partner').optional(),
    productId: recordId('product').optional(),
  }),
  atMost: 20_000,
  reply: z.array(
    z.object({ productId: z.number(), ppId: z.number(), pharmacyName: z.string(), tellsApart, isSupplier: flag }),
  ),
});

/** CAE-24, PSU-02. */
export const listWholesalerSupply = endpoint({
  method: 'GET',
  path: '/trial-site/wholesaler-partners/products',
  summary: 'A person reads which wholesaler supplies which product at a trial site',
  access,
  query: z.strictObject({
    g_id: recordId('care_group'),
    wpId: recordId('partner').optional(),
    productId: recordId('product').optional(),
  }),
  atMost: 20_000,
  reply: z.array(
    z.object({ productId: z.number(), wpId: z.number(), wholesalerName: z.string(), tellsApart, isSupplier: flag }),
  ),
});
