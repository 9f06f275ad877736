import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/clinic/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { routeOf } from '#app/routes.ts';
import { aFlag, anIntervention, openDashboard } from '#test/clinic.tsx';
import { diabetes, failure, press } from '#test/patients.tsx';
import { openPortal, sessionReplies, setWidth } from '#test/portal.tsx';

const card = async (name: string) => {
  const region = await screen.findByRole('region', { name });
  await waitFor(() => expect(region.getAttribute('aria-busy')).not.toBe('true'));
  return within(region);
};
const tree = async () => within(await screen.findByRole('tree', { name: 'Care groups' }));
const items = async () => (await tree()).getAllByRole('treeitem').map(({ textContent }) => textContent);
const patients = (group = 'Heart Clinic') => screen.findByRole('table', { name: `Patients of ${group}` });
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
const two = [
  anIntervention(),
  anIntervention({ uId: 32, fName: 'Bob', lName: 'Baker', flagged: [[2]] }),
  anIntervention({
    uId: 33,
    fName: 'Cid',
    lName: 'Cole',
    sId: [5, 6],
    surveyEventId: [1, 2],
    surveyName: ['Pain Check', 'Mood'],
    started: [new Date(), new Date()],
    due: [new Date(), new Date()],
    flagged: [null, [1]],
  }),
];

