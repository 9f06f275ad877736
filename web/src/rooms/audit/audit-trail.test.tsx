import {
  copyAccount,
  copyRecords,
  exportAudit,
  listAuditPeople,
  readAudit,
  readCardImage,
} from '@portal/contract/audit/endpoints.ts';
import { listNotifications } from '@portal/contract/providers/endpoints.ts';
import { listRecoveries, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Call, type Reply, meReply, renderPage } from '#test/portal.tsx';
import { catchFiles } from '#test/downloads.ts';
import { anEntry, auditReply, names, noon, peopleReply } from '#test/records.ts';
import type { Viewer } from '#api/session.ts';
import Account from '#pages/Account.tsx';
import { ActsOf } from './ActsOf.tsx';

const files = catchFiles(noon);
const administrator: Partial<Viewer> = { type: 'Admin', adminRights: true };
const ownAccount: Reply[] = [
  meReply('none', administrator),
  [listNotifications, { notificationPreferences: [] }],
  [listSessions, { sessions: [] }],
  [listRecoveries, { recoveries: [] }],
];
const open = (replies: readonly Reply[], route = '/account?tab=audit-trail', viewer = administrator) =>
  renderPage(<Account />, { viewer, route, replies: [...ownAccount, peopleReply, ...replies] });
const rows = async () =>
  (await within(await screen.findByRole('table', { name: 'Audit trail' })).findAllByRole('row')).slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const queries = ({ callsOf }: Pick<ReturnType<typeof renderPage>, 'callsOf'>) =>
  callsOf(readAudit).map(({ query }) => query as unknown);
const addressOf = ({ router }: Pick<ReturnType<typeof renderPage>, 'router'>) => router.state.location.searchStr;

test('P11-14 a given change is found in three steps: the account, its audit trail, and one press on the record', async () => {
  const page = open([auditReply([anEntry(12), anEntry(11, { recordId: '5' })])], '/account');
  await page.user.click(await screen.findByRole('tab', { name: 'Audit Trail' }));
  const record = await screen.findByRole('button', { name: /^Participant 101-001 \(4\): only this record/ });
  page.answer(...auditReply([anEntry(12), anEntry(3, { kind: 'participant.added' })]));
  await page.user.click(record);
  await waitFor(() => expect(queries(page)).toHaveLength(2));
  expect(queries(page)).toEqual([{ pageSize: 25 }, { recordKind: 'participant', recordId: '4', pageSize: 25 }]);
  await waitFor(async () => expect((await rows()).map((row) => cells(row)[0])).toEqual(['12', '3']));
});

test('P11-14 a row says in plain words who did what to which record, what was and what is, why and when', async () => {
  const changes = [
    { field: 'is_active', old: true, new: false },
    { field: 'partner_id', old: null, new: 2 },
    { field: 'born_on', old: '1980-03-05', new: '1980-03-06' },
  ];
  open([
    auditReply([anEntry(1_234, { changes, reason: 'Asked by phone' }), anEntry(2, { cpId: null, person: 'System' })]),
  ]);
  const [first, second] = await rows();
  expect(cells(first)).toEqual([
    '1234',
    '2 hours ago',
    'Nora QuillSite User',
    'Changed a participant',
    'Participant 101-001 (4)',
    'ActiveYes→becameNoPartner–→becameNorthgate Pharmacy (2)Date of birth05-Mar-1980→became06-Mar-1980',
    'Asked by phone',
  ]);
  // Nobody to narrow to.
  expect(within(second as HTMLElement).queryByRole('button', { name: /what this person did/ })).toBeNull();
});

test('P11-13 P11-14 the exact time is told in UTC, to the millisecond, by pointer and by keyboard', async () => {
  const { user } = open([auditReply([anEntry(1)])]);
  const time = await screen.findByText('2 hours ago');
  expect(time.getAttribute('datetime')).toBe('2026-11-22T09:15:00.123Z');
  await user.hover(time);
  expect((await screen.findByRole('tooltip')).textContent).toBe('22-Nov-2026 09:15:00.123 UTC');
  await user.unhover(time);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  time.focus();
  await screen.findByRole('tooltip');
});

