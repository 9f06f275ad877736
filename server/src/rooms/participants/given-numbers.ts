import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { sendAlong, type Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Who has a subject number from now on. */
export interface GivenNumber {
  participantId: number;
  subjectNumber: string;
  siteId: number;
}
type Follows = (act: Act<Actor>, given: GivenNumber) => Promise<void>;

const following = new Set<Follows>();

/** A later room makes theirs what it has under a number alone, in the act that gives the number to a participant. */
export const whenNumberIsGiven = (follow: Follows): void => void following.add(follow);

export async function tellOfNumber(act: Act<Actor>, given: GivenNumber): Promise<void> {
  for (const follow of following) await follow(act, given);
}

/**
 * Holds subject numbers of a trial until the transaction ends: of somebody who gives a number to a participant and somebody who orders
 * by the number alone, both at once, the later one sees the earlier. Always taken in the same order.
 */
export function holdNumbers(tx: Tx, trialId: number, subjectNumbers: readonly string[]): void {
  const names = [...new Set(subjectNumbers)].toSorted().map((number) => `subject number ${number} of trial ${trialId}`);
  if (names.length === 0) return;
  sendAlong(tx, sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`);
}
