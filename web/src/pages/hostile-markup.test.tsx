/** SEC-28: what people, partners and brands have written is shown as text. Every screen is drawn with plain words and with markup. */
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import {
  listBrandAlerts,
  listBrands,
  listCompanyEmails,
  listCompanyPhones,
  readBrandTrial,
} from '@portal/contract/companies/brand-endpoints.ts';
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import { listRecoveries, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { readParticipantCard } from '@portal/contract/cards/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listNotifications } from '@portal/contract/providers/endpoints.ts';
import { readMedicationList } from '@portal/contract/reorder-forms/endpoints.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import BrandManagement from '#pages/BrandManagement.tsx';
import Participants from '#pages/Participants.tsx';
import ReorderForm from '#pages/ReorderForm.tsx';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { aDocument } from '#test/documents.ts';
import { aParticipant } from '#test/participants.ts';
import { forgetPortal, noSession, openPortal, type Reply, renderPage, sessionReplies } from '#test/portal.tsx';
import {
  aLine,
  aReminder,
  aRequest,
  aRow,
  forWholesaler,
  noon,
  pharmacist,
  shipped,
  siteReplies,
  wholesaler,
} from '#test/shipments.ts';
import { markup } from '../../../contract/test/hostile-markup.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const card = {
  rxBin: 'text',
  rxPcn: 'text',
  rxGrp: 'text',
  cardholderNameLabel: 'text',
  cardholderIdLabel: 'text',
  cardholderId: 'text',
  participants: 'text',
  claimSubmissions: 'text',
  pharmacyInstructions: 'text',
  cardIntroduction: 'text',
  contactInfo: 'text',
  mainLogo: null,
  optionalLogo: null,
  outreachPreference: true,
  emailUnsubscribed: false,
  lastEmail: null,
  lastText: null,
};
const comment = {
  commentId: 5,
  fname: 'Pat',
  lname: 'Pharm',
  type: 'Pharmacy User',
  message: 'Which lot?',
  created: new Date('2026-03-05T11:00:00Z'),
  isRead: true,
  isMine: false,
};
const recovery = {
  recoveryId: 4,
  cpId: 12,
  fName: 'Nora',
  lName: 'Quill',
  email: 'nora@meridian.example',
  type: 'Nurse' as const,
  askedAt: noon,
  isOwn: false,
  host: 'localhost',
  address: '10.0.0.9',
  device: 'Firefox on Windows',
  lastSignInAt: null,
  sessions: 1,
  groups: ['Cardiology'],
};
const session = {
  sessionId: 8,
  device: 'Firefox on Windows',
  host: 'portal.example',
  address: '192.0.2.7',
  createdAt: noon,
  lastInputAt: noon,
  isCurrent: true,
};
const request = {
  ...aRow(),
  ...aRequest({
    products: [aLine({ itemNumber: 'x', itemDescription: 'x', label: 'x' })],
    packages: [
      {
        courier: 'Swift',
        trackingNumber: 'AB-1',
        items: [
          {
            productId: 1,
            quantity: 4,
            lotNumber: 'L1',
            itemId: 1,
            condition: null,
            expirationDate: '2027-01-01',
            orderItemId: 501,
          },
        ],
      },
    ],
  }),
};

/** What is not written by people, or is shown as something else than text. */
const notText =
  /^(status|shipmentType|type|groupType|kind|contentType|severity|mainLogo|optionalLogo|logo|.*[cC]onfigured|.*Mode|subjectNumberMask|country|dob|.*Date.*|.*date.*|date.*|uuid|.*Url)$/;

/** The same reply with this text in the place of everything that people write. */
function written<T>(value: T, text: string, key = ''): T {
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => written(one, text, key)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(inner, text, name)])) as T;
  return typeof value === 'string' && !notText.test(key) && !/^\d{4}-\d\d-\d\d$/.test(value) ? (text as T) : value;
}

