import * as api from '@portal/contract/providers/user-endpoints.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { menuOf as portalMenu } from '#app/menu.ts';
import { routeOf } from '#app/routes.ts';
import { elsewhere } from '#app/guards.ts';
import { forgetAll, forgetMemory } from '#kit/remember.ts';
import { aViewer, openPortal, sessionReplies } from '#test/portal.tsx';
import { drawsPdfs } from '#test/documents.ts';
import {
  admin,
  aUser,
  boss,
  button,
  everybody,
  failure,
  gone,
  menuOf,
  names,
  openUsers,
  own,
  page,
  pending,
  pharmacist,
  press,
  rows,
} from '#test/users.tsx';

drawsPdfs();

const headers = async () =>
  within(await screen.findByRole('table', { name: 'Users' }))
    .getAllByRole('columnheader')
    .map((one) => one.textContent);

describe('the list', () => {
  test('SET-01 SET-02 USR-01 USR-03 USR-04 OPC-84 CLN-13 the people of the company stand in a table, each with role and status in words', async () => {
    const { callsOf } = openUsers();
    await screen.findByText('Nora Quill');
    expect(screen.getByRole('heading', { name: 'User Management', level: 2 })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Users' })).toBeDefined();
    expect(await headers()).toEqual(['Name', 'Email', 'Role', 'Status', 'Training Completed', 'Action']);
    expect((await rows()).map((cells) => cells.slice(0, 5))).toEqual([
      ['Not registered yet', 'new@meridian.example', 'Site User', 'Pending - Invite sent', 'No'],
      ['Ada Admin', 'ada@meridian.example', 'Admin', 'Has admin access', 'Yes'],
      ['Gil Gone', 'gil@meridian.example', 'Site User', 'Deactivated - Site access revoked', 'No'],
      ['Nora Quill', 'nora@meridian.example', 'Site User', 'Has site access', 'Yes'],
      ['Paul Pharm', 'paul@northgate.example', 'Pharmacy User', 'Has site access', 'No'],
      ['Sam Sites', 'boston@meridian.example', 'Admin', 'Has admin access', 'Yes'],
    ]);
    expect(callsOf(api.listUsers)[0]?.query).toEqual({ companyId: 1, status: 'all' });
  });

  test('USR-11 CLN-13 without TrialCard there is no training, no report to generate', async () => {
    openUsers({ viewer: { modules: ['ClinicalManagement'] } });
    await screen.findByText('Nora Quill');
    expect(await headers()).toEqual(['Name', 'Email', 'Role', 'Status', 'Action']);
    expect(screen.queryByRole('button', { name: 'Generate Report' })).toBeNull();
  });

  test('USR-01 URP-01 with TrialCard a report is generated from here', async () => {
    const { user } = openUsers();
    await press(user, 'Generate Report');
    expect(await screen.findByRole('dialog', { name: 'Generate Report' })).toBeDefined();
  });

  test('USR-05 USR-06 USR-07 USR-09 USR-10 each state and role has its own actions', async () => {
    const site = aUser({ cpID: 17, name: 'Una Site' });
    const nurse = aUser({ cpID: 18, name: 'Ned Nurse', type: 'Nurse' });
    const wholesaler = aUser({ cpID: 19, name: 'Wim Whole', type: 'Wholesaler User' });
    const { user } = openUsers({ users: [pending, site, gone, pharmacist, nurse, boss, wholesaler] });
    const actions = async (name: string) => {
      const found = await menuOf(user, name);
      await user.keyboard('{Escape}');
      return found;
    };
    expect(await actions('new@meridian.example')).toEqual(['Re-invite', 'Remove']);
    expect(await actions('Una Site')).toEqual(['Edit Access', 'Edit Prescriber', 'Edit Admin Rights', 'Revoke Access']);
    expect(await actions('Gil Gone')).toEqual(['Allow Access', 'Edit Access', 'Remove']);
    expect(await actions('Paul Pharm')).toEqual(['Revoke Access']);
    expect(await actions('Wim Whole')).toEqual(['Revoke Access']);
    expect(await actions('Ned Nurse')).toEqual(['Edit Access', 'Edit Admin Rights', 'Revoke Access']);
    expect(await actions('Ada Admin')).toEqual(['Edit Access', 'Revoke Access']);
    expect(button('Re-invite, new@meridian.example')).toBeDefined();
    expect(button('Allow Access, Gil Gone')).toBeDefined();
  });

  test('USR-08 SEC-23 one’s own row has no menu, nor has that of somebody beyond one’s groups', async () => {
    openUsers({ users: [aUser({ mayManage: false }), { ...own, mayManage: true }] });
    await screen.findByText('Nora Quill');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Nora Quill' })).toBeNull();
  });

  test('USR-04 whoever has access but did not confirm their address yet is marked in words', async () => {
    openUsers({ users: [aUser({ isUnconfirmed: true }), own] });
    await screen.findByText('Nora Quill');
    expect((await rows()).map((cells) => cells[3])).toEqual(['Has site accessEmail not confirmed', 'Has admin access']);
  });

  test('OPC-88 CLN-25 an invitation that has expired is marked in words', async () => {
    openUsers({ users: [{ ...pending, cpID: 20, invitationExpiresAt: new Date(2026, 2, 5, 12) }, pending] });
    expect(await screen.findByText('Invitation expired on 5 Mar 26, 12:00 PM')).toBeDefined();
    expect((await rows()).map((cells) => cells[3])).toEqual([
      'Pending - Invite sentInvitation expired on 5 Mar 26, 12:00 PM',
      'Pending - Invite sent',
    ]);
  });

  test('USR-11 a signed training form is read from the column', async () => {
    const { user, callsOf } = openUsers({ replies: [[fetchDocument, failure(404, 'This document was not found.')]] });
    await press(user, 'Yes: training form of Nora Quill');
    expect(await screen.findByRole('dialog', { name: 'Training form of Nora Quill' })).toBeDefined();
    await waitFor(() => expect(callsOf(fetchDocument)[0]?.query).toMatchObject({ docId: 90 }));
    expect(screen.queryByRole('button', { name: 'Yes: training form of Ada Admin' })).toBeNull();
  });

  test('a training form that is read stays where it cannot be read anew', async () => {
    const form = {
      docId: 90,
      friendlyName: 'Form',
      filename: 'form.pdf',
      contentType: 'application/pdf',
      data: btoa('%PDF-1.7'),
      signatures: [],
      corrects: null,
      correctedBy: [],
      g_id: null,
      mayVerify: false,
      mayCorrect: false,
    };
    const page = openUsers({ replies: [[fetchDocument, form]] });
    await press(page.user, 'Yes: training form of Nora Quill');
    await waitFor(() => expect(page.queryClient.getQueryData([fetchDocument.path, 90])).toBeDefined());
    page.answer(fetchDocument, failure(500, ''));
    await act(async () => {
      await page.queryClient.invalidateQueries({ queryKey: [fetchDocument.path] });
      // It is drawn a moment after it has failed.
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(page.queryClient.getQueryState([fetchDocument.path, 90])?.status).toBe('error');
    expect(screen.queryByText(fetchDocument.failure)).toBeNull();
  });

  test('CLN-21 OPN-75 RTE-21 who has no admin rights looks at those who are active, and changes nothing', async () => {
    const { callsOf } = openUsers({ viewer: { type: 'Site User', adminRights: false }, users: [aUser()] });
    await screen.findByText('Nora Quill');
    expect(callsOf(api.listUsers)[0]?.query).toEqual({ companyId: 1, status: 'active' });
    expect(await headers()).toEqual(['Name', 'Email', 'Role', 'Status', 'Training Completed']);
    for (const name of ['Invite User', 'Invite from CSV', 'Reports on Users', 'Generate Report', 'Nora Quill'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('RTE-21 a partner opens the page, and is asked for no list that would be refused', async () => {
    const { callsOf } = openUsers({ viewer: { type: 'Pharmacy User', adminRights: false } });
    expect(await screen.findByText('Your role does not see the users of the company.')).toBeDefined();
    expect(callsOf(api.listUsers)).toEqual([]);
  });

  test('NAV-25 RTE-21 the menu has it for administrators, the address works for everybody', () => {
    const route = routeOf(page)!;
    expect(route.title).toBe('Settings');
    expect(route.page).toBeDefined();
    expect(elsewhere(route, { ...aViewer, adminRights: false })).toBeNull();
    const entries = (adminRights: boolean) =>
      portalMenu({ ...aViewer, adminRights }).flatMap((group) => group.entries.map(({ path }) => path));
    expect(entries(true)).toContain(page);
    expect(entries(false)).not.toContain(page);
  });

  test('SET-01 the page is opened inside the portal under its title', async () => {
    openPortal(page, [...sessionReplies({ ...admin }), [api.listUsers, { careProviders: everybody }]]);
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeDefined();
    expect(await screen.findByText('Nora Quill')).toBeDefined();
  });
});

describe('finding', () => {
  test('USR-01 a search in name and email narrows the list', async () => {
    const { user } = openUsers();
    await screen.findByText('Nora Quill');
    await user.write(screen.getByRole('searchbox', { name: 'Search' }), 'northgate');
    expect(await names()).toEqual(['Paul Pharm']);
    await press(user, 'Clear');
    await waitFor(async () => expect(await names()).toHaveLength(6));
  });

  test('USR-04 pressed filters leave the states that are pressed', async () => {
    const { user, router } = openUsers();
    await press(user, 'Pending 1');
    expect(await names()).toEqual(['new@meridian.example']);
    await press(user, 'Deactivated 1');
    expect(await names()).toEqual(['new@meridian.example', 'Gil Gone']);
    expect(button('Has access 4')).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'pending,deactivated' }));
  });

  test('CLN-22 the list is narrowed to a role and to a group with all below it, in the address', async () => {
    const { user, router } = openUsers();
    await screen.findByText('Nora Quill');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Site User');
    await waitFor(async () => expect(await names()).toEqual(['new@meridian.example', 'Gil Gone', 'Nora Quill']));
    await user.click(screen.getByRole('combobox', { name: 'Care group' }));
    await user.click(await screen.findByRole('option', { name: 'Lyon Clinic' }));
    await waitFor(async () => expect(await names()).toEqual(['new@meridian.example']));
    expect(router.state.location.search).toEqual({ role: 'Site User', group: 3 });
  });

  test('CLN-22 a group of the address has the people of its sites too', async () => {
    openUsers({ route: `${page}?group=1`, users: [aUser(), pharmacist] });
    await waitFor(async () => expect(await names()).toEqual(['Nora Quill']));
  });

  test('CLN-20 OPC-84 PRV-09 rows of a filter narrow the list, all of them together; what is typed in them is found again, and never stands in the address', async () => {
    const { user, router, unmount } = openUsers();
    await screen.findByText('Nora Quill');
    await press(user, 'Add filter');
    const column = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter 1: column' });
    expect([...column.options].map((one) => one.textContent)).toEqual([
      'Name',
      'Email',
      'Role',
      'Status',
      'Training Completed',
    ]);
    const operator = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter 1: operator' });
    expect([...operator.options].map((one) => one.textContent)).toEqual([
      'contains',
      'equals',
      'starts with',
      'ends with',
      'is empty',
      'is not empty',
    ]);
    expect(await names()).toHaveLength(6);
    await user.selectOptions(column, 'Email');
    await user.selectOptions(operator, 'ends with');
    await user.write(screen.getByRole('textbox', { name: 'Filter 1: value' }), '@MERIDIAN.example');
    expect(await names()).not.toContain('Paul Pharm');
    await press(user, 'Add filter');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter 2: operator' }), 'is empty');
    expect(screen.queryByRole('textbox', { name: 'Filter 2: value' })).toBeNull();
    expect(await names()).toEqual(['new@meridian.example']);
    await press(user, 'Remove filter 2');
    expect(await names()).toHaveLength(5);
    expect(document.activeElement).toBe(button('Add filter'));
    expect(router.state.location.search).toEqual({});
    unmount();
    forgetMemory();
    openUsers();
    await waitFor(async () => expect(await names()).toHaveLength(5));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter 1: value' }).value).toBe('@MERIDIAN.example');
  });

  test('OPC-84 without TrialCard nobody is trained, and a filter does not offer it', async () => {
    const { user } = openUsers({ viewer: { modules: ['ClinicalManagement'] } });
    await screen.findByText('Nora Quill');
    await press(user, 'Add filter');
    const column = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter 1: column' });
    expect([...column.options].map((one) => one.textContent)).toEqual(['Name', 'Email', 'Role', 'Status']);
  });

  test('CLN-20 PRV-09 rows in an address that somebody kept are taken out of it and hold; what makes no sense is left out', async () => {
    const where = JSON.stringify([['status', 'equals', 'has site access'], ['nothing', 'equals', 'x'], 'x']);
    const { router, unmount } = openUsers({ route: `${page}?where=${encodeURIComponent(where)}&role=Site%20User` });
    await waitFor(async () => expect(await names()).toEqual(['Nora Quill']));
    expect(screen.queryByRole('button', { name: 'Remove filter 2' })).toBeNull();
    expect(router.state.location.search).toEqual({ role: 'Site User' });
    unmount();
    forgetAll();
    openUsers({ route: `${page}?where=nonsense` });
    await waitFor(async () => expect(await names()).toHaveLength(6));
  });

  test('USR-01 a filter that is pressed moves no other one: "Clear" has its place before', async () => {
    const { user } = openUsers();
    await screen.findByText('Nora Quill');
    const bar = screen.getByRole('group', { name: 'Show only' }).parentElement as HTMLElement;
    const inBar = () =>
      within(bar)
        .getAllByRole('button', { hidden: true })
        .map(({ textContent }) => textContent);
    const before = inBar();
    expect(before).toContain('Clear');
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await press(user, 'Pending 1');
    expect(await names()).toHaveLength(1);
    expect(button('Clear')).toBeDefined();
    expect(inBar()).toEqual(before);
  });

  test('USR-01 the order stays when one goes away and comes back', async () => {
    const { user, unmount } = openUsers();
    await press(user, 'Email');
    expect((await names())[0]).toBe('Ada Admin');
    unmount();
    openUsers();
    await waitFor(async () => expect((await names())[0]).toBe('Ada Admin'));
  });

  test('USR-01 of 2,000 users the first ten are shown, and the last is found', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) =>
      aUser({ cpID: n + 100, name: `Person ${n}`, email: `p${n}@a.example` }),
    );
    const { user } = openUsers({ users: many });
    await screen.findByText('Person 9');
    expect(await rows()).toHaveLength(10);
    expect(screen.getByText('1–10 of 2,000')).toBeDefined();
    await user.write(screen.getByRole('searchbox', { name: 'Search' }), 'p1999@');
    expect(await names()).toEqual(['Person 1999']);
  });
});

describe('nothing to show', () => {
  test('CLN-09 a list that is not there is an empty one, without an error', async () => {
    const { user } = openUsers({ replies: [[api.listUsers, failure(404, 'Nothing here.', 'not_found')]] });
    expect(await screen.findByText('There are no users yet.')).toBeDefined();
    expect(screen.queryByText('Nothing here.')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Invite User' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Invite User' })).toBeDefined();
  });

  test('USR-01 a search that finds nothing says so, and everything is a press away', async () => {
    const { user } = openUsers({ route: `${page}?q=zz&role=Nurse` });
    expect(await screen.findByText('No user matches “zz”.')).toBeDefined();
    await press(user, 'Clear');
    await waitFor(async () => expect(await names()).toHaveLength(6));
  });

  test('USR-01 filters that leave nobody say so', async () => {
    openUsers({ route: `${page}?role=Nurse` });
    expect(await screen.findByText('No user matches these filters.')).toBeDefined();
  });

  test('USR-30 a list that cannot be read says so, and can be asked for again', async () => {
    const { user, answer } = openUsers({ replies: [[api.listUsers, failure(500, '')]] });
    expect(await screen.findByText('There was a problem retrieving care providers.')).toBeDefined();
    answer(api.listUsers, { careProviders: [aUser()] });
    await press(user, 'Try again');
    expect(await screen.findByText('Nora Quill')).toBeDefined();
  });

  test('SHP-14 what another administrator does shows at once', async () => {
    const { live, answer } = openUsers({ users: [aUser()] });
    await screen.findByText('Has site access');
    answer(api.listUsers, { careProviders: [{ ...aUser(), status: 'Deactivated - Site access revoked' }] });
    await live.tell({ type: 'provider.changed', id: 12 });
    expect(await screen.findByText('Deactivated - Site access revoked')).toBeDefined();
  });
});
