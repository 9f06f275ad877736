import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');

/** A folder that starts like ours, with a build and a server that take no time. */
function aCheckout() {
  const root = mkdtempSync(path.join(tmpdir(), 'start-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const one of ['on-node-24.mjs', 'start.ts', 'allocation.ts', 'code-cache.ts'])
    cpSync(path.join(home, 'scripts', one), path.join(root, 'scripts', one));
  write('package.json', '{ "type": "module" }');
  write('server/src/main.ts', `console.log('The server runs.');`);
  write('web/src/main.tsx', '1');
  const buildBy = (lines: string) => {
    write('bin/npm', `#!/bin/sh\n${lines}\n`);
    chmodSync(path.join(root, 'bin/npm'), 0o755);
  };
  buildBy('mkdir -p web/dist');
  const start = () => {
    const env = { PATH: `${path.join(root, 'bin')}:${process.env['PATH']}` };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/on-node-24.mjs', 'start'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };
  return { write, buildBy, start };
}

test('npm start says in one line that it builds the web app, and builds it once for the same sources', () => {
  const { write, start } = aCheckout();
  const built = [0, 'Building the web app ...\nThe server runs.\n', ''];
  const asItIs = [0, 'The server runs.\n', ''];
  expect([start(), start()]).toEqual([built, asItIs]);
  write('web/src/main.tsx', '2');
  expect([start(), start()]).toEqual([built, asItIs]);
});

test('npm start ends with what the build said and what to do where the web app cannot be built, and builds it the next time', () => {
  const { buildBy, start } = aCheckout();
  buildBy('echo "vite is missing" >&2; exit 1');
  expect(start()).toEqual([
    1,
    'Building the web app ...\n',
    'vite is missing\nThe web app could not be built. Run "npm ci" again, without --omit.\n',
  ]);
  buildBy('mkdir -p web/dist');
  expect(start()).toEqual([0, 'Building the web app ...\nThe server runs.\n', '']);
});
