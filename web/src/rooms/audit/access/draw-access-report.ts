/** The access report as a PDF: who had which access on a day (P11-16). */
import type { Account } from '@portal/contract/audit/endpoints.ts';
import { asDayInFiles } from '#kit/today.ts';
import { fetchFont, type LoadFont } from '#shared/pdf-report/fonts.ts';
import { grey, large, numberPages, openSheet, table, write } from '#shared/pdf-report/sheet.ts';
import { accountName, groupsOf, lastSignIn, organisationOf, rightsOf, stateWords, toMinute } from './access-row.ts';
import { whyNotKept } from './whose.ts';

export interface AccessReportContent {
  day: string;
  /** Empty where the server did not say. */
  company: string;
  madeAt: Date;
  /** To what it was narrowed, in sentences. */
  narrowed: readonly string[];
  accounts: readonly Account[];
}

const columns = {
  heads: ['Name', 'E-mail', 'Type and rights', 'Groups, partner or sponsor', 'State', 'Last sign-in'],
  widths: [0.15, 0.27, 0.15, 0.17, 0.12, 0.14],
};

export async function drawAccessReport(content: AccessReportContent, load: LoadFont = fetchFont): Promise<Uint8Array> {
  const { day, company, madeAt, narrowed, accounts } = content;
  const title = `Access report of ${asDayInFiles(day)}`;
  const sheet = await openSheet(title, load);
  await write(sheet, title, { size: large, weight: 'bold' });
  if (company !== '') await write(sheet, company, { weight: 'bold' });
  const whose = narrowed.length === 0 ? 'Each account with the access it had' : 'Accounts with the access they had';
  const made = `${whose} at the end of the day (UTC). Made ${toMinute(madeAt)}.`;
  await write(sheet, made, { colour: grey });
  for (const sentence of [...narrowed, ...whyNotKept(accounts)]) await write(sheet, sentence, { colour: grey });
  await table(sheet, `Accounts (${accounts.length})`, columns, accounts.map(rowOf), 'There are none.');
  await numberPages(sheet, title);
  return sheet.pdf.save();
}

const rowOf = (account: Account): string[] => {
  const { email, type, state, wasLocked, notSignedInFor90Days } = account;
  return [
    accountName(account),
    email,
    [type, rightsOf(account)].filter(Boolean).join(', '),
    [groupsOf(account), organisationOf(account)].filter(Boolean).join('; '),
    [stateWords[state], wasLocked && 'locked that day'].filter(Boolean).join(', '),
    [lastSignIn(account), notSignedInFor90Days && 'not for 90 days'].filter(Boolean).join(', '),
  ];
};
