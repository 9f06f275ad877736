/** Shipment requests, from the three sides that carry them: the site, the pharmacy, the wholesaler. */
import { z } from 'zod';
import { address, givenAddress } from '../addresses/rules.ts';
import type { UserType } from '../access.ts';
import { maxUploadBody, pdfType } from '../documents/rules.ts';
import { endpoint } from '../endpoint.ts';
import { imageTypes } from '../images/rules.ts';
import { trialCard } from '../cards/endpoints.ts';
import { askedNumber } from '../participants/asked-number.ts';
import { plausibleDay } from '../plausible-day.ts';
import { product } from '../products/endpoints.ts';
import { day, done, fileName, flag, id, instant, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { pharmacyAccess, siteAccess, wholesalerAccess } from './access.ts';
import {
  deliveryOutcomes,
  itemConditions,
  longest,
  longestComment,
  messages,
  mostKnownLots,
  mostReceiptFiles,
  mostRequests,
  mostSubjects,
  shipmentStatus,
  shipmentType,
} from './rules.ts';

const requestParticipant = z.object({
  ...askedNumber,
  fname: z.string(),
  lname: z.string(),
  /** Theirs by now, where it is another one; told as `numberNow` is. */
  nameNow: z.string().optional(),
});
/** While it is not shipped, a request says which of its participants cannot be ordered for at its site any more. */
const shippedParticipant = requestParticipant.extend({ isInactive: z.literal(true).optional() });

/** SHC-12. A replaced line names the product it `isReplacedBy`; the new one names the `replacementProduct` it stands for (PKG-14). */
const orderLine = z.object({
  orderItemId: z.number(),
  productId: z.number(),
  drugName: z.string(),
  /** What its product is called by now, where that is another name: what may stand in goes by it (PKG-12). */
  drugNameNow: z.string().nullish(),
  dosageForm: z.string(),
  quantityUnit: z.string(),
  quantity: z.number(),
  daysOfSupply: z.number(),
  directions: z.string(),
  label: z.string(),
  itemNumber: z.string().nullable(),
  itemDescription: z.string().nullable(),
  replacementProduct: z.number().nullable(),
  isReplacedBy: z.number().nullable(),
  isPharmacyProduct: flag,
  isWholesalerProduct: flag,
  pharmacySupplied: flag,
  wholesalerSupplied: flag,
});
export type OrderLine = z.output<typeof orderLine>;

/** PKG-01. */
const shipmentPackage = z.object({
  courier: z.string(),
  trackingNumber: z.string(),
  items: z.array(
    z.object({
      itemId: z.number(),
      productId: z.number(),
      quantity: z.number(),
      lotNumber: z.string(),
      /** As it was typed when it was packed. */
      expirationDate: day,
      /** What is on record for its lot, where that is another day by now. */
      lotExpirationDate: day.nullish(),
      /** Since when its lot is recalled; null for one that is not. */
      recalledAt: instant.nullish(),
      orderItemId: z.number(),
      /** How the site says that it arrived; null while nobody has. */
      condition: z.enum(itemConditions).nullable(),
    }),
  ),
});

/** What lists and the whole of a request have in common: what both sides see of it and no more (PRV-04). */
const summaryFields = {
  srId: z.number(),
  gId: z.number(),
  status: shipmentStatus,
  shipmentType,
  dateRequired: day,
  /** Null once its reminder is gone, and to partners, who see no reminders (OPS-89, REM-05). */
  nextOrderDate: day.nullable(),
  dateOfStatusChange: day,
  dateShipped: day.nullable(),
  toParticipant: flag,
  /** It is not shipped yet, and somebody whom it is for cannot be ordered for at its site any more: deactivated, or at another one. */
  isForInactive: flag.optional(),
  /** Something that was packed for it is of a lot that is recalled by now. */
  holdsRecalledLot: flag.optional(),
  products: z.array(
    z.object({
      productId: z.number(),
      drugName: z.string(),
      dosageForm: z.string(),
      quantity: z.number(),
      quantityUnit: z.string(),
    }),
  ),
  siteName: z.string(),
  partnerName: z.string(),
  protocolNumber: z.string(),
  sponsorName: z.string().nullable(),
  isBatchShipment: flag,
  hasCard: flag,
  totalCommentCount: z.number(),
  readCommentCount: z.number(),
  /** Of its order forms, those that not everybody has signed who was asked to. */
  unsignedFormCount: z.number(),
  /** And those that were deleted before everybody had. */
  deletedFormCount: z.number().optional(),
  /** The first of them that it is this person's turn to sign, by its document; null where there is none. */
  formToSign: z.number().nullable(),
  createdAt: instant,
  version: z.number(),
};
const listedFields = {
  ...summaryFields,
  /** What is on its way or has come, to be found by it: each parcel with the lots in it, once. */
  parcels: z.array(z.object({ courier: z.string(), trackingNumber: z.string(), lotNumbers: z.array(z.string()) })),
  documentCount: z.number(),
  /** How much less was packed than was asked for. */
  shortCount: z.number(),
  /** How much of it arrived damaged, and how much was missing on arrival, as the site said. */
  damagedCount: z.number(),
  missingCount: z.number(),
};
const shipmentSummary = z.object({ ...listedFields, participants: z.array(shippedParticipant) });
/** ROL-29: a wholesaler never receives subject numbers or names. */
const wholesalerSummary = z.object(listedFields);
export type ShipmentSummary = z.output<typeof shipmentSummary>;

/** SHP-16 to SHP-18: one request whole. */
const requestFields = {
  ...summaryFields,
  products: z.array(orderLine),
  packages: z.array(shipmentPackage),
  address,
  /** It went to the address on record, has not been shipped yet, and another one is on record by now. */
  isAddressOutdated: flag.optional(),
  pharmacyName: z.string().nullable(),
  wholesalerName: z.string().nullable(),
  ppAddress: address.nullable(),
  wpAddress: address.nullable(),
  ppPhone: z.string().nullable(),
  ppEmail: z.string().nullable(),
  wpPhone: z.string().nullable(),
  wpEmail: z.string().nullable(),
  requesterFname: z.string().nullable(),
  requesterLname: z.string().nullable(),
  requesterEmail: z.string().nullable(),
  requesterPhone: z.string().nullable(),
  prescriberId: z.number().nullable(),
  /** How they are signed is told to their signers alone (SEC-34). */
  orderForms: z.array(z.object({ docId: z.number(), uuid: z.string().nullable(), signerUuid: z.string().nullable() })),
  srIds: z.array(z.number()),
  history: z.array(z.object({ status: shipmentStatus, date: day, at: instant, by: z.string() })),
};
const shipmentRequest = z.object({ ...requestFields, participants: z.array(shippedParticipant) });
/** A site orders it again: to the address that the participant has now, where it went to the one on record then (SHC-02). */
const siteRequest = shipmentRequest.extend({
  isAddressOnRecord: flag,
  /** What is on record where its own address is outdated; null where nothing is, or where another site has it on record. */
  addressNow: address.nullish(),
  /** Its address is outdated, and who it goes to is at another site of the trial by now, where they are ordered for. */
  isAtAnotherSite: z.literal(true).optional(),
});
/** Its address is where the parcel goes, a participant’s home too: whoever packs it writes the label (ROL-28, ROL-29, SHP-16). */
const wholesalerRequest = z.object(requestFields);
export type ShipmentRequest = z.output<typeof shipmentRequest>;
export type SiteRequest = z.output<typeof siteRequest>;

const loadFailure = 'There was a problem retrieving shipment request data.';
const failure = 'Unable to make request';

/**
 * Those that have not ended come first and foremost: all of them are in an answer without `after`, whatever their age, beside
 * the newest that have ended. With the number of a request come the ones that were made before it, in whatever status (OPS-23).
 */
const after = recordId('shipment_request').optional();

/** APS-08. */
export const listForSite = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/shipping-requests',
  summary: 'A site lists its shipment requests',
  access: siteAccess,
  query: z.strictObject({ gId: recordId('care_group'), after }),
  atMost: mostRequests,
  reply: z.object({ requests: z.array(shipmentSummary) }),
  failure: loadFailure,
});

