/** The access table: the calls of shipments, from the three sides that carry them. */
import type { Line, Lines, Right } from './access-table.ts';
import { pharmacy, site, siteInvoice, wholesaler } from './access-table-types.ts';
import { atNoon, type Things } from './access-table-world.ts';
import { aPdf } from './pdfs.ts';
import { anAddress } from './things.ts';

type PartnerKind = 'pharmacy' | 'wholesaler';
const period = { start_date: '2000-01-01', end_date: '2100-01-01' };
const today = atNoon.slice(0, 10);
const pdf = {
  category: 0,
  filename: 'a.pdf',
  friendlyName: 'a',
  contentType: 'application/pdf',
  data: aPdf().toString('base64'),
};
const line = { quantity: 4, daysOfSupply: 30, directions: 'Take one daily', label: 'Morning' };

/** OPS-12: a site is accepted, and without effect. OPS-13: the rows name nobody to a Sponsor and to a wholesaler. */
const invoice = {
  ignores: ['sId'],
  answers: { sId: 200 },
  about: ({ leaver }, type) => (type === 'Sponsor' || type === 'Wholesaler User' ? [] : [leaver]),
} as const satisfies Partial<Line>;

/** Which of its requests a side names in these calls. */
interface Named {
  who: Right;
  request: 'request' | 'pens';
  comments: readonly ['comment', 'secondComment'] | readonly ['pensComment', 'secondPensComment'];
  about: Line['about'];
}

/** The comments, papers and documents of a request, the same from each side. */
const talk = (base: string, uploads: string, { who, request, comments, about }: Named): Lines => ({
  [`GET ${base}/comments`]: { who, ask: (t: Things) => ({ query: { srId: t[request] } }) },
  [`POST ${base}/comments`]: { who, ask: (t: Things) => ({ body: { srId: t[request], text: 'Hello' } }) },
  [`PUT ${base}/comments/metadata`]: {
    who,
    ask: (t: Things) => ({ body: { srId: t[request], commentIds: comments.map((one) => t[one]), isRead: 1 } }),
    takes: ['isRead'],
  },
  [`GET ${base}/packing-slip`]: {
    who,
    ask: (t: Things) => ({ query: { srId: t[request] } }),
    // To a site; the slip of a wholesaler names nobody.
    about: (t, type) => (type === 'Wholesaler User' ? [] : about!(t, type)),
  },
  [`GET ${base}/documents`]: { who, ask: (t: Things) => ({ query: { srId: t[request] } }), about: about! },
  [`POST ${base}/${uploads}`]: { who, ask: (t: Things) => ({ body: { srId: t[request], ...pdf } }) },
});

/** What each kind of partner names in its calls. */
const things = {
  pharmacy: {
    idField: 'ppId',
    mine: 'myPharmacy',
    request: 'request',
    toMove: 'toMove',
    toShip: 'toShip',
    shipLine: 'toShipLine',
    product: 'tablet',
    standIn: 'sameTablet',
  },
  wholesaler: {
    idField: 'wpId',
    mine: 'myWholesaler',
    request: 'pens',
    toMove: 'pensToMove',
    toShip: 'pensToShip',
    shipLine: 'pensToShipLine',
    product: 'pen',
    standIn: 'samePen',
  },
} as const;

/** The calls that the two kinds of partner have under two names (APS-22 to APS-36, OPS-82). */
function partnerCalls(kind: PartnerKind, who: Right, named: Named): Lines {
  const { mine, idField, request, toMove, toShip, shipLine, product, standIn } = things[kind];
  const base = `/${kind}-partner/shipping-request`;
  const ofRequest: Line = { who, ask: (t) => ({ query: { srId: t[request] } }) };
  return {
    [`GET ${base}s`]: {
      who,
      ask: (t: Things) => [{ query: { [idField]: t[mine] } }, { query: { [idField]: t[mine], after: t[request] } }],
    },
    [`GET ${base}`]: ofRequest,
    [`GET ${base}/products`]: ofRequest,
    [`GET ${base}/lots`]: {
      who,
      ask: (t: Things) => ({ query: { srId: t[request], productId: t[product], lotNumber: 'L' } }),
    },
    [`GET ${base}/clinical-trial`]: ofRequest,
    [`POST ${base}/status`]: {
      who,
      ask: (t: Things) => ({ body: { srId: t[toMove], status: 'processing', dateOfStatusChange: today, version: 1 } }),
      takes: ['status', 'version'],
    },
    [`POST ${base}/package`]: {
      who,
      ask: (t: Things) => {
        const packed = { lotNumber: 'L1', expirationDate: '2099-01-01', quantity: 4 };
        const items = [{ orderItemId: t[shipLine], productId: t[standIn], ...packed }];
        const replaced = { quantity: 4, daysOfSupply: 30, directions: 'Take one daily' };
        return {
          body: {
            srId: t[toShip],
            packages: [{ courier: 'Swift', trackingNumber: 'AB-1', items }],
            replacements: [{ oldProductId: t[product], newProductId: t[standIn], ...replaced }],
            version: 1,
          },
        };
      },
      // They have to be of this request, and a stand-in has to fit what it stands in for (PKG-11 to PKG-13).
      answers: {
        'packages.0.items.0.orderItemId': 400,
        'packages.0.items.0.productId': 400,
        'replacements.0.oldProductId': 400,
        'replacements.0.newProductId': 400,
      },
      takes: ['version'],
    },
    [`GET ${base}s/invoice`]: {
      who,
      ask: (t: Things) => ({ query: { [idField]: t[mine], sId: t.site, ...period } }),
      ...invoice,
    },
    ...talk(base, 'evidence', named),
  };
}

