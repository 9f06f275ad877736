/** Guessing a password is bounded per e-mail, known or not (SEC-07, SEC-09). */
import { clockSlackMs, lockMs, longestLockMs, passwordTries } from '@portal/contract/identity/rules.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';

/** How long each count of wrong passwords locks, for the statement below. */
const locks = Array.from({ length: 20 }, (_, wrong) => lockMs(wrong));
/** While a password is being checked its lock is longer, so that a slow check lets no further try in. */
const checkingMs = 10_000;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * Counts a try as wrong before it is looked at, in one statement: of any number at once only as many are let in as may be.
 * Gives the count; while the e-mail is locked it fails, known or not, with the time that is left. A lock further ahead than any can be
 * does not hold (REL-10).
 */
export async function reserveTry(moment: Moment, email: string): Promise<number> {
  const now = moment.now();
  const wrong = sql<number>`case when greatest(was.last_wrong_at, was.locked_until) <= ${later(now, -longestLockMs)} then 1 else was.wrong_in_a_row + 1 end`;
  const lock = sql<number>`(${locks}::int[])[least(${wrong} + 1, ${locks.length}::int)]`;
  const { rows } = await sql<{ wrong_in_a_row: number }>`
    insert into sign_in_lock as was (email, wrong_in_a_row, last_wrong_at) values (${email}, 1, ${now})
    on conflict (email) do update set
      wrong_in_a_row = ${wrong},
      last_wrong_at = ${now},
      locked_until = case when ${lock} = 0 then null else ${later(now, checkingMs)}::timestamptz + ${lock} * interval '1 millisecond' end
    where was.locked_until is null or was.locked_until <= ${now} or was.locked_until > ${later(now, longestLockMs + checkingMs + clockSlackMs)}
    returning wrong_in_a_row`.execute(moment.tx);
  if (rows[0]) return rows[0].wrong_in_a_row;
  const kept = await moment.tx
    .selectFrom('sign_in_lock')
    .select('locked_until')
    .where('email', '=', email)
    .executeTakeFirst();
  const until = kept?.locked_until ?? now;
  throw new Failed('LOCKED', { retryAfter: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)) });
}

/** The try was wrong: its lock begins now. */
export async function startLock({ tx, now }: Moment, email: string, wrong: number): Promise<void> {
  if (lockMs(wrong) === 0) return;
  await tx
    .updateTable('sign_in_lock')
    .set({ locked_until: later(now(), lockMs(wrong)) })
    .where('email', '=', email)
    .where('wrong_in_a_row', '=', wrong)
    .execute();
}

/** Nothing could be checked: the try does not count, and a lock that rests on it ends. */
export async function giveTryBack(tx: Tx, email: string, wrong: number): Promise<void> {
  await sql`
    update sign_in_lock set
      wrong_in_a_row = greatest(wrong_in_a_row - 1, 0),
      locked_until = case when wrong_in_a_row <= ${passwordTries} or wrong_in_a_row = ${wrong} then null else locked_until end
    where email = ${email}`.execute(tx);
}

/** The try was right. */
export async function clearLock(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_lock').where('email', '=', email).execute();
}