const brand = {
  key: 'default',
  colours: { primary: '#0f6b6b', onPrimary: '#ffffff' },
  logo: '/logo.svg',
  signInImage: '/sign-in.svg',
  favicon: '/favicon.svg',
  showsFooter: true,
  demoMode: false,
  callMode: false,
  callLine: 'test' as const,
};
const branded = (text: string) => ({
  brand: {
    ...brand,
    name: text,
    title: text,
    email: text,
    phone: text,
    terms: text,
    companyName: text,
    alerts: (['info', 'warning', 'error'] as const).map((severity, at) => ({
      alertId: at + 1,
      message: text,
      severity,
    })),
  },
});
/** The brand of a company, as its administrators read it. */
const companyBrand = (text: string) => ({
  company_id: 1,
  brandId: 7,
  brandKey: text,
  companyName: text,
  shortName: text,
  street: text,
  street2: text,
  city: text,
  state: '',
  zip: '02110',
  country: 'US',
  addrId: 4,
  supportNumber: null,
  email: text,
  contactFax: null,
  hours: usualHours,
  brandHeaderUrl: null,
  logo: null,
  favicon: null,
  signInImage: null,
  primaryColour: null,
  senderEmailId: null,
  contactEmailId: null,
  senderPhoneId: null,
  senderEmailName: text,
  termDocId: 5,
  termsURL: text,
  portalUrl: text,
  alerts: [{ alertId: 1, message: text, severity: 'warning', types: [], from: null, until: null }],
  version: 3,
});
const brandsPage = (text: string) =>
  renderPage(<BrandManagement />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['BrandManagement'] },
    page: branded(text),
    replies: [
      [listBrands, { brand: [companyBrand(text)] }],
      [listCompanyEmails, { emails: [{ email_ID: 11, email: text, verified: true }] }],
      [listCompanyPhones, { phones: [] }],
      [readBrandTrial, { path: '/sign-in?brand=7-0', hosts: [text] }],
    ],
  });
const siteOf = (text: string): Reply[] => [
  ...siteReplies.map(([endpoint, reply]): Reply => [endpoint, written(reply, text)]),
  [listParticipants, { participants: [written(aParticipant(), text)] }],
];

type Page = ReturnType<typeof renderPage>;
const chosen = async ({ user }: Page, row: RegExp, action: string) => {
  await user.click((await screen.findAllByRole('button', { name: row }))[0]!);
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
};
const participantsPage = (text: string) =>
  renderPage(<Participants />, {
    viewer: { fName: text, lName: text },
    route: '/participants?site=2',
    page: branded(text),
    replies: [...siteOf(text), [readParticipantCard, written(card, text)]],
  });
const shipmentPage = (text: string, viewer: object = {}) => {
  const rows = [
    aRow({ totalCommentCount: 1, readCommentCount: 1 }),
    shipped({ srId: 72 }),
    aRow({ srId: 73, status: 'received' }),
    aRow({ srId: 74, status: 'processing' }),
  ];
  const shown = rows.map((row) => written(row, text));
  const reminder = written(aReminder(), text);
  return renderPage(<ShipmentRequest />, {
    viewer,
    route: '/shipment-request?site=2',
    page: branded(text),
    replies: [
      ...siteOf(text),
      [shipments.listForSite, { requests: shown }],
      [shipments.listForPharmacy, { requests: shown }],
      [shipments.listForWholesaler, { requests: shown.map(forWholesaler) }],
      [shipments.listReminders, { orderReminders: [reminder] }],
      [shipments.readForSite, { request: written(request, text) }],
      [shipments.readForPharmacy, { request: written(request, text) }],
      [shipments.siteComments.list, { comments: [written(comment, text)] }],
      [shipments.siteComments.markRead, { message: '' }],
      [siteDocuments.list, { documents: [written(aDocument(), text)] }],
    ],
  });
};

/** The whole portal at an address, for somebody of that name. */
const portalAt = (at: string, text: string, replies: Reply[] = []) =>
  openPortal(
    at,
    [...sessionReplies({ fName: text, lName: text, email: text, type: 'Admin', adminRights: true }), ...replies],
    branded(text),
  );

