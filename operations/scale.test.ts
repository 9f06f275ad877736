import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startPostgres15 } from './debian.ts';
import { operate, settingsOn, type Variables } from './operator.ts';

const root = path.join(import.meta.dirname, '..');

const simulated = (env: Variables) =>
  spawnSync(process.execPath, ['scripts/scale.ts', '--share', '0.00001', '--ms', '5'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  });

test('the simulation of a large world fills a database of its own, or an empty one that is given, and measures', async () => {
  const postgres = await startPostgres15();
  const given = {
    DATABASE_URL: postgres.url('portal', 'one', 'portal'),
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal'),
  };
  const prepared = operate(
    { ...settingsOn(postgres), ...given, ADMIN_DATABASE_URL: postgres.adminUrl },
    'prepare-database',
  );
  expect(prepared).toMatchObject({ ok: true });
  for (const env of [{}, given]) {
    const { status, stdout, stderr } = simulated(env);
    expect(stderr).toContain('audit_entry: ');
    expect(status).toBe(0);
    expect(stdout).toMatch(/\| audit_entry \| \d/);
    expect(stdout).toMatch(/\| One shipment request \| [\d.]+ \| [\d.]+ \|/);
    expect(stdout).toMatch(/\| who-read: a participant, again \| [\d.]+ \|/);
  }
  const again = simulated(given);
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('does not hold the files of this database');
});
