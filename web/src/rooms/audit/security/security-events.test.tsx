import { listRecoveries, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { listNotifications } from '@portal/contract/providers/endpoints.ts';
import { exportSecurityEvents, readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, meReply, renderPage } from '#test/portal.tsx';
import { catchFiles } from '#test/downloads.ts';
import { aSecurityEvent, noon, securityReply } from '#test/records.ts';
import type { Viewer } from '#api/session.ts';
import Account from '#pages/Account.tsx';

const files = catchFiles(noon);
const administrator: Partial<Viewer> = { type: 'Admin', adminRights: true };
const ownAccount: Reply[] = [
  meReply('none', administrator),
  [listNotifications, { notificationPreferences: [] }],
  [listSessions, { sessions: [] }],
  [listRecoveries, { recoveries: [] }],
];
const open = (replies: readonly Reply[], route = '/account?tab=security-events', viewer = administrator) =>
  renderPage(<Account />, { viewer, route, replies: [...ownAccount, ...replies] });
const rows = async () =>
  (await within(await screen.findByRole('table', { name: 'Security events' })).findAllByRole('row'))
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const queries = ({ callsOf }: Pick<ReturnType<typeof renderPage>, 'callsOf'>) =>
  callsOf(readSecurityEvents).map(({ query }) => query as unknown);
const addressOf = ({ router }: Pick<ReturnType<typeof renderPage>, 'router'>) => router.state.location.searchStr;

test('SEC-39 an administrator finds the events in a tab of the account: when, what, how it ended, who, by what and from where', async () => {
  const page = open(
    [
      securityReply([
        aSecurityEvent(6),
        aSecurityEvent(5, { outcome: 'failed', cpId: null, person: null }),
        aSecurityEvent(4, { event: 'access.refused', outcome: 'refused', factor: null, call: 'GET /records/audit' }),
        aSecurityEvent(3, { event: 'company.modules_changed', cpId: null, person: null, isSystem: true, factor: null }),
        aSecurityEvent(2, { event: 'of.a_later_release', outcome: 'done', cpId: 9, person: null, factor: 'key' }),
      ]),
    ],
    '/account',
  );
  await page.user.click(await screen.findByRole('tab', { name: 'Security Events' }));
  const place = ['portal.example', '198.51.100.7'];
  expect(await rows()).toEqual([
    ['2 hours ago', 'Sign-in', 'Done', 'Nora Quill', 'Password', ...place],
    ['2 hours ago', 'Sign-in', 'Failed', 'Unknown account', 'Password', ...place],
    ['2 hours ago', 'Access refusedGET /records/audit', 'Refused', 'Nora Quill', '–', ...place],
    ['2 hours ago', 'Changed the modules of a company', 'Done', 'System or operator', '–', ...place],
    ['2 hours ago', 'of.a_later_release', 'Done', 'Person 9', 'key', ...place],
  ]);
  expect(addressOf(page)).toBe('?tab=security-events');
});

test('SEC-39 the events are narrowed by kind, outcome and days, and widened again', async () => {
  const page = open([securityReply([aSecurityEvent(1)])]);
  const { user } = page;
  await rows();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Too many attempts');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Refused');
  await user.type(screen.getByRole('textbox', { name: 'From (UTC)' }), '01-Nov-2026');
  await user.type(screen.getByRole('textbox', { name: 'To (UTC)' }), '22-Nov-2026');
  const all = { event: 'rate_limit', outcome: 'refused', from: '2026-11-01', to: '2026-11-22', pageSize: 25 };
  await waitFor(() => expect(queries(page).at(-1)).toEqual(all));
  expect(new URLSearchParams(addressOf(page)).get('event')).toBe('rate_limit');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(addressOf(page)).toBe('?tab=security-events'));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('SEC-39 what the events are narrowed to is there again after going back and after loading the page anew', async () => {
  const page = open(
    [securityReply([aSecurityEvent(1)], 60)],
    '/account?tab=security-events&event=sign_in&outcome=failed&from=2026-11-01',
  );
  await rows();
  const filter = { event: 'sign_in', outcome: 'failed', from: '2026-11-01', pageSize: 25 };
  expect(queries(page)).toEqual([filter]);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Event' }).selectedOptions[0]?.text).toBe('Sign-in');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From (UTC)' }).value).toBe('01-Nov-2026');
  await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(queries(page).at(-1)).toEqual({ ...filter, page: 2 }));
  await page.user.click(screen.getByRole('tab', { name: 'Your Account' }));
  await screen.findByRole('heading', { name: 'Your details' });
  page.router.history.back();
  await screen.findByText(/^26–26 of 60$/);
  page.router.history.back();
  await screen.findByText(/^1–1 of 60$/);
});

