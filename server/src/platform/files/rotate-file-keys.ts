/** Stored files under the secret of now (PRV-07). A file that is encrypted anew is a new file of the store; its row names it. */
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import type { Database } from '#platform/database/db.ts';
import type { Encrypted } from '#platform/security/secrets.ts';
import { DamagedFile } from './encrypted-driver.ts';
import type { Files, StoredContent } from './files.ts';

const page = 500;

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  files: Files;
  log: Pick<Log, 'error'>;
}

export function encryptedFiles({ database, clock, files, log }: Ground): Encrypted {
  return {
    isLocked: async () => {
      for await (const { key } of rowsOf(database)) if ((await files.lockOf(key)) === 'unknown') return true;
      return false;
    },
    reencrypt: async () => {
      let [done, left] = [0, 0];
      for await (const { file_id, key, sha256 } of rowsOf(database)) {
        const lock = await files.lockOf(key);
        if (lock === 'unknown') left += 1;
        if (lock !== 'earlier') continue;
        const anew = await encryptedAnew(files, key);
        if (anew === 'damaged') log.error('file damaged', { key });
        if (anew === 'damaged' || !anew) continue;
        // Older rows have none.
        if (sha256 !== null && sha256 !== anew.sha256) {
          // Left as it is: under a new name and hash it would pass for what the record says.
          log.error('file is not what its record says', { key });
          await files.delete(anew.key);
          left += 1;
          continue;
        }
        const isChanged = await database.asSystem(async (tx) => {
          const { numUpdatedRows } = await tx
            .updateTable('stored_file')
            .set({ key: anew.key, sha256: anew.sha256 })
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
        done += 1;
      }
      return { done, left };
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

/** Every stored file, a page at a time. */
async function* rowsOf(database: Database): AsyncGenerator<{ file_id: number; key: string; sha256: string | null }> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const rows = await database.asSystem((tx) =>
      tx
        .selectFrom('stored_file')
        .select(['file_id', 'key', 'sha256'])
        .where('file_id', '>', from)
        .orderBy('file_id')
        .limit(page)
        .execute(),
    );
    yield* rows;
    after = rows.length === page ? rows.at(-1)?.file_id : undefined;
  }
}