describe('the cards', () => {
  test('RTE-06 OPC-14 the page is called "Dashboard"', () => {
    expect(routeOf('/dashboard')).toMatchObject({ title: 'Dashboard', access: { module: 'Assessments' } });
    expect(routeOf('/dashboard')?.page).toBeDefined();
  });

  test('CDB-01 CDB-02 CDB-03 CDB-04 CDB-05 CDB-06 DSH-13 OPC-16 four cards show what the server counted', async () => {
    const page = openDashboard();
    expect((await card('Flagged Events')).getByText('5')).toBeDefined();
    expect((await card('Flagged Events')).getByText(/25% from last month/)).toBeDefined();
    const active = await card('Active Patients');
    expect(active.getByText('1,204')).toBeDefined();
    expect(active.getByText(/-20% from last month/)).toBeDefined();
    const completed = await card('Completed Assessments');
    expect(completed.getByText('12')).toBeDefined();
    expect(completed.getByText('of 48 this month')).toBeDefined();
    const bar = completed.getByRole('progressbar');
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['12', '48']);
    expect((bar.firstElementChild as HTMLElement).style.width).toBe('25%');
    expect((await card('Upcoming Follow-Ups')).getByText('7')).toBeDefined();
    expect(page.callsOf(api.countFlagged).map(({ query }) => query)).toEqual([{ company_id: 1 }]);
  });

  test('CAA-07 CAA-08 CAA-09 CAA-10 whoever sees some groups alone is told that the numbers are of the company', async () => {
    const page = openDashboard({ viewer: { seesWholeCompany: false } });
    await card('Flagged Events');
    expect(screen.getAllByText('In the whole company')).toHaveLength(4);
    page.unmount();
    openDashboard({ viewer: { seesWholeCompany: true } });
    await card('Flagged Events');
    expect(screen.queryByText('In the whole company')).toBeNull();
  });

  test('CDB-04 a month before without any counts as one', async () => {
    openDashboard({ replies: [[api.countFlagged, { numFlagged: 5, prevMonthFlagged: 0 }]] });
    expect((await card('Flagged Events')).getByText(/500% from last month/)).toBeDefined();
  });

  test('CDB-09 CER-06 a number that could not be read says why, and is asked for again', async () => {
    const page = openDashboard({ replies: [[api.countFlagged, failure(500, 'The numbers are being counted.')]] });
    const flagged = await card('Flagged Events');
    expect((await flagged.findByRole('alert')).textContent).toContain('The numbers are being counted.');
    page.answer(api.countFlagged, { numFlagged: 9, prevMonthFlagged: 9 });
    await page.user.click(flagged.getByRole('button', { name: 'Try again' }));
    expect(await flagged.findByText('9')).toBeDefined();
  });

  test('CDB-09 a number that could not be read anew says why beside the one that was read before', async () => {
    const page = openDashboard();
    const flagged = await card('Flagged Events');
    await waitFor(() => expect(page.callsOf(api.countFlagged)).toHaveLength(1));
    const before = (await flagged.findByText(/from last month/)).textContent;
    page.answer(api.countFlagged, failure(500, 'The numbers are being counted.'));
    await page.live.tell({ type: 'response.changed', id: 1 });
    expect((await flagged.findByRole('alert')).textContent).toContain('The numbers are being counted.');
    expect(flagged.getByText(/from last month/).textContent).toBe(before);
    page.answer(api.countFlagged, { numFlagged: 9, prevMonthFlagged: 9 });
    await page.user.click(flagged.getByRole('button', { name: 'Try again' }));
    expect(await flagged.findByText('9')).toBeDefined();
    expect(flagged.queryByRole('alert')).toBeNull();
  });

  test.each([
    [false, false, 'Upcoming Follow-Ups'],
    [false, true, 'Upcoming Follow-Ups'],
    [true, true, 'Upcoming Follow-Ups'],
    [true, false, 'Refill Requests'],
  ])('CDB-07 OPC-17 CLN-16 demo mode %s, module %s: the last card is "%s"', async (isDemo, hasModule, last) => {
    openDashboard({ isDemo, viewer: { modules: hasModule ? ['Assessments', 'FollowUp'] : ['Assessments'] } });
    await card('Flagged Events');
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names.slice(0, 5)).toEqual([
      'Needs you',
      'Flagged Events',
      'Active Patients',
      'Completed Assessments',
      last,
    ]);
  });

  test('CDB-08 CCN-05 DMO-01 in demo mode the cards show fixed numbers that say they are samples, and nothing is asked; with it off there is none', async () => {
    const page = openDashboard({ isDemo: true });
    expect((await card('Flagged Events')).getByText('5')).toBeDefined();
    expect((await card('Flagged Events')).getByText(/25% from last month \(4\)/)).toBeDefined();
    expect((await card('Active Patients')).getByText('85')).toBeDefined();
    expect((await card('Active Patients')).getByText(/9% from last month \(78\)/)).toBeDefined();
    expect((await card('Completed Assessments')).getByText('122')).toBeDefined();
    expect((await card('Completed Assessments')).getByText('of 170 this month')).toBeDefined();
    expect((await card('Refill Requests')).getByText('22')).toBeDefined();
    await patients();
    for (const call of [api.countFlagged, api.countActivePatients, api.countAssessments, api.countFollowUps])
      expect(page.callsOf(call)).toEqual([]);
    expect(screen.getAllByText('Sample, not a real count')).toHaveLength(4);
    page.unmount();
    openDashboard();
    await patients();
    expect(screen.queryByText('Sample, not a real count')).toBeNull();
    expect(screen.queryByText('85')).toBeNull();
  });

  test('CDB-08 CCN-05 with the module of follow-ups the sample is 12', async () => {
    openDashboard({ isDemo: true, viewer: { modules: ['Assessments', 'FollowUp'] } });
    expect((await card('Upcoming Follow-Ups')).getByText('12')).toBeDefined();
  });

  test('DMO-11 CCN-22 OPC-98 the bulletin is kept in this browser, and shown in demo mode alone', async () => {
    const page = openDashboard();
    await patients();
    expect(localStorage.getItem('bulletin')).toContain('vaccine');
    expect(screen.queryByRole('note')).toBeNull();
    page.unmount();
    localStorage.setItem('bulletin', 'The vaccine is here.');
    openDashboard({ isDemo: true });
    expect((await screen.findByRole('note')).textContent).toBe('The vaccine is here.');
  });

  test('CDB-10 CER-07 on a phone it is said that a desktop shows more, and everything is there all the same', async () => {
    setWidth(390);
    openPortal('/dashboard', [
      ...sessionReplies({ type: 'Nurse', modules: ['Assessments'] }),
      [api.countFlagged, { numFlagged: 5, prevMonthFlagged: 4 }],
    ]);
    expect(await screen.findByText('Please view the site on your desktop.')).toBeDefined();
    expect((await card('Flagged Events')).getByText('5')).toBeDefined();
  });
});