/** APS-09. An address may name a request without its site. */
export const readForSite = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/shipping-request',
  summary: 'A site reads one of its shipment requests',
  access: siteAccess,
  query: z.strictObject({ gId: recordId('care_group').optional(), srId: recordId('shipment_request') }),
  reply: z.object({ request: siteRequest }),
  failure: loadFailure,
});

/** The unit that a quantity was entered in: in another one as much is something else. Left out, it is the one that the product has. */
const countedIn = text(50).optional();
/** What a product was called when it was chosen, name and form: called otherwise it may be of another strength. Left out, it is what it is called. */
const chosenAs = text(500).optional();

/** APS-10, OPS-67, OPS-70: products are grouped by the partner that supplies them, one request each. */
export const createRequest = endpoint({
  method: 'POST',
  path: '/care-groups/clinical-trial/shipping-request',
  summary: 'A site asks for a shipment',
  access: siteAccess,
  creates: true,
  isCostly: true,
  body: z.strictObject({
    gId: recordId('care_group'),
    toParticipant: flag,
    participants: z
      .array(
        z.strictObject({
          participantId: recordId('participant').nullable(),
          subjectNumber: requiredText(longest.subjectNumber),
          fname: text(15).nullish(),
          lname: text(20).nullish(),
        }),
      )
      .max(mostSubjects),
    prescriberId: recordId('provider').nullish(),
    dateRequired: day,
    nextOrderDate: day,
    address: givenAddress,
    products: z
      .array(
        z.strictObject({
          productId: recordId('product'),
          productName: chosenAs,
          quantity: whole,
          quantityUnit: countedIn,
          daysOfSupply: whole,
          directions: text(longest.directions).nullish(),
          label: text(200).nullish(),
        }),
      )
      .min(1, 'is required')
      .max(100),
    isBatchShipment: flag.optional(),
    reorderSrId: recordId('shipment_request').nullish(),
  }),
  reply: z.object({
    message: z.string(),
    srIds: z.array(z.number()),
    orderForms: z.array(z.object({ docId: z.number(), uuid: z.string(), signerUuid: z.string() })),
  }),
  failure,
});

