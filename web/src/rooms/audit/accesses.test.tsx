import { copyAccount, readAudit } from '@portal/contract/audit/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchDownloads } from '#test/downloads.ts';
import { renderPage } from '#test/portal.tsx';
import { ActsOf } from './ActsOf.tsx';

const aReport = {
  filename: 'account-12.zip',
  contentType: 'application/zip' as const,
  data: btoa('PK the accesses'),
  documents: 0,
  entries: 2,
  accesses: 500,
};
const open = (viewer: object) =>
  renderPage(<ActsOf cpId={12} name="Nora Quill" />, {
    viewer: { adminRights: true, ...viewer },
    replies: [
      [readAudit, { entries: [], names: {}, total: 0, more: false }],
      [copyAccount, aReport],
    ],
  });

test('PRV-02 what somebody read and changed between two days is downloaded as one file, both days included', async () => {
  const files = watchDownloads();
  const page = open({ type: 'Admin' as const });
  await page.user.click(await screen.findByRole('button', { name: 'Report of accesses' }));
  await screen.findByText(
    'What Nora Quill read and changed between these days (UTC) in one file, as pages to read and with a program that checks that nothing is missing or changed. Readings that are archived are not in it, and it says up to which month they are. Taking this report is recorded.',
  );
  await page.user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '05-MAR-2024');
  await page.user.type(screen.getByRole('textbox', { name: /^End Date/ }), '06-MAR-2024');
  await page.user.click(screen.getByRole('button', { name: 'Make report' }));
  await screen.findByText('account-12.zip is downloaded.');
  expect(page.callsOf(copyAccount).map(({ query }) => query)).toEqual([
    { cp_id: 12, from: new Date('2024-03-05T00:00:00Z'), until: new Date('2024-03-07T00:00:00Z') },
  ]);
  expect(files.map(({ name }) => name)).toEqual(['account-12.zip']);
});

test('PRV-02 a report that would be too long says so, with the days as they were chosen, and is made of a shorter period', async () => {
  watchDownloads();
  const page = open({ type: 'Admin' as const });
  const message = 'The report would be too long. Choose a shorter period.';
  page.answer(copyAccount, { status: 400, body: { code: 'audit.too_many_accesses', message } });
  await page.user.click(await screen.findByRole('button', { name: 'Report of accesses' }));
  const first = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Start Date/ });
  await page.user.type(first, '05-MAR-2024');
  await page.user.type(screen.getByRole('textbox', { name: /^End Date/ }), '06-MAR-2024');
  await page.user.click(screen.getByRole('button', { name: 'Make report' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(first.value).toBe('05-Mar-2024');
  page.answer(copyAccount, aReport);
  await page.user.click(screen.getByRole('button', { name: 'Make report' }));
  await screen.findByText('account-12.zip is downloaded.');
});

test('PRV-02 REL-06 a double click asks for one report, and after a failure it can be asked for again', async () => {
  const files = watchDownloads();
  const page = open({ type: 'Admin' as const });
  const message = 'The portal is busy.';
  page.answer(copyAccount, { status: 503, body: { code: 'unavailable', message } });
  await page.user.click(await screen.findByRole('button', { name: 'Report of accesses' }));
  await page.user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '05-MAR-2024');
  await page.user.type(screen.getByRole('textbox', { name: /^End Date/ }), '06-MAR-2024');
  const press = () => screen.getByRole('button', { name: 'Make report' }).click();
  press();
  press();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(page.callsOf(copyAccount)).toHaveLength(1);
  page.answer(copyAccount, aReport);
  press();
  press();
  await screen.findByText('account-12.zip is downloaded.');
  expect([page.callsOf(copyAccount).length, files.length]).toEqual([2, 1]);
});

test('PRV-02 SEC-23 who sees some groups alone is not offered it', async () => {
  open({ type: 'Nurse' as const, seesWholeCompany: false });
  await screen.findByText('Nothing is on record yet.');
  expect(screen.queryByRole('button', { name: 'Report of accesses' })).toBeNull();
});
