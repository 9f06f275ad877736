import { type ModuleName, moduleNames, type UserType, userTypes } from '@portal/contract/access.ts';
import { listBrandAlerts, listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import { pages } from '@portal/contract/pages.ts';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { type Reply, aViewer, fakeLine, openPortal, sessionReplies, setWidth } from '#test/portal.tsx';
import { type PageData, pageData } from '#api/page.ts';
import { endSession, forgetSession, type Viewer } from '#api/session.ts';
import { toastSuccess, useToasts } from '#kit/toast.ts';
import { paths } from './BrandAlerts.tsx';
import { elsewhere } from './guards.ts';
import { menuOf } from './menu.ts';
import { routeOf } from './routes.ts';

const labels = (modules: ModuleName[], type: UserType = 'Admin', adminRights = false) =>
  menuOf({ modules, type, adminRights, seesWholeCompany: type === 'Admin' }).flatMap((group) =>
    group.entries.map((entry) => `${group.label && `${group.label} › `}${entry.label}`),
  );

async function open(viewer: Partial<Viewer> = {}, page: Partial<PageData> = {}, replies: readonly Reply[] = []) {
  const portal = openPortal('/account', [...sessionReplies(viewer), ...replies], page);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  return portal;
}
const everyType: UserType[] = ['Admin', 'Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User', 'Other', 'Nurse'];

test('DMO-01 in demo mode every page says that some of it is sample content, and nobody can close that', async () => {
  const sentence = 'Demo mode: some of what is shown is sample content and not real.';
  const demo = await open({}, { brand: { ...pageData().brand, demoMode: true } });
  const note = screen.getByText(sentence);
  expect(within(note).queryByRole('button')).toBeNull();
  demo.unmount();
  await open();
  expect(screen.queryByText(sentence)).toBeNull();
});

test('OPN-29 the footer of the company stands inside the shell, with the year of now, where the brand shows one', async () => {
  vi.setSystemTime(new Date('2031-06-01T12:00:00Z'));
  onTestFinished(() => void vi.useRealTimers());
  const portal = await open();
  expect(screen.getByRole('contentinfo').textContent).toBe('© 2031 Trellis');
  portal.unmount();
  forgetSession();
  await open({}, { brand: { ...pageData().brand, showsFooter: false } });
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('PRV-11 whoever is let into a group by emergency access sees on every page where, until when and why; others see nothing of it', async () => {
  const endsAt = new Date(2026, 0, 3, 16, 5);
  const given = await open({ emergencyAccess: [{ group: 'Diabetes', endsAt, reason: 'Nobody can be reached' }] });
  const notice = screen.getByRole('region', { name: 'Emergency access' });
  expect(within(notice).getByRole('note').textContent).toBe(
    'Emergency access to Diabetes until 3 Jan 26, 4:05 PM: “Nobody can be reached”. What you see and do meanwhile is marked.',
  );
  given.unmount();
  forgetSession();
  await open();
  expect(screen.queryByText(/Emergency access/)).toBeNull();
});

test('PRV-11 a long reason of emergency access is shown by its beginning, and all of it when that is asked for', async () => {
  const endsAt = new Date(2026, 0, 3, 16, 5);
  const reason = `${'Nobody can be reached. '.repeat(20)}The end.`;
  const { user } = await open({ emergencyAccess: [{ group: 'Diabetes', endsAt, reason }] });
  const note = within(screen.getByRole('region', { name: 'Emergency access' })).getByRole('note');
  const said = () => note.textContent ?? '';
  expect(said()).toContain('PM: “Nobody can be reached. ');
  expect(said()).toContain('What you see and do meanwhile is marked.');
  expect(said()).not.toContain('The end.');
  // What stands around the reason is some hundred letters.
  expect(said().length).toBeLessThan(250);
  await user.click(within(note).getByRole('button', { name: 'Show all' }));
  expect(said()).toContain(reason);
  await user.click(within(note).getByRole('button', { name: 'Show less' }));
  expect(said()).not.toContain('The end.');
});

test('DMO-11 CCN-22 OPC-98 the bulletin is written at the start where it is missing, whatever the first page is', async () => {
  await open();
  expect(localStorage.getItem('bulletin')).toContain('vaccine');
  localStorage.setItem('bulletin', 'Ours');
  await open();
  expect(localStorage.getItem('bulletin')).toBe('Ours');
});

test.each([
  ['Trial Dashboard', (type) => !['Site User', 'Pharmacy User', 'Wholesaler User'].includes(type)],
  ['Participants', (type) => !['Sponsor', 'Pharmacy User', 'Wholesaler User'].includes(type)],
  ['Shipment Request', (type) => type !== 'Sponsor'],
  ['Documents', (type) => !['Pharmacy User', 'Wholesaler User'].includes(type)],
] as [string, (type: UserType) => boolean][])(
  'SCP-07 NAV-12 NAV-16 NAV-17 NAV-23 OPN-79 PRM-10 PRM-11 "%s" is an entry of a trial for these types only',
  (label, sees) => {
    expect(everyType.filter((type) => labels(['TrialCard'], type).includes(label))).toEqual(everyType.filter(sees));
    expect(labels([]).includes(label)).toBe(false);
  },
);

test.each([
  ['NAV-13', 'Assessments', ['Dashboard', 'Patients', 'Assessments']],
  ['NAV-14', 'DiscountCard', ['Discount Cards', 'Discount Reports', 'Patients']],
  ['NAV-18', 'NurseReorder', ['Patients', 'Provider Portal']],
  ['NAV-19', 'Messaging', ['Patients', 'Conversations']],
  ['NAV-20', 'FollowUp', ['Patients', 'Follow-Ups']],
  ['NAV-22', 'Reporting', ['Patients', 'Reports']],
] as [string, ModuleName, string[]][])(
  'PRM-15 NAV-13 NAV-14 NAV-18 NAV-19 NAV-20 NAV-22 (%s) everybody in a company with %s alone has the entries %j',
  (_row, module, expected) => {
    for (const type of userTypes) expect([type, labels([module], type)]).toEqual([type, expected]);
  },
);

const rights = userTypes.flatMap((type) => [true, false].map((adminRights) => ({ type, adminRights })));

test('NAV-15 OPN-80 the patients are an entry for everybody without TrialCard, and for nobody with it', () => {
  const having = (modules: ModuleName[]) =>
    rights.filter(({ type, adminRights }) => labels(modules, type, adminRights).includes('Patients'));
  for (const modules of [[], ['Reporting'], ['Assessments', 'ClinicalManagement']] as ModuleName[][])
    expect(having(modules)).toEqual(rights);
  for (const modules of [['TrialCard'], ['TrialCard', 'Reporting', 'ClinicalManagement']] as ModuleName[][])
    expect(having(modules)).toEqual([]);
});

test('NAV-21 the top-level assessments are an entry for everybody with Assessments, and for nobody with ClinicalManagement', () => {
  const having = (modules: ModuleName[]) =>
    rights.filter(({ type, adminRights }) => labels(modules, type, adminRights).includes('Assessments'));
  expect(having(['Assessments'])).toEqual(rights);
  expect(having(['Assessments', 'ClinicalManagement'])).toEqual([]);
  expect(having(['ClinicalManagement'])).toEqual([]);
});

test('SCP-04 modules that no entry depends on change nothing', () => {
  expect(labels(['Insurance', 'ReadOnlyPatientDetails', 'MFA'], 'Admin', true)).toEqual(labels([], 'Admin', true));
});

test('NAV-12 OPN-37 whatever the menu offers somebody, the page behind it opens for them', () => {
  const modules = moduleNames;
  // Each module without one other, and with it: a condition of an entry hangs on two at the most.
  const sets = [[], ...modules.map((one) => [one]), ...modules.flatMap((one) => modules.map((other) => [one, other]))];
  const people = sets.flatMap((set) =>
    rights.flatMap((right) =>
      [true, false].map((seesWholeCompany) => ({ ...aViewer, ...right, modules: set, seesWholeCompany })),
    ),
  );
  const shut = people.flatMap((person) =>
    menuOf(person)
      .flatMap(({ entries }) => entries)
      .filter(({ path }) => {
        const route = routeOf(path);
        return !route || elsewhere(route, person) !== null;
      })
      .map(({ path }) => `${path} for a ${person.type} with ${person.modules.join(' and ')}`),
  );
  expect(people.flatMap(menuOf).length).toBeGreaterThan(1_000);
  expect(shut).toEqual([]);
});

test('RTE-29 each address that the server takes for a page has a route here', () => {
  expect(pages.filter((path) => !routeOf(path))).toEqual([]);
});

test('NAV-24 NAV-25 PRM-03 the groups of the menu need admin rights', () => {
  const clinical = ['Care Groups', 'Assessments', 'Documents'].map((label) => `Clinical Management › ${label}`);
  expect(labels(['ClinicalManagement'], 'Admin', true)).toEqual([
    'Patients',
    ...clinical,
    'Settings › User Management',
  ]);
  expect(labels(['ClinicalManagement'], 'Admin', false)).toEqual(['Patients']);
  expect(labels([], 'Admin', true)).toEqual(['Patients', 'Settings › User Management']);
  expect(labels([], 'Admin', false)).toEqual(['Patients']);
});

test.each([
  ['MD_Direct_Invite', ['Physician User Management']],
  ['BrandManagement', ['Brand Management']],
  ['TrialCard', ['Care Group Management', 'CTRx Partner Management', 'Product Management']],
] as [ModuleName, string[]][])(
  'NAV-26 NAV-27 NAV-28 module %s and admin rights together show the settings %j',
  (module, expected) => {
    const settings = (modules: ModuleName[], admin: boolean) =>
      labels(modules, 'Admin', admin).filter(
        (label) => label.startsWith('Settings › ') && !label.endsWith('› User Management'),
      );
    expect(settings([module], true)).toEqual(expected.map((label) => `Settings › ${label}`));
    expect(settings([module], false)).toEqual([]);
    expect(settings([], true)).toEqual([]);
  },
);

test('SEC-23 SEC-24 admin rights in some groups show no settings of what is the whole company’s', () => {
  const modules: ModuleName[] = ['MD_Direct_Invite', 'BrandManagement', 'TrialCard'];
  expect(labels(modules, 'Site User', true).filter((label) => label.startsWith('Settings › '))).toEqual(
    ['User Management', 'Care Group Management', 'CTRx Partner Management', 'Product Management'].map(
      (label) => `Settings › ${label}`,
    ),
  );
});

test('OPN-97 a partner with admin rights sees no settings of trials', () => {
  expect(labels(['TrialCard'], 'Wholesaler User', true)).toEqual(['Shipment Request', 'Settings › User Management']);
});

test('NAV-29 OPN-36 each entry leads to its route, and the current one is marked', async () => {
  const modules: ModuleName[] = [
    'TrialCard',
    'Assessments',
    'DiscountCard',
    'NurseReorder',
    'Messaging',
    'FollowUp',
    'Reporting',
    'ClinicalManagement',
    'MD_Direct_Invite',
    'BrandManagement',
  ];
  await open({ type: 'Admin', adminRights: true, modules });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .slice(1);
  expect(Object.fromEntries(menu.map((link) => [link.getAttribute('href'), link.textContent]))).toEqual({
    '/trial-dashboard': 'Trial Dashboard',
    '/dashboard': 'Dashboard',
    '/discount': 'Discount Cards',
    '/discount-response': 'Discount Reports',
    '/participants': 'Participants',
    '/shipment-request': 'Shipment Request',
    '/reorder-form': 'Provider Portal',
    '/chat': 'Conversations',
    '/follow-ups': 'Follow-Ups',
    '/reports': 'Reports',
    '/document': 'Documents',
    '/management/care-groups': 'Care Groups',
    '/management/assessments': 'Assessments',
    '/management/documents': 'Documents',
    '/settings/user-management': 'User Management',
    '/settings/physician-user-management': 'Physician User Management',
    '/settings/brand-management': 'Brand Management',
    '/settings/caregroup-management': 'Care Group Management',
    '/settings/ctrx-partner-management': 'CTRx Partner Management',
    '/settings/product-management': 'Product Management',
  });
  for (const link of menu) expect(routeOf(link.getAttribute('href') ?? '')).toBeDefined();
});

test('NAV-15 NAV-21 OPN-36 the entries that only a company without TrialCard and ClinicalManagement has lead to their routes', async () => {
  await open({ type: 'Doctor', modules: ['Assessments'] });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .slice(1);
  expect(menu.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Patients', '/patients'],
    ['Assessments', '/manage-surveys'],
  ]);
});

test('NAV-02 NAV-29 the title and the marked entry follow the page', async () => {
  const { user } = await open({ type: 'Sponsor' });
  const link = screen.getByRole('link', { name: 'Documents' });
  expect(link.getAttribute('aria-current')).toBeNull();
  await user.click(link);
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  expect(screen.getByRole('link', { name: 'Documents' }).getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(document.title).toBe('Documents · Trellis'));
});

test('after a link of a page that is gone with it the keyboard is at the new page; after one of the menu it stays there', async () => {
  setWidth(1280);
  const { user } = await open({}, {}, [
    [listNeeds, { needs: [{ kind: 'order', count: 1, gId: 2, siteName: 'Boston General', trialName: 'Aurelia' }] }],
  ]);
  const entry = screen.getByRole('link', { name: 'Participants' });
  await user.click(entry);
  const link = await screen.findByRole('link', { name: /next order due/ });
  expect(document.activeElement).toBe(entry);
  await user.click(link);
  await screen.findByRole('heading', { level: 1, name: 'Shipment Request' });
  await waitFor(() => expect(document.activeElement?.id).toBe('content'));
});

test('what a message offers on one page goes 5 s after another one is there, and with the session', async () => {
  setWidth(1280);
  await open();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const offer = () => act(() => toastSuccess('Medication was removed.', { label: 'Undo', onPress: () => undefined }));
  const undo = () => screen.queryByRole('button', { name: 'Undo' });
  offer();
  pass(60_000);
  expect(undo()).not.toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Participants' }));
  await screen.findByRole('heading', { level: 1, name: 'Participants' });
  pass(5_001);
  expect(undo()).toBeNull();
  offer();
  expect(renderHook(useToasts).result.current).toHaveLength(1);
  act(() => endSession('expired'));
  expect(renderHook(useToasts).result.current).toEqual([]);
});

test('NAV-03 NAV-08 OPN-35 from 1280 pixels on the menu stands beside the page and can be put away', async () => {
  setWidth(1280);
  const { user } = await open();
  screen.getByRole('navigation', { name: 'Main' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close menu' }));
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  screen.getByRole('navigation', { name: 'Main' });
});

test('NAV-03 NAV-09 OPN-35 below 1280 pixels the menu lies over the page, closed at first and after a choice', async () => {
  setWidth(1279);
  const { user } = await open({ type: 'Sponsor' });
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const dialog = await screen.findByRole('dialog', { name: 'Menu' });
  await user.click(within(dialog).getByRole('link', { name: 'Documents' }));
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['Site User', 'Sam SitesSite User'],
  ['Other', 'Sam Sites'],
] as const)('NAV-10 NAV-11 the sidebar of a %s names the person and links to the account', async (type, text) => {
  await open({ type });
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: /Sam Sites/ });
  expect(link.textContent?.replace('SS', '')).toBe(text);
  expect(link.getAttribute('href')).toBe('/account');
});

test.each([
  [['TrialCard', 'PhysicianDashboard'], 'https://physicians.test/', true],
  [['TrialCard'], 'https://physicians.test/', false],
  [['TrialCard', 'PhysicianDashboard'], undefined, false],
] as [ModuleName[], string | undefined, boolean][])(
  'NAV-04 NAV-05 OPN-38 with %j and the address %s the Physician button is there: %s',
  async (modules, address, shown) => {
    await open({ modules }, { physicianDashboard: address });
    const link = screen.queryByRole('link', { name: 'Physician' });
    expect(link !== null).toBe(shown);
    if (!link) return;
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://physicians.test/', '_blank']);
    expect(link.getAttribute('rel')).toContain('noopener');
  },
);

test.each([
  ['/dashboard', 'Dashboard', 599, true],
  ['/dashboard', 'Dashboard', 600, false],
  ['/trial-dashboard', 'Trial Dashboard', 390, true],
  ['/trial-dashboard', 'Trial Dashboard', 1440, false],
  ['/account', 'Account', 390, false],
] as const)('SCP-11 SCP-12 OPN-34 SER-34 %s (%s) on %s pixels warns: %s', async (path, title, width, warned) => {
  setWidth(width);
  openPortal(path, sessionReplies({ type: 'Sponsor', modules: ['Assessments', 'TrialCard'] }));
  await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.queryByText('Please view the site on your desktop.') !== null).toBe(warned);
});

test('OPN-44 the content can be reached at once by keyboard', async () => {
  await open();
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  expect(document.querySelector(skip.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
});

test.each([
  [1279, [], true],
  [390, [], true],
  [1280, [], false],
  [1280, ['Narrow menu'], true],
  [1280, ['Close menu'], true],
] as const)('on %i pixels, after %j, the top bar names who is signed in: %s', async (width, pressed, isNamed) => {
  setWidth(width);
  const { user } = await open();
  for (const name of pressed) await user.click(screen.getByRole('button', { name }));
  const bar = within(screen.getByRole('region', { name: 'Top bar' }));
  const links = bar.queryAllByRole('link', { name: 'Sam Sites' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(isNamed ? ['/account'] : []);
});

test('what is printed says at its top what it is, when it was printed and by whom, also of an open dialog, which is printed alone', async () => {
  vi.setSystemTime(new Date(2031, 5, 1, 2, 50));
  onTestFinished(() => void vi.useRealTimers());
  const { user } = await open();
  const heads = () =>
    [...document.querySelectorAll('[data-printed]')].map((one) => [
      one.id || one.role,
      one.getAttribute('data-printed'),
    ]);
  fireEvent(window, new Event('beforeprint'));
  expect(heads()).toEqual([['content', 'Account, printed 01-Jun-2031 02:50 by Sam Sites']]);
  vi.setSystemTime(new Date(2031, 5, 1, 3, 10));
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await screen.findByRole('dialog');
  fireEvent(window, new Event('beforeprint'));
  expect(heads()).toContainEqual(['dialog', 'Account, printed 01-Jun-2031 03:10 by Sam Sites']);
});

test('NAV-10 a long name is whole in the title of the shortened one', async () => {
  openPortal('/account', sessionReplies({ fName: 'x'.repeat(40), lName: 'y'.repeat(40) }));
  const name = `${'x'.repeat(40)} ${'y'.repeat(40)}`;
  const shown = await screen.findByTitle(name);
  expect(shown.textContent).toBe(name);
});

test('when the line stands again, the lists that are shown are read anew', async () => {
  const live = fakeLine();
  const portal = openPortal('/participants', [
    ...sessionReplies(),
    [listTrials, { groups: [aTrial(), aSite()] }],
    [listParticipants, { participants: [aParticipant()] }],
  ]);
  await screen.findByText('101-001');
  await live.connect();
  expect(portal.callsOf(listParticipants)).toHaveLength(1);
  await live.connect();
  await waitFor(() => expect(portal.callsOf(listParticipants)).toHaveLength(2));
});

test('NAV-09 the focus comes back to the menu button when the menu over the content is closed', async () => {
  setWidth(800);
  const { user } = openPortal('/account', sessionReplies());
  const button = await screen.findByRole('button', { name: 'Open menu' });
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

const aBrand = { brandId: 7, companyName: 'Meridian' };
/** What a company's brands and alerts are answered with; the shell looks at no more of them than this. */
const alerting = (...brandAlerts: { alertId: number; message: string; severity: string }[]): Reply[] => [
  [listBrands, () => new Response(JSON.stringify({ brand: [aBrand] }))],
  [listBrandAlerts, () => new Response(JSON.stringify({ brandAlerts }))],
];

test('OPN-32 BRN-15 alerts of the brand for this type are banners that can be dismissed', async () => {
  const portal = await open(
    { type: 'Site User' },
    {},
    alerting(
      { alertId: 1, message: 'The portal is closed on Sunday.', severity: 'warning' },
      { alertId: 2, message: '<b>Welcome</b>', severity: 'info' },
    ),
  );
  const banners = within(await screen.findByRole('region', { name: 'Announcements' }));
  banners.getByText('<b>Welcome</b>');
  expect(portal.callsOf(listBrandAlerts).map((call) => call.query)).toEqual([
    { company_id: 1, brand_id: 7, type: 'Site User' },
  ]);
  expect(portal.callsOf(listBrands).map((call) => call.query)).toEqual([{ company_id: 1 }]);
  await portal.user.click(banners.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect(screen.queryByText('The portal is closed on Sunday.')).toBeNull();
  await portal.user.click(banners.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
});

test('OPN-32 what a person has dismissed stays dismissed for them over sign-out, and others and what is new are shown', async () => {
  const one = { alertId: 1, message: 'The portal is closed on Sunday.', severity: 'warning' };
  const first = await open({ cpId: 3 }, {}, alerting(one));
  await first.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await first.user.click(screen.getByRole('button', { name: 'Sign Out' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Sign out' }));
  await first.user.click(asked.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(first.path()).toMatch(/^\/sign-in/));
  first.unmount();
  localStorage.removeItem('portal.session');
  forgetSession();
  const other = await open({ cpId: 4 }, {}, alerting(one));
  await screen.findByText(one.message);
  other.unmount();
  forgetSession();
  await open({ cpId: 3 }, {}, alerting(one, { ...one, alertId: 2, message: 'It is open again.' }));
  await screen.findByText('It is open again.');
  expect(screen.queryByText(one.message)).toBeNull();
});

test.each<[string, { message?: string; severity?: string }]>([
  ['text', { message: 'The clinic is EVACUATED today.' }],
  ['severity', { severity: 'error' }],
])('OPN-32 an alert whose %s was changed is shown again to whoever dismissed it before', async (_what, changed) => {
  const one = { alertId: 1, message: 'The clinic is open today.', severity: 'warning' };
  const first = await open({}, {}, alerting(one));
  await first.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
  first.unmount();
  forgetSession();
  await open({}, {}, alerting({ ...one, ...changed }, { alertId: 2, message: 'Welcome.', severity: 'info' }));
  const banners = within(await screen.findByRole('region', { name: 'Announcements' }));
  banners.getByText(changed.message ?? one.message);
  banners.getByText('Welcome.');
});

test.each([
  ['brand-8', 8],
  ['brand-9', 7],
  ['default', 7],
])(
  'BRN-15 OPN-32 on a host with the brand %s the alerts are those of brand %i of the company',
  async (key, brandId) => {
    const page = { brand: { ...pageData().brand, key } };
    const portal = await open({}, page, [
      ...alerting({ alertId: 1, message: 'For you.', severity: 'info' }),
      [listBrands, () => new Response(JSON.stringify({ brand: [aBrand, { brandId: 8, companyName: 'Second' }] }))],
    ]);
    await screen.findByText('For you.');
    expect(portal.callsOf(listBrandAlerts).map((call) => call.query)).toEqual([
      { company_id: 1, brand_id: brandId, type: 'Site User' },
    ]);
  },
);

test('the menu is as narrow as each person wants it in this browser, and its entries keep their names', async () => {
  const first = await open({ cpId: 3 });
  await first.user.click(screen.getByRole('button', { name: 'Narrow menu' }));
  expect(screen.getByRole('button', { name: 'Narrow menu' }).getAttribute('aria-pressed')).toBe('true');
  const documents = screen.getByRole('link', { name: 'Documents' });
  expect([documents.title, documents.querySelector('svg')?.getAttribute('aria-hidden')]).toEqual(['Documents', 'true']);
  first.unmount();
  forgetSession();
  const other = await open({ cpId: 4 });
  expect(screen.getByRole('button', { name: 'Narrow menu' }).getAttribute('aria-pressed')).toBe('false');
  other.unmount();
  forgetSession();
  await open({ cpId: 3 });
  expect(screen.getByRole('button', { name: 'Narrow menu' }).getAttribute('aria-pressed')).toBe('true');
});

test('OPN-32 alerts that cannot be read show nothing', async () => {
  const portal = await open({}, {}, [
    ...alerting(),
    [listBrandAlerts, { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } }],
  ]);
  await waitFor(() => expect(portal.callsOf(listBrandAlerts)).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the paths of the calls that the shell makes without their schemas are those of the contract', () => {
  expect(paths).toEqual({ brands: listBrands.path, alerts: listBrandAlerts.path });
});