/** OPS-80: YYYY-MM-DD on the wire; DD-MM-YYYY is accepted too. */
const statusDay = z.codec(z.union([day, z.string().regex(/^\d{2}-\d{2}-\d{4}$/)]), day, {
  decode: (wire) => (/^\d{2}-/.test(wire) ? wire.split('-').reverse().join('-') : wire),
  encode: (value) => value,
});

/** How each item of a delivery arrived: every one of them once; left out where nothing is said of them. */
const arrivedItems = z
  .array(z.strictObject({ itemId: id, condition: z.enum(itemConditions) }))
  .min(1, 'is required')
  .max(1000)
  .optional();

/** APS-14, SST-04, SST-12, OPS-79. */
export const moveBySite = endpoint({
  method: 'POST',
  path: '/care-groups/clinical-trial/shipping-request/status',
  summary: 'A site cancels a request, or says how its delivery ended',
  access: siteAccess,
  body: z.strictObject({
    srId: recordId('shipment_request'),
    gId: recordId('care_group'),
    status: shipmentStatus,
    dateOfStatusChange: statusDay.optional(),
    items: arrivedItems,
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), srId: z.number(), status: shipmentStatus, version: z.number() }),
  failure,
});

/**
 * The same end of a delivery with what more is to be said of it, in one step: how each item arrived, a note that becomes a comment,
 * and photos and PDFs that become documents of the request.
 */