/** Each screen, drawn with one text wherever somebody writes; done when it shows it. */
const screens: Record<string, (text: string) => Promise<unknown>> = {
  'the participants': async (text) => {
    participantsPage(text);
    await screen.findByRole('table');
  },
  'the participant dialog': async (text) => chosen(participantsPage(text), /^Actions for/, 'Edit'),
  'the data of a participant': async (text) => chosen(participantsPage(text), /^Actions for/, 'Info'),
  'the card of a participant': async (text) => {
    await chosen(participantsPage(text), /^Actions for/, 'View card');
    await screen.findByRole('region', { name: 'Card' });
  },
  'the status dialog': async (text) => chosen(participantsPage(text), /^Actions for/, 'Deactivate'),
  'the requests of a site': async (text) => {
    shipmentPage(text);
    await screen.findAllByRole('table');
  },
  'the requests of a pharmacy': async (text) => {
    shipmentPage(text, pharmacist);
    await screen.findAllByRole('table');
  },
  'the requests of a wholesaler': async (text) => {
    shipmentPage(text, wholesaler);
    await screen.findAllByRole('table');
  },
  'a request': async (text) => {
    await chosen(shipmentPage(text), /^Actions for request 71/, 'View');
    await screen.findByRole('list', { name: 'Comments' });
  },
  'the comments of a request': async (text) => {
    await chosen(shipmentPage(text), /^Actions for request 72/, 'Comments');
    await screen.findByRole('list', { name: 'Comments' });
  },
  'the documents of a request': async (text) => {
    const dialog = await chosen(shipmentPage(text), /^Actions for request 72/, 'Documents');
    await within(dialog).findAllByText(text, { normalizer: (one) => one, exact: false });
  },
  'the cancelling of a request': async (text) =>
    chosen(shipmentPage(text), /^Actions for request 71/, 'Cancel request'),
  'the confirming of a shipment': async (text) => {
    await chosen(shipmentPage(text, pharmacist), /^Actions for request 74/, 'Confirm shipment');
    await screen.findByText('Step 1 of 3');
  },
  'asking for a shipment': async (text) => {
    const { user } = shipmentPage(text);
    await user.click(await screen.findByRole('button', { name: 'Create Shipment Request' }));
    await screen.findByRole('group', { name: 'Recipient' });
  },
  'the account': async (text) => {
    portalAt('/account', text, [
      [
        listNotifications,
        { notificationPreferences: [{ notifId: 1, notifName: text, notifDescription: text, notifEnabled: true }] },
      ],
      [listRecoveries, { recoveries: [written(recovery, text)] }],
      [listSessions, { sessions: [written(session, text)] }],
      [listBrands, () => new Response(JSON.stringify({ brand: [{ brandId: 7 }] }))],
      [listBrandAlerts, { brandAlerts: [{ alertId: 1, message: text, severity: 'info' }] }],
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Account' });
    await screen.findByRole('region', { name: 'Announcements' });
    await screen.findByRole('button', { name: `Approve ${text} ${text}` });
  },
  'the reorder form with its printed order': async (text) => {
    const list = { medListId: 1, version: 1, medList: [{ name: text, dosage: text, information: text }] };
    const { user } = renderPage(<ReorderForm />, {
      viewer: { fName: text, lName: text },
      replies: [[readMedicationList, { ...list, companyName: text }]],
    });
    await user.click(await screen.findByRole('checkbox'));
    await screen.findByRole('button', { name: 'Print order' });
  },
  'the registration': async (text) => {
    openPortal(
      '/register?id=CODE',
      [
        [renewSession, noSession],
        [readInvitation, { pendingProvider: { companyName: text, email: text } }],
      ],
      branded(text),
    );
    await screen.findByRole('button', { name: 'Register' });
  },
  'the brands': async (text) => {
    brandsPage(text);
    await screen.findByRole('table', { name: 'Brands' });
  },
  'a brand with how it looks': async (text) => {
    await chosen(brandsPage(text), /^Actions for/, 'Update Brand Info');
    await screen.findByRole('region', { name: 'Preview' });
  },
  'the alerts of a brand': async (text) => {
    await chosen(brandsPage(text), /^Actions for/, 'Alerts');
    await screen.findByRole('textbox', { name: 'Message' });
  },
  'where a brand is tried': async (text) => {
    await chosen(brandsPage(text), /^Actions for/, 'Try It');
    await screen.findByRole('link', { name: 'Open the sign-in page' });
  },
  'a brand that is tried': async (text) => {
    openPortal('/sign-in?brand=7-0', [[renewSession, noSession]], { ...branded(text), isTried: true });
    await screen.findByRole('button', { name: 'Sign In' });
    await screen.findByText(/^You are trying the brand/);
  },
  'signing in': async (text) => {
    openPortal('/sign-in', [[renewSession, noSession]], branded(text));
    await screen.findByRole('button', { name: 'Sign In' });
  },
  'a failure that names what was typed': async (text) => {
    renderPage(<Participants />, {
      route: '/participants?site=2',
      replies: [[listTrials, { status: 400, body: { code: 'invalid', message: text } }]],
    });
    await screen.findByRole('button', { name: 'Try again' });
  },
};
/** As long as the markup: a text that is too long is told of in either. */
const plain = 'Plain words'.padEnd(markup.join(' ').length, 's');

/** What the document is made of: each element with the names of its attributes. */
const made = () =>
  [...document.querySelectorAll('*')]
    .filter((element) => element.tagName !== 'STYLE')
    .map((element) => `${element.tagName} ${element.getAttributeNames().sort().join(' ')}`);
const shownTimes = (text: string) => document.body.textContent.split(text).length - 1;

test.each(Object.keys(screens))('SEC-28 %s: markup makes no element and is read as it was typed', async (name) => {
  const draw = screens[name]!;
  await draw(plain);
  const [elements, times] = [made(), shownTimes(plain)];
  expect(times).toBeGreaterThan(0);
  cleanup();
  forgetPortal();
  const all = markup.join(' ');
  await draw(all);
  expect(made()).toEqual(elements);
  expect(shownTimes(all)).toBe(times);
});
