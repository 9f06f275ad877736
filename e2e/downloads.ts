/** Files as they land in the downloads of a browser. */
import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import type { Person } from './browser.ts';

export const contentOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

/** Presses what brings a file, and gives its name with its rows by the titles of their columns. */
export async function csvFrom(
  person: Person,
  press: () => Promise<void>,
): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([person.page.waitForEvent('download'), press()]);
  const [titles = [], ...lines] = linesOf((await contentOf(download)).toString('utf8'));
  const rows = lines.map((line) => Object.fromEntries(titles.map((title, i) => [title, line[i] ?? ''])));
  return { name: download.suggestedFilename(), rows };
}

/** RFC 4180: a cell in quotes may hold commas, quotes twice and line ends. */
const linesOf = (text: string): string[][] =>
  (text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g) ?? []).map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