export const receiveBySite = endpoint({
  method: 'POST',
  path: '/care-groups/clinical-trial/shipping-request/receipt',
  summary: 'A site says how a delivery ended and in what condition its items arrived',
  access: siteAccess,
  creates: true,
  isCostly: true,
  bodyLimit: maxUploadBody,
  tooLarge: 'document.too_large',
  body: z.strictObject({
    srId: recordId('shipment_request'),
    gId: recordId('care_group'),
    status: z.enum(deliveryOutcomes),
    dateOfStatusChange: statusDay.optional(),
    items: arrivedItems,
    note: text(longestComment).optional(),
    files: z
      .array(
        z.strictObject({
          filename: fileName,
          contentType: z.enum([pdfType, ...imageTypes]),
          /** base64. */
          data: z.string().min(1, 'is required'),
        }),
      )
      .max(mostReceiptFiles)
      .optional(),
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), srId: z.number(), status: shipmentStatus, version: z.number() }),
  failure,
});

const moveByPartnerBody = z.strictObject({
  srId: recordId('shipment_request'),
  status: shipmentStatus,
  dateOfStatusChange: statusDay.optional(),
  version: whole.optional(),
});
const moved = z.object({ message: z.string(), srId: z.number(), status: shipmentStatus, version: z.number() });

/** APS-17, SHF-07: packages, and what stands in for what. */
const shipBody = z.strictObject({
  srId: recordId('shipment_request'),
  packages: z
    .array(
      z.strictObject({
        courier: requiredText(longest.courier, undefined, messages.courier),
        trackingNumber: requiredText(longest.trackingNumber, undefined, messages.trackingNumber),
        items: z
          .array(
            z.strictObject({
              /** The line that is packed; a replacement has none yet and is found by its product. */
              orderItemId: id.nullish(),
              productId: recordId('product'),
              quantity: whole,
              lotNumber: requiredName(longest.lotNumber, undefined, messages.lotNumber),
              expirationDate: requiredText(10, undefined, messages.expirationDate).pipe(plausibleDay),
            }),
          )
          .min(1, 'is required')
          .max(200),
      }),
    )
    .min(1, 'is required')
    .max(50),
  replacements: z
    .array(
      z.strictObject({
        oldProductId: recordId('product'),
        newProductId: recordId('product'),
        productName: chosenAs,
        quantity: whole,
        quantityUnit: countedIn,
        daysOfSupply: whole,
        directions: text(longest.directions).nullish(),
      }),
    )
    .max(100)
    .optional(),
  /** Whether the packer says that less goes out than was asked for. Left out, as in the seeds' call, it is not asked. */
  isShort: flag.optional(),
  /** Whether the packer says that a lot goes out which expires early (lots/rules.ts). Left out, it is not asked either. */
  expiresEarly: flag.optional(),
  /** The same of a replacement that another shipment under way has for the same participant. */
  isDouble: flag.optional(),
  /** The same of an address that is not the one on record any more. */
  isAddressOutdated: flag.optional(),
  /** The same of somebody who cannot be ordered for any more. */
  isForInactive: flag.optional(),
  version: whole.optional(),
});

/** What is known of a lot number while it is typed. */
const lotsQuery = z.strictObject({
  srId: recordId('shipment_request'),
  productId: recordId('product'),
  /** What was typed so far. */
  lotNumber: text(longest.lotNumber).optional(),
});
const knownLots = z.object({
  /** Lots that this partner has shipped before and that begin so, the newest first, with how much of them went out in each unit. */
  lots: z.array(
    z.object({
      lotNumber: z.string(),
      expirationDate: day,
      shipped: z.array(z.object({ quantity: z.number(), quantityUnit: z.string() })),
    }),
  ),
  /** The lot of this very number, whoever has shipped it: its day is the one that a package needs. */
  onRecord: z
    .object({
      lotNumber: z.string(),
      expirationDate: day,
      /** Since when it is recalled: it cannot be packed. */
      recalledAt: instant.nullish(),
    })
    .nullable(),
});

/** The trial of a request, as a partner needs it (OPC-93). */
const requestTrial = z.object({
  srId: z.number(),
  trial: z.string(),
  protocolNumber: z.string(),
  siteName: z.string(),
  sponsorName: z.string().nullable(),
  subjectNumberMask: z.string().nullable(),
  hasCard: flag,
});

