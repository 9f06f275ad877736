import * as changes from '@portal/contract/care-groups/change-endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { act, bexley, button, groups, loaded, openCareGroups as open, pick } from '#test/care-groups.tsx';
import type { Reply } from '#test/portal.tsx';

describe('creating', () => {
  const openDialog = async (replies: Reply[] = []) => {
    const page = open({ replies });
    await loaded();
    await page.user.click(button('Add New Care Group'));
    await screen.findByRole('dialog', { name: 'Create Care Group' });
    return page;
  };
  const field = (name: string) => screen.getByRole('textbox', { name });

  test('CGP-08 CGP-11 CGP-16 CGP-17 CGP-24 Add needs name, description, parent and type, and sends the new group', async () => {
    const page = await openDialog([
      [changes.addCareGroup, { message: 'Care Group successfully added.', gId: 7, version: 1 }],
    ]);
    const { user, callsOf } = page;
    const isOpen = () => !isOff(button('Add'));
    expect(isOpen()).toBe(false);
    await user.write(field('Name'), 'CIR-303');
    await user.write(field('Description'), 'About sleep');
    expect(isOpen()).toBe(false);
    await pick(user, 'Parent', 'None (a trial)');
    // Only one type is possible there.
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).value).toBe('Trial');
    await pick(user, 'Type', 'Trial');
    expect(isOpen()).toBe(true);
    for (const name of ['Name', 'Description']) {
      await user.clear(field(name));
      expect([name, isOpen()]).toEqual([name, false]);
      await user.type(field(name), name === 'Name' ? 'CIR-303' : 'About sleep');
    }
    await user.click(button('Add'));
    expect(await screen.findByText('Care group CIR-303 was created.')).toBeDefined();
    expect(callsOf(changes.addCareGroup).map(({ sent }) => sent)).toEqual([
      {
        gId: 0,
        parentId: null,
        groupName: 'CIR-303',
        displayName: 'CIR-303',
        description: 'About sleep',
        type: 'clinicalTrial',
        groupType: 'Trial',
        primaryContact: 3,
        companyId: 1,
      },
    ]);
    expect(callsOf(changes.addCareGroup)[0]?.headers.get('idempotency-key')).toBeTruthy();
    await waitFor(() => expect(callsOf(listCareGroups)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button('Set up'));
    await waitFor(() => expect(page.router.state.location.search).toEqual({ trial: 7 }));
  });

  test('CGP-16 CGP-17 a site has the number of its trial; with another parent the type is the one that is possible there', async () => {
    const page = await openDialog([[changes.addCareGroup, { message: 'ok', gId: 7, version: 1 }]]);
    const { user, callsOf } = page;
    await user.write(field('Name'), 'Oslo');
    await user.write(field('Description'), 'In the north');
    await pick(user, 'Parent', 'None (a trial)');
    await pick(user, 'Parent', 'BEX-202');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).value).toBe('Trial Site');
    await user.click(button('Add'));
    expect(await screen.findByText('Care group Oslo was created.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull();
    expect(callsOf(changes.addCareGroup)[0]?.sent).toMatchObject({ parentId: 4, type: 'trialSite', groupName: 'Oslo' });
  });

  test.each([['Care Group name already exists.'], ['Care Group name already exists in this parent care group.']])(
    'CGP-18 CGP-19 ERR-02 a taken name is told by “%s”, and what was typed stays',
    async (message) => {
      const { user } = await openDialog([
        [changes.addCareGroup, { status: 400, body: { code: 'care_group.name_taken', message } }],
      ]);
      await user.write(field('Name'), 'AUR-101');
      await user.write(field('Description'), 'About migraine');
      await pick(user, 'Parent', 'None (a trial)');
      await pick(user, 'Type', 'Trial');
      await user.click(button('Add'));
      expect((await screen.findByRole('alert')).textContent).toBe(message);
      expect((field('Name') as HTMLInputElement).value).toBe('AUR-101');
    },
  );

  test('what was typed is thrown away only after a question, and the focus is back on the button', async () => {
    const { user } = await openDialog();
    await user.type(field('Name'), 'x');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(document.activeElement).toBe(button('Add New Care Group')));
  });
});