describe('the tree', () => {
  test('CDB-11 TRE-01 TRE-02 below the cards the groups stand below each other, and the one that is pressed lists its patients', async () => {
    const page = openDashboard({ route: '/dashboard' });
    expect(await items()).toEqual(['Cardiology', 'Diabetes']);
    expect(await screen.findByText('Choose a care group to see its patients.')).toBeDefined();
    const groups = screen.getByRole('tree', { name: 'Care groups' });
    for (const name of ['Flagged Events', 'Active Patients', 'Completed Assessments', 'Upcoming Follow-Ups']) {
      const above = screen.getByRole('region', { name });
      expect(above.compareDocumentPosition(groups), name).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
    const { user } = page;
    const item = async (name: string) => (await tree()).getByRole('treeitem', { name });
    expect((await item('Cardiology')).getAttribute('aria-expanded')).toBe('false');
    await user.click((await item('Cardiology')).querySelector('[data-fold]')!);
    expect(await items()).toEqual(['Cardiology', 'Heart Clinic', 'Diabetes']);
    await user.click((await tree()).getByText('Heart Clinic'));
    await patients();
    expect((await item('Heart Clinic')).getAttribute('aria-selected')).toBe('true');
    expect(page.callsOf(api.listInterventions).map(({ query }) => query)).toEqual([{ g_id: [2] }]);
    expect(page.router.state.location.search).toEqual({ group: 2 });
  });

  test('its keys are those of every tree, and what is unfolded stays so', async () => {
    const page = openDashboard({ route: '/dashboard' });
    const { user } = page;
    const focused = () => document.activeElement?.textContent;
    await tree();
    (await tree()).getByRole('treeitem', { name: 'Cardiology' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('Heart Clinic');
    await user.keyboard('{End}');
    expect(focused()).toBe('Diabetes');
    await user.keyboard('{Home}{ArrowDown}{Enter}');
    expect(focused()).toBe('Heart Clinic');
    await patients();
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('Cardiology');
    await user.keyboard('{ArrowLeft}');
    expect(await items()).toEqual(['Cardiology', 'Diabetes']);
    await user.keyboard('{ArrowRight}');
    page.unmount();
    openDashboard({ route: '/dashboard?group=3' });
    expect(await items()).toEqual(['Cardiology', 'Heart Clinic', 'Diabetes']);
    await patients('Diabetes');
  });

  test('TRE-01 the group of the address is unfolded to, and who came last comes back to their own', async () => {
    const page = openDashboard();
    await patients();
    expect(await items()).toEqual(['Cardiology', 'Heart Clinic', 'Diabetes']);
    await page.user.click((await tree()).getByText('Heart Clinic'));
    page.unmount();
    const again = openDashboard({ route: '/dashboard' });
    await patients();
    expect(again.router.state.location.search).toEqual({ group: 2 });
  });

  test('TRE-02 whoever has one group sees its patients at once', async () => {
    openDashboard({ route: '/dashboard', replies: [[listCareGroups, { groups: [diabetes] }]] });
    expect(await patients('Diabetes')).toBeDefined();
  });

  test('TRE-04 CER-04 groups that could not be read say so', async () => {
    openDashboard({ replies: [[listCareGroups, failure(500, 'There was a problem loading care groups')]] });
    expect(await screen.findByText('There was a problem retrieving care groups.')).toBeDefined();
  });

  test('TRE-05 CLN-09 CER-04 groups that are not found are none', async () => {
    openDashboard({ replies: [[listCareGroups, failure(404, 'No groups')]] });
    expect(await screen.findByText('You are not in any care group.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('TRE-04 CER-05 patients who could not be read say so', async () => {
    openDashboard({ replies: [[api.listInterventions, failure(500, 'broken')]] });
    expect(await screen.findByText('There was a problem retrieving patient data.')).toBeDefined();
  });

  test('CLN-09 flagged answers that are not found are none', async () => {
    openDashboard({ replies: [[listFlaggedAnswers, failure(404, 'nothing')]] });
    expect(await screen.findByText('No flagged answer is open.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('TRE-05 CER-05 patients who are not found are none', async () => {
    openDashboard({ replies: [[api.listInterventions, failure(404, 'nothing')]] });
    expect(await screen.findByText('Nobody in Heart Clinic has anything open or flagged.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the patients', () => {
  test('PTB-02 PTB-03 PTB-05 PTB-06 PTB-09 each has one row with a type and a button', async () => {
    openDashboard({ replies: [[api.listInterventions, { interventions: two }]] });
    const table = await patients();
    await within(table).findByText('Ann Archer');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Type', 'Action']);
    expect(cells(table)).toEqual([
      ['Ann ArcherPain Check', 'Incomplete', 'Respond'],
      ['Bob BakerPain Check', 'Answer(s) Flagged', 'Respond'],
      ['Cid ColePain Check, Mood', 'Multiple Issues', 'Respond'],
    ]);
  });

  test('where the birth date is told it stands below the name', async () => {
    openDashboard({
      replies: [[api.listInterventions, { interventions: [anIntervention({ dob: '1980-03-05' })] }]],
    });
    const table = await patients();
    await within(table).findByText('Ann Archer');
    expect(cells(table)).toEqual([['Ann Archerborn 03/05/1980, Pain Check', 'Incomplete', 'Respond']]);
  });

  test('two patients of one name are told apart by their dates of birth, also in the name of "Respond"', async () => {
    const alike = [anIntervention({ dob: '1951-07-09' }), anIntervention({ uId: 32, dob: '1980-03-05' })];
    openDashboard({ replies: [[api.listInterventions, { interventions: alike }]] });
    await patients();
    const buttons = await screen.findAllByRole('button', { name: /^Respond/ });
    expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Respond, Ann Archer, born 07/09/1951',
      'Respond, Ann Archer, born 03/05/1980',
    ]);
  });

  test('PTB-01 the search narrows by name', async () => {
    const page = openDashboard({ replies: [[api.listInterventions, { interventions: two }]] });
    await screen.findByRole('button', { name: 'Bob Baker' });
    await page.user.type(screen.getByPlaceholderText('Search by name'), 'bak');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ann Archer' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Bob Baker' })).toBeDefined();
  });

  test('PTB-04 CLN-23 CCN-01 ten patients a page, or five, or twenty-five', async () => {
    const many = Array.from({ length: 12 }, (_, n) => anIntervention({ uId: 100 + n, lName: `No ${n}` }));
    openDashboard({ replies: [[api.listInterventions, { interventions: many }]] });
    await screen.findByText('1–10 of 12');
    const size = screen.getByRole('combobox', { name: 'Patients of Heart Clinic: rows per page' });
    expect([...size.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['5', '10', '25']);
  });

  test('PTB-07 CLN-03 a name leads to the page of the patient', async () => {
    const page = openDashboard();
    await press(page.user, 'Ann Archer');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient'));
    expect(page.router.state.location.state).toMatchObject({ uId: 31 });
  });

  test('OPC-21 OPC-49 it is said why a patient here may be missing in the list of the group', async () => {
    openDashboard({ replies: [[api.listInterventions, { interventions: two }]] });
    await patients();
    expect(
      screen.getByText(
        'Active patients of every type. The list of this group under Patients has only portal patients.',
      ),
    ).toBeDefined();
  });

  test('OPC-15 where patients have no page the name is plain text', async () => {
    openDashboard({ viewer: { modules: ['Assessments', 'TrialCard'] } });
    expect(await screen.findByText('Ann Archer')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ann Archer' })).toBeNull();
  });

  test('what happens to patients is seen at once', async () => {
    const page = openDashboard();
    await screen.findByText('Ann Archer');
    page.answer(api.listInterventions, { interventions: [anIntervention({ fName: 'Zoe' })] });
    page.answer(api.countFlagged, { numFlagged: 6, prevMonthFlagged: 4 });
    await page.live.tell({ type: 'response.changed', id: 1 });
    expect(await screen.findByText('Zoe Archer')).toBeDefined();
    expect(await (await card('Flagged Events')).findByText('6')).toBeDefined();
  });

  test('who sees no patients is told so', async () => {
    const page = openDashboard({ viewer: { type: 'Sponsor' } });
    expect(await screen.findByText('Your role does not see patients.')).toBeDefined();
    expect(page.callsOf(api.listInterventions)).toEqual([]);
  });
});

describe('what waits', () => {
  const need = { kind: 'conversations', count: 2, gId: null, siteName: null, trialName: null } as const;

  test('on top of the dashboard people are told of conversations with unread messages', async () => {
    openDashboard({
      viewer: { modules: ['Assessments', 'Messaging'] },
      replies: [[listNeeds, { needs: [need] }]],
    });
    const needs = within(await screen.findByRole('region', { name: 'Needs you' }));
    const link = await needs.findByRole('link', { name: '2 conversations with unread messages' });
    expect(link.getAttribute('href')).toBe('/chat?scope=unread');
  });

  test('a sponsor of a clinic is told of nothing: nothing is asked, and nothing is in its place', async () => {
    const page = openDashboard({
      viewer: { type: 'Sponsor', modules: ['Assessments'] },
      replies: [[listNeeds, { needs: [need] }]],
    });
    await screen.findByText('Your role does not see patients.');
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    expect(page.callsOf(listNeeds)).toHaveLength(0);
  });
});

test('each number of "Needs you" leads to the flagged answers on the same page', async () => {
  const need = { gId: null, siteName: null, trialName: null };
  const page = openDashboard({
    replies: [
      [
        listNeeds,
        {
          needs: [
            { kind: 'overdue', count: 1, ...need },
            { kind: 'flags', count: 2, ...need },
          ],
        },
      ],
      [
        listFlaggedAnswers,
        {
          flaggedAnswers: [
            aFlag({ isOverdue: true }),
            aFlag({ flaggedAnswerId: 62, surveyEventId: 503, uId: 32, name: 'Bob Baker' }),
          ],
        },
      ],
    ],
  });
  const flagged = () =>
    within(screen.getByRole('table', { name: 'Flagged Answers' }))
      .getAllByRole('row')
      .slice(1);
  const names = () => flagged().map((row) => /Ann|Bob/.exec(row.textContent)?.[0]);
  for (const [link, shown] of [
    ['1 assessment with overdue flagged answers', ['Ann']],
    ['2 assessments with open flagged answers', ['Ann', 'Bob']],
  ] as const) {
    // Whatever was sought among them last.
    await page.user.type(await screen.findByRole('searchbox', { name: 'Search flagged answers' }), 'zoe');
    await waitFor(() => expect(names()).toEqual([undefined]));
    await page.user.click(await screen.findByRole('link', { name: link }));
    await waitFor(() => expect(names()).toEqual(shown));
    await waitFor(() => expect(document.activeElement?.id).toBe('flagged-answers'));
  }
});

test('a reminder that was begun for one patient does not stay over the activity of another', async () => {
  const page = openDashboard({
    route: '/dashboard?group=2&patient=31',
    replies: [[api.listInterventions, { interventions: two }]],
  });
  await page.user.click(await screen.findByRole('button', { name: /^Remind, Pain Check/ }));
  await screen.findByRole('dialog', { name: 'Previous Reminders' });
  await act(() => page.router.navigate({ to: '/dashboard', search: { group: 2, patient: 33 } as never }));
  expect(await screen.findByText('Cid Cole', { selector: 'dd' })).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Previous Reminders' })).toBeNull();
});
