/** Files as they land in the downloads of a browser. */
import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';
import type { Person } from './browser.ts';

/** Read over the connection: the browser that all journeys share may have its files elsewhere. */
export const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** A heading as the wire names its field. */
const fields: Readonly<Record<string, string>> = { 'Request Number': 'srId', 'CTRx ID': 'ctrxId' };
const fieldOf = (heading: string): string =>
  fields[heading] ?? heading.replaceAll(' ', '').replace(/^./, (first) => first.toLowerCase());

/** The text of a file for spreadsheets, which begins with a byte order mark. */
function textOf(file: Buffer): string {
  const text = file.toString('utf8');
  if (!text.startsWith('\ufeff')) throw new Error('the file has no byte order mark');
  return text.slice(1);
}

/** Presses what brings a file, and gives its name with its rows by the fields of their columns. */
export async function csvFrom(
  person: Person,
  press: () => Promise<void>,
): Promise<{ name: string; titles: string[]; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([person.page.waitForEvent('download'), press()]);
  const [titles = [], ...lines] = linesOf(textOf(await contentOf(download)));
  const rows = lines.map((line) => Object.fromEntries(titles.map((title, i) => [fieldOf(title), line[i] ?? ''])));
  return { name: download.suggestedFilename(), titles, rows };
}

/** RFC 4180: a cell in quotes may hold commas, quotes twice and line ends. */
const linesOf = (text: string): string[][] =>
  (text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g) ?? []).map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
