import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { inviteUser } from '@portal/contract/providers/user-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aTrial, lyon } from '#test/participants.ts';
import { button, failure, openUsers, press, type User } from '#test/users.tsx';

afterEach(() => vi.useRealTimers());

const start = async (given: Parameters<typeof openUsers>[0] = {}) => {
  const page = openUsers(given);
  await press(page.user, 'Invite User');
  await screen.findByRole('dialog', { name: 'Invite User' });
  return page;
};
const dialog = () => within(screen.getByRole('dialog', { name: 'Invite User' }));
const role = async (user: User, name: string) =>
  user.selectOptions(dialog().getByRole('combobox', { name: 'Role' }), name);
const email = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const boxes = () =>
  within(dialog().getByRole('group', { name: 'Care groups to choose' })).queryAllByRole<HTMLInputElement>('checkbox');
const tick = async (user: User, name: RegExp) => user.click(await dialog().findByRole('checkbox', { name }));
const invite = () => button('Invite');
const ready = () => waitFor(() => expect(isOff(invite())).toBe(false));
const standardOnly = { viewer: { modules: ['ClinicalManagement' as const], seesWholeCompany: true } };

describe('inviting somebody', () => {
  test('CLN-22 OPC-85 the roles of a clinic are offered to all, those of trials with TrialCard', async () => {
    const options = () =>
      [...dialog().getByRole<HTMLSelectElement>('combobox', { name: 'Role' }).options].map((one) => one.textContent);
    const page = await start();
    expect(options()).toEqual([
      'Choose a role',
      'Pharmacist',
      'Technician',
      'Doctor',
      'Nurse',
      'Other',
      'Admin',
      'Site User',
      'Sponsor',
    ]);
    page.unmount();
    await start(standardOnly);
    expect(options()).toEqual(['Choose a role', 'Pharmacist', 'Technician', 'Doctor', 'Nurse', 'Other']);
  });

  test('SEC-23 who sees only some groups invites neither an Admin nor a Sponsor, who would see more', async () => {
    await start({ viewer: { type: 'Site User', adminRights: true, seesWholeCompany: false } });
    expect(dialog().queryByRole('option', { name: 'Admin' })).toBeNull();
    expect(dialog().queryByRole('option', { name: 'Sponsor' })).toBeNull();
    expect(dialog().getByRole('option', { name: 'Site User' })).toBeDefined();
  });

  test('USR-18 USR-13 the groups wait for a role', async () => {
    const { user } = await start();
    expect(await dialog().findByText('Choose a role first.')).toBeDefined();
    await waitFor(() => expect(boxes().length).toBeGreaterThan(0));
    expect(boxes().every((box) => box.disabled)).toBe(true);
    expect(isOff(invite())).toBe(true);
    await role(user, 'Nurse');
    await waitFor(() => expect(boxes().every((box) => !box.disabled)).toBe(true));
  });

  test('USR-12 USR-14 USR-16 USR-20 CCN-13 the button waits for everything, and the email is sent in lower case', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Site User');
    await user.write(email(), 'A@B.CO');
    expect(await dialog().findByText('Still missing: a care group')).toBeDefined();
    expect(isOff(invite())).toBe(true);
    await tick(user, /^Boston General/);
    await ready();
    await user.click(invite());
    expect(await dialog().findByText('Invitation sent.')).toBeDefined();
    expect(callsOf(inviteUser).map(({ sent }) => sent)).toEqual([
      {
        companyId: 1,
        gIds: [2],
        email: 'a@b.co',
        providerType: 'Site User',
        defaultListing: 0,
        adminRights: 0,
        prescriber: 0,
        sponsorId: null,
      },
    ]);
  });

  test.each([
    ['nora', 'is not a valid email'],
    [`${'a'.repeat(56)}@site.example`, 'is too long (maximum is 64 characters)'],
  ])('USR-12 CCN-09 the email %s is refused beside its field', async (typed, problem) => {
    const { user } = await start();
    await role(user, 'Nurse');
    await user.write(email(), typed);
    expect(await dialog().findByText(problem)).toBeDefined();
    expect(isOff(invite())).toBe(true);
    await user.clear(email());
    await user.write(email(), `${'a'.repeat(51)}@site.example`);
    await waitFor(() => expect(dialog().queryByText(problem)).toBeNull());
    expect(await dialog().findByText('Still missing: a care group')).toBeDefined();
  });

  test('USR-16 CCN-13 what is typed is checked 300 ms after the last key, and the button is off until then', async () => {
    const { user } = await start();
    await role(user, 'Nurse');
    await user.write(email(), 'ann@site.example');
    await tick(user, /^Boston General/);
    await ready();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const type = (text: string) =>
      act(() => {
        const field = email();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    type('ann@site.exampl');
    expect(isOff(invite())).toBe(true);
    act(() => void vi.advanceTimersByTime(200));
    type('ann');
    act(() => void vi.advanceTimersByTime(299));
    expect(dialog().queryByText('is not a valid email')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(dialog().getByText('is not a valid email')).toBeDefined();
    type('ben@site.example');
    act(() => void vi.advanceTimersByTime(299));
    expect(isOff(invite())).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(isOff(invite())).toBe(false);
  });

  test('USR-17 USR-18 USR-21 OPC-87 an Admin is given admin rights and all groups, which cannot be changed', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Admin');
    await user.write(email(), 'ola@meridian.example');
    expect(await dialog().findByText('An Admin is given all care groups.')).toBeDefined();
    await waitFor(() => expect(boxes().map((box) => [box.checked, box.disabled])).toEqual(Array(4).fill([true, true])));
    expect(dialog().queryByRole('switch', { name: /Admin rights/ })).toBeNull();
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.sent).toMatchObject({
      gIds: [1, 2, 3, 5],
      providerType: 'Admin',
      adminRights: 1,
      defaultListing: 0,
      prescriber: 0,
    });
  });

  const thousands = (count: number) =>
    [
      listCareGroups,
      {
        groups: Array.from({ length: count }, (_, n) => aTrial({ gId: n + 1, displayName: `Trial ${n}` })),
      },
    ] as const;

  test('USR-17 USR-20 SEC-27 of more than 1,000 care groups an Admin’s invitation names as many as a call takes', async () => {
    const { user, callsOf } = await start({ replies: [thousands(1_001)] });
    await role(user, 'Admin');
    await user.write(email(), 'ola@meridian.example');
    expect(await dialog().findByText('1,001 of 1,001 chosen')).toBeDefined();
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.body.gIds).toHaveLength(1_000);
  });

  test('USR-14 SEC-27 others are given 1,000 care groups at once: more are not sent, and the way to the rest is said', async () => {
    const { user, callsOf } = await start({ ...standardOnly, replies: [thousands(1_001)] });
    const said = 'Choose at most 1,000 care groups. Add the others in Edit Access, once the person has registered.';
    await role(user, 'Nurse');
    await user.write(email(), 'nora@meridian.example');
    await user.click(dialog().getByRole('button', { name: 'Select all' }));
    expect(await dialog().findByText(said)).toBeDefined();
    expect(isOff(invite())).toBe(true);
    await user.click(dialog().getByRole('checkbox', { name: /^Trial 0 / }));
    await ready();
    expect(dialog().queryByText(said)).toBeNull();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.body.gIds).toHaveLength(1_000);
  });

  test('USR-19 CLN-13 OPC-87 with TrialCard others than Admins are offered fully configured groups alone', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Site User');
    expect(await dialog().findByRole('checkbox', { name: /^Lyon Clinic/ })).toBeDefined();
    expect(dialog().queryByRole('checkbox', { name: /^Oslo Centre/ })).toBeNull();
    expect(callsOf(listTrials)[0]?.query).toEqual({ status: 'fully_configured' });
  });

  test('USR-19 without TrialCard all groups are offered, and no trial is asked for', async () => {
    const { user, callsOf } = await start(standardOnly);
    await role(user, 'Nurse');
    expect(await dialog().findByRole('checkbox', { name: /^Oslo Centre/ })).toBeDefined();
    expect(callsOf(listTrials)).toEqual([]);
  });

  test('USR-21 OPC-85 OPC-86 people of a clinic may start with admin rights, and are shown to patients', async () => {
    const { user, callsOf } = await start(standardOnly);
    await role(user, 'Nurse');
    expect(dialog().queryByRole('checkbox', { name: /^Prescriber/ })).toBeNull();
    await user.write(email(), 'ann@lakeside.example');
    await user.click(dialog().getByRole('switch', { name: /^Admin rights/ }));
    await tick(user, /^Boston General/);
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.sent).toMatchObject({
      adminRights: 1,
      defaultListing: 1,
      prescriber: 0,
      sponsorId: null,
    });
  });

  test('USR-21 OPC-85 a Site User may be a prescriber, and starts without admin rights whatever was pressed before', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Nurse');
    await user.click(dialog().getByRole('switch', { name: /^Admin rights/ }));
    await role(user, 'Site User');
    await user.click(dialog().getByRole('checkbox', { name: /^Prescriber/ }));
    await user.write(email(), 'ann@site.example');
    await tick(user, /^Boston General/);
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.sent).toMatchObject({ prescriber: 1, adminRights: 0 });
  });

  test('USR-15 a Sponsor needs a sponsor, which is sent', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Sponsor');
    await user.write(email(), 'julian@aurelia.example');
    expect(await dialog().findByText('Still missing: a sponsor, a care group')).toBeDefined();
    expect(isOff(invite())).toBe(true);
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Sponsor' }), 'Aurelia Therapeutics');
    await tick(user, /^Aurelia Migraine Study/);
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.sent).toMatchObject({ sponsorId: 1, gIds: [1] });
  });

  test('what decides for a Sponsor is said, and only trials and sites of the chosen sponsor are offered', async () => {
    const other = aTrial({ gId: 8, displayName: 'Bexley Study', sponsorId: 2, sponsorName: 'Bexley Pharma' });
    const { user, callsOf } = await start({ replies: [[listTrials, { groups: [aTrial(), lyon, other] }]] });
    await role(user, 'Sponsor');
    await user.write(email(), 'julian@aurelia.example');
    expect(await dialog().findByText('Choose a sponsor first.')).toBeDefined();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Sponsor' }), 'Aurelia Therapeutics');
    expect(
      await dialog().findByText(
        'A Sponsor sees all trials of Aurelia Therapeutics, whatever is ticked. Only fully configured care groups of Aurelia Therapeutics are offered.',
      ),
    ).toBeDefined();
    expect(dialog().queryByRole('checkbox', { name: /^Bexley Study/ })).toBeNull();
    await tick(user, /^Lyon Clinic/);
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)[0]?.sent).toMatchObject({ sponsorId: 1, gIds: [3] });
  });

  test('USR-15 USR-18 the groups of a Sponsor wait for the sponsor, also those that were ticked for another role', async () => {
    const { user } = await start();
    await role(user, 'Other');
    await tick(user, /^Lyon Clinic/);
    await role(user, 'Sponsor');
    expect(await dialog().findByText('Choose a sponsor first.')).toBeDefined();
    expect(boxes().every((box) => box.disabled && !box.checked)).toBe(true);
    expect(await dialog().findByText('Still missing: a valid email, a sponsor, a care group')).toBeDefined();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Sponsor' }), 'Aurelia Therapeutics');
    await waitFor(() => expect(boxes().every((box) => !box.disabled)).toBe(true));
    expect(dialog().queryByText('Choose a sponsor first.')).toBeNull();
    expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: /^Lyon Clinic/ }).checked).toBe(true);
    expect(await dialog().findByText('Still missing: a valid email')).toBeDefined();
  });

  test('USR-22 CER-58 OPC-88 what the server says of a used email stands under the form, which keeps what was typed', async () => {
    const { user, answer, callsOf } = await start({
      replies: [[inviteUser, failure(400, 'A user with this email already exists.', 'provider.email_taken')]],
    });
    await role(user, 'Site User');
    await user.write(email(), 'nora@meridian.example');
    await tick(user, /^Boston General/);
    await ready();
    await user.click(invite());
    expect((await screen.findByRole('alert')).textContent).toContain('A user with this email already exists.');
    expect(email().value).toBe('nora@meridian.example');
    answer(inviteUser, { message: 'Invitation sent.', cpID: 40 });
    await user.clear(email());
    await user.write(email(), 'other@meridian.example');
    expect(screen.queryByRole('alert')).toBeNull();
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser)).toHaveLength(2);
  });

  test('USR-20 REL-06 what is typed while an invitation is sent changes nothing: one goes, as it was when "Invite" was pressed', async () => {
    const invited = Promise.withResolvers<object>();
    const { user, callsOf } = await start({ replies: [[inviteUser, () => invited.promise]] });
    await role(user, 'Site User');
    await user.write(email(), 'ann@site.exampel');
    await tick(user, /^Boston General/);
    await ready();
    await user.click(invite());
    await waitFor(() => expect(callsOf(inviteUser)).toHaveLength(1));
    await user.clear(email());
    await user.write(email(), 'ann@site.example');
    await tick(user, /^Lyon Clinic/);
    await role(user, 'Nurse');
    await user.click(invite());
    expect(email().value).toBe('ann@site.exampel');
    expect(isOff(invite())).toBe(true);
    invited.resolve({ message: 'Invitation sent.', cpID: 40 });
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser).map(({ body }) => [body.email, body.gIds, body.providerType])).toEqual([
      ['ann@site.exampel', [2], 'Site User'],
    ]);
  });

  test('USR-22 after an invitation another person is invited with the same role and groups', async () => {
    const { user, callsOf } = await start();
    await role(user, 'Site User');
    await user.write(email(), 'ann@site.example');
    await tick(user, /^Lyon Clinic/);
    await ready();
    await user.click(invite());
    await press(user, 'Invite another');
    expect(dialog().queryByText('Invitation sent.')).toBeNull();
    expect(email().value).toBe('');
    expect(document.activeElement).toBe(email());
    await user.write(email(), 'ben@site.example');
    await ready();
    await user.click(invite());
    await dialog().findByText('Invitation sent.');
    expect(callsOf(inviteUser).map(({ body }) => [body.email, body.gIds, body.providerType])).toEqual([
      ['ann@site.example', [3], 'Site User'],
      ['ben@site.example', [3], 'Site User'],
    ]);
    expect(new Set(callsOf(inviteUser).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  test('USR-14 a group with all below it is chosen at once, and groups are searched', async () => {
    const { user } = await start();
    await role(user, 'Site User');
    await user.click(await dialog().findByRole('button', { name: 'Select all below Aurelia Migraine Study' }));
    expect(boxes().map((box) => box.checked)).toEqual([true, true, true]);
    expect(dialog().getByText('3 of 3 chosen')).toBeDefined();
    await user.write(dialog().getByRole('textbox', { name: 'Search care groups' }), 'lyon');
    expect(boxes()).toHaveLength(2);
    await user.click(dialog().getByRole('checkbox', { name: /^Lyon/ }));
    expect(dialog().getByText('2 of 3 chosen')).toBeDefined();
    await user.write(dialog().getByRole('textbox', { name: 'Search care groups' }), 'zz');
    expect(dialog().getByText('No care group matches.')).toBeDefined();
  });

  test('with a search all that was found is chosen or cleared, and nothing else: not what it only stands below', async () => {
    const { user } = await start();
    const ticked = () =>
      boxes()
        .filter((box) => box.checked)
        .map((box) => box.closest('label')?.textContent);
    const search = async (text: string) => {
      const field = dialog().getByRole('textbox', { name: 'Search care groups' });
      await user.clear(field);
      await user.write(field, text);
    };
    const pressed = async (name: string) => user.click(await dialog().findByRole('button', { name }));
    await role(user, 'Site User');
    await dialog().findByRole('button', { name: 'Select all' });
    await search('lyon');
    await pressed('Select all 1 found');
    expect(dialog().getByText('1 of 3 chosen')).toBeDefined();
    expect(ticked()).toEqual(['Lyon Clinic Trial Site']);
    await pressed('Clear 1 found');
    expect(dialog().getByText('0 of 3 chosen')).toBeDefined();
    await pressed('Select all below Aurelia Migraine Study');
    expect(ticked()).toEqual(['Lyon Clinic Trial Site']);
    await pressed('Clear all below Aurelia Migraine Study');
    expect(dialog().getByText('0 of 3 chosen')).toBeDefined();
    await search('zz');
    expect(isOff(button('Select all'))).toBe(true);
    // Whatever stands below what was found is found with it.
    await search('migraine');
    await pressed('Select all 3 found');
    expect(dialog().getByText('3 of 3 chosen')).toBeDefined();
    await search('lyon');
    await pressed('Clear 1 found');
    await search(' ');
    expect(ticked()).toEqual(['Aurelia Migraine Study Trial', 'Boston General Trial Site']);
    await pressed('Select all');
    await pressed('Clear all');
    expect(dialog().getByText('0 of 3 chosen')).toBeDefined();
  });

  test('USR-30 CER-47 groups that cannot be read say so, and can be asked for again', async () => {
    const { user, answer } = await start({ replies: [[listTrials, failure(500, 'Out of order')]] });
    await role(user, 'Site User');
    expect(await dialog().findByText('There was an issue loading care groups.')).toBeDefined();
    answer(listTrials, { groups: [] });
    await press(user, 'Try again');
    expect(await dialog().findByText('There are no care groups to choose.')).toBeDefined();
  });

  test('what was typed is thrown away only after a question', async () => {
    const { user } = await start();
    await user.write(email(), 'ann@site.example');
    await press(user, 'Cancel');
    expect(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
    await press(user, 'Keep editing');
    expect(email().value).toBe('ann@site.example');
  });

  test('USR-14 a company without groups says so', async () => {
    const { user } = await start({ ...standardOnly, replies: [[listCareGroups, { groups: null }]] });
    await role(user, 'Nurse');
    expect(await dialog().findByText('There are no care groups to choose.')).toBeDefined();
  });
});
