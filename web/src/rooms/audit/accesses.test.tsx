import { copyAccount, readAudit } from '@portal/contract/audit/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchDownloads } from '#test/downloads.ts';
import { renderPage } from '#test/portal.tsx';
import { ActsOf } from './ActsOf.tsx';

const open = (viewer: object) =>
  renderPage(<ActsOf cpId={12} name="Nora Quill" />, {
    viewer: { adminRights: true, ...viewer },
    replies: [
      [readAudit, { entries: [], names: {}, total: 0, more: false }],
      [
        copyAccount,
        {
          filename: 'account-12.zip',
          contentType: 'application/zip' as const,
          data: btoa('PK the accesses'),
          entries: 2,
          accesses: 500,
        },
      ],
    ],
  });

test('PRV-02 all that somebody read and changed between two days is downloaded as one file, both days included', async () => {
  const files = watchDownloads();
  const page = open({ type: 'Admin' as const });
  await page.user.click(await screen.findByRole('button', { name: 'Report of accesses' }));
  await page.user.type(await screen.findByRole('textbox', { name: /^First day/ }), '05-MAR-2024');
  await page.user.type(screen.getByRole('textbox', { name: /^Last day/ }), '06-MAR-2024');
  await page.user.click(screen.getByRole('button', { name: 'Make report' }));
  await screen.findByText('account-12.zip is downloaded.');
  expect(page.callsOf(copyAccount).map(({ query }) => query)).toEqual([
    { cp_id: 12, from: new Date('2024-03-05T00:00:00Z'), until: new Date('2024-03-07T00:00:00Z') },
  ]);
  expect(files.map(({ name }) => name)).toEqual(['account-12.zip']);
});

test('PRV-02 SEC-23 who sees some groups alone is not offered it', async () => {
  open({ type: 'Nurse' as const, seesWholeCompany: false });
  await screen.findByText('Nothing is on record yet.');
  expect(screen.queryByRole('button', { name: 'Report of accesses' })).toBeNull();
});
