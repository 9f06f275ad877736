import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

test.each(['trellis.service', 'trellis@3000.service'])(
  'REL-15 systemd has nothing to say against the unit of deploy/ as %s',
  (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const unit = path.join(folder, name);
    // It looks whether the program is there.
    const text = readFileSync(path.join(root, 'deploy/trellis.service'), 'utf8').replace(
      '/usr/bin/node',
      process.execPath,
    );
    writeFileSync(unit, text.replace('/opt/trellis', root));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  },
);
