/** What this room keeps sealed, under the secret of now: secrets of apps, recovery codes, tokens of the pool (PRV-07). */
import { sql } from 'kysely';
import type { Database } from '#platform/db.ts';
import type { Sealed, Secrets } from '#platform/secrets.ts';
import { makeSeal, type Seal } from './seal.ts';

const places = [
  { table: 'identity_account', key: 'account_id', column: 'totp_secret' },
  { table: 'identity_account', key: 'account_id', column: 'pending_totp_secret' },
  { table: 'recovery_code', key: 'code_id', column: 'sealed_hash' },
  { table: 'pool_account', key: 'email', column: 'refresh_token' },
] as const;
type Place = (typeof places)[number];

export function sealedFactors({ database, env }: { database: Database; env: Secrets }): Sealed {
  const seal = makeSeal(env);
  return {
    isLocked: async () => {
      for (const place of places) {
        const strange = await sealedOtherwise(database, place, seal.known);
        if (strange.some(({ sealed }) => !canOpen(seal, sealed))) return true;
      }
      return false;
    },
    sealAnew: async () => {
      let [done, left] = [0, 0];
      for (const place of places) {
        for (const { key, sealed } of await sealedOtherwise(database, place, [seal.current])) {
          if (!canOpen(seal, sealed)) {
            left += 1;
            continue;
          }
          const { table, column } = place;
          // What was changed in the meantime is under the secret of now.
          await database.asSystem((tx) =>
            sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal.close(seal.open(sealed))}
              where ${sql.ref(place.key)} = ${key} and ${sql.ref(column)} = ${sealed}`.execute(tx),
          );
          done += 1;
        }
      }
      return { done, left };
    },
  };
}

/** What begins otherwise than all of these. */
async function sealedOtherwise(
  database: Database,
  { table, key, column }: Place,
  beginnings: readonly string[],
): Promise<{ key: number | string; sealed: string }[]> {
  const { rows } = await database.asSystem((tx) =>
    sql<{ key: number | string; sealed: string }>`select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed
      from ${sql.table(table)} where ${sql.ref(column)} not like all(${beginnings.map((one) => `${one}%`)}::text[])`.execute(
      tx,
    ),
  );
  return rows;
}

function canOpen(seal: Seal, sealed: string): boolean {
  try {
    seal.open(sealed);
    return true;
  } catch {
    return false;
  }
}
