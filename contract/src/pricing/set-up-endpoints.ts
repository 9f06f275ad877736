/** What a trial still needs before its sites are supplied, and what its partners charge, all of it at once. */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';
import { mostGroups } from '../care-groups/rules.ts';
import { endpoint } from '../endpoint.ts';
import { partnerKinds } from '../partners/kinds.ts';
import { tellsApart } from '../partners/names.ts';
import { day, flag, recordId } from '../wire.ts';
import { currency } from './rules.ts';

/** What a site can be supplied by, in the order in which it is set up: each of them needs those before it. */
export const supplyParts = ['partner', 'supply', 'price'] as const;
export type SupplyPart = (typeof supplyParts)[number];

const partnerType = z.enum(partnerKinds);

/** A partner that supplies a product without a price that holds today. */
export const missingPrice = z.object({
  productId: z.number(),
  drugName: z.string(),
  dosageForm: z.string(),
  partnerType,
  partnerId: z.number(),
  partnerName: z.string(),
  tellsApart,
});
export type MissingPrice = z.output<typeof missingPrice>;

export const siteSetUp = z.object({
  gId: z.number(),
  displayName: z.string(),
  siteConfigured: z.enum(['configured', 'not configured']),
  /** How many partners are connected to it. */
  partnerCount: z.number(),
  /** How many products somebody supplies here. */
  suppliedCount: z.number(),
  missingPrices: z.array(missingPrice),
  /** What keeps it from being supplied; empty where it is, or where its trial ships nothing. */
  missing: z.array(z.enum(supplyParts)),
});
export type SiteSetUp = z.output<typeof siteSetUp>;

export const trialSetUp = z.object({
  trialConfigured: z.enum(['configured', 'not configured']),
  hasCard: flag,
  cardConfigured: z.enum(['configured', 'not configured']),
  hasShippingRequest: flag,
  productCount: z.number(),
  /** How many of them neither pharmacies nor wholesalers supply. */
  untypedCount: z.number(),
  sites: z.array(siteSetUp),
});
export type TrialSetUp = z.output<typeof trialSetUp>;

export const readSetUp = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/set-up',
  summary: 'An administrator reads what a trial still needs before its sites can be supplied',
  access: trialAdministrators,
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: mostGroups,
  reply: trialSetUp,
});

export const listUnsupplied = endpoint({
  method: 'GET',
  path: '/care-groups/trial-site/unsupplied',
  summary: 'An administrator lists the sites that cannot be supplied yet',
  access: trialAdministrators,
  atMost: mostGroups,
  reply: z.object({ sites: z.array(siteSetUp.pick({ gId: true, missing: true })) }),
});

const amount = z.object({ amount: z.string(), currency });
const coming = z.object({ ...amount.shape, effectiveDate: day });

/** What a partner charges for a product today, and what the sponsor of the trial pays it instead. */
export const gridPrice = z.object({
  productId: z.number(),
  partnerType,
  partnerId: z.number(),
  partnerName: z.string(),
  tellsApart,
  /** The unit of the product, for one of which the amounts are. */
  quantityUnit: z.string().optional(),
  /** Whether it supplies the product at the pick; at a trial, at one of its sites. */
  isSupplier: z.boolean(),
  /** Whether it is connected to the pick; else it is there for what was asked for of it. */
  isConnected: z.boolean().optional(),
  /** Whether something of the product was asked for of it at the pick, and is not cancelled. */
  wasAsked: z.boolean().optional(),
  current: amount.nullable(),
  ofSponsor: amount.nullable(),
  /** The first one that begins after today. */
  next: coming.nullable(),
  nextOfSponsor: coming.nullable().optional(),
});
export type GridPrice = z.output<typeof gridPrice>;

/** Every connected partner of a trial or a site with every product, and every other one with what was asked for of it (OPS-41, OPS-45). */
export const listGridPrices = endpoint({
  method: 'GET',
  path: '/product-pricing/grid',
  summary: 'A person reads what the partners of a trial or a site charge for its products today',
  access: { module: 'TrialCard', types: siteSide },
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: 5_000,
  reply: z.object({ prices: z.array(gridPrice) }),
  failure: 'There was a problem loading prices',
});
