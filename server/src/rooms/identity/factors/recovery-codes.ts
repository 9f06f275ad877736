/** Codes kept for the day the app is lost: shown once, stored as encrypted hashes, each good for one sign-in or one proof. */
import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodes } from '@portal/contract/identity/rules.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Moment } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { OtherProof } from '#platform/security/identity-provider.ts';
import type { Entrance } from '../signing-in/entrance.ts';
import { recoveryCodeUsed } from '../letters.ts';
import { actOfPerson, personWhoMayEnter } from '../people.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { toBase32 } from './totp.ts';

/** 50 random bits. */
function newCode(): string {
  const letters = toBase32(randomBytes(10)).toLowerCase();
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}
const textOf = (email: string, code: string): string => `recovery of ${email}: ${code}`;
const hashOf = (email: string, code: string): string =>
  createHash('sha256').update(textOf(email, code)).digest('base64url');

/** Ten new codes in the place of those left. The person is held by then, so that of two at once one set stays. */
export async function newRecoveryCodes({ tx, now }: Moment, box: SecretBox, email: string): Promise<string[]> {
  await dropRecoveryCodes(tx, email);
  const codes = Array.from({ length: recoveryCodes }, newCode);
  const at = now();
  const rows = codes.map((code) => ({ email, encrypted_hash: box.close(hashOf(email, code)), created_at: at }));
  await insertRows(tx, 'recovery_code', rows).execute();
  return codes;
}

/** Those left stop working. */
export const dropRecoveryCodes = (tx: Tx, email: string) =>
  tx.deleteFrom('recovery_code').where('email', '=', email).where('used_at', 'is', null).execute();

/** A recovery code in the place of a code of the app. It works once, and its owner is told how many are left. */
export const byRecoveryCode =
  (clock: Clock, box: SecretBox, from: Entrance, code: string): OtherProof =>
  async (tx, email) => {
    // Held before its codes, as wherever both are changed.
    await tx
      .selectFrom('provider')
      .select('provider_id')
      .where('email', '=', email)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .execute();
    const now = clock.now();
    const codeId = await findUnused(tx, box, email, code);
    if (codeId === undefined) return false;
    const used = await tx
      .updateTable('recovery_code')
      .set({ used_at: now })
      .where('code_id', '=', codeId)
      .where('used_at', 'is', null)
      .returning('code_id')
      .executeTakeFirst();
    if (!used) return false;
    const person = await personWhoMayEnter(tx, email);
    const { left } = await tx
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { record, sendMail } = actOfPerson(tx, clock, person, from);
    await record({
      action: 'account.recovery_code_used',
      record: { kind: 'account', id: person.providerId },
      changes: [{ field: 'recoveryCodes', old: left + 1, new: left }],
    });
    await sendMail(recoveryCodeUsed(from.brand.for(person.companyId), person, { at: now, left }));
    return true;
  };

/** The number of this code among those left. */
async function findUnused(tx: Tx, box: SecretBox, email: string, code: string): Promise<number | undefined> {
  const left = await tx
    .selectFrom('recovery_code')
    .select(['code_id', 'encrypted_hash'])
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  const kept = left.map(({ code_id: id, encrypted_hash }) => ({ id, hash: box.tryOpen(encrypted_hash) }));
  const found = kept.find(({ hash }) => hash === hashOf(email, code));
  // This may be one of those that cannot be read since the secret that they are under was lost.
  if (!found && kept.some(({ hash }) => hash === null)) throw fail('factor.unreadable');
  return found?.id;
}