test('P11-14 a new record of many fields shows a few of them, and all when asked', async () => {
  const changes = ['a', 'b', 'c', 'd', 'e'].map((field) => ({ field: `field_${field}`, old: null, new: field }));
  const { user } = open([auditReply([anEntry(1, { kind: 'participant.added', changes })])]);
  const list = await screen.findByRole('list', { name: 'Changes of entry 1' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Field aa', 'Field bb', 'Field cc']);
  await user.click(screen.getByRole('button', { name: 'Show all 5 fields of entry 1' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show fewer of entry 1' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
});

test('P11-11 P11-14 an image that was on a card, and the one that took its place, are opened from the entry that names them', async () => {
  const [before, since] = ['a'.repeat(64), 'b'.repeat(64)];
  const changes = [{ field: 'main_logo', old: `image sha256:${before}`, new: `image sha256:${since}` }];
  const ofCard = { kind: 'card.saved', recordKind: 'trial_card', recordId: '9', changes };
  const page = open([
    auditReply([anEntry(12, ofCard)]),
    [readCardImage, { contentType: 'image/webp', data: 'UklGRg==' }],
  ]);
  for (const [side, sha256] of [
    ['before', before],
    ['since', since],
  ]) {
    const what = `Main logo ${side} entry 12`;
    const mark = await screen.findByRole('button', {
      name: `image sha256:${sha256}: open main logo ${side} entry 12`,
    });
    // Short in the row, where 64 digits would be wider than a phone; whole where the pointer rests on it.
    expect([mark.textContent, mark.title]).toEqual([`image ${sha256?.slice(0, 8)}…`, `image sha256:${sha256}`]);
    await page.user.click(mark);
    const dialog = await screen.findByRole('dialog', { name: what });
    const image = await within(dialog).findByRole<HTMLImageElement>('img', { name: what });
    expect(image.src).toBe('data:image/webp;base64,UklGRg==');
    expect(page.callsOf(readCardImage).at(-1)?.query).toEqual({ g_id: 9, sha256 });
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

const aCopy = {
  filename: 'a.zip',
  contentType: 'application/zip' as const,
  data: btoa('PK'),
  documents: 0,
  entries: 1,
};
const ofGroups = { type: 'Nurse', adminRights: true, seesWholeCompany: false } as const;

test('PRV-02 of the person to whom the trail is narrowed, who may have been removed, a report of accesses is made there', async () => {
  const page = open(
    [auditReply([anEntry(1)]), [copyAccount, { ...aCopy, accesses: 5 }]],
    '/account?tab=audit-trail&person=7',
  );
  await page.user.click(await screen.findByRole('button', { name: 'Report of accesses' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report of accesses' });
  expect(dialog.textContent).toContain('What Nora Quill read and changed');
  await page.user.type(within(dialog).getByRole('textbox', { name: /^Start Date/ }), '05-MAR-2024');
  await page.user.type(within(dialog).getByRole('textbox', { name: /^End Date/ }), '06-MAR-2024');
  await page.user.click(within(dialog).getByRole('button', { name: 'Make report' }));
  await waitFor(() => expect(page.callsOf(copyAccount)[0]?.query).toMatchObject({ cp_id: 7 }));
  page.unmount();
  for (const [route, viewer] of [
    ['/account?tab=audit-trail', administrator],
    ['/account?tab=audit-trail&person=7', ofGroups],
  ] as const) {
    const other = open([auditReply([anEntry(1)])], route, viewer);
    await screen.findByRole('table', { name: 'Audit trail' });
    expect(screen.queryByRole('button', { name: 'Report of accesses' })).toBeNull();
    other.unmount();
  }
});

test('P11-19 P11-11 the complete copy of a trial that was removed is taken from the entry that says so, by who sees the whole company', async () => {
  const removed = anEntry(12, { kind: 'care_group.removed', recordKind: 'care_group', recordId: '9' });
  const replies: Reply[] = [auditReply([removed, anEntry(11)]), [copyRecords, aCopy]];
  const page = open(replies);
  await page.user.click(await screen.findByRole('button', { name: /^Complete copy of .*9/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Complete copy' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Make copy' }));
  await waitFor(() => expect(page.callsOf(copyRecords)[0]?.query).toEqual({ g_id: 9 }));
  page.unmount();
  open(replies, '/account?tab=audit-trail', ofGroups);
  await screen.findByRole('table', { name: 'Audit trail' });
  expect(screen.queryByRole('button', { name: /^Complete copy/ })).toBeNull();
});

test('P11-14 the trail is narrowed by record, number, person, kind of change and period, and widened again', async () => {
  const page = open([auditReply([anEntry(1)])]);
  const { user } = page;
  await rows();
  const last = () => queries(page).at(-1);
  const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Record number' });
  expect(number().disabled).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Record' }), 'Shipment request');
  await waitFor(() => expect(last()).toEqual({ recordKind: 'shipment_request', pageSize: 25 }));
  await user.type(number(), '17{Enter}');
  await waitFor(() => expect(last()).toMatchObject({ recordId: '17' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Quill, Nora (Site User)');
  await waitFor(() => expect(last()).toMatchObject({ person: 7 }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of change' }), 'Shipped a shipment request');
  await user.type(screen.getByRole('textbox', { name: 'From (UTC)' }), '01-Nov-2026');
  await user.type(screen.getByRole('textbox', { name: 'To (UTC)' }), '22-Nov-2026');
  const all = {
    recordKind: 'shipment_request',
    recordId: '17',
    person: 7,
    kind: 'shipment.shipped',
    from: '2026-11-01',
    to: '2026-11-22',
  };
  await waitFor(() => expect(last()).toEqual({ ...all, pageSize: 25 }));
  // Kinds and numbers stand in the address, no name of anybody that was not typed (PRV-09).
  expect(new URLSearchParams(addressOf(page)).get('kind')).toBe('shipment.shipped');
  expect(addressOf(page)).not.toMatch(/Nora|Quill|101-001/);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(addressOf(page)).toBe('?tab=audit-trail'));
  for (const name of ['Record', 'Person', 'Kind of change'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name }).value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('P11-14 PRV-09 the trail is searched while somebody types; the words stay out of the address, go with the filters and into the export, and are cleared with them', async () => {
  const page = open(
    [auditReply([anEntry(1)], 60), [exportAudit, { entries: [], next: null, names: {} }]],
    '/account?tab=audit-trail&person=7&page=2',
  );
  const { user } = page;
  await rows();
  const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await user.type(field(), 'shipped 17');
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ q: 'shipped 17', person: 7, pageSize: 25 }));
  // Not for every letter.
  expect(queries(page)).toHaveLength(2);
  expect(addressOf(page)).toBe('?tab=audit-trail&person=7');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of change' }), 'Shipped a shipment request');
  await waitFor(() =>
    expect(queries(page).at(-1)).toEqual({ q: 'shipped 17', person: 7, kind: 'shipment.shipped', pageSize: 25 }),
  );
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(page.callsOf(exportAudit)[0]?.query).toMatchObject({ q: 'shipped 17', person: 7 }));
  page.router.history.back();
  await waitFor(() => expect(new URLSearchParams(addressOf(page)).has('kind')).toBe(false));
  expect(field().value).toBe('shipped 17');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(field().value).toBe(''));
  expect(document.activeElement).toBe(field());
  expect(addressOf(page)).toBe('?tab=audit-trail');
});

test('P11-14 a page of nothing, which one comes back to with other words, is left for the last there is, and none says that nothing matches', async () => {
  const page = open(
    [
      [
        readAudit,
        ({ query }: Call) => ({ entries: query.page === 2 ? [] : [anEntry(1)], names: {}, total: 1, more: false }),
      ],
    ],
    '/account?tab=audit-trail&page=2&person=7',
  );
  const said: (string | null)[] = [];
  const watching = new MutationObserver(() => said.push(document.body.textContent));
  watching.observe(document.body, { subtree: true, childList: true });
  await rows();
  watching.disconnect();
  expect(queries(page)).toEqual([
    { person: 7, page: 2, pageSize: 25 },
    { person: 7, pageSize: 25 },
  ]);
  expect(addressOf(page)).toBe('?tab=audit-trail&person=7');
  expect(said.filter((text) => text?.includes('No change matches'))).toEqual([]);
});

test('P11-14 a number that an address is searched for is one of words, and is found in the field', async () => {
  const page = open([auditReply([anEntry(17)])], '/account?tab=audit-trail&q=17');
  await rows();
  expect(queries(page)).toEqual([{ q: '17', pageSize: 25 }]);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(field.value).toBe('17');
  await page.user.clear(field);
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ pageSize: 25 }));
  expect(addressOf(page)).toBe('?tab=audit-trail');
  // Nothing of this is a step to go back to.
  expect(page.router.history.length).toBe(1);
});

test('P11-14 a link to what somebody did leads to all of it, whatever the trail was last searched for', async () => {
  const page = renderPage(
    <>
      <ActsOf cpId={7} name="Nora Quill" />
      <Account />
    </>,
    {
      viewer: administrator,
      route: '/account?tab=audit-trail',
      replies: [...ownAccount, peopleReply, auditReply([anEntry(1)])],
    },
  );
  await rows();
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'older');
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ q: 'older', pageSize: 25 }));
  await page.user.click(screen.getByRole('link', { name: 'Whole audit trail of Nora Quill' }));
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ person: 7, pageSize: 25 }));
});

test('P11-14 what the trail is narrowed to is there again after going back and after loading the page anew', async () => {
  const page = open([auditReply([anEntry(1)], 60)], '/account?tab=audit-trail&person=7&from=2026-11-01');
  await rows();
  expect(queries(page)).toEqual([{ person: 7, from: '2026-11-01', pageSize: 25 }]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Person' }).selectedOptions[0]?.text).toBe(
      'Quill, Nora (Site User)',
    ),
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From (UTC)' }).value).toBe('01-Nov-2026');
  await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ person: 7, from: '2026-11-01', page: 2, pageSize: 25 }));
  await page.user.click(screen.getByRole('tab', { name: 'Your Account' }));
  await screen.findByRole('heading', { name: 'Your details' });
  expect(addressOf(page)).toBe('');
  page.router.history.back();
  await screen.findByText(/^26–26 of 60$/);
  page.router.history.back();
  await screen.findByText(/^1–1 of 60$/);
});