describe('editing', () => {
  const openDialog = async (replies: Reply[] = []) => {
    const page = open({ replies });
    await loaded();
    await act(page.user, 'BEX-202', 'Edit care group');
    await screen.findByRole('dialog', { name: 'Edit Care Group' });
    return page;
  };
  const field = (name: string) => screen.getByRole('textbox', { name });
  const changed: Reply = [changes.changeCareGroup, { message: 'ok', gId: 4, version: 4 }];

  test('CGP-21 CGP-22 Edit and Delete need a name and a description', async () => {
    const { user } = await openDialog();
    const enabled = () => ['Edit', 'Delete'].map((name) => !isOff(button(name)));
    expect(enabled()).toEqual([true, true]);
    for (const name of ['Name', 'Description']) {
      await user.clear(field(name));
      expect(enabled()).toEqual([false, false]);
      await user.type(field(name), 'x');
      expect(enabled()).toEqual([true, true]);
    }
  });

  test('CGP-23 CGP-24 CGP-11 an edit is asked about first, and sent with g_id and the version that was read', async () => {
    const { user, callsOf } = await openDialog([changed]);
    await user.clear(field('Name'));
    await user.write(field('Name'), 'BEX-203');
    await user.click(button('Edit'));
    const asks = await screen.findByRole('dialog', { name: 'Do you want to edit the care group' });
    await user.click(within(asks).getByRole('button', { name: 'Cancel' }));
    expect(callsOf(changes.changeCareGroup)).toEqual([]);
    await user.click(button('Edit'));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Do you want to edit the care group' })).getByRole('button', {
        name: 'Edit',
      }),
    );
    expect(await screen.findByText('Care group BEX-203 was changed.')).toBeDefined();
    expect(callsOf(changes.changeCareGroup).map(({ sent }) => sent)).toEqual([
      {
        g_id: 4,
        gId: 4,
        parentId: null,
        groupName: 'BEX-203',
        displayName: 'Bexley Asthma Study',
        description: 'About asthma',
        type: 'clinicalTrial',
        groupType: 'Trial',
        companyId: 1,
        version: 3,
      },
    ]);
    await waitFor(() => expect(callsOf(listCareGroups)).toHaveLength(2));
  });

  test('REL-07 what somebody else has changed is told, what was typed stays, and the next try names the new version', async () => {
    const stale = { status: 409, body: { code: 'stale', message: 'stale' } };
    const { user, callsOf, answer } = await openDialog([[changes.changeCareGroup, stale]]);
    answer(listCareGroups, { groups: [...groups.slice(0, 3), { ...bexley, groupName: 'BEX-9', version: 8 }] });
    const edit = async () => {
      await user.click(button('Edit'));
      await user.click(
        within(await screen.findByRole('dialog', { name: /^Do you want/ })).getByRole('button', { name: 'Edit' }),
      );
    };
    await user.clear(field('Name'));
    await user.write(field('Name'), 'Mine');
    await edit();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Name is now “BEX-9”. What you typed is still in the field; saving replaces theirs.',
    );
    expect((field('Name') as HTMLInputElement).value).toBe('Mine');
    answer(...changed);
    await edit();
    await waitFor(() =>
      expect(callsOf(changes.changeCareGroup).map(({ sent }) => (sent as { version: number }).version)).toEqual([3, 8]),
    );
  });

  test('CGP-25 CGP-26 a deletion is asked about, sent with g_id, and read anew', async () => {
    const { user, callsOf, answer } = await openDialog([[changes.removeCareGroup, { message: 'ok' }]]);
    await user.click(button('Delete'));
    const asks = await screen.findByRole('dialog', { name: 'Do you want to delete the care group' });
    answer(listCareGroups, { groups: groups.slice(0, 3) });
    await user.click(within(asks).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'BEX-202' })).toBeNull());
    expect(callsOf(changes.removeCareGroup).map(({ query }) => query as unknown)).toEqual([{ g_id: 4 }]);
  });

  test('CGP-27 ERR-03 OPS-28 a refused deletion says why in one sentence', async () => {
    const { user } = await openDialog([
      [
        changes.removeCareGroup,
        { status: 400, body: { code: 'care_group.has_sub_groups', message: 'it has sub groups' } },
      ],
    ]);
    await user.click(button('Delete'));
    await user.click(
      within(await screen.findByRole('dialog', { name: /^Do you want/ })).getByRole('button', { name: 'Delete' }),
    );
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not delete care group at this time as it has sub groups',
    );
  });
});

test('SEC-23 SEC-24 who has admin rights at some trials is offered these for a new group, and no place at the top', async () => {
  const { user } = open({ viewer: { type: 'Site User', seesWholeCompany: false } });
  await user.click(await screen.findByRole('button', { name: 'Add New Care Group' }));
  await screen.findByRole('dialog', { name: 'Create Care Group' });
  await user.click(screen.getByRole('combobox', { name: 'Parent' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('None (a trial)');
  expect(screen.getByRole('option', { name: 'BEX-202' })).toBeDefined();
});

test('CGP-08 CGP-17 who has no trial in sight to add a site to is offered no new group', async () => {
  open({
    viewer: { type: 'Site User', seesWholeCompany: false },
    groups: groups.filter(({ type }) => type === 'trialSite'),
  });
  expect(await screen.findByRole('button', { name: 'Actions for AUR-101-BOS' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add New Care Group' })).toBeNull();
});