test('SEC-39 what makes no sense in an address is left out, and a period that ends before it begins is not asked for', async () => {
  const page = open(
    [securityReply([aSecurityEvent(1)])],
    '/account?tab=security-events&event=gone&outcome=%27&from=soon&page=0',
  );
  await rows();
  expect(queries(page)).toEqual([{ pageSize: 25 }]);
  page.unmount();
  const backwards = open([], '/account?tab=security-events&from=2026-11-22&to=2026-11-01');
  await screen.findByText('The last day must not be before the first.');
  expect(queries(backwards)).toEqual([]);
});

test('SEC-39 SEC-32 the export fetches every event that fits and writes a row for each, with nothing a spreadsheet would run', async () => {
  const page = open(
    [
      securityReply([aSecurityEvent(3)], 2),
      [
        exportSecurityEvents,
        ({ query }: { query: { before?: string } }) =>
          query.before === undefined
            ? { entries: [aSecurityEvent(3, { host: '=1+1' })], next: '17.3' }
            : {
                entries: [
                  aSecurityEvent(2, { cpId: null, person: null, event: 'export', call: 'GET /x', factor: null }),
                ],
                next: null,
              },
      ],
    ],
    '/account?tab=security-events&outcome=done',
  );
  await rows();
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Security_Events_2026-Nov-22.csv is downloaded.');
  expect(page.callsOf(exportSecurityEvents).map(({ query }) => query as unknown)).toEqual([
    { outcome: 'done' },
    { outcome: 'done', before: '17.3' },
  ]);
  expect((await files[0]?.text)?.split('\r\n')).toEqual([
    'Time (UTC),Event,Outcome,Person,Person number,Email hash,Factor,Host,Address,Call,Request',
    "2026-11-22 09:15:00.123,Sign-in,Done,Nora Quill,7,ab12.hash,Password,'=1+1,198.51.100.7,,request-3",
    '2026-11-22 09:15:00.123,Export,Done,Unknown account,,ab12.hash,,portal.example,198.51.100.7,GET /x,request-2',
  ]);
});

test('SEC-39 waiting, having nothing, and failing each look like what they are', async () => {
  const page = open([[readSecurityEvents, () => new Promise(() => undefined)]]);
  await screen.findByText('Security events: loading');
  page.unmount();
  const empty = open([securityReply([])], '/account?tab=security-events&event=export');
  await screen.findByText('No event matches these filters.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
  empty.unmount();
  const failing = open([[readSecurityEvents, { status: 500, body: { code: 'unexpected', message: 'Not now.' } }]]);
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  failing.answer(...securityReply([aSecurityEvent(1)]));
  await failing.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test('SEC-39 SEC-24 who is no reviewer has no such tab, and its address leads to their own account', async () => {
  const viewer: Partial<Viewer> = { type: 'Site User', adminRights: false };
  const page = open([meReply('none', viewer)], '/account?tab=security-events', viewer);
  await screen.findByRole('heading', { name: 'Your details' });
  expect(screen.queryByRole('tab')).toBeNull();
  expect(queries(page)).toEqual([]);
});
