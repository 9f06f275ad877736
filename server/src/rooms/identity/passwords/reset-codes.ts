/** Codes for a new password: ours whoever keeps the password, so that mail, times and tries are the same (SEC-07, SEC-15). */
import { randomInt } from 'node:crypto';
import {
  clockSlackMs,
  noCodeCounts,
  resetCodeMs,
  resetCodeTries,
  resetsPerEmail,
  resetWindowMs,
} from '@portal/contract/identity/rules.ts';
import type { BrandOfHost } from '#platform/core/brands.ts';
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { withdrawOpening } from '#platform/jobs/outbox.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { companyOf } from '../people.ts';
import { keepIf } from './keep-if.ts';
import { resetCode } from './password-letters.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
/** What the mail with a code is known by in the outbox. */
const opensReset = (id: number): string => `reset ${id}`;
const wrong = () => new Failed('CODE_MISMATCH', { sentence: 'Invalid verification code provided, please try again.' });
export const noResetCode = () => new Failed('CODE_MISMATCH', { sentence: noCodeCounts });

export function resetCodes({ box, ...ground }: Ground & { box: SecretBox }) {
  const textOf = (email: string, code: string) => `reset of ${email}: ${code}`;
  return {
    /**
     * Mails a code to whoever is known, by the version of their credential, with which it dies (SEC-02); for everybody else the same
     * steps are taken, and undone.
     */
    send: (email: string, brand: BrandOfHost, versionOf: (tx: Tx) => Promise<number | undefined>): Promise<void> =>
      asSystem(ground, async (moment) => {
        const { tx } = moment;
        await holdName(tx, `password reset of ${email}`);
        await refuseTooMany(moment, email);
        await endResetCodes(moment, email);
        const version = await versionOf(tx);
        const known = version !== undefined;
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const mark = box.mark(textOf(email, code));
        const mail = resetCode(brand.for(await companyOf(tx, email)), email, code);
        const now = moment.now();
        const until = later(now, resetCodeMs);
        const { id } = await tx
          .insertInto('password_reset')
          .values({
            email,
            code_hash: known ? mark : null,
            credential_version: version ?? 0,
            created_at: now,
            expires_at: until,
          })
          .returning('reset_id as id')
          .executeTakeFirstOrThrow();
        await keepIf(tx, known, () => moment.sendMail({ ...mail, opens: { what: opensReset(id), until } }));
      }),

    /** The number of the code that counts, if it is this one, and the version of the credential that it was asked for. */
    check: async (email: string, code: string): Promise<{ id: number; version: number }> => {
      const kept = await asSystem(ground, (moment) => takeTry(moment, email));
      if (!kept) throw noResetCode();
      if (!kept.mark || !box.isMarkOf(kept.mark, textOf(email, code))) throw wrong();
      return kept;
    },
  };
}

/** At most three requests in 15 minutes, for known and unknown e-mails alike. One ahead of now was made before the clock was set back (REL-10). */
async function refuseTooMany(moment: Moment, email: string): Promise<void> {
  const now = moment.now();
  const asked = await moment.tx
    .selectFrom('password_reset')
    .select('created_at')
    .where('email', '=', email)
    .where('created_at', '>', later(now, -resetWindowMs))
    .where('created_at', '<=', later(now, clockSlackMs))
    .orderBy('created_at', 'desc')
    .limit(resetsPerEmail)
    .execute();
  const oldest = asked[resetsPerEmail - 1];
  if (!oldest) return;
  const freeAt = oldest.created_at.getTime() + resetWindowMs;
  throw new Failed('LIMIT', { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)) });
}

/** Codes that have not been used yet count no more. */
export async function endResetCodes({ tx, now }: Moment, email: string): Promise<void> {
  const ended = await tx
    .updateTable('password_reset')
    .set({ ended_at: now() })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .returning('reset_id as id')
    .execute();
  for (const { id } of ended) await withdrawOpening(tx, now(), opensReset(id));
}

/** Takes one of the five tries of the code that counts, before it is looked at; nothing when there is none. */
async function takeTry(
  moment: Moment,
  email: string,
): Promise<{ id: number; mark: Buffer | null; version: number } | undefined> {
  const now = moment.now();
  return moment.tx
    .updateTable('password_reset')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', later(now, resetCodeMs + clockSlackMs))
    .where('tries', '<', resetCodeTries)
    .returning(['reset_id as id', 'code_hash as mark', 'credential_version as version'])
    .executeTakeFirst();
}

/** The code was right: of two at once one goes on. */
export async function useResetCode({ tx, now }: Moment, id: number): Promise<void> {
  const used = await tx
    .updateTable('password_reset')
    .set({ ended_at: now() })
    .where('reset_id', '=', id)
    .where('ended_at', 'is', null)
    .returning('reset_id')
    .executeTakeFirst();
  if (!used) throw noResetCode();
  await withdrawOpening(tx, now(), opensReset(id));
}
