import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'portal-test-report-'));
const began = performance.now();
const counted = { passed: 0, failed: 0 };
// oxlint walks node_modules unless it is given paths.
const folders = ['contract', 'server', 'web', 'e2e', 'scripts'];

step('Types', () => ['.', 'contract', 'server', 'web', 'e2e'].every((folder) => run('tsc', '-p', folder)));
step('Lint', () => run('oxlint', '--type-aware', '--deny-warnings', ...folders));
step('Format', () => run('biome', 'format'));
step('Rules, server and components', () => vitest('contract', 'server', 'web'));
step('Build of the web app', () => run('npm', 'run', '--silent', 'build', '-w', 'web'));
step('Journeys in a browser', () => {
  process.env['CHROMIUM_PATH'] = ensureChromium();
  return vitest('e2e');
});
finish();

/** One part of the whole; the first that fails ends it. */
function step(name: string, work: () => boolean): void {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  const failedBefore = counted.failed;
  let good = false;
  try {
    good = work();
  } catch (error) {
    console.error((error as Error).message);
  }
  console.log(`=== ${name}: ${good ? 'good' : 'FAILED'} after ${seconds(start)}`);
  if (good) return;
  if (counted.failed === failedBefore) counted.failed++; // a part that counts nothing counts as one
  finish();
}

function run(command: string, ...words: string[]): boolean {
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`${command} could not be started (${error.message}): run "npm ci" first.`);
  return status === 0;
}

function vitest(...projects: string[]): boolean {
  const file = join(reports, `${projects[0]}.json`);
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const good = run('vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...report);
  const told = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  counted.passed += told.numPassedTests;
  counted.failed += told.numFailedTests;
  return good;
}

function finish(): never {
  rmSync(reports, { recursive: true });
  console.log(`\nAll of it took ${seconds(began)}\n${counted.passed} passed, ${counted.failed} failed`);
  process.exit(counted.failed === 0 ? 0 : 1);
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
