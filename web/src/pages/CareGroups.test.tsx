import * as changes from '@portal/contract/care-groups/change-endpoints.ts';
import { type CareGroup, listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { readCalendar } from '@portal/contract/schedules/endpoints.ts';
import { listWorkflowAssessments } from '@portal/contract/workflows/assessment-endpoints.ts';
import { listWorkflowDocuments } from '@portal/contract/workflows/endpoints.ts';
import { listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import CareGroups from '#pages/CareGroups.tsx';
import { isOff } from '#test/buttons.ts';
import { aBrand } from '#test/brands.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { areSame } from '#test/lost-answer.ts';
import { type Call, openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';

const clinic = (gId: number, displayName: string, parentId: number | null, more: Partial<CareGroup> = {}) =>
  aTrial({
    gId,
    parentId,
    groupName: displayName,
    displayName,
    description: `About ${displayName}`,
    type: 'careGroup',
    groupType: 'Care Group',
    sponsorId: null,
    sponsorName: null,
    ...more,
  });
const groups = [
  clinic(1, 'Lakeside', null),
  clinic(2, 'Cardiology', 1, { brandId: 71, version: 3 }),
  clinic(3, 'Heart Failure', 2),
  clinic(4, 'Diabetes', 1),
];
const trials = [
  aTrial({ gId: 11, description: 'x' }),
  aSite({ gId: 12, parentId: 11, description: 'x' }),
  aTrial({ gId: 14, groupName: 'BEX-202', displayName: 'Bexley', description: 'x' }),
];
const brands = [
  aBrand({ brandId: 71, brandKey: 'north', companyName: 'North' }),
  aBrand({ brandId: 72, brandKey: 'south', companyName: 'South' }),
];
const administrator = {
  type: 'Pharmacist' as const,
  adminRights: true,
  seesWholeCompany: true,
  modules: ['ClinicalManagement' as const],
};
const withTrials = {
  type: 'Admin' as const,
  adminRights: true,
  modules: ['TrialCard' as const, 'ClinicalManagement' as const],
};
const open = (given: { groups?: CareGroup[]; replies?: Reply[]; search?: string; viewer?: object } = {}) =>
  renderPage(<CareGroups />, {
    viewer: { ...administrator, ...given.viewer },
    route: `/management/care-groups${given.search ?? ''}`,
    replies: [
      [listCareGroups, { groups: given.groups ?? groups }],
      [listBrands, { brand: brands }],
      ...(given.replies ?? []),
    ],
  });
type User = ReturnType<typeof open>['user'];
const tree = () => screen.findByRole('navigation', { name: 'Care groups' });
const node = async (name: string) => within(await tree()).getByRole('button', { name });
const select = async (user: User, name: RegExp) => user.click(within(await tree()).getByRole('button', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name });
const pick = async (user: User, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(within(await screen.findByRole('listbox', { name: label })).getByRole('option', { name: option }));
};
const optionsOf = async (user: User, label: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  return within(await screen.findByRole('listbox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
};

describe('the tree', () => {
  test('CGW-01 groups stand below each other, and the selected one has the place for a new one under it', async () => {
    const { user, router } = open();
    const root = (await node('Lakeside Care Group')).closest('li') as HTMLElement;
    expect(
      within(root)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['LakesideCare Group', 'CardiologyCare Group', 'Heart FailureCare Group', 'DiabetesCare Group']);
    await select(user, /^Cardiology/);
    const create = await node('Create new group');
    expect(create.closest('ul')).toBe((await node('Heart Failure Care Group')).closest('ul'));
    expect((await node('Cardiology Care Group')).getAttribute('aria-current')).toBe('true');
    expect(router.state.location.search).toEqual({ group: 2 });
  });

  test('below the assessments of a group stands what its patients will be asked on the days of a month, and how many of them', async () => {
    const page = open({
      search: '?group=3',
      replies: [
        [listWorkflowAssessments, []],
        [
          readCalendar,
          ({ query }: { query: { sDate: string } }) => ({
            days: [{ date: query.sDate, sId: 5, surveyName: 'Mood', patients: 12 }],
          }),
        ],
      ],
    });
    await screen.findByRole('heading', { name: 'Heart Failure' });
    await page.user.click(tab('Assessments'));
    expect((await screen.findByText('Mood (12)')).closest('[data-day]')?.getAttribute('data-day')).toMatch(/-01$/);
    expect(page.callsOf(readCalendar)[0]?.query).toMatchObject({ g_id: 3 });
  });

  test('CGW-02 the card has five tabs, which lead to the documents and the assessments of the workflow', async () => {
    const { user } = open({
      search: '?group=2',
      replies: [
        [listWorkflowDocuments, []],
        [listWorkflowAssessments, []],
        [readCalendar, { days: [] }],
      ],
    });
    await screen.findByRole('heading', { name: 'Cardiology' });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Configuration',
      'Overview',
      'Brand',
      'Documents',
      'Assessments',
    ]);
    await user.click(tab('Documents'));
    expect(await screen.findByRole('table', { name: 'Documents of this group' })).toBeDefined();
    await user.click(tab('Assessments'));
    expect(await screen.findByRole('table', { name: 'Assessments of this group' })).toBeDefined();
  });

  test('CGW-03 CGP-22 a new group has its configuration alone, and nothing to delete', async () => {
    const { user } = open({ search: '?group=2' });
    await user.click(await node('Create new group'));
    await screen.findByRole('form', { name: 'Create Care Group' });
    expect(screen.getAllByRole<HTMLButtonElement>('tab').map(({ disabled }) => disabled)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(isOff(button('Delete'))).toBe(true);
  });

  test('CGW-04 another group, or the same one again after it, shows nothing of what was typed', async () => {
    const { user } = open({ search: '?group=2' });
    await user.write(await screen.findByRole('textbox', { name: 'Name' }), ' typed');
    await select(user, /^Diabetes/);
    await waitFor(() => expect(field('Name').value).toBe('Diabetes'));
    await select(user, /^Cardiology/);
    await waitFor(() => expect(field('Name').value).toBe('Cardiology'));
  });

  test('what was typed of a group is still there after a look at another tab', async () => {
    const { user } = open({ search: '?group=2' });
    await user.write(await screen.findByRole('textbox', { name: 'Name' }), ' typed');
    await user.click(tab('Overview'));
    expect(await screen.findByText('Parent')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(tab('Configuration'));
    expect(field('Name').value).toBe('Cardiology typed');
  });

  test.each([
    ['of a group', '?group=2'],
    ['of a new group', '?group=2&new=true'],
  ])('what was typed %s is not lost to a press in the menu without a question', async (_, search) => {
    const portal = openPortal(`/management/care-groups${search}`, [
      ...sessionReplies({ ...administrator, adminRights: true }),
      [listCareGroups, { groups }],
      [listBrands, { brand: brands }],
    ]);
    await portal.user.write(await screen.findByRole('textbox', { name: 'Name' }), ' typed');
    const away = async () => portal.user.click(screen.getByRole('link', { name: 'Assessments' }));
    const answer = async (name: string) => {
      const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await portal.user.click(question.getByRole('button', { name }));
    };
    await away();
    await answer('Keep editing');
    expect(field('Name').value).toMatch(/ typed$/);
    await away();
    await answer('Discard');
    await screen.findByRole('heading', { level: 1, name: 'Assessments' });
  });

  test('CGP-28 ERR-01 a failed load is an alert with its sentence', async () => {
    open({ replies: [[listCareGroups, { status: 500, body: { code: 'unexpected', message: 'broken' } }]] });
    expect((await screen.findByRole('alert')).textContent).toContain('There was a problem loading care groups');
  });

  test('ROL-12 with module ClinicalManagement an administrator opens the page', async () => {
    openPortal('/management/care-groups', [...sessionReplies(administrator), [listCareGroups, { groups }]]);
    expect(await node('Lakeside Care Group')).toBeDefined();
  });

  test('ROL-12 without module ClinicalManagement there is no such page', async () => {
    const { path } = openPortal(
      '/management/care-groups',
      sessionReplies({ ...administrator, modules: ['Reporting'] }),
    );
    await waitFor(() => expect(path()).toBe('/not-found'));
  });
});

describe('the configuration', () => {
  test('CGW-05 CGP-16 CGP-21 CGP-24 CGP-26 a new group below the selected one is created with its parent, contact and company, and shown', async () => {
    const added: Reply = [changes.addCareGroup, { message: 'ok', gId: 9, version: 1 }];
    const { user, callsOf, answer, router } = open({ search: '?group=2&new=true', replies: [added] });
    await screen.findByRole('form', { name: 'Create Care Group' });
    expect(isOff(button('Create'))).toBe(true);
    await user.write(field('Name'), 'Rhythm');
    expect(isOff(button('Create'))).toBe(true);
    await user.write(field('Description'), 'About rhythm');
    answer(listCareGroups, { groups: [...groups, clinic(9, 'Rhythm', 2)] });
    await user.click(button('Create'));
    await screen.findByRole('heading', { name: 'Rhythm' });
    expect(callsOf(changes.addCareGroup).map(({ sent }) => sent)).toEqual([
      {
        gId: 0,
        parentId: 2,
        groupName: 'Rhythm',
        displayName: 'Rhythm',
        description: 'About rhythm',
        type: 'careGroup',
        groupType: 'Care Group',
        primaryContact: 3,
        companyId: 1,
      },
    ]);
    expect(router.state.location.search).toEqual({ group: 9 });
  });

  test('REL-07 while a new group is being created its fields take nothing that would be gone with the answer, and go on after a refusal', async () => {
    const answer = Promise.withResolvers<object>();
    const { user } = open({
      search: '?group=2&new=true',
      replies: [[changes.addCareGroup, () => answer.promise]],
    });
    await user.write(await screen.findByRole('textbox', { name: 'Name' }), 'Rhythm');
    await user.write(field('Description'), 'About');
    await user.click(button('Create'));
    expect(await screen.findByText('Being sent…')).toBeDefined();
    await user.type(field('Description'), ' rhythm');
    expect(field('Description').value).toBe('About');
    const message = 'There is one of this name.';
    await act(async () => answer.resolve({ status: 400, body: { code: 'care_group.name_taken', message } }));
    await screen.findByText(message);
    await user.type(field('Description'), ' rhythm');
    expect(field('Description').value).toBe('About rhythm');
  });

  test('REL-17 what was typed of a group that goes out of reach stays until another one is chosen; saving it is refused with a sentence', async () => {
    const message = 'No such care group.';
    const page = open({
      search: '?group=4',
      replies: [[changes.changeCareGroup, { status: 404, body: { code: 'care_group.not_found', message } }]],
    });
    await page.user.write(await screen.findByRole('textbox', { name: 'Description' }), ' and more');
    page.answer(listCareGroups, { groups: groups.slice(0, 3) });
    await page.live.tell({ type: 'care_group.changed', id: 4 });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Diabetes/ })).toBeNull());
    expect(field('Description').value).toBe('About Diabetes and more');
    await page.user.click(button('Edit'));
    const asks = await screen.findByRole('dialog', { name: 'Do you want to edit the care group' });
    await page.user.click(within(asks).getByRole('button', { name: 'Edit' }));
    await screen.findByText(message);
    await select(page.user, /^Cardiology/);
    await screen.findByRole('heading', { name: 'Cardiology' });
    await page.router.navigate({ to: '.', search: { group: 4 } as never });
    expect(await screen.findByText('Choose a care group to see what belongs to it.')).toBeDefined();
  });

  test('a group that goes out of reach is shown no more where nothing was typed', async () => {
    const page = open({ search: '?group=4' });
    await screen.findByRole('textbox', { name: 'Description' });
    page.answer(listCareGroups, { groups: groups.slice(0, 3) });
    await page.live.tell({ type: 'care_group.changed', id: 4 });
    expect(await screen.findByText('Choose a care group to see what belongs to it.')).toBeDefined();
  });

  test('CGW-05 CGP-21 CGP-23 CGP-24 OPS-32 with ClinicalManagement alone a group is edited after a question, and the group stays selected', async () => {
    const { user, callsOf } = open({
      search: '?group=2',
      replies: [[changes.changeCareGroup, { message: 'ok', gId: 2, version: 4 }]],
    });
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    expect(isOff(button('Edit'))).toBe(true);
    await user.write(field('Name'), 'Heart');
    await user.click(button('Edit'));
    const asks = await screen.findByRole('dialog', { name: 'Do you want to edit the care group' });
    await user.click(within(asks).getByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(callsOf(changes.changeCareGroup)).toHaveLength(1));
    expect(callsOf(changes.changeCareGroup)[0]?.sent).toMatchObject({
      g_id: 2,
      parentId: 1,
      groupName: 'Heart',
      type: 'careGroup',
      version: 3,
    });
    expect(await screen.findByText('Care group Heart was changed.')).toBeDefined();
  });

  test('CGW-05 CGP-25 CGP-26 a removed group is gone from the tree, and its parent is selected', async () => {
    const { user, callsOf, answer, router } = open({
      search: '?group=4',
      replies: [[changes.removeCareGroup, { message: 'ok' }]],
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    answer(listCareGroups, { groups: groups.slice(0, 3) });
    const asks = await screen.findByRole('dialog', { name: /^Do you want to delete/ });
    await user.click(within(asks).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Diabetes/ })).toBeNull());
    expect(callsOf(changes.removeCareGroup)[0]?.query).toEqual({ g_id: 4 });
    expect(router.state.location.search).toEqual({ group: 1 });
  });

  const leave = (count: string) => `${count} it, and the assessments scheduled for it end.`;
  const alone = 'in no other care group, so that only people who see the whole company will still see';
  const otherwise = (what: 'it' | 'those') =>
    what === 'it'
      ? 'Where no other care group has it, it stays with who uploaded or signs it. Administrators who see the whole company can still open it, though no list shows it.'
      : 'Those in no other care group stay with who uploaded or signs them. Administrators who see the whole company can still open them, though no list shows them.';
  const first = 'Delete what should not be signed any more first.';
  test.each([
    [`${leave('1,200 patients leave')} 3 of them are ${alone} them.`, { patients: 1200, patientsWithoutOther: 3 }],
    [`${leave('7 patients leave')} 1 of them is ${alone} this patient.`, { patients: 7, patientsWithoutOther: 1 }],
    [`${leave('1 patient leaves')} They are ${alone} them.`, { patients: 1, patientsWithoutOther: 1 }],
    [leave('2 patients leave'), { patients: 2, patientsWithoutOther: 0 }],
    [
      'Of these patients, 1 flagged answer is open and 1,200 follow-ups are planned. Afterwards only people who see the whole company see them.',
      { patients: 7, patientsWithoutOther: 3, openFlags: 1, plannedFollowUps: 1200 },
    ],
    [
      'Of this patient, 1 follow-up is planned. Afterwards only people who see the whole company see it.',
      { patients: 7, patientsWithoutOther: 1, openFlags: 0, plannedFollowUps: 1 },
    ],
    [
      `3 documents leave it, and 2 of them wait for signatures. ${otherwise('those')} ${first}`,
      { patients: 0, patientsWithoutOther: 0, documents: 3, documentsToSign: 2 },
    ],
    [
      `1,200 documents leave it, and 1 of them waits for signatures. ${otherwise('those')} ${first}`,
      { patients: 0, patientsWithoutOther: 0, documents: 1200, documentsToSign: 1 },
    ],
    [
      `1 document leaves it, and it waits for signatures. ${otherwise('it')} ${first}`,
      { patients: 0, patientsWithoutOther: 0, documents: 1, documentsToSign: 1 },
    ],
    [
      `1 document leaves it. ${otherwise('it')}`,
      { patients: 0, patientsWithoutOther: 0, documents: 1, documentsToSign: 0 },
    ],
    [leave('Its patients leave'), { status: 500, body: { code: 'unexpected', message: '' } }],
    ['Its documents leave it.', { status: 500, body: { code: 'unexpected', message: '' } }],
  ])('before a group is deleted it is said what becomes of its patients and documents: “%s”', async (said, removal) => {
    const { user, callsOf } = open({ search: '?group=4', replies: [[changes.readRemoval, removal]] });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const asks = within(await screen.findByRole('dialog', { name: /^Do you want to delete/ }));
    expect(await asks.findByText(said)).toBeDefined();
    expect(
      asks.getByText('Diabetes disappears from every list. What was recorded of it stays in the audit trail.'),
    ).toBeDefined();
    expect(asks.getByText('This cannot be undone.')).toBeDefined();
    expect(callsOf(changes.readRemoval).map(({ query }) => query as unknown)).toEqual([{ g_id: 4 }]);
  });

  test('OPS-32 what a trial or a site is configured with is offered with module TrialCard alone', async () => {
    const first = open({ groups: trials, search: '?group=11', viewer: withTrials });
    expect(await screen.findByRole('button', { name: 'Group configuration' })).toBeDefined();
    first.unmount();
    open({ groups: trials, search: '?group=11' });
    await screen.findByRole('button', { name: 'Edit' });
    expect(screen.queryByRole('button', { name: 'Group configuration' })).toBeNull();
  });

  test('CGP-17 where several types may be made, one has to be chosen', async () => {
    const { user } = open({ groups: trials, search: '?new=true', viewer: withTrials });
    await user.write(await screen.findByRole('textbox', { name: 'Name' }), 'CIR-303');
    await user.type(field('Description'), 'x');
    expect(isOff(button('Create'))).toBe(true);
    await pick(user, 'Type', 'Trial');
    expect(isOff(button('Create'))).toBe(false);
  });
});

