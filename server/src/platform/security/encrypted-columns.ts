/** Columns that are kept encrypted under the installation's secret (PRV-07): found under another one, and encrypted anew. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/db.ts';
import { makeSecretBox } from './secret-box.ts';
import type { Encrypted, Secrets } from './secrets.ts';

export interface EncryptedColumn {
  table: string;
  key: string;
  column: string;
}

export function encryptedColumns(
  { database, env }: { database: Database; env: Secrets },
  places: readonly EncryptedColumn[],
): Encrypted {
  const box = makeSecretBox(env);
  return {
    isLocked: async () => {
      for (const place of places) {
        const strange = await encryptedOtherwise(database, place, box.known);
        if (strange.some(({ encrypted }) => box.tryOpen(encrypted) === null)) return true;
      }
      return false;
    },
    reencrypt: async () => {
      let [done, left] = [0, 0];
      for (const place of places) {
        for (const { key, encrypted } of await encryptedOtherwise(database, place, [box.current])) {
          const opened = box.tryOpen(encrypted);
          if (opened === null) {
            left += 1;
            continue;
          }
          const { table, column } = place;
          // What was changed in the meantime is under the secret of now.
          await database.asSystem((tx) =>
            sql`update ${sql.table(table)} set ${sql.ref(column)} = ${box.close(opened)}
              where ${sql.ref(place.key)} = ${key} and ${sql.ref(column)} = ${encrypted}`.execute(tx),
          );
          done += 1;
        }
      }
      return { done, left };
    },
  };
}

/** What begins otherwise than all of these. */
async function encryptedOtherwise(
  database: Database,
  { table, key, column }: EncryptedColumn,
  beginnings: readonly string[],
): Promise<{ key: number | string; encrypted: string }[]> {
  const { rows } = await database.asSystem((tx) =>
    sql<{ key: number | string; encrypted: string }>`select ${sql.ref(key)} as key, ${sql.ref(column)} as encrypted
      from ${sql.table(table)} where ${sql.ref(column)} not like all(${beginnings.map((one) => `${one}%`)}::text[])`.execute(
      tx,
    ),
  );
  return rows;
}
