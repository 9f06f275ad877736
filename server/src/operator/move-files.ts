/** Copies the files of the portal, as they lie encrypted, to where FILES_URL is going to say that they are. */
import { bucketOf, isInTheClear, wrongFilesUrl } from '#platform/core/files-url.ts';
import type { FileDriver } from '#platform/files/driver.ts';
import { openStore } from '#platform/files/files.ts';
import { unfinished } from '#platform/files/installation.ts';
import type { Database } from '#platform/database/db.ts';
import type { Env } from '#src/env.ts';
import { Refusal } from './read-options.ts';
import { markerOf, nameOfPlace, refuseOtherFiles } from './refuse-other-files.ts';

interface Ground {
  database: Database;
  env: Pick<Env, 'dataDir' | 'bucket' | 'mode'>;
}

/** Again, it copies what has come meanwhile. Nothing is removed from where the files are now. */
export async function moveFiles({ database, env }: Ground, to: string): Promise<string> {
  const { dataDir, mode } = env;
  const wrong = wrongFilesUrl(to);
  if (wrong !== null) throw new Refusal(`--to ${wrong}.`);
  const bucket = bucketOf(to);
  if (bucket && (mode === 'production' || mode === 'staging') && isInTheClear(bucket))
    throw new Refusal(`--to must name an endpoint that starts with https:// in ${mode}.`);
  if (JSON.stringify(bucket) === JSON.stringify(env.bucket)) throw new Refusal('The files are there already.');
  const marker = await markerOf(database);
  const [source, target] = [openStore(env), openStore({ dataDir, bucket })];
  await refuseOtherFiles(env, source, marker, 'Nothing was copied.');
  const found = await target.marker();
  if (found !== null && found !== marker && found !== unfinished.move)
    throw new Refusal(`${nameOfPlace({ dataDir, bucket })} holds the files of another database. Nothing was copied.`);
  // The data folder has its marker in any case: for the note of the audit trail's end.
  if (found === null) await target.mark(unfinished.move);
  const { copied, known } = await copyMissing(source, target);
  if (found !== marker) await target.mark(marker);
  return [
    `${nameOfPlace({ dataDir, bucket })} has all files now: ${copied} copied, ${known} were there.`,
    `Next: stop the portal, run this once more for what has come meanwhile, and start it with FILES_URL='${to}'.`,
    'Nothing was removed; what was set aside stays in the earlier trash.',
  ].join('\n');
}

async function copyMissing(source: FileDriver, target: FileDriver): Promise<{ copied: number; known: number }> {
  let [copied, known] = [0, 0];
  for await (const names of source.list())
    for (const name of names) {
      if ((await target.writtenAt(name)) !== null) {
        known += 1;
        continue;
      }
      // Removed meanwhile, or left half-written.
      const file = await source.get(name);
      if (!file) continue;
      await target.put(name, file.content);
      copied += 1;
    }
  return { copied, known };
}
