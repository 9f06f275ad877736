import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  componentsOf,
  problemOfAudit,
  problemOfRun,
  reportOfRows,
  stopFor,
  vulnerabilitiesOf,
} from '../../scripts/release-papers.ts';
import { readRegister } from '../../scripts/trace.ts';

const root = path.join(import.meta.dirname, '../..');
const passed = (file: string, title: string) => ({ file, title, result: 'passed' });
const good = {
  commit: 'abc',
  changed: [],
  tests: [passed('a', 'b')],
  parts: [{ name: 'Format', result: 'passed' }],
} as const;
const withPart = (name: string, result: 'failed' | 'skipped') => ({
  ...good,
  parts: [...good.parts, { name, result }],
});

test('P11-21 the report of a release has version, all rows, the tests that name each and how they ended, and the rows without a check', () => {
  const register = readRegister();
  const report = reportOfRows(
    '1.2.3',
    {
      ...good,
      tests: [
        passed('b.test.ts', 'signing SIG-01 SIG-02 somebody comes in'),
        { file: 'a.test.ts', title: 'SIG-02 somebody does not', result: 'failed' },
        { file: 'a.test.ts', title: 'SIG-03 nobody', result: 'failed' },
      ],
    },
    register,
  );
  expect([report.version, report.commit, report.rows, report.proven]).toEqual(['1.2.3', 'abc', register.length, 2]);
  expect(report.checks.map(({ id }) => id)).toEqual(register.map(({ id }) => id));
  const checksOf = (wanted: string) => report.checks.find(({ id }) => id === wanted)?.checks;
  expect(checksOf('SIG-02')).toEqual([
    { file: 'a.test.ts', title: 'SIG-02 somebody does not', result: 'failed' },
    { file: 'b.test.ts', title: 'signing SIG-01 SIG-02 somebody comes in', result: 'passed' },
  ]);
  expect(report.withoutCheck).toContain('SIG-03');
  expect(report.withoutCheck).toHaveLength(register.length - 2);
});

test.each([
  [null, 'There is no report of the tests: run "npm test" first.'],
  [{ ...good, commit: 'old' }, 'The last "npm test" was of old, and this is abc: run it again.'],
  [{ ...good, changed: [' M x.ts'] }, /not committed:  M x\.ts\.$/],
  [{ ...good, tests: [{ ...passed('a', 'b'), result: 'failed' }] }, /^1 tests failed/],
  // A file that could not be loaded leaves no test that failed, nor does the linter; after either, the journeys do not run.
  [withPart('Types and lint', 'failed'), 'In the last "npm test" this failed: Types and lint.'],
  [withPart('Journeys in a browser', 'skipped'), 'In the last "npm test" this did not run: Journeys in a browser.'],
  [{ ...good, parts: [] }, /does not say how its parts ended/],
])('P11-21 %j is no proof of a release', (run, problem) => {
  expect(problemOfRun(run, 'abc')).toMatch(problem);
  expect(problemOfRun(good, 'abc')).toBeNull();
});

test('SEC-38 the list of components is the same each time, has each with its version and hash, and names no place to load from', () => {
  const { stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const about = { name: 'trellis', version: '1.2.3', at: new Date('2026-03-04T05:06:07Z') };
  const list = componentsOf(stdout, lock, about) as {
    serialNumber: string;
    components: { name: string; version: string; hashes?: { content: string }[] }[];
  };
  const again = JSON.parse(stdout) as { serialNumber: string };
  expect(componentsOf(JSON.stringify({ ...again, serialNumber: 'other' }), lock, about)).toEqual(list);
  expect(list.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  const names = list.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'pg', 'kysely', 'socket.io']));
  expect(names).not.toContain('vitest');
  const without = list.components.filter(({ version, hashes }) => !version || !hashes?.[0]?.content);
  // The lock file has no hash of what is for other machines than the one it was made on.
  expect(without.filter(({ name }) => !name.startsWith('@napi-rs/canvas-'))).toEqual([]);
  expect(JSON.stringify(list)).not.toMatch(/https?:\/\/[^"]*registry/);
});

test('SEC-38 what is known against the components is counted and holds a release back, and no answer is no good answer', () => {
  const said = JSON.stringify({ metadata: { vulnerabilities: { low: 3, high: 1, critical: 2 } } });
  expect(vulnerabilitiesOf(said)).toEqual({ high: 1, critical: 2 });
  const uncounted = [{}, { total: 0 }, { high: 0 }, { high: '0', critical: '0' }];
  for (const nothing of [
    '',
    'npm error',
    JSON.stringify({ message: '405 Method Not Allowed' }),
    ...uncounted.map((vulnerabilities) => JSON.stringify({ metadata: { vulnerabilities } })),
  ])
    expect(vulnerabilitiesOf(nothing)).toBeNull();
  expect(problemOfAudit({ high: 0, critical: 0 })).toBeNull();
  expect(problemOfAudit({ high: 1, critical: 0 })).toBe(
    '1 high and 0 critical vulnerabilities are known: see "npm audit".',
  );
  expect(problemOfAudit({ high: 0, critical: 2 })).toBe(
    '0 high and 2 critical vulnerabilities are known: see "npm audit".',
  );
  expect(problemOfAudit(null)).toBe(
    'The registry could not be asked what is known against the components: try again, or --not-audited.',
  );
});

test('a release says which servers cannot work beside it: those without the newest migration that serves none before itself', () => {
  const from = mkdtempSync(path.join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(from, { recursive: true }));
  const add = (name: string, text: string) => writeFileSync(path.join(from, name), text);
  const said = (name: string) =>
    `A server that does not have ${name} cannot work beside this release: such ones need a stop before "migrate".`;
  add('20270101T0900-first.sql', 'select 1;');
  add('20270201T0900-beside.sql', '-- serves from 20270101T0900-first.sql\nselect 1;');
  expect(stopFor(from)).toBe(said('20270101T0900-first.sql'));
  add('20270301T0900-forgotten.sql', 'select 1;');
  add('20270401T0900-beside.sql', '-- serves from 20270101T0900-first.sql\nselect 1;');
  expect(stopFor(from)).toBe(said('20270301T0900-forgotten.sql'));
});
