/** From what was noted to rows: whose e-mail, challenge or session it was is looked up here, off the path of the call. */
import { createHash } from 'node:crypto';
import type { SecurityOutcome } from '@portal/contract/audit/security-words.ts';
import { sql } from 'kysely';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import type { Noted, Origin, Whose } from './security-log.ts';

/** One that waits to be written. */
export interface Known extends Noted {
  outcome: SecurityOutcome;
  entry: string;
  at: Date;
}
interface Person {
  providerId: number | null;
  companyId: number | null;
  email: string | null;
}
interface Found extends Partial<Person> {
  factor?: string | null;
  from?: Omit<Origin, 'brand' | 'requestId'>;
}

const normalised = (email: string) => email.trim().toLowerCase();
const keyOf = (whose: NonNullable<Whose>): string =>
  'sessionId' in whose
    ? `session ${whose.sessionId}`
    : 'challenge' in whose
      ? `challenge ${whose.challenge}`
      : `email ${normalised(whose.email)}`;

export async function settle(tx: Tx, batch: readonly Known[], hashOf: (email: string) => string) {
  const found = await find(tx, batch);
  const settled = batch.map((noted) => {
    const { whose } = noted;
    const one: Found = whose === null ? {} : { ...found.get(keyOf(whose)), ...('providerId' in whose ? whose : {}) };
    const email = one.email ?? (whose && 'email' in whose ? whose.email : null);
    return { noted, one, email, from: noted.from ?? one.from };
  });
  const brands = settled.flatMap(({ one, noted }) =>
    one.companyId === undefined && noted.from?.brand ? [noted.from.brand.key] : [],
  );
  const companies = await companiesOf(tx, brands);
  return settled.map(({ noted, one, email, from }) => ({
    entry: noted.entry,
    company_id: one.companyId ?? companies.get(noted.from?.brand?.key ?? '') ?? null,
    at: noted.at,
    event: noted.event,
    outcome: noted.outcome,
    factor: noted.factor ?? one.factor ?? null,
    provider_id: one.providerId ?? null,
    email_hash: email === null ? null : hashOf(email),
    host: inOneLine(from?.host ?? 'local'),
    address: inOneLine(from?.address ?? 'local'),
    request_id: noted.from?.requestId ?? 'system',
    call: noted.call ?? null,
  }));
}

/** What a caller sends as its host stays one line, whatever it is. */
const inOneLine = (value: string): string =>
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').slice(0, 255);

/** People by their e-mails, by the challenges they are held by and by their sessions. */
async function find(tx: Tx, batch: readonly Known[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const wanted = batch.flatMap(({ whose }) => (whose && !('providerId' in whose) ? [whose] : []));
  const emails = wanted.flatMap((whose) => ('email' in whose ? [normalised(whose.email)] : []));
  const sessions = wanted.flatMap((whose) => ('sessionId' in whose ? [whose.sessionId] : []));
  const challenges = new Map(
    wanted.flatMap((whose) =>
      'challenge' in whose
        ? [[createHash('sha256').update(whose.challenge).digest('hex'), whose.challenge] as const]
        : [],
    ),
  );
  if (challenges.size > 0) {
    const held = await tx
      .selectFrom('auth_challenge')
      .select([sql<string>`encode(challenge_hash, 'hex')`.as('hash'), 'email', 'factor'])
      .where('challenge_hash', '=', sql<Buffer>`any(${[...challenges.keys()].map((hash) => Buffer.from(hash, 'hex'))})`)
      .execute();
    for (const { hash, ...one } of held) {
      emails.push(one.email);
      found.set(`challenge ${challenges.get(hash)}`, one);
    }
  }
  if (sessions.length > 0) {
    const theirs = await tx
      .selectFrom('session')
      .innerJoin('provider', 'provider.provider_id', 'session.provider_id')
      .select(['session_id', 'session.provider_id', 'session.company_id', 'email', 'host', 'address'])
      .where('session_id', '=', anyOf(sessions))
      .execute();
    for (const one of theirs)
      found.set(`session ${one.session_id}`, {
        providerId: one.provider_id,
        companyId: one.company_id,
        email: one.email,
        from: { host: one.host, address: one.address ?? 'unknown' },
      });
  }
  if (emails.length > 0) {
    const people = await tx
      .selectFrom('provider')
      .select(['provider_id as providerId', 'company_id as companyId', 'email'])
      .where('email', '=', anyText(emails))
      .execute();
    for (const person of people) {
      found.set(`email ${person.email}`, person);
      for (const one of found.values()) if (one.email === person.email) Object.assign(one, person);
    }
  }
  return found;
}

/** A brand is a company's where no other company has invited anybody to it. */
async function companiesOf(tx: Tx, brands: readonly string[]): Promise<Map<string, number>> {
  if (brands.length === 0) return new Map();
  const rows = await tx
    .selectFrom('invitation')
    .select((eb) => ['brand_key', eb.fn.min('company_id').as('company'), eb.fn.max('company_id').as('other')])
    .where('brand_key', '=', anyText(brands))
    .groupBy('brand_key')
    .execute();
  return new Map(
    rows.filter(({ company, other }) => company === other).map(({ brand_key, company }) => [brand_key, company]),
  );
}
