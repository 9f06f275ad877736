import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureChromium } from './chromium.ts';
import type { Tested, TestRun } from './release-papers.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'portal-test-report-'));
const began = performance.now();
const counted = { passed: 0, failed: 0 };
/** Every test as it ended, for the report of a release (P11-21). */
const ended: Tested[] = [];
/** Every part, and whether it ran and was good: only a run that is good as a whole is the proof of a release. */
const parts = new Map<string, TestRun['parts'][number]['result']>(
  ['Rules, server and components', 'Types and lint', 'Format', 'Build of the web app', 'Journeys in a browser'].map(
    (name) => [name, 'skipped'] as const,
  ),
);
/** What failed, told once more at the very end: nobody should have to look for it in the output of thousands. */
const failures: string[] = [];
/** What the parts beside the tests had to say; it would tear the tests' own output. */
const held: string[] = [];
let testing = true;

// Tests wait for timers and for the database: what only computes goes on beside them.
const [tested, checked] = await Promise.all([
  shown('Rules, server and components', () => vitest('contract', 'server', 'web', 'web-alone')).finally(() => {
    testing = false;
    for (const told of held.splice(0)) console.log(told);
  }),
  inOrder(
    // The linter knows the types of every file, so it tells what the compiler would.
    () => quiet('Types and lint', () => run('npm', 'run', '--silent', 'lint')),
    () => quiet('Format', () => run('biome', 'format')),
    () => quiet('Build of the web app', () => run('npm', 'run', '--silent', 'build', '-w', 'web')),
  ),
]);
if (tested && checked.good)
  await shown('Journeys in a browser', () => {
    process.env['CHROMIUM_PATH'] = ensureChromium();
    return vitest('e2e', 'faults');
  });
rmSync(reports, { recursive: true });
keepResults();
for (const failure of failures) console.log(`\n=== FAILED: ${failure}`);
console.log(`\nAll of it took ${seconds(began)}\n${counted.passed} passed, ${counted.failed} failed`);
process.exit(counted.failed === 0 ? 0 : 1);

interface Counts {
  passed: number;
  failed: number;
}
interface Outcome {
  good: boolean;
  said: string;
}

/** A part that speaks while it works, and counts its tests. */
async function shown(name: string, work: () => Promise<Counts>): Promise<boolean> {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  const { passed, failed } = await work().catch((error: Error) => {
    failures.push(`${name}\n${error.message}`);
    return { passed: 0, failed: 1 };
  });
  console.log(verdict(name, failed === 0, start));
  parts.set(name, failed === 0 ? 'passed' : 'failed');
  counted.passed += passed;
  counted.failed += failed;
  return failed === 0;
}

/** A part beside the tests: its verdict is told when they are over, at once when it failed. It counts as one then. */
async function quiet(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const start = performance.now();
  const { good, said } = await work();
  const told = verdict(name, good, start);
  parts.set(name, good ? 'passed' : 'failed');
  if (good && testing) held.push(told);
  else console.log(told);
  if (!good) {
    counted.failed++;
    failures.push(`${name}\n${said}`);
  }
  return { good, said: '' };
}

/** One after the other; the first that fails ends them. */
async function inOrder(...parts: (() => Promise<Outcome>)[]): Promise<Outcome> {
  let said = '';
  for (const part of parts) {
    const outcome = await part();
    said += outcome.said;
    if (!outcome.good) return { good: false, said };
  }
  return { good: true, said };
}

async function run(command: string, ...words: string[]): Promise<Outcome> {
  const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<Outcome>((resolve) => {
    child.once('error', ({ message }) => resolve(notStarted(command, message)));
    child.once('close', (code) => resolve({ good: code === 0, said: '' }));
  });
  const [{ good, said }, ...told] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { good, said: told.join('') + said };
}

async function vitest(...projects: string[]): Promise<Counts> {
  const file = join(reports, `${projects[0]}.json`);
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const words = ['run', ...projects.flatMap((name) => ['--project', name]), ...report];
  const child = spawn('vitest', words, { cwd: root, stdio: 'inherit' });
  const { good, said } = await new Promise<Outcome>((resolve) => {
    child.once('error', ({ message }) => resolve(notStarted('vitest', message)));
    child.once('close', (code) => resolve({ good: code === 0, said: '' }));
  });
  if (said) throw new Error(said);
  const told = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = told.testResults.flatMap(failuresOf);
  ended.push(...told.testResults.flatMap(resultsOf));
  failures.push(...failed);
  // A run that fails without a failed test, as by an unhandled error, counts as one.
  if (!good && failed.length === 0) failures.push(`${projects.join(', ')}: an error outside of the tests, told above`);
  return { passed: told.numPassedTests, failed: good ? 0 : Math.max(failed.length, 1) };
}

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function resultsOf({ name, assertionResults }: Report['testResults'][number]): Tested[] {
  return assertionResults.map(({ fullName, status }) => ({
    file: relative(root, name),
    title: fullName,
    result: status,
  }));
}

/** What `npm run release` takes as its proof. A copy without its history leaves none. */
function keepResults(): void {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const commit = git('rev-parse', 'HEAD').trim();
  if (commit === '') return;
  const changed = git('status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '');
  const run: TestRun = { commit, changed, parts: [...parts].map(([name, result]) => ({ name, result })), tests: ended };
  mkdirSync(join(root, 'release'), { recursive: true });
  writeFileSync(join(root, 'release/tests.json'), JSON.stringify(run));
}

function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`);
  // A file that could not be read has no test that failed.
  return failed.length === 0 && status === 'failed' ? [`${file}\n${message}`] : failed;
}

function notStarted(command: string, reason: string): Outcome {
  return { good: false, said: `${command} could not be started (${reason}): run "npm ci" first.\n` };
}

function verdict(name: string, good: boolean, start: number): string {
  return `=== ${name}: ${good ? 'good' : 'FAILED'} after ${seconds(start)}`;
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
