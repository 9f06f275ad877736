/** From the token of a call to the person who makes it. */
import { createHash } from 'node:crypto';
import type { UserType } from '@portal/contract/access.ts';
import { idleMs, refusedTypes } from '@portal/contract/identity/rules.ts';
import type { Activity } from './activity.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import type { SecurityLog } from './security-log.ts';
import type { SessionEnds } from './session-ends.ts';
import type { Viewer } from './viewer.ts';

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

interface Ground {
  database: Database;
  clock: Clock;
  activity: Activity;
  sessionEnds: SessionEnds;
  security: SecurityLog;
}

interface ViewerRow {
  session_id: number;
  host: string;
  last_input_at: Date;
  session_ends_at: Date;
  token_expires_at: Date;
  provider_id: number;
  company_id: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  type: UserType;
  admin_rights: boolean;
  is_prescriber: boolean;
  partner_id: number | null;
  partner_kind: 'pharmacy' | 'wholesaler' | null;
  sponsor_id: number | null;
  modules: Viewer['modules'];
  care_group_ids: number[] | null;
  sees_whole_company: boolean;
  in_emergency: boolean;
}

/**
 * Who holds this token on this host, where it was valid when it was shown; null when nobody does any more, or nobody
 * who may come in (SEC-03, SEC-04, SEC-18, PRM-05).
 */
export async function viewerOf(
  house: Ground,
  token: string,
  from: { host: string; address: string; requestId: string },
  shownAt = house.clock.now(),
  isAskedAgain = false,
): Promise<Viewer | null> {
  const [row] = await house.database.query<ViewerRow>('select * from viewer_at($1, $2)', [
    hashOf(token),
    house.clock.now(),
  ]);
  if (!row || row.host !== from.host || refusedTypes.includes(row.type)) return null;
  const now = house.clock.now().getTime();
  const lastInputAt = house.activity.lastInputOf(row.session_id, row.last_input_at);
  if (now >= row.session_ends_at.getTime() || now - lastInputAt.getTime() >= idleMs) {
    if (isAskedAgain) return null;
    await endForGood(house, row.session_id);
    return viewerOf(house, token, from, shownAt, true);
  }
  if (shownAt >= row.token_expires_at) return null;
  return {
    providerId: row.provider_id,
    companyId: row.company_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    type: row.type,
    adminRights: row.admin_rights,
    isPrescriber: row.is_prescriber,
    modules: row.modules,
    careGroupIds: row.care_group_ids,
    seesWholeCompany: row.sees_whole_company,
    inEmergency: row.in_emergency,
    partner: row.partner_kind && row.partner_id ? { kind: row.partner_kind, id: row.partner_id } : null,
    sponsorId: row.sponsor_id,
    sessionId: row.session_id,
    sessionEndsAt: row.session_ends_at,
    lastInputAt,
    ...from,
  };
}

/**
 * A session that ran out stays ended, also when the clock is set back (REL-10). Input that was written just after the row was read
 * keeps it: whoever came back in its last second is not signed out.
 */
async function endForGood(
  { database, clock, activity, sessionEnds, security }: Ground,
  sessionId: number,
): Promise<void> {
  await activity.flush();
  const now = clock.now();
  const idleSince = new Date(now.getTime() - idleMs);
  const ended = await database.asSystem((tx) =>
    tx
      .updateTable('session')
      .set({ ended_at: now, end_reason: 'expired' })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where((eb) => eb.or([eb('ends_at', '<=', now), eb('last_input_at', '<=', idleSince)]))
      .returning('session_id')
      .executeTakeFirst(),
  );
  if (!ended) return;
  security.note({ event: 'session.expired', outcome: 'done', whose: { sessionId }, from: null });
  sessionEnds.tell([sessionId]);
}
