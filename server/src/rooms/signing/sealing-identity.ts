/** Whose seal it is: a key and certificate of the operator's, or those that this installation made for itself, once. */
import { readFileSync } from 'node:fs';
import type { House } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { EncryptedColumn } from '#platform/security/encrypted-columns.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import type { Forms, Sealer, SealingIdentity } from './forms/forms.ts';

export const sealingKeys: readonly EncryptedColumn[] = [
  { table: 'sealing_identity', key: 'sealing_identity_id', column: 'sealed_key' },
];

export function sealerOf(
  { database, clock, env }: Pick<House, 'database' | 'clock' | 'env'>,
  forms: Pick<Forms, 'seal' | 'makeIdentity'>,
): Sealer {
  let known: Promise<SealingIdentity> | undefined;
  const identity = async (): Promise<SealingIdentity> => {
    if (env.signing) {
      const { keyFile, certificateFile } = env.signing;
      return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certificateFile, 'utf8') };
    }
    return database.asSystem(ownIdentity);
  };
  /** Two processes that need it first make one. */
  const ownIdentity = async (tx: Tx): Promise<SealingIdentity> => {
    const box = makeSecretBox(env);
    await holdName(tx, 'sealing identity');
    const kept = await tx
      .selectFrom('sealing_identity')
      .select(['certificate', 'sealed_key'])
      .orderBy('sealing_identity_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (kept?.sealed_key) return { certificate: kept.certificate, key: box.open(kept.sealed_key) };
    const made = await forms.makeIdentity(undefined, clock.now());
    await tx
      .insertInto('sealing_identity')
      .values({ certificate: made.certificate, sealed_key: box.close(made.key), made_at: clock.now() })
      .execute();
    return made;
  };
  return {
    seal: async (bytes) => {
      known ??= identity();
      known.catch(() => (known = undefined));
      return forms.seal(bytes, await known, clock.now());
    },
  };
}
