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

export function encryptedFiles({ database, clock, files, log, env }: Ground): Encrypted {
  const current = secretId(env.secret);
  /** So that no later round asks the store for it. */
  const note = (key: string) =>
    database.asSystem((tx) =>
      tx.updateTable('stored_file').set({ secret_id: current }).where('key', '=', key).execute(),
    );
  /** Of a pass over all of them, which may take several rounds: where the next one goes on, and what could not be opened until there. */
  let pass = { after: 0, left: 0 };
  return {
    isLocked: async () => {
      const given = [current, ...env.earlierSecrets.map(secretId)];
      for await (const { key } of rowsOf(database, given, 0)) if ((await files.lockOf(key)) === 'unknown') return true;
      return false;
    },
    reencrypt: async (isTimeUp) => {
      let done = 0;
      for await (const { file_id, key, sha256 } of rowsOf(database, [current], pass.after)) {
        if (await isTimeUp()) return { done, left: pass.left, isCutOff: true };
        pass.after = file_id;
        const lock = await files.lockOf(key);
        if (lock === 'current') await note(key);
        if (lock === 'unknown') pass.left += 1;
        if (lock !== 'earlier') continue;
        const anew = await encryptedAnew(files, key);
        if (anew === 'damaged') log.error('file damaged', { key });
        if (anew === 'damaged' || !anew) continue;
        // Older rows have none.
        if (sha256 !== null && sha256 !== anew.sha256) {
          // Left as it is: under a new name and hash it would pass for what the record says.
          log.error('file is not what its record says', { key });
          await files.delete(anew.key);
          pass.left += 1;
          continue;
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
        done += 1;
      }
      const { left } = pass;
      pass = { after: 0, left: 0 };
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
async function* rowsOf(
  database: Database,
  secretIds: readonly string[],
  begin: number,
): AsyncGenerator<{ file_id: number; key: string; sha256: string | null }> {
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