test('P11-14 what makes no sense in an address is left out', async () => {
  const page = open(
    [auditReply([anEntry(1)])],
    '/account?tab=audit-trail&person=x&recordId=4&kind=%27&from=soon&page=0',
  );
  await rows();
  expect(queries(page)).toEqual([{ pageSize: 25 }]);
});

test('P11-14 a period that ends before it begins is said so and not asked for', async () => {
  const page = open([auditReply([anEntry(1)])], '/account?tab=audit-trail&from=2026-11-22&to=2026-11-01');
  await screen.findByText('The last day must not be before the first.');
  expect(queries(page)).toEqual([]);
});

test('P11-14 the pages come from the server, ten thousand entries and more', async () => {
  const page = open([auditReply([anEntry(20_001)], 10_000, true)]);
  await screen.findByText('1–1 of more than 10,000');
  expect(screen.getByRole('button', { name: 'Page 400' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Number' })).toBeNull();
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Audit trail: rows per page' }), '10');
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ pageSize: 10 }));
});

test('P11-14 the export fetches every entry that fits, tells how far it is, and writes a row for each field', async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const page = open(
    [
      auditReply([anEntry(3)], 3),
      [
        exportAudit,
        async ({ query }: { query: { before?: number } }) => {
          if (query.before === undefined) {
            const changes = [
              { field: 'last_name', old: 'Lovelace', new: '=1+1' },
              { field: 'email', old: null, new: 'ada@clinic.example' },
            ];
            return { entries: [anEntry(3, { changes, reason: 'Line one\nline "two"' }), anEntry(2)], next: 2, names };
          }
          await held;
          return { entries: [anEntry(1, { kind: 'account.password_changed', changes: [] })], next: null, names };
        },
      ],
    ],
    '/account?tab=audit-trail&person=7',
  );
  await rows();
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Exporting: 2 of 3 entries');
  go();
  await screen.findByText('Audit_Trail_2026-Nov-22.csv is downloaded.');
  expect(page.callsOf(exportAudit).map(({ query }) => query as unknown)).toEqual([
    { person: 7 },
    { person: 7, before: 2 },
  ]);
  expect(files.map(({ name }) => name)).toEqual(['Audit_Trail_2026-Nov-22.csv']);
  const lines = (await files[0]?.text)?.split('\r\n') ?? [];
  expect(lines[0]).toBe(
    'Number,Time (UTC),Person,Person number,Type,Action,Record,Record number,Field,Old value,New value,Reason,Host,Request',
  );
  const start = '2026-11-22 09:15:00.123,Nora Quill,7,Site User';
  const end = 'portal.example,request-';
  expect(lines.slice(1)).toEqual([
    `3,${start},Changed a participant,Participant 101-001 (4),4,Last name,Lovelace,'=1+1,"Line one\nline ""two""",${end}3`,
    `3,${start},Changed a participant,Participant 101-001 (4),4,Email,,ada@clinic.example,"Line one\nline ""two""",${end}3`,
    `2,${start},Changed a participant,Participant 101-001 (4),4,Last name,Lovelace,Byron,,${end}2`,
    `1,${start},Changed a password,Participant 101-001 (4),4,,,,,${end}1`,
  ]);
});

