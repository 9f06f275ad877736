/** Tables as files, made in the browser (EXP-01). Every export goes through here. */
import type { UserType } from '@portal/contract/access.ts';
import { saveFile } from './save-file.ts';
import { asDayInFiles } from './today.ts';

export type Cell = string | number | null | undefined;
export type CsvRow = Readonly<Record<string, Cell>>;

// The full-width forms of = + - @ too: some spreadsheets read them as the ordinary ones.
const mayBeFormula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\0]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
/** Where the list separator is the semicolon, as in most of Europe, a spreadsheet splits there, and knows no quoted line breaks. */
const beginsElsewhere = /(?<=[;\t\r\n]"*)(?![+-]?\d+(?:\.\d+)?(?:[;\t\r\n]|$))(?=[=+\-@\uff1d\uff0b\uff0d\uff20\0])/g;

/** SEC-32: what a spreadsheet could take for a formula becomes text; a plain number stays one. */
export function harmless(cell: Cell): string {
  const text = String(cell ?? '').replaceAll(beginsElsewhere, "'");
  return mayBeFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** What the parts of a key do not say by themselves. */
const headings: Readonly<Record<string, string>> = { srId: 'Request Number', ctrxId: 'CTRx ID' };

/** A key of the wire as people read it, `dateRequired` as `Date Required`; a heading that is one already stays. */
export const headingOf = (key: string): string =>
  headings[key] ??
  (/^[a-z][A-Za-z]*$/.test(key) ? key.replace(/[A-Z]/g, ' $&').replace(/^./, (first) => first.toUpperCase()) : key);

/** OPN-59: a moment as `05/03/2026 14:30`, the same for everybody, in UTC; empty when there is none. */
export function momentInFile(moment: Date | null): string {
  const at = moment?.toISOString() ?? '';
  return at && `${asDayInFiles(at, 'DD/MM/YYYY')} ${at.slice(11, 16)}`;
}

/** RFC 4180: a column for each key of the rows, in the order in which they first come (OPN-57). The writer is loaded with the first export. */
export async function csvOf(rows: readonly CsvRow[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const data = rows.map((row) => keys.map((key) => harmless(row[key])));
  return papa.unparse({ fields: keys.map((key) => harmless(headingOf(key))), data }, { newline: '\r\n' });
}

/** EXP-04, RPT-05: `Pharmacy_Shipment_Invoice_05-03-2026.csv`. */
export const invoiceFileName = (type: UserType, day: string): string =>
  `${type.split(' ')[0]}_Shipment_Invoice_${asDayInFiles(day, 'DD/MM/YYYY').replaceAll('/', '-')}.csv`;

/** What a file name may not hold everywhere (OPN-56), and what would not be seen in it. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
export const inFileName = (name: string): string => name.replace(notInFileNames, '').trim();

/** EXP-02, EXP-03: `Trial_Participant_Report_My-Trial-One_2026-Mar-05.csv`; spaces of the trial's name become `space`. */
export function reportFileName(prefix: string, trial: string, day: string, space: '-' | '_' = '-'): string {
  const name = inFileName(trial).replace(/\s/g, space);
  return datedFileName(`${prefix}_${name}`, day);
}

/** `Audit_Trail_2026-Mar-05.csv`, by the day of the export (EXP-05). */
export const datedFileName = (prefix: string, day: string): string =>
  `${prefix}_${asDayInFiles(day).split('-').reverse().join('-')}.csv`;

/** Hands a table to the browser's downloads: UTF-8 with a byte order mark, without which spreadsheets misread every accent. */
export const saveCsv = (text: string, fileName: string): void =>
  saveFile(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), fileName);
