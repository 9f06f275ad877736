import { spawnSync } from 'node:child_process';
import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';

/** How a program is started so that PostgreSQL, which refuses root, runs: a prefix of words, and whose files it owns. */
export type Way = { prefix: readonly string[]; uid?: number };

const nobody = 65534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const inNamespace: Way = { prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] };
/** Best first. The last keeps one capability of root, for a project below a closed folder such as /root. */
export const waysForRoot: readonly Way[] = [
  inNamespace,
  { prefix: asNobody, uid: nobody },
  { prefix: [...asNobody, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'], uid: nobody },
];

/** Finds a way that can really run the programs and write to `folder`, which is given to its user. */
export async function findWay(binaries: Binaries, folder: string, env: NodeJS.ProcessEnv, ways = possibleWays()) {
  let reason = '';
  for (const way of ways) {
    await own(folder, way).catch((error: Error) => (reason = error.message));
    const probe = ['sh', '-c', 'id -un && test -w "$1" && cd "$1" && "$2" --version', 'sh', folder, binaries.postgres];
    const [command, ...words] = [...way.prefix, ...probe] as [string, ...string[]];
    const tried = spawnSync(command, words, { env, cwd: '/', encoding: 'utf8' });
    if (tried.status === 0) return way;
    reason = (tried.error?.message ?? tried.stderr).trim() || reason;
  }
  throw new Error(
    `The embedded database cannot run here: its user must be able to write to ${folder} and to run ${binaries.postgres} ` +
      `(a glibc system is needed)${reason && `: ${reason}`}. Start as the owner of these folders, or set DATABASE_URL.`,
  );
}

/** Gives a folder with all it holds to the user of the way; the folder last, since its owner says that all is done. */
export async function own(path: string, { uid = process.getuid?.() ?? 0 }: Way): Promise<void> {
  if (process.getuid?.() !== 0 || (await lstat(path)).uid === uid) return;
  for (const inside of await readdir(path, { recursive: true })) await lchown(join(path, inside), uid, uid);
  await lchown(path, uid, uid);
}

/** initdb wants its user to have a name; containers often start with a number that has none. */
const waysForOthers: readonly Way[] = [{ prefix: [] }, inNamespace];
const possibleWays = () => (process.getuid?.() === 0 ? waysForRoot : waysForOthers);