describe('copying', () => {
  const copied = (message = 'Group copied Successfully'): Reply => [
    changes.copyCareGroups,
    { message, gId: 20, gIds: [20] },
  ];
  const sent = ({ callsOf }: ReturnType<typeof open>) => callsOf(changes.copyCareGroups).map((call) => call.sent);

  test('CGP-30 CGP-31 CGP-32 CGW-05 OPS-30 a group without sub-groups is copied by one call once it is chosen', async () => {
    const page = open({ search: '?group=2', replies: [copied()] });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    await pick(page.user, 'Copy from', 'Diabetes');
    expect(screen.queryByRole('combobox', { name: 'Sub groups' })).toBeNull();
    await page.user.click(button('Copy'));
    expect(await screen.findByText('Group copied Successfully')).toBeDefined();
    expect(sent(page)).toEqual([{ companyId: 1, gId: 4, parentId: 2, copyAllSubgroups: false }]);
    await waitFor(() => expect(page.callsOf(listCareGroups)).toHaveLength(2));
    // “Copy” is gone with the choice.
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Copy from', expanded: false }));
  });

  test('CGP-30 CGP-31 CGP-32 OPS-30 of a group with sub-groups each chosen one is a call of its own', async () => {
    const page = open({ search: '?group=4', replies: [copied()] });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    await pick(page.user, 'Copy from', 'Lakeside');
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    expect(await optionsOf(page.user, 'Sub groups')).toEqual(['All', 'Cardiology', 'Diabetes']);
    for (const option of ['Cardiology', 'Diabetes'])
      await page.user.click(screen.getByRole('option', { name: option }));
    await page.user.click(button('Copy'));
    await waitFor(() => expect(sent(page)).toHaveLength(2));
    expect(sent(page)).toEqual([2, 4].map((gId) => ({ companyId: 1, gId, parentId: 4, copyAllSubgroups: false })));
  });

  test('REL-06 CGP-34 of several only those are left to be copied that were not, and a lost answer is not said to be a failure', async () => {
    const page = open({
      search: '?group=4',
      replies: [
        [
          changes.copyCareGroups,
          ({ body }: Call) => {
            if (body.gId === 4) throw new TypeError('the line is dead');
            return { message: 'Group copied Successfully', gId: 20, gIds: [20] };
          },
        ],
      ],
    });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    await pick(page.user, 'Copy from', 'Lakeside');
    await optionsOf(page.user, 'Sub groups');
    for (const option of ['Cardiology', 'Diabetes'])
      await page.user.click(screen.getByRole('option', { name: option }));
    await page.user.click(button('Copy'));
    const told = 'It is not known whether the care group was copied. ';
    expect((await screen.findByRole('alert')).textContent).toContain(told);
    page.answer(changes.copyCareGroups, { message: 'Group copied Successfully', gId: 21, gIds: [21] });
    await page.user.click(button('Copy'));
    await screen.findByText('Group copied Successfully');
    expect(sent(page).map((body) => (body as { gId: number }).gId)).toEqual([2, 4, 4]);
    expect(areSame(page.callsOf(changes.copyCareGroups).slice(1))).toBe(true);
  });

  test('CGP-30 CGP-33 OPS-30 All is one call for the source, and its message is shown', async () => {
    const page = open({ search: '?group=4', replies: [copied('Sub group(s) copied Successfully')] });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    await pick(page.user, 'Copy from', 'Lakeside');
    await pick(page.user, 'Sub groups', 'All');
    await page.user.click(button('Copy'));
    expect(await screen.findByText('Sub group(s) copied Successfully')).toBeDefined();
    expect(sent(page)).toEqual([{ companyId: 1, gId: 1, parentId: 4, copyAllSubgroups: true }]);
  });

  test('CGP-35 CON-04 what went well is told for 5000 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const page = open({ search: '?group=2', replies: [copied()] });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    await pick(page.user, 'Copy from', 'Diabetes');
    await page.user.click(button('Copy'));
    await screen.findByText('Group copied Successfully');
    act(() => void vi.advanceTimersByTime(4_000));
    expect(screen.getByText('Group copied Successfully')).toBeDefined();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText('Group copied Successfully')).toBeNull();
  });

  test('CGP-34 ERR-04 OPS-30 a copy that fails is reported with its reason, and what was chosen stays', async () => {
    const message = 'Care Group name already exists in this parent care group.';
    const page = open({
      search: '?group=2',
      replies: [[changes.copyCareGroups, { status: 400, body: { code: 'care_group.name_taken_below', message } }]],
    });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    await pick(page.user, 'Copy from', 'Diabetes');
    await page.user.click(button('Copy'));
    expect((await screen.findByRole('alert')).textContent).toBe(`The care group could not be copied: ${message}`);
    expect(button('Copy')).toBeDefined();
  });

  test('CGP-30 a trial takes sites and the sites of other trials, and no trials', async () => {
    const { user } = open({ groups: trials, search: '?group=14', viewer: withTrials });
    await screen.findByRole('group', { name: 'Copy a care group to here' });
    expect(await optionsOf(user, 'Copy from')).toEqual(['AUR-101', 'AUR-101-BOS']);
  });
});

