/** What this room keeps encrypted, under the secret of now: secrets of apps, recovery codes, tokens of the pool (PRV-07). */
import { sql } from 'kysely';
import type { Database } from '#platform/database/db.ts';
import type { Encrypted, Secrets } from '#platform/security/secrets.ts';
import { makeSecretBox, type SecretBox } from '../proofs/secret-box.ts';

const places = [
  { table: 'identity_account', key: 'account_id', column: 'totp_secret' },
  { table: 'identity_account', key: 'account_id', column: 'pending_totp_secret' },
  { table: 'recovery_code', key: 'code_id', column: 'encrypted_hash' },
  { table: 'pool_account', key: 'email', column: 'refresh_token' },
] as const;
type Place = (typeof places)[number];

export function encryptedFactors({ database, env }: { database: Database; env: Secrets }): Encrypted {
  const box = makeSecretBox(env);
  return {
    isLocked: async () => {
      for (const place of places) {
        const strange = await encryptedOtherwise(database, place, box.known);
        if (strange.some(({ encrypted }) => !canOpen(box, encrypted))) return true;
      }
      return false;
    },
    reencrypt: async () => {
      let [done, left] = [0, 0];
      for (const place of places) {
        for (const { key, encrypted } of await encryptedOtherwise(database, place, [box.current])) {
          if (!canOpen(box, encrypted)) {
            left += 1;
            continue;
          }
          const { table, column } = place;
          // What was changed in the meantime is under the secret of now.
          await database.asSystem((tx) =>
            sql`update ${sql.table(table)} set ${sql.ref(column)} = ${box.close(box.open(encrypted))}
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
  { table, key, column }: Place,
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

function canOpen(box: SecretBox, encrypted: string): boolean {
  try {
    box.open(encrypted);
    return true;
  } catch {
    return false;
  }
}
