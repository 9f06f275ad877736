/**
 * CSV files that people choose, read by one set of rules in the browser and on the server (RFC 4180): nothing of a file is passed over
 * in silence. Between the values stand commas, semicolons or tabs, whichever the headings have most of.
 */
export interface TableRow<Column extends string> {
  /** In the file, where the row begins. */
  line: number;
  values: Record<Column, string>;
  /** Why no value of the row can be relied on. */
  problem: string | null;
}
interface Table<Column extends string> {
  headings: string[];
  /** What each heading stands for. */
  columns: (Column | undefined)[];
  rows: TableRow<Column>[];
}

/** The rows below the headings, or what is wrong with the file as a whole: a sentence whose subject is the file. */
export function readTable<Column extends string>(
  text: string,
  all: readonly Column[],
  columnOf: (heading: string) => Column | undefined,
): Table<Column> | { problem: string } {
  const read = readCsv(text);
  if ('openQuote' in read) return { problem: `has a quote in line ${read.openQuote} that is not closed` };
  const [head, ...body] = read.rows.filter(({ cells }) => lengthOf(cells) > 0);
  const headings = (head?.cells ?? []).slice(0, lengthOf(head?.cells ?? [])).map((heading) => heading.trim());
  const columns = headings.map(columnOf);
  const doubled = columns.find((column, at) => column !== undefined && columns.indexOf(column) < at);
  if (doubled !== undefined) return { problem: `has the column “${headings[columns.indexOf(doubled)]}” twice` };
  const rows = body.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(all.map((column) => [column, (cells[columns.indexOf(column)] ?? '').trim()])) as Record<
      Column,
      string
    >,
    problem:
      lengthOf(cells) > headings.length
        ? `Line ${line} has ${lengthOf(cells)} values, but there are only ${headings.length} columns.`
        : null,
  }));
  return { headings, columns, rows };
}

/** Spreadsheets fill rows up with empty cells. */
const lengthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

interface Line {
  line: number;
  cells: string[];
}
function readCsv(text: string): { rows: Line[] } | { openQuote: number } {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  // A quoted value ends with its cell: what goes on behind the quote belongs to one that was left open further up.
  const cell = new RegExp(
    ` *"([^"]*(?:""[^"]*)*)" *(${separator}|\n|$)|((?! *")[^${separator}\n]*)(${separator}|\n|$)`,
    'y',
  );
  const rows: Line[] = [];
  let [line, begun, cells] = [1, 1, [] as string[]];
  for (;;) {
    const found = cell.exec(source);
    if (!found) return { openQuote: line };
    const [, quoted, endOfQuoted, bare = '', endOfBare] = found;
    const end = endOfQuoted ?? endOfBare;
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (quoted !== undefined) line += quoted.split('\n').length - 1;
    if (end === '\n') line += 1;
    if (end === separator) continue;
    rows.push({ line: begun, cells });
    if (end === '') return { rows };
    [begun, cells] = [line, []];
  }
}

const separators = [',', ';', '\t'] as const;
function separatorOf(source: string): string {
  const head =
    source
      .trimStart()
      .replace(/"[^"]*"/g, '')
      .split('\n', 1)[0] ?? '';
  const countOf = (separator: string) => head.split(separator).length;
  return separators.reduce<string>((most, one) => (countOf(one) > countOf(most) ? one : most), ',');
}
