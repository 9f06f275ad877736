/** Whose e-mail, challenge or session a security event names (SEC-39). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, anyText } from '#platform/database/db.ts';
import type { Found, LookUps } from '#platform/security/settle-security-events.ts';

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

/** People by their e-mails, by the challenges they are held by and by their sessions. */
export const findPeopleOfEvents: LookUps['people'] = async (tx, named) => {
  const emails = [...named.emails];
  const found = {
    emails: new Map<string, Found>(),
    challenges: new Map<string, Found>(),
    sessions: new Map<number, Found>(),
  };
  const challenges = new Map(named.challenges.map((challenge) => [hashOf(challenge).toString('hex'), challenge]));
  if (challenges.size > 0) {
    const held = await tx
      .selectFrom('auth_challenge')
      .select([sql<string>`encode(challenge_hash, 'hex')`.as('hash'), 'email', 'factor'])
      .where('challenge_hash', '=', sql<Buffer>`any(${[...challenges.values()].map(hashOf)})`)
      .execute();
    for (const { hash, ...one } of held) {
      emails.push(one.email);
      found.challenges.set(challenges.get(hash) ?? '', one);
    }
  }
  if (named.sessions.length > 0) {
    const theirs = await tx
      .selectFrom('session')
      .innerJoin('provider', 'provider.provider_id', 'session.provider_id')
      .select(['session_id', 'session.provider_id', 'session.company_id', 'email', 'host', 'address'])
      .where('session_id', '=', anyOf(named.sessions))
      .execute();
    for (const one of theirs)
      found.sessions.set(one.session_id, {
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
      .where('removed_at', 'is', null)
      .execute();
    for (const person of people) {
      found.emails.set(person.email, person);
      for (const one of found.challenges.values()) if (one.email === person.email) Object.assign(one, person);
    }
  }
  return found;
};