/** The two partner kinds have the same calls under two names (APS-22 to APS-36, OPS-82). */
const bySr = z.strictObject({ srId: recordId('shipment_request') });
export const listForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-requests',
  summary: 'A pharmacy lists the requests it handles',
  access: pharmacyAccess,
  query: z.strictObject({ ppId: recordId('partner'), after }),
  atMost: mostRequests,
  reply: z.object({ requests: z.array(shipmentSummary) }),
  failure: loadFailure,
});
export const listForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-requests',
  summary: 'A wholesaler lists the requests it handles',
  access: wholesalerAccess,
  query: z.strictObject({ wpId: recordId('partner'), after }),
  atMost: mostRequests,
  reply: z.object({ requests: z.array(wholesalerSummary) }),
  failure: loadFailure,
});
export const readForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-request',
  summary: 'A pharmacy reads one of its requests',
  access: pharmacyAccess,
  query: bySr,
  reply: z.object({ request: shipmentRequest }),
  failure: loadFailure,
});
export const readForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-request',
  summary: 'A wholesaler reads one of its requests',
  access: wholesalerAccess,
  query: bySr,
  reply: z.object({ request: wholesalerRequest }),
  failure: loadFailure,
});
export const moveByPharmacy = endpoint({
  method: 'POST',
  path: '/pharmacy-partner/shipping-request/status',
  summary: 'A pharmacy moves one of its requests on',
  access: pharmacyAccess,
  body: moveByPartnerBody,
  reply: moved,
  failure,
});
export const moveByWholesaler = endpoint({
  method: 'POST',
  path: '/wholesaler-partner/shipping-request/status',
  summary: 'A wholesaler moves one of its requests on',
  access: wholesalerAccess,
  body: moveByPartnerBody,
  reply: moved,
  failure,
});
export const shipByPharmacy = endpoint({
  method: 'POST',
  path: '/pharmacy-partner/shipping-request/package',
  summary: 'A pharmacy ships a request in packages',
  access: pharmacyAccess,
  creates: true,
  body: shipBody,
  reply: moved,
  failure,
});
export const shipByWholesaler = endpoint({
  method: 'POST',
  path: '/wholesaler-partner/shipping-request/package',
  summary: 'A wholesaler ships a request in packages',
  access: wholesalerAccess,
  creates: true,
  body: shipBody,
  reply: moved,
  failure,
});
export const productsForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-request/products',
  summary: 'A pharmacy lists the trial products that could stand in on a request',
  access: pharmacyAccess,
  query: bySr,
  atMost: 5_000,
  reply: z.object({ products: z.array(product) }),
});
export const productsForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-request/products',
  summary: 'A wholesaler lists the trial products that could stand in on a request',
  access: wholesalerAccess,
  query: bySr,
  atMost: 5_000,
  reply: z.object({ products: z.array(product) }),
});
export const lotsForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-request/lots',
  summary: 'A pharmacy reads what is known of a lot that it packs',
  access: pharmacyAccess,
  query: lotsQuery,
  atMost: mostKnownLots,
  reply: knownLots,
});
export const lotsForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-request/lots',
  summary: 'A wholesaler reads what is known of a lot that it packs',
  access: wholesalerAccess,
  query: lotsQuery,
  atMost: mostKnownLots,
  reply: knownLots,
});
export const trialForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-request/clinical-trial',
  summary: 'A pharmacy reads the trial behind a request',
  access: pharmacyAccess,
  query: bySr,
  reply: z.object({ request: requestTrial }),
});
export const trialForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-request/clinical-trial',
  summary: 'A wholesaler reads the trial behind a request',
  access: wholesalerAccess,
  query: bySr,
  reply: z.object({ request: requestTrial.omit({ subjectNumberMask: true }) }),
});
/** PCO-02: a card says whose it is, since a request may name several participants. */
const cardOfRequest = trialCard.extend({ participantId: z.number(), fname: z.string(), lname: z.string() });
export type CardOfRequest = z.output<typeof cardOfRequest>;