test('P11-14 an export can be cancelled, and one that fails says so and leaves no file', async () => {
  const page = open([auditReply([anEntry(3)], 3), [exportAudit, () => new Promise(() => undefined)]]);
  await rows();
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await page.user.click(await screen.findByRole('button', { name: 'Cancel export' }));
  page.answer(exportAudit, { status: 500, body: { code: 'unexpected', message: '' } });
  await page.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await screen.findByText('There was a problem exporting the audit trail.');
  await screen.findByRole('button', { name: 'Export CSV' });
  expect(files).toEqual([]);
});

test('P11-14 waiting, having nothing, and failing each look like what they are', async () => {
  const page = open([[readAudit, () => new Promise(() => undefined)]]);
  await screen.findByText('Audit trail: loading');
  page.unmount();
  const empty = open([auditReply([])], '/account?tab=audit-trail&person=8');
  await screen.findByText('No change matches these filters.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
  empty.unmount();
  const failing = open([
    [readAudit, { status: 500, body: { code: 'unexpected', message: 'Not now.' } }],
    [listAuditPeople, { status: 500, body: { code: 'unexpected', message: '' } }],
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  await screen.findByText('The people could not be loaded.');
  failing.answer(...auditReply([anEntry(1)]));
  await failing.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test.each([
  [{ type: 'Site User', adminRights: false }],
  [{ type: 'Sponsor', adminRights: true }],
  [{ type: 'Pharmacy User', adminRights: true }],
  [{ type: 'Wholesaler User', adminRights: true }],
] as [Partial<Viewer>][])(
  'P11-14 SEC-24 PRV-04 who is no reviewer has no tabs, and an address leads to their own account: %j',
  async (viewer) => {
    const page = open([meReply('none', viewer)], '/account?tab=audit-trail', viewer);
    await screen.findByRole('heading', { name: 'Your details' });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(queries(page)).toEqual([]);
  },
);
