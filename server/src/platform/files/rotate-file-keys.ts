/** Stored files under the secret of now (PRV-07). A file that is encrypted anew is a new file of the store; its row names it. */
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { anyText, type Database } from '#platform/database/db.ts';
import { type Encrypted, secretId, type Secrets } from '#platform/security/secrets.ts';
import { DamagedFile } from './encrypted-driver.ts';
import type { Files, StoredContent } from './files.ts';

const page = 500;

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  files: Files;
  log: Pick<Log, 'error'>;
  env: Secrets;
}

interface Row {
  file_id: number;
  key: string;
  sha256: string | null;
}

export function encryptedFiles({ database, clock, files, log, env }: Ground): Encrypted {
  const current = secretId(env.secret);
  /** So that no later round asks the store for it. */
  const note = (key: string) =>
    database.asSystem((tx) =>
      tx.updateTable('stored_file').set({ secret_id: current }).where('key', '=', key).execute(),
    );
  /** What became of a file: it was encrypted anew, it stays as it is although it would have to be, or there was nothing to do. */
  const renew = async ({ file_id, key, sha256 }: Row): Promise<'done' | 'left' | null> => {
    const lock = await files.lockOf(key);
    if (lock === 'current') await note(key);
    if (lock !== 'earlier') return lock === 'unknown' ? 'left' : null;
    const anew = await encryptedAnew(files, key);
    if (anew === 'damaged') log.error('file damaged', { key });
    if (anew === 'damaged' || !anew) return null;
    // Older rows have none.
    if (sha256 !== null && sha256 !== anew.sha256) {
      // Left as it is: under a new name and hash it would pass for what the record says.
      log.error('file is not what its record says', { key });
      await files.delete(anew.key);
      return 'left';
    }
    const isChanged = await database.asSystem(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('stored_file')
        .set({ key: anew.key, sha256: anew.sha256, secret_id: current })
        .where('file_id', '=', file_id)
        .where('key', '=', key)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      // Housekeeping leaves it for as long as anybody may have just read its key.
      await tx.insertInto('replaced_file').values({ key, replaced_at: clock.now() }).execute();
      return true;
    });
    // Removed in the meantime, or encrypted anew by somebody else.
    if (!isChanged) await files.delete(anew.key);
    return 'done';
  };
  /** Of a pass over all of them, which may take several rounds: where the next one goes on, and what came of it until there. */
  let pass = { after: 0, done: 0, left: 0 };
  return {
    isLocked: async () => {
      const given = [current, ...env.earlierSecrets.map(secretId)];
      for await (const { key } of rowsOf(database, given, 0)) if ((await files.lockOf(key)) === 'unknown') return true;
      return false;
    },
    reencrypt: async (isTimeUp) => {
      for await (const row of rowsOf(database, [current], pass.after)) {
        if (await isTimeUp()) return { done: pass.done, left: pass.left, isCutOff: true };
        pass.after = row.file_id;
        // What fails is left: no pass that went on behind it may be the last.
        const outcome = await renew(row).catch((error: unknown) => {
          pass.left += 1;
          throw error;
        });
        if (outcome !== null) pass[outcome] += 1;
      }
      const { done, left } = pass;
      pass = { after: 0, done: 0, left: 0 };
      return { done, left, isCutOff: false };
    },
  };
}

async function encryptedAnew(files: Files, key: string): Promise<StoredContent | 'damaged' | null> {
  try {
    const content = await files.get(key);
    return content && (await files.put(content));
  } catch (error) {
    // Such a file cannot be read by anybody, under whichever secret.
    if (error instanceof DamagedFile) return 'damaged';
    throw error;
  }
}

/** The stored files after this one that are not known to lie under one of these secrets, a page at a time. */
async function* rowsOf(database: Database, secretIds: readonly string[], begin: number): AsyncGenerator<Row> {
  for (let after: number | undefined = begin; after !== undefined; ) {
    const from: number = after;
    const rows = await database.asSystem((tx) =>
      tx
        .selectFrom('stored_file')
        .select(['file_id', 'key', 'sha256'])
        .where('file_id', '>', from)
        .where((eb) => eb.or([eb('secret_id', 'is', null), eb.not(eb('secret_id', '=', anyText(secretIds)))]))
        .orderBy('file_id')
        .limit(page)
        .execute(),
    );
    yield* rows;
    after = rows.length === page ? rows.at(-1)?.file_id : undefined;
  }
}
