import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPharmacies, listPharmacyUsers } from '@portal/contract/partners/manage-endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { listPharmacySupply } from '@portal/contract/partners/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Viewer } from '#api/session.ts';
import { BrandTab } from '#rooms/care-groups/BrandTab.tsx';
import { MedicationEditor } from '#rooms/reorder-forms/MedicationEditor.tsx';
import { PartnerUsers } from '#rooms/partners/PartnerUsers.tsx';
import { SiteConnections } from '#rooms/partners/SiteConnections.tsx';
import { SitePartnersDialog } from '#rooms/partners/SitePartnersDialog.tsx';
import { InviteDialog } from '#rooms/providers/users/invite/InviteDialog.tsx';
import { PatientTable } from '#rooms/responses/PatientTable.tsx';
import { ReportDialog } from '#rooms/user-reports/ReportDialog.tsx';
import { AssessmentsTab } from '#rooms/workflows/AssessmentsTab.tsx';
import { DocumentsTab } from '#rooms/workflows/DocumentsTab.tsx';
import { aSite, aTrial } from '#test/participants.ts';
import { talker } from '#test/conversations.tsx';
import { aListed, listReply, nurse } from '#test/patients.tsx';
import { type Reply, renderPage } from '#test/portal.tsx';
import { aProduct } from '#test/products.ts';
import { pharmacist } from '#test/shipments.ts';
import CareGroupManagement from './CareGroupManagement.tsx';
import CareGroups from './CareGroups.tsx';
import Chat from './Chat.tsx';
import Patients from './Patients.tsx';
import PhysicianUserManagement from './PhysicianUserManagement.tsx';
import ProductManagement from './ProductManagement.tsx';
import ShipmentRequest from './ShipmentRequest.tsx';

const admin: Partial<Viewer> = { type: 'Admin', adminRights: true };
const nothing = () => undefined;
const site = { gId: 2, displayName: 'Boston' };
const northgate = {
  ppId: 7,
  pharmacyName: 'Northgate',
  phoneNumber: null,
  faxNumber: null,
  email: null,
  sendEmail: false,
  address: null,
  companyId: 1,
  version: 3,
};
const partner = { ...northgate, partnerId: 7, name: 'Northgate', shownName: 'Northgate' };
const places: Reply = [listTrials, { groups: [aTrial(), aSite()] }];

interface Case {
  ui: ReactNode;
  /** What is there all the same. Every other call is answered 404. */
  replies?: Reply[];
  viewer?: Partial<Viewer>;
  route?: string;
  /** What is said of the empty list. */
  says: string | RegExp;
}
const cases: [string, Case][] = [
  [
    'the groups that somebody is invited to',
    { ui: <InviteDialog onClose={nothing} />, says: 'There are no care groups to choose.' },
  ],
  [
    'the partners that are connected to a site',
    {
      ui: <SiteConnections kind="pharmacy" partners={[]} siteId={2} onSite={nothing} />,
      replies: [places],
      says: 'No pharmacy partner is connected to Boston General yet.',
    },
  ],
  [
    'the partners of a company',
    { ui: <SitePartnersDialog site={site as never} onClose={nothing} />, says: 'There is no pharmacy partner yet.' },
  ],
  [
    'the partners of a site, of those of the company',
    {
      ui: <SitePartnersDialog site={site as never} onClose={nothing} />,
      replies: [[listPharmacies, { pharmacyPartners: [northgate] }]],
      says: 'Not connected',
    },
  ],
  [
    'the people of a partner',
    { ui: <PartnerUsers kind="pharmacy" partner={partner} />, says: 'Nobody has been invited yet.' },
  ],
  ['the medication list', { ui: <MedicationEditor />, says: 'There are no medications in the list.' }],
  [
    'who can sign a report',
    {
      ui: <ReportDialog groupId={2} onClose={nothing} />,
      replies: [places],
      says: 'No one at this trial’s sponsor can sign.',
    },
  ],
  [
    'the trials that a report can be about',
    { ui: <ReportDialog groupId={null} onClose={nothing} />, says: 'Signs after you.' },
  ],
  ['the assessments of a workflow', { ui: <AssessmentsTab gId={2} />, says: 'No assessments to display' }],
  ['the documents of a workflow', { ui: <DocumentsTab gId={2} />, says: 'No documents to display' }],
  ['the tree of care groups', { ui: <CareGroupManagement />, says: 'There are no care groups yet.' }],
  ['the care groups', { ui: <CareGroups />, says: /no care groups/i }],
  ['the brands of a group', { ui: <BrandTab group={aTrial()} />, says: 'None' }],
  ['the shipments of a partner', { ui: <ShipmentRequest />, viewer: pharmacist, says: 'No past shipments' }],
  ['the delegates', { ui: <PhysicianUserManagement />, says: 'No physician delegate has been invited yet.' }],
  ['the trials with prices', { ui: <ProductManagement />, says: 'There are no trials to choose from.' }],
  [
    'the products of a trial',
    { ui: <ProductManagement />, replies: [places], route: '/?group=2', says: /^This trial has no products\./ },
  ],
  [
    'the partners of a product',
    {
      ui: <ProductManagement />,
      replies: [places, [listProducts, [aProduct()]]],
      route: '/?group=2&product=5',
      says: 'No pharmacy partners connected to trial.',
    },
  ],
  [
    'the prices of a product',
    {
      ui: <ProductManagement />,
      replies: [
        places,
        [listProducts, [aProduct()]],
        [listPharmacySupply, [{ productId: 5, ppId: 7, pharmacyName: 'Northgate', isSupplier: true }]],
      ],
      route: '/?group=2&product=5',
      says: 'No prices have been set yet.',
    },
  ],
  ['the conversations', { ui: <Chat />, viewer: talker, says: 'You have no conversations yet.' }],
  ['the patients', { ui: <Patients />, viewer: nurse, says: /^No patients/ }],
];