/** APS-28, SHV-07, ROL-27: null when the trial has no card, or nobody on the request has a record. */
export const cardForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-request/trial-participant/card',
  summary: 'A pharmacy reads the card of the participant of a request',
  access: pharmacyAccess,
  query: bySr,
  reply: z.object({ trialCard: cardOfRequest.nullable() }),
});

/** REM: what comes due for re-ordering at a site (APS-11 to APS-13, OPS-89). */
export const listReminders = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/shipping-request/reminders',
  summary: 'A site lists the shipments it should order again',
  access: siteAccess,
  query: z.strictObject({ gId: recordId('care_group') }),
  atMost: 5_000,
  reply: z.object({
    orderReminders: z.array(
      z.object({
        srId: z.number(),
        gId: z.number(),
        nextOrderDate: day,
        status: shipmentStatus,
        siteName: z.string(),
        /** What it is found by besides; a server of the release before does not say it. */
        partnerName: z.string().optional(),
        protocolNumber: z.string().optional(),
        shipmentType,
        toParticipant: flag,
        isBatchShipment: flag,
        holdsRecalledLot: summaryFields.holdsRecalledLot,
        participants: z.array(requestParticipant),
        products: summaryFields.products,
      }),
    ),
  }),
  failure: loadFailure,
});
/**
 * REL-07: a reminder has no version of its own. The day on which it stood when it was read, or null for none, says what is being
 * changed; where it stands on another one by now, that is refused.
 */
const nextOrderDateBefore = day.nullable().optional();

export const setReminder = endpoint({
  method: 'POST',
  path: '/care-groups/clinical-trial/shipping-request/reminder',
  summary: 'A site sets when to be reminded of ordering again',
  access: siteAccess,
  creates: true,
  isCostly: true,
  body: z.strictObject({ srId: recordId('shipment_request'), nextOrderDate: day, nextOrderDateBefore }),
  reply: done,
  failure,
});
export const dismissReminder = endpoint({
  method: 'DELETE',
  path: '/care-groups/clinical-trial/shipping-request/reminder',
  summary: 'A site dismisses a reminder',
  access: siteAccess,
  query: z.strictObject({ srId: recordId('shipment_request'), nextOrderDateBefore }),
  reply: done,
  failure,
});

/** CMT-02: comments on a request, the same from each side (APS-18 to APS-20, APS-29, APS-36). */
const comments = z.object({
  comments: z.array(
    z.object({
      commentId: z.number(),
      fname: z.string(),
      lname: z.string(),
      type: z.string(),
      message: z.string(),
      created: instant,
      isRead: flag,
      isMine: flag,
    }),
  ),
});
const commentBody = z.strictObject({ srId: recordId('shipment_request'), text: requiredText(longestComment) });
const readBody = z.strictObject({
  srId: recordId('shipment_request'),
  commentIds: z.array(id).min(1).max(1000),
  isRead: z.literal([1, '1']),
});
const commentAdded = z.object({ message: z.string(), commentId: z.number() });
const commentCalls = <const P extends string, const A extends { module: 'TrialCard'; types: readonly UserType[] }>(
  base: P,
  access: A,
  who: string,
) => ({
  list: endpoint({
    method: 'GET',
    path: `${base}/comments`,
    summary: `${who} lists the comments on a request`,
    access,
    query: bySr,
    atMost: 5_000,
    reply: comments,
  }),
  add: endpoint({
    method: 'POST',
    path: `${base}/comments`,
    summary: `${who} comments on a request`,
    access,
    creates: true,
    body: commentBody,
    reply: commentAdded,
    failure,
  }),
  markRead: endpoint({
    method: 'PUT',
    path: `${base}/comments/metadata`,
    summary: `${who} has read comments`,
    access,
    body: readBody,
    reply: done,
    failure,
  }),
});
export const siteComments = commentCalls('/care-groups/clinical-trial/shipping-request', siteAccess, 'A site');
export const pharmacyComments = commentCalls('/pharmacy-partner/shipping-request', pharmacyAccess, 'A pharmacy');
export const wholesalerComments = commentCalls(
  '/wholesaler-partner/shipping-request',
  wholesalerAccess,
  'A wholesaler',
);
