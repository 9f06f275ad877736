/** Stored files under the secret of now (PRV-07). A file that is encrypted anew is a new file; its row names the new one. */
import type { Database } from '#platform/database/db.ts';
import type { Files } from './files.ts';
import type { Encrypted } from '#platform/security/secrets.ts';

const tables = ['document', 'public_image'] as const;
const page = 500;

export function encryptedFiles({ database, files }: { database: Database; files: Files }): Encrypted {
  return {
    isLocked: async () => {
      for await (const { id } of named(database)) if ((await files.lockOf(id)) === 'unknown') return true;
      return false;
    },
    reencrypt: async () => {
      let [done, left] = [0, 0];
      for await (const { table, id } of named(database)) {
        const lock = await files.lockOf(id);
        if (lock === 'unknown') left += 1;
        if (lock !== 'earlier') continue;
        // A damaged file cannot be read by anybody, under whichever secret.
        const bytes = await files.get(id).catch(() => null);
        if (!bytes) continue;
        const anew = await files.put(bytes);
        const changed = await database.asSystem((tx) =>
          tx.updateTable(table).set({ file_id: anew }).where('file_id', '=', id).executeTakeFirst(),
        );
        // Removed in the meantime, or encrypted anew by somebody else.
        if (changed.numUpdatedRows === 0n) await files.delete(anew);
        else await files.touch(id);
        done += 1;
      }
      return { done, left };
    },
  };
}

/** Every file that a row names, a page at a time. */
async function* named(database: Database): AsyncGenerator<{ table: (typeof tables)[number]; id: string }> {
  for (const table of tables) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const ids = await database.asSystem((tx) =>
        tx
          .selectFrom(table)
          .select('file_id as id')
          .where('file_id', '>', from)
          .orderBy('file_id')
          .limit(page)
          .execute(),
      );
      for (const { id } of ids) yield { table, id };
      after = ids.length === page ? ids.at(-1)?.id : undefined;
    }
  }
}