describe('overview and brand', () => {
  test('CGW-24 the overview says what the group is', async () => {
    open({ search: '?group=2&tab=overview' });
    await waitFor(() => expect(screen.getByText('North')).toBeDefined());
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    const said = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(Object.fromEntries(terms.map((term, i) => [term, said[i]]))).toEqual({
      Name: 'Cardiology',
      'Display Name': 'Cardiology',
      Description: 'About Cardiology',
      Parent: 'Lakeside',
      Type: 'Care Group',
      Status: '–',
      Brand: 'North',
      'Sub groups': '1',
    });
  });

  test('CGW-21 CGW-22 CGW-23 the current brand is shown and not offered again; another one is assigned', async () => {
    const { user, callsOf } = open({
      search: '?group=2&tab=brand',
      replies: [[changes.assignBrand, { message: 'The brand was updated.', version: 4 }]],
    });
    expect(await screen.findByText('North')).toBeDefined();
    expect(isOff(button('Update Brand'))).toBe(true);
    expect(await optionsOf(user, 'Update Brand')).toEqual(['South (south)']);
    await user.click(screen.getByRole('option', { name: 'South (south)' }));
    await user.click(button('Update Brand'));
    expect(await screen.findByText('The brand was updated.')).toBeDefined();
    expect(callsOf(changes.assignBrand).map(({ sent }) => sent)).toEqual([
      { companyId: 1, gId: 2, brandId: 72, version: 3 },
    ]);
    expect(callsOf(listBrands)[0]?.query).toEqual({ company_id: 1 });
  });

  test('CGW-21 REL-07 while a brand is being assigned no other one is chosen, and who hears the page is told', async () => {
    const answer = Promise.withResolvers<object>();
    const { user } = open({
      search: '?group=2&tab=brand',
      replies: [[changes.assignBrand, () => answer.promise]],
    });
    await screen.findByText('North');
    await optionsOf(user, 'Update Brand');
    await user.click(screen.getByRole('option', { name: 'South (south)' }));
    await user.click(button('Update Brand'));
    expect(await screen.findByText('Being sent…')).toBeDefined();
    const brand = screen.getByRole<HTMLInputElement>('combobox', { name: 'Update Brand' });
    await user.click(brand);
    await user.click(await screen.findByRole('option', { name: 'South (south)' }));
    expect(brand.value).toBe('South (south)');
    answer.resolve({ message: 'The brand was updated.', version: 4 });
    expect(await screen.findByText('The brand was updated.')).toBeDefined();
    expect(screen.queryByText('Being sent…')).toBeNull();
  });

  test('CGW-23 a brand is taken away with null', async () => {
    const { user, callsOf } = open({
      search: '?group=2&tab=brand',
      replies: [[changes.assignBrand, { message: 'The brand was removed.', version: 4 }]],
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Brand' }));
    await waitFor(() => expect(callsOf(changes.assignBrand)).toHaveLength(1));
    expect(callsOf(changes.assignBrand)[0]?.sent).toMatchObject({ gId: 2, brandId: null });
  });
});

test('SEC-23 SEC-24 who has admin rights in some groups is offered no place at the top, whatever the address says', async () => {
  const page = open({ viewer: { seesWholeCompany: false }, search: '?new=true' });
  await within(await tree()).findByRole('button', { name: /^Lakeside/ });
  expect(within(await tree()).queryByRole('button', { name: 'Create new group at the top' })).toBeNull();
  expect(screen.queryByRole('form', { name: 'Create Care Group' })).toBeNull();
  await select(page.user, /^Lakeside/);
  expect(await screen.findByRole('button', { name: 'Create new group' })).toBeDefined();
});

test('CGW-01 CGP-17 nothing is made below a site, whatever the address says: the site itself is shown', async () => {
  open({
    groups: trials.filter(({ type }) => type === 'trialSite'),
    viewer: { ...withTrials, seesWholeCompany: false },
    search: '?group=12&new=true',
  });
  expect((await tree()).querySelector('[aria-current="true"]')?.textContent).toContain('Trial Site');
  expect(screen.queryByRole('form', { name: 'Create Care Group' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Create new group/ })).toBeNull();
});
