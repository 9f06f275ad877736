/** The responses to an assessment as a file, made in the browser (ASL-03, OPC-70). */
import { exportResponses } from '@portal/contract/responses/endpoints.ts';
import { exportName } from '@portal/contract/responses/rules.ts';
import { type Cell, type CsvRow, csvOf, inFileName, momentInFile, saveCsv } from '#kit/csv.ts';
import { today } from '#kit/today.ts';
import { rowsOrNone, wholly } from '#shared/report-rows.ts';

export interface Wanted {
  sId: number;
  surveyName: string;
  gId: number;
  start: string;
  end: string;
}

/** The columns that hold moments; whatever was answered stays as it is. */
const moments: readonly string[] = ['surveyTime', 'timeCompleted'];
const inFile = (key: string, value: Cell): Cell =>
  value && moments.includes(key) ? momentInFile(new Date(value)) : value;

/** Hands the file to the browser and gives its name; null when there is nothing to export. */
export async function saveResponses({ sId, surveyName, gId, start, end }: Wanted): Promise<string | null> {
  const query = { s_id: sId, g_id: gId, start_date: start, end_date: end };
  const asked = wholly(exportResponses, { query }, 'The file would be too long. Please choose a shorter period.');
  const rows = await rowsOrNone(asked.then(({ responses }) => responses));
  if (rows.length === 0) return null;
  const name = exportName(inFileName(surveyName), today());
  const inFiles = (row: CsvRow) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, inFile(key, value)]));
  saveCsv(await csvOf(rows.map(inFiles)), name);
  return name;
}
