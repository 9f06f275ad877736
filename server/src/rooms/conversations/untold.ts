/** Whether a patient is told that a message waits, and why not. The notices themselves go by the same (`patient/tell-patients.ts`). */
import type { WhyUntold } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { failingWays, reachOfPatient as reachOf, waysOf } from '#rooms/outreach/door.ts';

/** What decides it, of a row `patient`. */
export const reachOfPatient = [sql<string>`patient.status`.as('patientStatus'), ...reachOf] as const;

export type Reach = Parameters<typeof waysOf>[1] & { patientStatus: string };
/** A row without what decided it, which is shown to nobody, and with what it comes to. */
export type Untold<T> = Omit<T, keyof Reach> & { untold: WhyUntold | null };

/** Rows so, of which the outbox is asked once. */
export async function withUntold<T extends Reach & { uId: number }>(
  tx: Tx,
  rows: readonly T[],
  now: Date,
): Promise<Untold<T>[]> {
  const failing = await failingWays(tx, [...new Set(rows.map(({ uId }) => uId))], now);
  return rows.map(({ patientStatus, email, phone, preferredContact, wantsEmails, takesTexts, ...row }) => {
    const reach = { patientStatus, email, phone, preferredContact, wantsEmails, takesTexts };
    const isUndelivered = waysOf(tx, reach).every((way) => failing.get(row.uId)?.includes(way));
    return { ...row, untold: whyUnreached(tx, reach) ?? (isUndelivered ? 'undelivered' : null) };
  });
}

/** Why nothing is even sent to a patient. */
export function whyUnreached(tx: Tx, patient: Reach): 'not_active' | 'unreachable' | null {
  if (patient.patientStatus !== 'active') return 'not_active';
  return waysOf(tx, patient).length === 0 ? 'unreachable' : null;
}
