import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { allocation } from './allocation.ts';
import { codeCache } from './code-cache.ts';

const root = join(import.meta.dirname, '..');
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite.dev.config.ts',
  'web/compress.ts',
  'web/pdf-data.ts',
  'web/dev',
  'web/package.json',
  'contract/src',
  'package-lock.json',
];
const built = join(root, 'web/dist/.built');

buildWhenStale();
serve();

/** Builds the web app unless web/dist was made from exactly these sources. */
function buildWhenStale(): void {
  const hash = createHash('sha256');
  // A copy of the folder is as good as the folder.
  for (const source of sources)
    for (const file of filesOf(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file));
  const now = hash.digest('hex');
  if (existsSync(built) && readFileSync(built, 'utf8') === now) return;

  console.log('Building the web app ...');
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    console.error('The web app could not be built. Run "npm ci" again, without --omit.');
    process.exit(1);
  }
  writeFileSync(built, now);
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return inside
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
}

/** The server takes this process over, so that every signal and its exit code are its own. */
function serve(): void {
  process.chdir(root);
  const env = { ...codeCache, ...process.env, ...allocation };
  process.execve?.(process.execPath, [process.execPath, 'server/src/main.ts'], env);
}