const base = '/care-groups/clinical-trial/shipping-request';
const aboutRequest = (t: Things) => [t.participant];
const tablets = { request: 'request', comments: ['comment', 'secondComment'], about: aboutRequest } as const;
const pens = { request: 'pens', comments: ['pensComment', 'secondPensComment'], about: aboutRequest } as const;

export const shipmentCalls: Lines = {
  [`GET ${base}s`]: {
    who: site,
    ask: (t: Things) => [{ query: { gId: t.site } }, { query: { gId: t.site, after: t.request } }],
  },
  [`GET ${base}`]: { who: site, ask: (t: Things) => ({ query: { gId: t.site, srId: t.request } }) },
  [`POST ${base}`]: {
    who: site,
    ask: (t: Things) => ({
      body: {
        gId: t.site,
        toParticipant: 0,
        participants: [{ participantId: t.newcomer, subjectNumber: '717-920', fname: 'Grace', lname: 'Hopper' }],
        prescriberId: t.prescriber,
        dateRequired: '2099-01-01',
        nextOrderDate: '2099-02-01',
        address: anAddress,
        products: [
          { productId: t.tablet, ...line },
          { productId: t.pen, ...line },
        ],
        isBatchShipment: 0,
        reorderSrId: t.delivered,
      },
    }),
    // They have to be of the site that asks (SHC-03, SHC-19, OPS-67).
    answers: {
      'participants.0.participantId': 400,
      prescriberId: 400,
      'products.0.productId': 400,
      'products.1.productId': 400,
    },
  },
  [`POST ${base}/status`]: {
    who: site,
    ask: (t: Things) => [
      { body: { srId: t.toCancel, gId: t.site, status: 'cancelled', dateOfStatusChange: today, version: 1 } },
      {
        body: {
          srId: t.onItsWay,
          gId: t.site,
          status: 'received',
          dateOfStatusChange: today,
          items: [{ itemId: t.onItsWayItem, condition: 'received' }],
          version: 2,
        },
      },
    ],
    answers: { 'items.0.itemId': 400 },
    takes: ['status', 'version'],
  },
  [`POST ${base}/receipt`]: {
    who: site,
    ask: (t: Things) => ({
      body: {
        srId: t.arriving,
        gId: t.site,
        status: 'received',
        dateOfStatusChange: today,
        items: [{ itemId: t.arrivingItem, condition: 'received' }],
        note: 'All there',
        files: [{ filename: 'a.pdf', contentType: 'application/pdf', data: pdf.data }],
        version: 2,
      },
    }),
    answers: { 'items.0.itemId': 400 },
    takes: ['status', 'version'],
  },
  [`GET ${base}/reminders`]: { who: site, ask: (t: Things) => ({ query: { gId: t.site } }) },
  [`POST ${base}/reminder`]: {
    who: site,
    ask: (t: Things) => ({ body: { srId: t.request, nextOrderDate: '2099-02-01' } }),
  },
  // A DELETE may name its record in a JSON body too (OPS-19).
  [`DELETE ${base}/reminder`]: {
    who: site,
    ask: (t: Things) => [{ query: { srId: t.request } }, { body: { srId: t.request } }],
  },
  [`GET ${base}s/invoice`]: {
    who: siteInvoice,
    ask: (t: Things) => [
      { query: { gId: t.site, sId: t.site, ...period } },
      { query: { gId: t.trial, sId: t.site, ...period } },
    ],
    ...invoice,
  },
  ...talk(base, 'documents', { who: site, ...tablets }),
  ...partnerCalls('pharmacy', pharmacy, { who: pharmacy, ...tablets }),
  'GET /pharmacy-partner/shipping-request/trial-participant/card': {
    who: pharmacy,
    ask: (t: Things) => ({ query: { srId: t.request } }),
    about: aboutRequest,
  },
  ...partnerCalls('wholesaler', wholesaler, { who: wholesaler, ...pens }),
};
