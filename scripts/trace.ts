// Which requirement rows are proven by which tests: `npm run trace [-- --brief | --missing] [CODE …]`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';

const home = path.join(import.meta.dirname, '..');
const testFiles = '{contract,server,web,e2e,scripts}/**/*.test.{ts,tsx}';

export type Row = { id: string; code: string; text: string };
export type Citation = { id: string; file: string };

/** The rows of one page of the register. */
export function rowsOf(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| (([A-Z][A-Z0-9]{2})-\d{2}) \| (.*?) \| .*\|$/gm)].map((match) => ({
    id: match[1]!,
    code: match[2]!,
    text: match[3]!,
  }));
}

/** The whole register, in the order of its areas and pages. */
export function readRegister(): Row[] {
  return files('docs/requirements/*/*.md').flatMap((file) => rowsOf(read(file)));
}

/** The titles of the tests in a source text; a skipped or pending test proves nothing, so its title is left out. */
export function titlesOf(source: string): string[] {
  const code = blankComments(source);
  return [...code.matchAll(/(?<![\w.$'"`])(?:test|it)((?:\.\w+)*)\s*(?=[(`<])/g)].flatMap((match) => {
    if (/\.(?:skip|todo)\b/.test(match[1]!)) return [];
    let at = match.index + match[0].length;
    // A table or a condition comes first (`test.each([…])('title')`, `test.each`…`('title')`): step over it.
    const hasTable = /\.(?:each|for)\b/.test(match[1]!);
    if (hasTable && code[at] === '<') at = skipSpace(code, endOfTypes(code, at));
    const given = at;
    if (/\.(?:each|for|runIf|skipIf)\b/.test(match[1]!)) at = skipSpace(code, endOfGroup(code, at));
    const table = hasTable ? code.slice(given, at) : '';
    if (code[at] !== '(') return [];
    const title = skipSpace(code, at + 1);
    if (!`'"\``.includes(code[title] ?? ' ')) return [];
    const said = code.slice(title + 1, endOfString(code, title) - 1);
    return [said, ...(said.startsWith('%s') ? firstOfRows(table) : [])];
  });
}

/** What begins the titles of a table whose first column they begin with: the first text of each row. */
const firstOfRows = (table: string): string[] =>
  [...table.matchAll(/[[,]\s*\[\s*'([^'\n]*)'/g)].map((row) => row[1] as string);

/** The requirement numbers a title cites. `AUR-101` is a trial, not a number: those have two digits, or a code we know. */
export function numbersIn(title: string, codes: ReadonlySet<string>): string[] {
  return [...title.matchAll(/\b([A-Z][A-Z0-9]{2})-(\d+)\b/g)]
    .filter((match) => match[2]!.length === 2 || codes.has(match[1]!))
    .map((match) => match[0]);
}

/** Every number cited by a test of the house, with the file that cites it. */
export function readCitations(codes: ReadonlySet<string>): Citation[] {
  return files(testFiles).flatMap((file) => {
    const ids = titlesOf(read(file)).flatMap((title) => numbersIn(title, codes));
    return [...new Set(ids)].map((id) => ({ id, file }));
  });
}

/** The citations of numbers the register does not know. */
export function unknownOf(register: readonly Row[], citations: readonly Citation[]): Citation[] {
  const known = new Set(register.map((row) => row.id));
  return citations.filter((citation) => !known.has(citation.id));
}

function files(pattern: string): string[] {
  const found = globSync(pattern, { cwd: home, exclude: (name) => path.basename(name) === 'node_modules' });
  return found.map((file) => file.replaceAll('\\', '/')).sort();
}

function read(file: string): string {
  return readFileSync(path.join(home, file), 'utf8');
}

/** The source with comments turned into spaces, so that a test put aside in a comment is not read as a test. */
function blankComments(source: string): string {
  return source.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part,
  );
}

function skipSpace(code: string, from: number): number {
  let at = from;
  while (/\s/.test(code[at] ?? '')) at++;
  return at;
}

/** Of the types of a table: `test.each<[string, () => void]>([…])`. */
function endOfTypes(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '<') depth++;
    if (code[at] === '>' && code[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return code.length;
}

function endOfString(code: string, from: number): number {
  let at = from + 1;
  while (at < code.length && code[at] !== code[from]) at += code[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfGroup(code: string, from: number): number {
  if (code[from] === '`') return endOfString(code, from);
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (`'"\``.includes(code[at]!)) at = endOfString(code, at) - 1;
    else if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!) && --depth === 0) return at + 1;
  }
  return code.length;
}

function main(): void {
  const { values, positionals: wanted } = wordsOf({
    options: { brief: { type: 'boolean' }, missing: { type: 'boolean' } },
    allowPositionals: true,
  });
  const register = readRegister();
  const codes = new Set(register.map((row) => row.code));
  const strange = wanted.filter((code) => !codes.has(code));
  if (strange.length > 0) {
    console.error(`no such code: ${strange.join(', ')}`);
    process.exitCode = 1;
    return;
  }

  const citations = readCitations(codes);
  const proofs = Map.groupBy(citations, (citation) => citation.id);
  const rows = register.filter((row) => wanted.length === 0 || wanted.includes(row.code));
  const missing = rows.filter((row) => !proofs.has(row.id));
  const total = `${rows.length} rows, ${rows.length - missing.length} proven, ${missing.length} not proven`;

  if (values.missing) {
    for (const row of missing) console.log(`${row.id}  ${row.text}`);
  } else if (values.brief) {
    for (const [code, own] of Map.groupBy(rows, (row) => row.code)) {
      const proven = own.filter((row) => proofs.has(row.id)).length;
      console.log(`${code}  ${own.length} rows, ${proven} proven, ${own.length - proven} not proven`);
    }
  } else {
    for (const row of rows)
      console.log(
        `${row.id}  ${
          proofs
            .get(row.id)
            ?.map((proof) => proof.file)
            .join(', ') ?? 'not proven'
        }`,
      );
  }
  console.log(total);

  const unknown = unknownOf(register, citations);
  for (const citation of unknown) console.error(`${citation.file} cites ${citation.id}, which is not in the register`);
  if (unknown.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
