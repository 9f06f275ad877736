/** The reports of a trial as files, made in the browser (EXP-01). */
import * as api from '@portal/contract/reports/endpoints.ts';
import type { Report } from '@portal/contract/reports/rules.ts';
import { invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { call } from '#api/call.ts';
import { CallFailure, isNotThere, unableToMakeRequest } from '#api/failure.ts';
import { type CsvRow, csvOf, momentInFile, reportFileName, saveCsv } from '#kit/csv.ts';
import type { Period } from '#shared/quick-periods.ts';
import { isTooLong, rowsOrNone, wayOfReports } from '#shared/report-rows.ts';
import { today } from '#kit/today.ts';

/** The report whose period is asked for first is exported by its dialog. */
export type PlainReport = Exclude<Report, 'shipments'>;

/** The trial or the site that a report is about. */
export interface About {
  gId: number;
  displayName: string;
}

/** A report without rows says `none`; any other failure says `failure` (SER-22 to SER-24, OPN-54). */
interface Plain {
  none: string;
  failure: string;
  /** SER-24: nothing is said when the answer itself is that there are none. */
  silentWithout?: true;
  rows: (query: { g_id: number }) => Promise<CsvRow[]>;
}

const plain: Record<PlainReport, Plain> = {
  training: {
    none: 'No acknowledgements found.',
    failure: unableToMakeRequest,
    rows: async (query) =>
      (await call(api.trainingReport, { query }, wayOfReports)).map((row) => ({
        Email: row.email,
        Name: row.name,
        'Trial or Site Name': row.trialOrSiteName,
        'User Type': row.userType,
        'Training Complete': row.trainingComplete ? 'Yes' : 'No',
        'Time Completed (UTC)': momentInFile(row.timeCompleted),
      })),
  },
  inviteStatus: {
    none: 'No report found.',
    failure: unableToMakeRequest,
    rows: async (query) =>
      (await call(api.inviteStatusReport, { query }, wayOfReports)).inviteStatusReport.map((row) => ({
        'Trial Name': row.trialName,
        'Site Name': row.siteName,
        'Site User': row.siteUser,
        Email: row.email,
        Status: row.status,
        'Invite Sent (UTC)': momentInFile(row.inviteSent),
        'Time Accepted (UTC)': momentInFile(row.timeAccepted),
      })),
  },
  participants: {
    none: 'No report found.',
    failure: api.participantReport.failure,
    silentWithout: true,
    // OPN-57: a column for each key, in the order of the server.
    rows: async (query) =>
      (await call(api.participantReport, { query }, wayOfReports)).participantReport.map((row) => ({
        ...row,
        enrolled: momentInFile(row.enrolled),
        lastCardSent: momentInFile(row.lastCardSent),
      })),
  },
};

/** OPN-56. */
const prefixes: Record<Report, string> = {
  training: 'Site_User_Training_Report',
  inviteStatus: 'Site_User_Invite_Status_Report',
  shipments: 'Shipment_Requests_Report',
  participants: 'Trial_Participant_Report',
};

/** What became of an export: the file's name, or what to say instead, or nothing at all. */
export type Outcome = { fileName: string } | { said: string } | null;

/** Reads a report and hands it to the browser as a file. */
export async function exportReport(report: PlainReport, { gId, displayName }: About): Promise<Outcome> {
  const { none, failure, silentWithout, rows: read } = plain[report];
  try {
    const rows = await read({ g_id: gId });
    if (rows.length === 0) return { said: none };
    return { fileName: await save(rows, reportFileName(prefixes[report], displayName, today())) };
  } catch (error) {
    const failed = error instanceof CallFailure ? error : null;
    // The sign-in page follows by itself.
    if (failed?.status === 401) return null;
    if (isNotThere(failed)) return silentWithout ? null : { said: none };
    return { said: isTooLong(error) ? error.message : failure };
  }
}

/** EXP-03, RPT-04: what was shipped in a period; null when there is nothing to export. */
export async function exportShipments({ gId, displayName }: About, period: Period): Promise<string | null> {
  const asked = call(invoiceForSite, { query: { gId, ...period } }, wayOfReports);
  const rows = await rowsOrNone(asked.then(({ invoice }) => invoice));
  if (rows.length === 0) return null;
  return save(rows, reportFileName(prefixes.shipments, displayName, today(), '_'));
}

async function save(rows: readonly CsvRow[], fileName: string): Promise<string> {
  saveCsv(await csvOf(rows), fileName);
  return fileName;
}