test.each(cases)('CLN-09 OPC-06 OPS-22 of %s a 404 is an empty list, without a message', async (_what, one) => {
  const { queryClient } = renderPage(one.ui, {
    viewer: one.viewer ?? admin,
    replies: one.replies ?? [],
    route: one.route ?? '/',
  });
  expect((await screen.findAllByText(one.says)).length).toBeGreaterThan(0);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText(/no reply for|There was a problem|Unable to/)).toBeNull();
});

test('CLN-09 broadcasts, and patients and colleagues that are looked for, are none where a 404 is answered', async () => {
  const { user } = renderPage(<Chat />, { viewer: talker, route: '/chat' });
  await user.click(await screen.findByRole('tab', { name: 'Broadcasts' }));
  expect(await screen.findByText(/no broadcasts/i)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a New Conversation' }));
  await user.write(dialog.getByRole('textbox', { name: 'Patients' }), 'gra');
  await user.write(dialog.getByRole('textbox', { name: 'Care providers' }), 'nor');
  expect(await dialog.findByText('No active patient matches.')).toBeDefined();
  expect(await dialog.findByText('No care provider matches.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// OPC-06 asks for an empty list here too; our server answers 404 for these only where the patient is out of sight, whose record is not empty.
test.each([
  ['AdditionalMed', 'No additional medications recorded'],
  ['DrugAllergy', 'No drug allergies recorded'],
  ['UserGoals', 'No goals recorded'],
] as const)('of the record of a patient, %s, a 404 does not say that there are none', async (type, none) => {
  const { queryClient } = renderPage(<PatientTable type={type} uId={31} held={{}} perhapsAdded={new Set()} />, {
    viewer: nurse,
  });
  await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(none)).toBeNull();
});

test.each([
  ['in words', new Response('<h1>Not Found</h1>', { status: 404 })],
  ['in JSON with another code', Response.json({ code: 404, message: 'Not Found' }, { status: 404 })],
])('CLN-09 a 404 that something in between answers %s is no empty list', async (_how, answer) => {
  renderPage(<PartnerUsers kind="pharmacy" partner={partner} />, {
    viewer: admin,
    replies: [[listPharmacyUsers, () => answer.clone()]],
  });
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Nobody has been invited yet.')).toBeNull();
});

const failed = (status: number) => ({ status, body: { code: 'unexpected', message: 'The server is away.' } });
test.each([
  ['patients', () => <Patients />, nurse, listPatients, listReply([aListed()]), 'Ann Archer'],
  [
    'people of a partner',
    () => <PartnerUsers kind="pharmacy" partner={partner} />,
    admin,
    listPharmacyUsers,
    { users: [{ fname: 'Priya', lname: 'Nair', email: 'priya@northgate.example', status: 1 }] },
    'Priya Nair',
  ],
] as const)(
  'CLN-09 the %s that were read stay where they cannot be read anew, and go where there is none any more',
  async (_what, ui, viewer, endpoint, reply, name) => {
    const page = renderPage(ui(), { viewer: viewer as Partial<Viewer>, replies: [[endpoint, reply]] });
    await screen.findByText(name);
    const readAnew = async (answer: object) => {
      const before = page.callsOf(endpoint).length;
      page.answer(endpoint, answer);
      void page.queryClient.invalidateQueries({ queryKey: [endpoint.path] });
      await waitFor(() => expect(page.callsOf(endpoint).length).toBeGreaterThan(before));
      await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
    };
    await readAnew(failed(503));
    expect(screen.getByText(name)).toBeDefined();
    expect(screen.queryByText('The server is away.')).toBeNull();
    await readAnew({ status: 404, body: { code: 'not_found', message: 'Not found.' } });
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);
