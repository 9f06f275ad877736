import { readCard } from '@portal/contract/cards/endpoints.ts';
import { configureSite } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { type CareGroup, listCareGroups, readSite, readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { listSitePharmacies } from '@portal/contract/partners/endpoints.ts';
import { listPharmacies } from '@portal/contract/partners/manage-endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addressReplies } from '#test/address-service.ts';
import {
  act,
  admin,
  bexley,
  button,
  groups,
  loaded,
  menuOf,
  names,
  openCareGroups as open,
  pick,
  table,
} from '#test/care-groups.tsx';
import { aSite, aTrial } from '#test/participants.ts';
import { openPortal, sessionReplies } from '#test/portal.tsx';

const many = Array.from({ length: 12 }, (_, i) =>
  aTrial({ gId: 100 + i, groupName: `TRL-${String(i).padStart(2, '0')}`, displayName: `Trial ${i}` }),
);

describe('the table', () => {
  test('CGP-01 CST-01 CST-10 OPS-25 it has name, display name, sponsor, status and action of every trial and site', async () => {
    open();
    await loaded();
    const header = within(await table()).getAllByRole('columnheader');
    expect(header.map((cell) => cell.textContent)).toEqual(['Name', 'Display Name', 'Sponsor', 'Status', 'Action']);
    const cells = (name: string) =>
      within(screen.getByRole('cell', { name }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent);
    expect(cells('AUR-101 Trial')).toEqual([
      'AUR-101Trial',
      'Aurelia Migraine Study',
      'Aurelia Therapeutics',
      'Fully configured',
    ]);
    expect(cells('AUR-101-BOS Trial Site of AUR-101')[3]).toBe('Fully configured');
    expect(cells('BEX-202 Trial')).toEqual([
      'BEX-202Trial',
      'Bexley Asthma Study',
      'Bexley Pharma',
      'Trial not configured',
    ]);
  });

  test('CGP-20 sites of one name are told apart by their trials, and are edited by their own name', async () => {
    const twin = aSite({ gId: 12, parentId: 4 });
    const { user } = open({ groups: [...groups, twin] });
    await loaded();
    expect(await names()).toEqual([
      'AUR-101',
      'AUR-101-BOS (AUR-101)',
      'AUR-101-LYO',
      'BEX-202',
      'AUR-101-BOS (BEX-202)',
    ]);
    await act(user, 'AUR-101-BOS (BEX-202)', 'Edit care group');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('AUR-101-BOS');
  });

  test('STC-07 CST-02 a site that has just been configured is fully configured in the table', async () => {
    const site = aSite({ siteConfigured: 'not configured', groupConfigMode: 'Create', version: 1 });
    const { user, answer } = open({
      groups: [bexley, site],
      replies: [
        ...addressReplies,
        [readSite, { siteInfo: null, version: 1 }],
        [listPharmacies, { pharmacyPartners: [] }],
        [listSitePharmacies, { pharmacyPartners: [] }],
        [configureSite, { message: 'ok', gId: 2, version: 2 }],
      ],
    });
    await loaded();
    const status = () => within(screen.getByRole('row', { name: /AUR-101-BOS/ })).getAllByRole('cell')[3]?.textContent;
    expect(status()).toBe('Site not configured');
    await act(user, 'AUR-101-BOS', 'Group configuration');
    await screen.findByRole('form', { name: 'Group Configurations' });
    for (const [name, text] of [
      ['Street', '1 Beacon St'],
      ['City', 'Boston'],
      ['State', 'Massachusetts'],
      ['ZIP code', '02108'],
    ] as const) {
      await user.click(await screen.findByRole('textbox', { name }));
      await user.paste(text);
    }
    answer(listCareGroups, { groups: [bexley, { ...site, siteConfigured: 'configured', groupConfigMode: 'Edit' }] });
    await user.click(button('Configure'));
    const asks = await screen.findByRole('dialog', { name: 'Would you like to configure this care group?' });
    await user.click(within(asks).getByRole('button', { name: 'Configure' }));
    await waitFor(() => expect(status()).toBe('Fully configured'));
  });

  test('CST-02 CST-03 CST-04 CST-05 CST-06 CST-07 CST-08 CST-09 the status names what is missing, or that there are no sites', async () => {
    const missing = 'not configured' as const;
    const whole = aTrial({ orderFormTemplate: 1 });
    const states: [string, Partial<CareGroup>, string][] = [
      ['A', { type: 'trialSite', siteConfigured: missing }, 'Site not configured'],
      ['B', { trialConfigured: missing, hasCard: false, hasShippingRequest: false }, 'Trial not configured'],
      ['C', { cardConfigured: missing }, 'Card not configured'],
      ['D', { cardConfigured: missing, hasCard: false }, 'Fully configured'],
      ['E', { orderFormTemplate: null }, 'Order form not configured'],
      ['F', { orderFormTemplate: null, shippingConfigured: missing, hasShippingRequest: false }, 'Fully configured'],
      ['G', { cardConfigured: missing, shippingConfigured: missing }, 'Card & Shipping not configured'],
      [
        'H',
        { cardConfigured: missing, shippingConfigured: missing, orderFormTemplate: null },
        'Card, Order form & Shipping not configured',
      ],
      ['I', { trialSiteCount: 0 }, 'No Trial Sites'],
    ];
    open({ groups: states.map(([groupName, state], i) => ({ ...whole, gId: 100 + i, groupName, ...state })) });
    await screen.findByRole('cell', { name: /^A / });
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(await names()).toEqual(states.map(([name]) => name));
    expect(rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent)).toEqual(
      states.map(([, , text]) => text),
    );
  });

  test('CGP-02 OPS-31 it stands by name, each trial with its sites below it, and pressing the name turns the order round; the address says so', async () => {
    const { user, router } = open();
    await loaded();
    const up = ['AUR-101', 'AUR-101-BOS', 'AUR-101-LYO', 'BEX-202'];
    expect(await names()).toEqual(up);
    const sort = within(await table()).getByRole('button', { name: 'Name' });
    await user.click(sort);
    const fromTheEnd = ['BEX-202', 'AUR-101', 'AUR-101-LYO', 'AUR-101-BOS'];
    await waitFor(async () => expect(await names()).toEqual(fromTheEnd));
    expect(router.state.location.search).toEqual({ down: true });
    await user.click(sort);
    await waitFor(async () => expect(await names()).toEqual(up));
  });

  test('CGP-03 CON-01 CON-02 OPS-23 ten rows of all are shown, of 5, 10 or 25, and no paging is asked of the server', async () => {
    const { user, callsOf } = open({ groups: many });
    await screen.findByRole('button', { name: 'TRL-00' });
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Care Groups: rows per page' });
    expect([...size.options].map(({ value }) => value)).toEqual(['5', '10', '25']);
    expect([size.value, (await names()).length]).toEqual(['10', 10]);
    await user.selectOptions(size, '5');
    expect(await names()).toHaveLength(5);
    await user.selectOptions(size, '25');
    expect(await names()).toHaveLength(12);
    expect(callsOf(listCareGroups).map(({ query }) => query as unknown)).toEqual([{}]);
  });

  test('CGP-29 OPS-22 groups that are null are an empty table and no error', async () => {
    open({ groups: null });
    expect(await screen.findByText('There are no care groups yet.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('what somebody else changes shows without a reload', async () => {
    const { live, answer } = open();
    await loaded();
    answer(listCareGroups, { groups: [...groups.slice(0, 3), { ...bexley, displayName: 'Renamed' }] });
    await live.tell({ type: 'care_group.changed', id: 4, careGroupId: 4 });
    expect(await screen.findByRole('cell', { name: 'Renamed' })).toBeDefined();
  });

  test('CGP-28 ERR-01 OPS-98 a failed load is an alert with its sentence, and can be tried again', async () => {
    const failure = { status: 500, body: { code: 'unexpected', message: 'broken' } };
    const { user, answer } = open({ replies: [[listCareGroups, failure]] });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('There was a problem loading care groups');
    answer(listCareGroups, { groups });
    await user.click(button('Try again'));
    await loaded();
  });
});

describe('the filters', () => {
  test('CGP-04 CGP-05 OPS-31 filtered by trials, those that are picked stay with their sites; nothing picked is all', async () => {
    const { user, router } = open();
    await loaded();
    const by = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter By' });
    expect([...by.options].map(({ text }) => text)).toEqual(['Trial', 'Sponsor']);
    await pick(user, 'Trials', 'AUR-101');
    await waitFor(async () => expect(await names()).toEqual(['AUR-101', 'AUR-101-BOS', 'AUR-101-LYO']));
    expect(router.state.location.search).toEqual({ picked: [1] });
    await user.click(await screen.findByRole('option', { name: 'BEX-202' }));
    await waitFor(async () => expect(await names()).toHaveLength(4));
  });

  test.each([
    ['trial', '?picked=%5B999%5D'],
    ['sponsor', '?by=sponsor&picked=%5B999%5D'],
  ])(
    'CGP-05 OPS-31 a picked %s that is gone counts for nothing, in the field as in the table',
    async (_kind, search) => {
      open({ route: `/settings/caregroup-management${search}` });
      await loaded();
      expect(await names()).toEqual(['AUR-101', 'AUR-101-BOS', 'AUR-101-LYO', 'BEX-202']);
      expect(screen.queryByText('No care group matches these filters.')).toBeNull();
    },
  );

  test('CGP-04 CGP-05 filtered by sponsors, the trials and sites of those that are picked stay', async () => {
    const { user } = open();
    await loaded();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter By' }), 'Sponsor');
    await user.click(await screen.findByRole('combobox', { name: 'Sponsors' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Aurelia Therapeutics', 'Bexley Pharma']),
    );
    await user.click(screen.getByRole('option', { name: 'Bexley Pharma' }));
    await waitFor(async () => expect(await names()).toEqual(['BEX-202']));
  });

  test('CGP-06 CGP-07 OPS-31 trials and sites are shown at first, and each can be left out', async () => {
    const { user } = open();
    await loaded();
    const [trials, sites] = [
      screen.getByRole('switch', { name: 'Show trials' }),
      screen.getByRole('switch', { name: 'Show sites' }),
    ];
    expect([trials, sites].map((one) => (one as HTMLInputElement).checked)).toEqual([true, true]);
    await user.click(trials);
    await waitFor(async () => expect(await names()).toEqual(['AUR-101-BOS', 'AUR-101-LYO']));
    await user.click(sites);
    expect(await screen.findByText('No care group matches these filters.')).toBeDefined();
    await user.click(button('Clear'));
    await waitFor(async () => expect(await names()).toHaveLength(4));
  });

  test('a group is found by its names, its sponsor or its kind, and by its status; the address says so, and Clear shows everything', async () => {
    const { user, router } = open();
    await loaded();
    const field = screen.getByRole('searchbox', { name: 'Search' });
    for (const [typed, found] of [
      ['lyon', ['AUR-101-LYO']],
      ['bexley pharma', ['BEX-202']],
      ['aur trial site', ['AUR-101-BOS', 'AUR-101-LYO']],
      ['nothing like it', []],
    ] as const) {
      await user.clear(field);
      await user.paste(typed);
      await waitFor(async () => expect(screen.queryByText(/No care group/) ? [] : await names()).toEqual(found));
    }
    expect(screen.getByText('No care group matches “nothing like it”.')).toBeDefined();
    await user.click(button('Clear'));
    await user.click(button('Trial not configured 1'));
    await waitFor(async () => expect(await names()).toEqual(['BEX-202']));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'trial-not-configured' }));
  });

  test('the filters are those of the address', async () => {
    open({ route: '/settings/caregroup-management?by=sponsor&picked=%5B9%5D&sites=false&down=true' });
    await loaded();
    expect(await names()).toEqual(['BEX-202']);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Show sites' }).checked).toBe(false);
  });
});

describe('who may', () => {
  test('CGP-09 CGP-11 a row of a trial offers all four actions, and that of a site no card of its own', async () => {
    const { user } = open();
    await loaded();
    const itemsOf = async (name: string) =>
      within(await menuOf(user, name))
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent);
    expect(await itemsOf('AUR-101')).toEqual([
      'Edit care group',
      'Add card',
      'Product management',
      'Group configuration',
    ]);
    await user.keyboard('{Escape}');
    expect(await itemsOf('AUR-101-BOS')).toEqual(['Edit care group', 'Product management', 'Group configuration']);
  });

  test('the name of a site opens its configuration', async () => {
    const { user } = open({ replies: [[readSite, { status: 500, body: { code: 'unexpected', message: '' } }]] });
    await user.click(await screen.findByRole('button', { name: 'AUR-101-LYO' }));
    expect(await screen.findByRole('dialog', { name: 'Group Configurations' })).toBeDefined();
  });

  test('CGP-11 a row leads to the card of its trial, to its products and to its configuration', async () => {
    const { user } = open({
      replies: [
        [readCard, { trialCard: null }],
        [listProducts, []],
        [readTrial, { status: 500, body: { code: 'unexpected', message: '' } }],
      ],
    });
    await loaded();
    for (const [label, title] of [
      ['Add card', 'Card Template Information'],
      ['Product management', 'Product management'],
      ['Group configuration', 'Group Configurations'],
    ] as const) {
      await act(user, 'AUR-101', label);
      expect(await screen.findByRole('dialog', { name: title })).toBeDefined();
      await user.click(button('Close'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('CGP-10 ROL-19 OPS-32 without module TrialCard the same screen has no actions', async () => {
    open({ viewer: { modules: ['ClinicalManagement'] } });
    await loaded();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add New Care Group' })).toBeNull();
  });

  test('ROL-05 an administrator opens it under the title Settings', async () => {
    openPortal('/settings/caregroup-management', [...sessionReplies(admin), [listCareGroups, { groups }]]);
    await loaded();
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 2, name: 'Care Groups' })).toBeDefined();
  });

  test.each([
    ['a pharmacy', { type: 'Pharmacy User' as const, adminRights: true }],
    ['a wholesaler', { type: 'Wholesaler User' as const, adminRights: true }],
    ['a company without TrialCard', { ...admin, modules: ['Reporting' as const] }],
  ])('ROL-05 for %s there is no such page', async (_who, viewer) => {
    const { path } = openPortal('/settings/caregroup-management', sessionReplies(viewer));
    await waitFor(() => expect(path()).toBe('/not-found'));
  });
});
