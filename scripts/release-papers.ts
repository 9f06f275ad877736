/** What a release says of itself: its components, what is known against them, and which requirement is proven by which test. */
import { createHash } from 'node:crypto';
import { migrationFiles, readMigration } from '../server/src/platform/database/migration-files.ts';
import { numbersIn, type Row } from './trace.ts';

/** One test as it ended, by the file and the title it has. */
export interface Tested {
  file: string;
  title: string;
  result: string;
}
/** What `npm test` leaves of its last run. */
export interface TestRun {
  commit: string;
  /** Files that were not committed when it ran. */
  changed: readonly string[];
  /** Every part as it ended, those too that have no tests: types, format, build. A part that others kept from running is `skipped`. */
  parts: readonly { name: string; result: 'passed' | 'failed' | 'skipped' }[];
  tests: readonly Tested[];
}

/** Why a run of the tests cannot stand for a release of this commit; null where it can. */
export function problemOfRun(run: TestRun | null, commit: string): string | null {
  if (run === null) return 'There is no report of the tests: run "npm test" first.';
  if (run.commit !== commit) return `The last "npm test" was of ${run.commit}, and this is ${commit}: run it again.`;
  if (run.changed.length > 0) return `The last "npm test" was with changes that are not committed: ${run.changed[0]}.`;
  const failed = run.tests.filter(({ result }) => result === 'failed');
  if (failed.length > 0) return `${failed.length} tests failed in the last "npm test".`;
  // One that an older script left says nothing of parts.
  const parts = (run as Partial<TestRun>).parts ?? [];
  if (parts.length === 0) return 'The last "npm test" does not say how its parts ended: run it again.';
  const bad = parts.find(({ result }) => result !== 'passed');
  return bad ? `In the last "npm test" this ${bad.result === 'failed' ? 'failed' : 'did not run'}: ${bad.name}.` : null;
}

/** P11-21: every row, the tests that name it with their results, and the rows that no passed test names. */
export function reportOfRows(version: string, { commit, tests }: TestRun, register: readonly Row[]) {
  const codes = new Set(register.map(({ code }) => code));
  const named = tests.flatMap((tested) => [...new Set(numbersIn(tested.title, codes))].map((id) => ({ id, tested })));
  const checksOf = Map.groupBy(named, ({ id }) => id);
  const rows = register.map(({ id, text }) => ({
    id,
    text,
    checks: (checksOf.get(id) ?? [])
      .map(({ tested: { file, title, result } }) => ({ file, title, result }))
      .sort((a, b) => (a.file + a.title < b.file + b.title ? -1 : 1)),
  }));
  const withoutCheck = rows.filter(({ checks }) => !checks.some(({ result }) => result === 'passed'));
  return {
    version,
    commit,
    rows: rows.length,
    proven: rows.length - withoutCheck.length,
    withoutCheck: withoutCheck.map(({ id }) => id),
    checks: rows,
  };
}

interface Components {
  metadata: object;
  components: { name: string; version: string; group?: string; externalReferences?: unknown }[];
}
interface LockFile {
  packages: Record<string, { version?: string; dev?: true; link?: true }>;
}

/**
 * SEC-38: what `npm sbom` says of the lock file, so that the same lock file gives the same bytes and names no place to load from. Asked to
 * omit what is for developers, it also omits react and pg; the lock file knows better.
 */
export function componentsOf(
  said: string,
  lock: LockFile,
  { name, version, at }: { name: string; version: string; at: Date },
): object {
  const { metadata, components, ...rest } = JSON.parse(said) as Components;
  const shipped = new Set(
    Object.entries(lock.packages)
      .filter(([at, { dev, link }]) => at.includes('node_modules/') && !dev && !link)
      .map(([at, { version }]) => `${at.split('node_modules/').at(-1)}@${version}`),
  );
  const listed = components
    .filter(({ group, name, version }) => shipped.has(`${group === undefined ? '' : `${group}/`}${name}@${version}`))
    .map((component) => Object.fromEntries(Object.entries(component).filter(([key]) => key !== 'externalReferences')));
  const hash = createHash('sha256').update(JSON.stringify(listed)).digest('hex');
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return {
    ...rest,
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    metadata: { ...metadata, timestamp: at.toISOString(), component: { type: 'application', name, version } },
    components: listed,
  };
}

interface Vulnerabilities {
  high: number;
  critical: number;
}

/** What `npm audit --json` says; null where nobody could be asked, and where an answer does not count them. */
export function vulnerabilitiesOf(said: string): Vulnerabilities | null {
  try {
    const { metadata } = JSON.parse(said) as { metadata?: { vulnerabilities?: Partial<Vulnerabilities> } };
    const { high, critical } = metadata?.vulnerabilities ?? {};
    return Number.isInteger(high) && Number.isInteger(critical) ? ({ high, critical } as Vulnerabilities) : null;
  } catch {
    return null;
  }
}

/** Why a release cannot be made with what is known against its components; null where it can. */
export function problemOfAudit(found: Vulnerabilities | null): string | null {
  if (found === null)
    return 'The registry could not be asked what is known against the components: try again, or --not-audited.';
  const { high, critical } = found;
  return high + critical > 0
    ? `${high} high and ${critical} critical vulnerabilities are known: see "npm audit".`
    : null;
}

/** Which servers cannot go on while this release is brought in. A migration that says nothing serves none before itself. */
export const stopFor = (folder?: string): string =>
  `A server that does not have ${migrationFiles(folder)
    .map((name) => readMigration(name, folder).servesFrom)
    .toSorted()
    .at(-1)} cannot work beside this release: such ones need a stop before "migrate".`;
