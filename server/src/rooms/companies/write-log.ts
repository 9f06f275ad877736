/** Entries that browsers add to the log stream: one line each, and without secrets (OPN-78, SEC-39, PRV-05). */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { writeLog as endpoint } from '@portal/contract/companies/endpoints.ts';
import { sql } from 'kysely';
import type { Env } from '#src/env.ts';
import type { Moment } from '#platform/act/act.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';
import type { Viewer } from '#platform/security/viewer.ts';

const removed = '[removed]';

/** What looks like a token, a code, a password or an e-mail address goes; line breaks become spaces. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/[\s\u0085\u2028\u2029]+/gu, ' ')
    .replace(
      /\b(bearer|password|passwort|pwd|code|token|secret|cookie)\b("?\s*(?:[:=]|is\b)\s*|\s+)\S+/gi,
      `$1 ${removed}`,
    )
    .replace(/[^\s@]+@[^\s@]+/g, removed)
    .replace(/[\w+/=.-]{24,}/g, removed)
    .replace(/(?<!\d)\d{6}(?!\d)/g, removed);

const word = String.raw`(?:[A-Za-z]?[a-z]{1,15}|[A-Z]{2,15}|\d{1,4})`;
const isName = new RegExp(`^${word}(?:[-_./]${word})*$`);

/** The name of a source or of a stream; it may be long, where words of it can be told apart from a token. */
const nameOf = (text: string): string => (isName.test(text) ? text : withoutSecrets(text));

/** Stores one entry. Whoever the browser says it is counts only when the session says so too. */
export async function writeLog(
  { tx, now }: Moment,
  from: { viewer: Viewer | null; host: string; address: string },
  entry: Ours<(typeof endpoint)['body']>,
): Promise<void> {
  await tx
    .insertInto('log_entry')
    .values({
      at: now(),
      level: entry.level,
      event: entry.event,
      message: entry.message === undefined ? null : withoutSecrets(entry.message),
      claimed_at: new Date(entry.timestamp),
      provider_id: from.viewer && entry.cpId === from.viewer.providerId ? entry.cpId : null,
      source_identifier: nameOf(entry.sourceIdentifier),
      log_stream: nameOf(entry.logStream),
      host: from.host,
      address: from.address,
    })
    .execute();
}

/** Entries go after `RETENTION_LOG_DAYS`. */
export const oldEntries = ({ retention }: Pick<Env, 'retention'>): Clearing => ({
  table: 'log_entry',
  due: (before) => sql`at < ${before(retention.logDays)}`,
  isRecord: true,
});
