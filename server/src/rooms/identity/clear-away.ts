import { sql } from 'kysely';
import { type Env, leastAccessLogMonths } from '#src/env.ts';
import { addDays } from '#platform/core/clock.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';

const longestMonth = 31;

/** Of the days up to this one the last of each person is kept. Without months it is that up to which any may have gone, whatever was set. */
export const signInsKeptFrom = (today: string, months = leastAccessLogMonths): string =>
  addDays(today, -longestMonth * months);

/**
 * Tokens, challenges, locks and reset codes go after a day, tokens of the hosted pool when they end, sessions and used
 * recovery codes after a week, browsers when they were not seen for a year, days of sign-ins with the access log of their time.
 */
export const clearAwaySignIns = ({ retention }: Pick<Env, 'retention'>): Clearing[] => [
  { table: 'access_token', due: (before) => sql`expires_at < ${before(1)}` },
  { table: 'auth_challenge', due: (before) => sql`expires_at < ${before(1)}` },
  { table: 'password_reset', due: (before) => sql`created_at < ${before(1)}` },
  { table: 'lock_notice', due: (before) => sql`told_at < ${before(1)}` },
  {
    table: 'pool_account',
    due: (before) => sql`refresh_token_ends_at < ${before(0)}`,
    blank: sql`refresh_token = null, refresh_token_ends_at = null`,
  },
  {
    table: 'sign_in_lock',
    due: (before) => sql`last_wrong_at < ${before(1)} and (locked_until is null or locked_until < ${before(1)})`,
  },
  { table: 'recovery_code', due: (before) => sql`used_at < ${before(7)}` },
  {
    table: 'known_device',
    // The last one of a person stays, or the next new one would come in untold.
    due: (before) => sql`last_seen_at < ${before(365)} and exists (
      select from known_device newer where newer.provider_id = known_device.provider_id
        and (newer.last_seen_at, newer.device_hash) > (known_device.last_seen_at, known_device.device_hash))`,
    isRecord: true,
  },
  {
    table: 'session',
    // Whoever just closes the browser never ends a session: it runs out.
    due: (before) => sql`(ended_at < ${before(7)} or ends_at < ${before(7)})
      and not exists (select from access_token where access_token.session_id = session.session_id)`,
    isRecord: true,
  },
  {
    table: 'sign_in_day',
    // The last one before stays: a report tells since when somebody has not signed in (P11-16).
    due: (before) => {
      const since = signInsKeptFrom(before(0).toISOString().slice(0, 10), retention.accessLogMonths);
      return sql`day < ${since}::date and exists (
        select from sign_in_day newer where newer.provider_id = sign_in_day.provider_id
          and newer.day > sign_in_day.day and newer.day <= ${since}::date)`;
    },
    isRecord: true,
  },
];
