import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import Documents from '#pages/Documents.tsx';
import { aListedDocument, aPdf, contentOf, drawsPdfs, toSign } from '#test/documents.ts';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { aReply, openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';

drawsPdfs();

const bexley = aTrial({ gId: 9, displayName: 'Bexley Asthma Study', hasShippingRequest: false });
const admin = { type: 'Admin' as const, adminRights: true };
const sponsor = { type: 'Sponsor' as const };
const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };

interface Given {
  groups?: CareGroup[];
  documents?: api.ListedDocument[];
  signs?: api.ListedDocument[];
  forms?: object[];
  viewer?: object;
  route?: string;
  replies?: Reply[];
}
const open = (given: Given = {}) =>
  renderPage(<Documents />, {
    viewer: given.viewer ?? {},
    route: given.route ?? '/document?group=1',
    replies: [
      [listTrials, { groups: given.groups ?? [lyon, aSite(), bexley, aTrial()] }],
      [api.listGroupDocuments, { documents: given.documents ?? [] }],
      [listToSign, { documents: given.signs ?? [] }],
      [listTrainingForms, { acknowledgementTemplates: given.forms ?? [] }],
      ...(given.replies ?? []),
    ],
  });
type User = ReturnType<typeof open>['user'];

/** No list is on its way any more. */
const loaded = async () => {
  await screen.findByRole('option', { name: 'Lyon Clinic' });
  await waitFor(() => expect(screen.queryAllByRole('table', { busy: true })).toEqual([]));
};
const sectionNames = async () => {
  await loaded();
  return screen
    .getAllByRole('region')
    .map((one) => one.getAttribute('aria-label'))
    .filter((name) => name !== 'Messages');
};
const section = (name: string) => within(screen.getByRole('region', { name }));
const namesIn = (name: string) =>
  section(name)
    .queryAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('button')[0]?.textContent);
