/** Whether a patient is told that a message waits, and why not. The notices themselves go by the same (`patient/tell-patients.ts`). */
import type { WhyUntold } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import { failingChannels, failsBy, takesTexts, waysOf } from '#rooms/outreach/door.ts';
import { wantsNow } from '#rooms/subscriptions/door.ts';

/** What decides it, of a row `patient`. */
export const reachOfPatient = (now: Date) =>
  [
    sql<string>`patient.status`.as('patientStatus'),
    sql<string>`patient.email`.as('email'),
    sql<string | null>`patient.phone`.as('phone'),
    sql<number>`patient.preferred_contact`.as('preferredContact'),
    wantsNow(sql.ref('patient.company_id'), sql.ref('patient.email')).as('wantsEmails'),
    takesTexts(sql.ref('patient.patient_id')).as('takesTexts'),
    failingChannels(sql.ref('patient.patient_id'), now).as('failing'),
  ] as const;

export interface Reach {
  patientStatus: string;
  email: string;
  phone: string | null;
  preferredContact: number;
  wantsEmails: boolean;
  takesTexts: boolean;
  failing: string[];
}

/** A row without what decided it, which is shown to nobody, and with what it comes to. */
export function withUntold<T extends Reach>({
  patientStatus,
  email,
  phone,
  preferredContact,
  wantsEmails,
  takesTexts: takes,
  failing,
  ...row
}: T): Omit<T, keyof Reach> & { untold: WhyUntold | null } {
  if (patientStatus !== 'active') return { ...row, untold: 'not_active' };
  const ways = waysOf({ email, phone, preferredContact, wantsEmails, takesTexts: takes });
  if (ways.length === 0) return { ...row, untold: 'unreachable' };
  return { ...row, untold: ways.every((way) => failsBy(way, failing)) ? 'undelivered' : null };
}
