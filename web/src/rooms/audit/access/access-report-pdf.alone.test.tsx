import { accessReport } from '@portal/contract/audit/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import Account from '#pages/Account.tsx';
import { catchFiles } from '#test/downloads.ts';
import { renderPage } from '#test/portal.tsx';
import { anAccount, noon } from '#test/records.ts';
import type { AccessReportContent } from './draw-access-report.ts';

const drawn: AccessReportContent[] = [];
vi.mock('./draw-access-report.ts', () => ({
  drawAccessReport: async (content: AccessReportContent) => {
    drawn.push(content);
    return new TextEncoder().encode('%PDF-1.7');
  },
}));

const files = catchFiles(noon);

test('P11-16 SEC-39 the report is a PDF of the rows that are left, which the server is told', async () => {
  const away = anAccount({ cpId: 9, lName: 'North', lastSignInAt: null, notSignedInFor90Days: true });
  const page = renderPage(<Account />, {
    viewer: { type: 'Admin', adminRights: true },
    route: '/account?tab=access-report&absent=true&q=north',
    replies: [
      [
        accessReport,
        {
          day: '2026-11-22',
          accounts: [anAccount(), away, { ...away, cpId: 10, lName: 'West' }],
          company: 'Meridian',
          groups: ['Boston General'],
        },
      ],
    ],
  });
  await screen.findByText('North, Nora');
  await page.user.click(screen.getByRole('button', { name: 'Export PDF' }));
  await screen.findByText('Access_Report_2026-Nov-22.pdf is downloaded.');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('Access_Report_2026-Nov-22.pdf');
  expect(await files[0]?.text).toBe('%PDF-1.7');
  expect(
    drawn.map(({ day, company, narrowed, accounts }) => ({
      day,
      company,
      narrowed,
      who: accounts.map(({ cpId }) => cpId),
    })),
  ).toEqual([
    {
      day: '2026-11-22',
      company: 'Meridian',
      narrowed: [
        'Only people of Boston General. People of groups above, Admins, sponsors and partners who see them too are not in it.',
        'Only people who have not signed in for 90 days.',
        'Narrowed to “north”.',
      ],
      who: [9],
    },
  ]);
  expect(page.callsOf(accessReport).at(-1)?.query).toEqual({ day: '2026-11-22', file: true });
});