const menuOf = async (user: User, within_: ReturnType<typeof section>, name: string) => {
  await user.click(within_.getByRole('button', { name: `Actions for ${name}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const pick = (user: User, name: string) => user.click(screen.getByRole('menuitem', { name }));

describe('the trial or site', () => {
  test('DOC-01 ROL-09 an administrator opens the page, which is called Documents', async () => {
    openPortal('/document', [
      ...sessionReplies(admin),
      [listTrials, { groups: [aTrial()] }],
      [api.listGroupDocuments, { documents: [] }],
      [listToSign, { documents: [] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Documents' })).toBeDefined();
    expect(await screen.findByRole('combobox', { name: 'Select Trial/Site' })).toBeDefined();
  });

  test('DOC-02 DOC-19 trials are offered, each before its sites; the choice is read and stands in the address', async () => {
    const page = open({ route: '/document' });
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Select Trial/Site' });
    await within(picker).findByRole('option', { name: 'Lyon Clinic' });
    expect(
      within(picker)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select Trial/Site', 'Aurelia Migraine Study', 'Boston General', 'Lyon Clinic', 'Bexley Asthma Study']);
    expect(screen.getByText('Choose a trial or a site to see its documents.')).toBeDefined();
    await page.user.selectOptions(picker, 'Boston General');
    await waitFor(() => expect(page.router.state.location.search).toEqual({ group: 2 }));
    await waitFor(() => expect(page.callsOf(api.listGroupDocuments)[0]?.query).toEqual({ g_id: 2 }));
    page.unmount();
    open({ route: '/document' });
    expect(await screen.findByRole('option', { name: 'Boston General', selected: true })).toBeDefined();
  });

  test('DOC-02 the only one there is, is chosen', async () => {
    const { callsOf } = open({ groups: [aTrial()], route: '/document' });
    expect(await screen.findByRole('option', { name: 'Aurelia Migraine Study', selected: true })).toBeDefined();
    await waitFor(() => expect(callsOf(api.listGroupDocuments)[0]?.query).toEqual({ g_id: 1 }));
  });

  test('DOC-02 whoever has one site is there from the start, beside its trial', async () => {
    const { callsOf } = open({ groups: [aTrial(), aSite()], route: '/document' });
    expect(await screen.findByRole('option', { name: 'Boston General', selected: true })).toBeDefined();
    await waitFor(() => expect(callsOf(api.listGroupDocuments)[0]?.query).toEqual({ g_id: aSite().gId }));
  });
});

describe('the sections', () => {
  const formsAndAll = ['Order Form', 'Order Form - Need To Sign', 'Order Form - Completed', 'All Documents'];
  const reports = 'User Management Report - Completed';
  const ofAdmin = 'User Management Report - Need to Sign/Pending Sponsor';

  test('DOC-05 DOC-06 DOC-09 a site user has order forms and all documents', async () => {
    open();
    expect(await sectionNames()).toEqual(formsAndAll);
  });

  test('DOC-07 DOC-08 DOC-10 OPS-48 OPS-49 whoever has admin rights has reports and acknowledgment forms, too', async () => {
    open({ viewer: { adminRights: true } });
    expect(await sectionNames()).toEqual([
      ...formsAndAll.slice(0, 3),
      reports,
      ofAdmin,
      'All Documents',
      'Acknowledgment Forms',
    ]);
  });

  test('DOC-05 DOC-07 DOC-08 DOC-09 OPS-49 a sponsor has the reports alone', async () => {
    open({ viewer: sponsor });
    expect(await sectionNames()).toEqual([reports, 'User Management Report - Need to Sign']);
  });

  test.each([
    ['a site', 2],
    ['a trial without shipping requests', 9],
  ])('DOC-05 %s has no order form', async (_, gId) => {
    open({ route: `/document?group=${gId}` });
    expect(await sectionNames()).toEqual(formsAndAll.slice(1));
  });

  test('URP-01 reports are generated by administrators of trials alone', async () => {
    const viewers = [
      [admin, 1],
      [{ type: 'Site User' as const, adminRights: true }, 1],
      [{}, 0],
      [sponsor, 0],
      [{ ...admin, modules: ['ClinicalManagement'] }, 0],
    ] as const;
    for (const [viewer, offered] of viewers) {
      const page = open({ viewer });
      await screen.findByRole('combobox', { name: 'Select Trial/Site' });
      expect(screen.queryAllByRole('button', { name: 'Generate Report' })).toHaveLength(offered);
      page.unmount();
    }
  });

  test('DOC-10 before a group is chosen there are no acknowledgment forms', async () => {
    open({ viewer: admin, route: '/document' });
    expect(await sectionNames()).not.toContain('Acknowledgment Forms');
  });

  test('DOC-04 each folds away and comes back', async () => {
    const { user } = open({ documents: [aListedDocument()] });
    await screen.findByText('Protocol');
    await user.click(screen.getByRole('button', { name: 'All Documents (1)', expanded: true }));
    expect(screen.queryByText('Protocol')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All Documents (1)', expanded: false }));
    expect(screen.getByText('Protocol')).toBeDefined();
  });

  test('DOC-06 DOC-11 CON-01 CON-02 five rows of six are shown, and 5, 10 or 25 can be', async () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => aListedDocument({ docId: n, friendlyName: `Letter ${n}` }));
    const forms = six.map((one) => ({ ...one, srId: one.docId, srStatus: 'processing' as const, ...toSign }));
    open({ documents: six, signs: forms });
    await loaded();
    for (const name of ['All Documents', 'Order Form - Need To Sign']) {
      expect(namesIn(name)).toHaveLength(5);
      expect(
        within(section(name).getByRole('combobox', { name: /per page/ }))
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['5', '10', '25']);
    }
  });

  test('DOC-21 ERR-20 without documents each section says so', async () => {
    open();
    await sectionNames();
    expect(screen.getAllByText('No documents to display')).toHaveLength(4);
  });

  test('DOC-03 DOC-22 ERR-30 lists that could not be read are empty, nothing else is said, and nothing is uploaded', async () => {
    open({
      replies: [
        [api.listGroupDocuments, broken],
        [listToSign, broken],
        [listTrainingForms, broken],
      ],
      viewer: admin,
    });
    await waitFor(() => expect(screen.getAllByText('No documents to display')).toHaveLength(7));
    expect(screen.queryByRole('alert')).toBeNull();
    // What the trial has nobody knows (DOC-03).
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true);
  });
});

describe('what stands where', () => {
  const form = (docId: number, more: Partial<api.ListedDocument> = {}) =>
    aListedDocument({
      docId,
      friendlyName: `Form ${docId}`,
      isSignRequest: true,
      srId: 100 + docId,
      srStatus: 'preprocessing',
      g_id: 2,
      ...more,
    });

  test('ODF-05 SGN-02 SGN-21 DOC-20 OPS-50 order forms wait for the one whose turn it is, who has signed sees for whom, and they are completed once all have signed', async () => {
    const { user, router } = open({
      signs: [
        form(1, {
          ...toSign,
          signers: ['Sam Sites', 'Pat Prescriber'],
          participants: [{ participantId: 5, subjectNumber: '101-001' }],
        }),
        form(2, { waitsFor: 'Pat Prescriber' }),
        form(3, { isCompletelySigned: true }),
        form(4, { ...toSign, srStatus: 'cancelled' }),
        form(5, { isCompletelySigned: true, srStatus: 'damaged' }),
      ],
    });
    await screen.findByText('Form 1');
    expect(namesIn('Order Form - Need To Sign')).toEqual(['Form 1']);
    expect(namesIn('Order Form - Completed')).toEqual(['Form 3']);
    expect(namesIn('All Documents')).toEqual(['Form 2']);
    expect(section('All Documents').getByText('Waits for Pat Prescriber')).toBeDefined();
    const row = section('Order Form - Need To Sign').getAllByRole('row')[1] as HTMLElement;
    expect(row.textContent).toContain('Needs To Sign');
    expect(row.textContent).toContain('Boston General');
    expect(row.textContent).toContain('Subject 101-001 · Signers: Sam Sites, Pat Prescriber');
    await user.click(within(row).getByRole('button', { name: 'Sign, Form 1' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 1, sign: 1 }));
  });

  test('OPS-68 an order form is for the number that somebody has by now, with the one of then, and says of which nobody can tell whose it is', async () => {
    const now = { participantId: 5, subjectNumber: '101-891', numberNow: '101-892' };
    const nobodys = { participantId: null, isUncertain: true as const, subjectNumber: '101-893' };
    open({ signs: [form(1, { ...toSign, participants: [now, nobodys] })] });
    await screen.findByText('Form 1');
    const row = section('Order Form - Need To Sign').getAllByRole('row')[1] as HTMLElement;
    expect(row.textContent).toContain(
      'Subjects 101-892 (asked for as 101-891), 101-893 (may be another participant’s by now)',
    );
  });

  test('SGN-02 SEC-06 of what waits for somebody who may no longer sign it, a list says so and what to do', async () => {
    const vain = { waitsInVain: true, isSignRequest: true } as const;
    open({
      documents: [
        form(1, { ...vain, waitsFor: 'Pat Prescriber', g_id: 1 }),
        report(2, { ...vain, waitsFor: 'Sue Sponsor' }),
        aListedDocument({ ...vain, docId: 3, friendlyName: 'Paper', waitsFor: 'Otto Other' }),
        form(4, { waitsFor: 'Ada Able', g_id: 1 }),
      ],
    });
    await screen.findByText('Form 1');
    for (const sentence of [
      'Pat Prescriber can no longer sign it. Until the pharmacy starts processing the request, it can be cancelled and placed again.',
      'Sue Sponsor can no longer sign it. Delete the report and make it again.',
      'Otto Other can no longer sign it. Delete the document and send it round again.',
    ])
      expect(section('All Documents').getByText(sentence)).toBeDefined();
    expect(section('All Documents').getByText('Waits for Ada Able')).toBeDefined();
    expect(screen.queryByText(/^Ada Able can/)).toBeNull();
  });

  test('DOC-05 DOC-09 the order form of the trial has its section; all documents say for whom they wait', async () => {
    open({
      documents: [
        aListedDocument({ docId: 1, friendlyName: 'Aurelia order form', isTemplate: true, orderFormTemplate: true }),
        form(2, { waitsFor: 'Pat Prescriber', g_id: 1 }),
        form(3, { srStatus: 'cancelled' }),
      ],
    });
    await screen.findAllByText('Aurelia order form');
    expect(namesIn('Order Form')).toEqual(['Aurelia order form']);
    expect(namesIn('All Documents')).toEqual(['Aurelia order form', 'Form 2']);
    expect(section('All Documents').getByText('Pending')).toBeDefined();
    expect(section('All Documents').getByText('Waits for Pat Prescriber')).toBeDefined();
  });

  const report = (docId: number, more: Partial<api.ListedDocument> = {}) =>
    aListedDocument({
      docId,
      friendlyName: `Report ${docId}`,
      isSignRequest: true,
      isUserManagementReport: true,
      userManagementReport: 'pending',
      ...more,
    });
  const reports = [
    report(1, toSign),
    report(2, { waitsFor: 'Sue Sponsor' }),
    report(3, { isCompletelySigned: true, reportStatus: 'Accepted', userManagementReport: 'Accepted' }),
    report(4, { isRejected: true, reportStatus: 'Rejected', userManagementReport: 'Rejected' }),
  ];

  test('DOC-08 UMR-02 UMR-03 UMR-08 UMR-09 a sponsor has the reports whose turn is theirs, and those that ended', async () => {
    open({ viewer: sponsor, documents: reports, signs: reports.slice(0, 1) });
    await loaded();
    expect(namesIn('User Management Report - Need to Sign')).toEqual(['Report 1']);
    expect(namesIn('User Management Report - Completed')).toEqual(['Report 3', 'Report 4']);
    expect(section('User Management Report - Completed').getByText('Accepted')).toBeDefined();
    expect(section('User Management Report - Completed').getByText('Rejected')).toBeDefined();
  });

  test('UMR-07 UMR-09 who rejected a report and why stands in its row and over its pages, and it is not counted as completed', async () => {
    const rejection = { by: 'Sue Sponsor', at: new Date('2026-03-05T11:00:00Z'), reason: 'Two have left.' };
    const rejected = { ...reports[3], rejection } as api.ListedDocument;
    const shown = contentOf({ docId: 4, friendlyName: 'Report 4', filename: 'r.pdf' }, aPdf(['Who has access']));
    const { user } = open({
      viewer: sponsor,
      documents: [...reports.slice(0, 3), rejected],
      replies: [[api.fetchDocument, shown]],
    });
    await loaded();
    const completed = section('User Management Report - Completed');
    expect(completed.getByText('Rejected by Sue Sponsor, 05-Mar-2026: Two have left.')).toBeDefined();
    const chips = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Needs To Sign 1',
      'Pending 0',
      'Completed 1',
      'Rejected 1',
    ]);
    await user.click(completed.getByRole('button', { name: 'Report 4' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Report 4' }));
    expect((await viewer.findByRole('note')).textContent).toBe('Rejected by Sue Sponsor, 05-Mar-2026Two have left.');
  });

  test('whoever once asked for reports and administers no more is told of no number of them: no section shows them', async () => {
    open({ viewer: { ...admin, type: 'Nurse', adminRights: false }, signs: reports.slice(2) });
    await loaded();
    expect(screen.queryByRole('region', { name: 'User Management Report - Completed' })).toBeNull();
    const chips = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['Needs To Sign 0', 'Pending 0', 'Completed 0']);
  });

  test('DOC-08 UMR-04 SGN-02 an administrator has the ones that wait for the sponsor, too', async () => {
    open({ viewer: admin, documents: reports });
    await loaded();
    const name = 'User Management Report - Need to Sign/Pending Sponsor';
    expect(namesIn(name)).toEqual(['Report 1', 'Report 2']);
    expect(section(name).getByText('Pending')).toBeDefined();
  });

  test('DOC-02 UMR-03 a report of another site goes with its site, from the section and from the buttons; what waits for this person stays', async () => {
    const elsewhere = [
      report(5, { g_id: lyon.gId, waitsFor: 'Sue Sponsor' }),
      report(6, { g_id: lyon.gId, isRejected: true, reportStatus: 'Rejected', userManagementReport: 'Rejected' }),
      report(7, { ...toSign, g_id: lyon.gId }),
    ];
    const chips = () =>
      within(screen.getByRole('group', { name: 'Show only' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    const [toDo, ended] = [
      'User Management Report - Need to Sign/Pending Sponsor',
      'User Management Report - Completed',
    ];
    const { user } = open({ viewer: admin, signs: elsewhere, route: `/document?group=${lyon.gId}` });
    await screen.findByText('Report 5');
    expect([namesIn(toDo), namesIn(ended)]).toEqual([['Report 5', 'Report 7'], ['Report 6']]);
    expect(chips()).toEqual(['Needs To Sign 1', 'Pending 1', 'Completed 0', 'Rejected 1']);
    const pick = screen.getByRole('combobox', { name: 'Select Trial/Site' });
    await user.selectOptions(pick, 'Boston General');
    await waitFor(() => expect(namesIn(toDo)).toEqual(['Report 7']));
    expect(namesIn(ended)).toEqual([]);
    expect(chips()).toEqual(['Needs To Sign 1', 'Pending 0', 'Completed 0']);
    // The trial has the reports of its sites, too.
    await user.selectOptions(pick, '1');
    await waitFor(() => expect(namesIn(ended)).toEqual(['Report 6']));
    expect(chips()).toEqual(['Needs To Sign 1', 'Pending 1', 'Completed 0', 'Rejected 1']);
  });

  test('DOC-10 DOC-18 ACK-10 acknowledgment forms say their name, their user types, and how many have signed', async () => {
    const forms = [
      { docId: 8, g_id: 1, friendlyName: 'GCP training', userTypes: 'Site User,Sponsor', people: 12, signed: 3 },
    ];
    // A site lists those of its trial as well, which it cannot open or take away.
    const ofTrial = { docId: 9, g_id: 7, friendlyName: 'Of all sites', userTypes: 'Site User', people: 2, signed: 2 };
    const { callsOf } = open({ viewer: admin, forms: [...forms, ofTrial] });
    await screen.findByText('Of all sites (of the trial)');
    expect(section('Acknowledgment Forms').getByRole('button', { name: 'GCP training' })).toBeDefined();
    expect(section('Acknowledgment Forms').queryByRole('button', { name: /Of all sites/ })).toBeNull();
    const [head, row] = section('Acknowledgment Forms').getAllByRole('row');
    expect(
      within(head as HTMLElement)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'User Types', 'Signed', 'Action']);
    expect(within(row as HTMLElement).getByText('Site User, Sponsor')).toBeDefined();
    expect(within(row as HTMLElement).getByText('3 of 12')).toBeDefined();
    expect(callsOf(listTrainingForms)[0]?.query).toEqual({ g_id: 1 });
  });

  test('a search narrows every section', async () => {
    const { user } = open({
      documents: [aListedDocument(), aListedDocument({ docId: 52, friendlyName: 'Manual' })],
      signs: [form(3, toSign)],
    });
    await screen.findByText('Manual');
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles()).toContain('All Documents (2)');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'manu');
    expect(namesIn('All Documents')).toEqual(['Manual']);
    expect(titles()).toContain('All Documents (1 of 2)');
    expect(titles()).toContain('Order Form - Need To Sign (0 of 1)');
    expect(section('Order Form - Need To Sign').getByText('No document matches “manu”.')).toBeDefined();
  });

  test('OPS-23 a list that goes on shows the next ones', async () => {
    const { user, callsOf } = open({
      replies: [
        [
          api.listGroupDocuments,
          ({ query }: { query: { after?: number } }) =>
            query.after
              ? { documents: [aListedDocument({ docId: 3, friendlyName: 'Older' })] }
              : aReply(api.listGroupDocuments, { documents: [aListedDocument()] }, { 'x-more': '51' }),
        ],
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Older')).toBeDefined();
    expect(callsOf(api.listGroupDocuments).map(({ query }) => query)).toEqual([{ g_id: 1 }, { g_id: 1, after: 51 }]);
  });

  /** What somebody signs, in two portions: the older one that waits for them comes with both. */
  const inPortions = (newest: api.ListedDocument, waiting: api.ListedDocument, older: api.ListedDocument): Reply => [
    listToSign,
    ({ query }: { query: { after?: number } }) =>
      query.after
        ? { documents: [older, waiting] }
        : aReply(listToSign, { documents: [newest, waiting] }, { 'x-more': String(newest.docId) }),
  ];

  test('ODF-05 OPS-23 of more forms than come at once the one that waits stands there, and older ones are added by a press', async () => {
    const completed = { isCompletelySigned: true };
    const page = open({ replies: [inPortions(form(900, completed), form(3, toSign), form(7, completed))] });
    expect(
      await screen.findByText(
        'Showing 2 documents you were asked to sign. There are older ones. Search covers the loaded rows only.',
      ),
    ).toBeDefined();
    expect(namesIn('Order Form - Need To Sign')).toEqual(['Form 3']);
    expect(namesIn('Order Form - Completed')).toEqual(['Form 900']);
    await page.user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Showing all 3 documents you were asked to sign.')).toBeDefined();
    expect(namesIn('Order Form - Need To Sign')).toEqual(['Form 3']);
    expect(namesIn('Order Form - Completed')).toEqual(['Form 900', 'Form 7']);
    const { cp_id } = page.callsOf(listToSign)[0]!.query as { cp_id: number };
    expect(page.callsOf(listToSign).map(({ query }) => query)).toEqual([{ cp_id }, { cp_id, after: 900 }]);
  });

  test('UMR-03 OPS-23 a sponsor, who has reports alone, reads on among these', async () => {
    const report = (docId: number, more: object) =>
      aListedDocument({ docId, friendlyName: `Report ${docId}`, isUserManagementReport: true, g_id: 1, ...more });
    const accepted = { isCompletelySigned: true, userManagementReport: 'Accepted' };
    const { user } = open({
      viewer: sponsor,
      replies: [inPortions(report(900, accepted), report(3, toSign), report(7, accepted))],
    });
    await user.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Showing all 3 documents you were asked to sign.')).toBeDefined();
    expect(namesIn('User Management Report - Completed')).toEqual(['Report 900', 'Report 7']);
    expect(namesIn('User Management Report - Need to Sign')).toEqual(['Report 3']);
  });
});

describe('what is done with a document', () => {
  const protocol = aListedDocument();
  const ready = () => screen.findByText('Protocol');

  test('DOC-09 DOC-13 one is viewed from its row or its name, and its file can be kept; the address names it', async () => {
    const { user, router } = open({
      documents: [protocol],
      replies: [[api.fetchDocument, contentOf(protocol, aPdf(['Chapter one']))]],
    });
    await ready();
    expect(await menuOf(user, section('All Documents'), 'Protocol')).toEqual(['View']);
    await pick(user, 'View');
    const viewer = within(await screen.findByRole('dialog', { name: 'Protocol' }));
    expect(await viewer.findByText('Chapter one')).toBeDefined();
    expect(viewer.getByRole('button', { name: 'Download' })).toBeDefined();
    expect(viewer.queryByRole('button', { name: 'Reject' })).toBeNull();
    expect(router.state.location.search).toEqual({ group: 1, view: 51 });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 1 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('DOC-13 a document that an address names opens although no list has it', async () => {
    const other = aListedDocument({ docId: 77, friendlyName: 'From a link' });
    open({ route: '/document?group=1&view=77', replies: [[api.fetchDocument, contentOf(other, aPdf(['Hello']))]] });
    expect(await screen.findByRole('dialog', { name: 'From a link' })).toBeDefined();
  });

  test('DOC-09 what an administrator may not delete offers no Delete', async () => {
    const page = open({
      viewer: admin,
      documents: [aListedDocument({ mayDelete: false }), aListedDocument({ docId: 52, friendlyName: 'House rules' })],
    });
    await loaded();
    expect(await menuOf(page.user, section('All Documents'), 'House rules')).toContain('Delete');
    await page.user.keyboard('{Escape}');
    expect(await menuOf(page.user, section('All Documents'), 'Protocol')).not.toContain('Delete');
  });

  test('DOC-09 LIB-05 an administrator deletes one after reading what that does', async () => {
    const sent = aListedDocument({ friendlyName: 'Contract', isSignRequest: true, waitsFor: 'Pat Prescriber' });
    const page = open({ viewer: admin, documents: [sent], replies: [[api.deleteDocument, { message: 'ok' }]] });
    await screen.findByText('Contract');
    expect(await menuOf(page.user, section('All Documents'), 'Contract')).toEqual([
      'View',
      'Remove from group',
      'Delete',
    ]);
    await pick(page.user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete document' }));
    expect(dialog.getByText('Are you sure you would like to delete this document?')).toBeDefined();
    expect(
      dialog.getByText('The open request for signatures is withdrawn: Pat Prescriber can no longer sign it.'),
    ).toBeDefined();
    expect(
      dialog
        .getAllByRole('button')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancel', 'Confirm']);
    page.answer(api.listGroupDocuments, { documents: [] });
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Document “Contract” is deleted.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Contract')).toBeNull());
    expect(page.callsOf(api.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 51 }]);
  });

  test.each([
    ['Delete', api.deleteDocument, 'Failed to delete the document.'],
    ['Remove from group', api.detachFromGroup, 'Failed to delete the document from group.'],
  ])(
    'DOC-23 ERR-14 what fails at "%s" is said, with the reason, and can be tried again',
    async (act, call, sentence) => {
      const refused = {
        status: 409,
        body: { code: 'document.signed', message: 'A signed document cannot be changed.' },
      };
      const page = open({ viewer: admin, documents: [protocol], replies: [[call, refused]] });
      await ready();
      await menuOf(page.user, section('All Documents'), 'Protocol');
      await pick(page.user, act);
      await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(sentence)).toBeDefined();
      expect(within(alert).getByText('A signed document cannot be changed.')).toBeDefined();
      page.answer(call, { message: 'ok' });
      await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  test.each([
    ['Delete', api.deleteDocument, 'deleted', 'Document “Protocol” is deleted.'],
    [
      'Remove from group',
      api.detachFromGroup,
      'removed',
      'Document “Protocol” is removed from Aurelia Migraine Study.',
    ],
  ])(
    'DOC-23 REL-06 "%s" whose answer is lost says that nobody knows, and a second press that finds nothing any more that it is done',
    async (act, call, done, toast) => {
      const dead = () => Promise.reject(new TypeError('the line is dead'));
      const page = open({ viewer: admin, documents: [protocol], replies: [[call, dead]] });
      await ready();
      await menuOf(page.user, section('All Documents'), 'Protocol');
      await pick(page.user, act);
      await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(`It is not known whether the document was ${done}`)).toBeDefined();
      expect(alert.textContent).toContain('Press “Confirm” again to find out: it is not done twice.');
      page.answer(call, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
      await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
      expect(await screen.findByText(toast)).toBeDefined();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  test('DOC-23 a document that is gone already, though every try was answered, is not said to be deleted', async () => {
    const gone = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
    const page = open({ viewer: admin, documents: [protocol], replies: [[api.deleteDocument, gone]] });
    await ready();
    await menuOf(page.user, section('All Documents'), 'Protocol');
    await pick(page.user, 'Delete');
    for (const tries of [1, 2]) {
      await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(page.callsOf(api.deleteDocument)).toHaveLength(tries));
      expect(within(await screen.findByRole('alert')).getByText('Failed to delete the document.')).toBeDefined();
    }
  });

  test('APD-04 one is taken out of the chosen group', async () => {
    const page = open({ viewer: admin, documents: [protocol], replies: [[api.detachFromGroup, { message: 'ok' }]] });
    await ready();
    await menuOf(page.user, section('All Documents'), 'Protocol');
    await pick(page.user, 'Remove from group');
    await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Document “Protocol” is removed from Aurelia Migraine Study.')).toBeDefined();
    expect(page.callsOf(api.detachFromGroup).map(({ query }) => query)).toEqual([{ docId: 51, g_id: 1 }]);
  });

  test('APD-04 a document that is to be taken out of a trial is taken out of that one, although another one is chosen by itself meanwhile', async () => {
    const page = open({
      viewer: admin,
      groups: [bexley, aTrial()],
      documents: [protocol],
      replies: [[api.detachFromGroup, { message: 'ok' }]],
    });
    await screen.findByRole('option', { name: 'Bexley Asthma Study' });
    await waitFor(() => expect(screen.queryAllByRole('table', { busy: true })).toEqual([]));
    await menuOf(page.user, section('All Documents'), 'Protocol');
    await pick(page.user, 'Remove from group');
    const question = within(await screen.findByRole('dialog', { name: 'Remove from group' }));
    page.answer(listTrials, { groups: [bexley] });
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(page.router.state.location.href).toBe('/document?group=9'));
    question.getByText(/“Protocol” from Aurelia Migraine Study\?$/);
    await page.user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(page.callsOf(api.detachFromGroup).map(({ query }) => query)).toEqual([{ docId: 51, g_id: 1 }]),
    );
  });

  test('what somebody else adds or signs appears without a reload', async () => {
    const page = open();
    await sectionNames();
    page.answer(api.listGroupDocuments, { documents: [protocol] });
    await page.live.tell({ type: 'document.changed', id: 51, careGroupId: 1 });
    expect(await screen.findByText('Protocol')).toBeDefined();
    page.answer(listToSign, { documents: [aListedDocument({ ...toSign, docId: 60, friendlyName: 'Consent' })] });
    await page.live.tell({ type: 'signing.changed', id: 4 });
    expect(await screen.findByText('Consent')).toBeDefined();
  });

  test('DOC-03 DOC-15 "Upload" is for admin rights alone, waits until the documents are there, and opens the wizard', async () => {
    const site = open();
    await sectionNames();
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
    site.unmount();
    let answer: (reply: unknown) => void = () => undefined;
    const waiting = new Promise((resolve) => (answer = resolve));
    const { user } = open({ viewer: { adminRights: true }, replies: [[api.listGroupDocuments, () => waiting]] });
    const upload = await screen.findByRole<HTMLButtonElement>('button', { name: 'Upload' });
    expect(upload.disabled).toBe(true);
    answer({ documents: [] });
    await waitFor(() => expect(upload.disabled).toBe(false));
    await user.click(upload);
    expect(await screen.findByRole('dialog', { name: 'Select Upload Type' })).toBeDefined();
  });
});
