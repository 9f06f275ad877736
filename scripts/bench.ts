/**
 * The budgets of the house, measured: `npm run bench [-- --json file] [--built] [reads | writes | supply | submitting | dashboard | signing | sign-ins | sockets | starts | memory | after-load | pages | lists | patients …]`.
 * `--built` measures the web app as it was built before.
 * Where the database chooses how it reads, it is set as PostgreSQL comes, and has 5,000 care groups.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { measureDashboard } from './bench/dashboard.ts';
import { measureLists } from './bench/lists.ts';
import { measurePages } from './bench/pages.ts';
import { measurePatients } from './bench/patients.ts';
import { measureReads } from './bench/reads.ts';
import { measureMemory, measureStarts } from './bench/starts.ts';
import { measureSigning } from './bench/signing.ts';
import { measureSigningCalls } from './bench/signing-calls.ts';
import { measureSignIns } from './bench/sign-ins.ts';
import { measureAfterLoad } from './bench/after-load.ts';
import type { Row } from './bench/row.ts';
import { measureSockets } from './bench/sockets.ts';
import { measureSubmitting } from './bench/submitting.ts';
import { measureSupply } from './bench/supply.ts';
import { measureWrites } from './bench/writes.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  reads: measureReads,
  writes: measureWrites,
  supply: measureSupply,
  submitting: measureSubmitting,
  dashboard: measureDashboard,
  signing: async () => [...(await measureSigning()), ...(await measureSigningCalls())],
  'sign-ins': measureSignIns,
  sockets: measureSockets,
  starts: measureStarts,
  memory: measureMemory,
  'after-load': measureAfterLoad,
  pages: measurePages,
  lists: measureLists,
  patients: measurePatients,
};

const { values, positionals } = wordsOf({
  options: { json: { type: 'string' }, built: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const strange = positionals.filter((name) => !(name in parts));
if (strange.length > 0) {
  console.error(`There is no measurement called ${strange.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
if (
  !values.built &&
  wanted.some((name) => name === 'pages' || name === 'lists' || name === 'starts' || name === 'memory')
) {
  const built = spawnSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) console.error('The web app could not be built; what is measured is what was built before.');
}
const rows: Row[] = [];
const failed: string[] = [];
for (const name of wanted) {
  console.error(`Measuring ${name} ...`);
  try {
    rows.push(...((await parts[name]?.()) ?? []));
  } catch (error) {
    // What was measured so far is shown all the same.
    console.error(error);
    failed.push(name);
  }
}

const kept = (row: Row): boolean =>
  row.target === null || ('atLeast' in row.target ? row.value >= row.target.atLeast : row.value <= row.target.atMost);
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
const targetOf = ({ target }: Row): string =>
  target === null ? '' : 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;

const table = rows.map((row) => [
  row.what,
  `${shown(row.value)} ${row.unit}`.trim(),
  `${targetOf(row)} ${row.target ? row.unit : ''}`.trim(),
  row.target === null ? '' : kept(row) ? 'ok' : 'over',
  Object.entries(row.from)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', '),
]);
console.log(['What', 'Measured', 'Target', '', 'From'].reduce((line, title, i) => line + title.padEnd(widthOf(i)), ''));
for (const line of table) console.log(line.map((cell, i) => cell.padEnd(widthOf(i))).join(''));
const json = JSON.stringify(
  {
    at: new Date().toISOString(),
    node: process.version,
    rows: rows.map((row) => ({ ...row, ok: row.target === null ? null : kept(row) })),
  },
  null,
  2,
);
console.log(json);
if (values.json) writeFileSync(values.json, `${json}\n`);
if (failed.length > 0) console.error(`Could not be measured: ${failed.join(', ')}`);
process.exit(failed.length === 0 && rows.every(kept) ? 0 : 1);

function widthOf(column: number): number {
  return Math.max(8, ...table.map((line) => (line[column] ?? '').length)) + 2;
}
