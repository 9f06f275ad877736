import { failures } from '@portal/contract/errors.ts';
import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { type FlagRow, lockFlag, overdueBefore } from './flag-queries.ts';
import { tellOfResponse } from './tell.ts';

export const presentFlag = (row: FlagRow, now: Date): FlaggedAnswer => {
  const { takerId, taker, isLeft, responseId: _responseId, answerNow, phone, isPatientDeactivated, ...same } = row;
  return {
    ...same,
    phone: phone ?? '',
    ...(isPatientDeactivated && { isPatientDeactivated: true as const }),
    ...(answerNow !== row.answer && { answerNow }),
    isOverdue: row.closedAt === null && row.openedAt < overdueBefore(now),
    takenBy: takerId === null ? null : { cpId: takerId, name: taker ?? '', ...(isLeft && { isLeft }) },
  };
};

interface Named {
  flaggedAnswerId: number;
  version?: number | undefined;
}

async function holdOpen({ tx, viewer, now, logRead }: Act, { flaggedAnswerId, version }: Named): Promise<FlagRow> {
  const flag = await lockFlag(tx, viewer, flaggedAnswerId, now());
  if (!flag) throw fail('not_found');
  if (version !== undefined && version !== flag.version) {
    logRead('patient', [flag.uId]);
    throw failStale(presentFlag(flag, now()), overtakenBy(flag, viewer.providerId));
  }
  if (flag.closedAt !== null) throw fail('flag.closed');
  return flag;
}

/** What a colleague has taken is theirs, as long as they are here and see the patient. */
const isOfColleague = ({ takerId, isLeft }: FlagRow, providerId: number): boolean =>
  takerId !== null && takerId !== providerId && !isLeft;

/** Whoever is second is told what keeps them from it, rather than to look again. */
function overtakenBy(flag: FlagRow, providerId: number): string | undefined {
  if (flag.closedAt !== null) return failures['flag.closed'].message;
  return isOfColleague(flag, providerId) ? failures['flag.taken'].message : undefined;
}

async function change(
  { tx, record, announce }: Act,
  flag: FlagRow,
  action: 'flag.taken' | 'flag.released' | 'flag.closed',
  fields: { taker_id?: number | null; taken_at?: Date | null; closer_id?: number; closed_at?: Date; note?: string },
): Promise<number> {
  const version = flag.version + 1;
  await tx
    .updateTable('flagged_answer')
    .set({ ...fields, version })
    .where('flagged_answer_id', '=', flag.flaggedAnswerId)
    .execute();
  await record({
    action,
    record: { kind: 'flagged_answer', id: flag.flaggedAnswerId },
    changes: changesBetween({ taker_id: flag.takerId, taken_at: flag.takenAt }, fields),
  });
  await tellOfResponse({ tx, announce }, flag.responseId, flag.uId);
  return version;
}

/** Of two who take an answer at once one has it. Whoever sees it gives it back, also for a colleague who is away. */
export async function takeFlag(act: Act, given: Named & { take: boolean }): Promise<number> {
  const flag = await holdOpen(act, given);
  const { providerId } = act.viewer;
  if (!given.take)
    return flag.takerId === null
      ? flag.version
      : change(act, flag, 'flag.released', { taker_id: null, taken_at: null });
  if (flag.takerId === providerId) return flag.version;
  if (isOfColleague(flag, providerId)) throw fail('flag.taken');
  return change(act, flag, 'flag.taken', { taker_id: providerId, taken_at: act.now() });
}

export async function closeFlag(act: Act, given: Named & { note: string }): Promise<number> {
  const flag = await holdOpen(act, given);
  const { providerId } = act.viewer;
  if (isOfColleague(flag, providerId)) throw fail('flag.taken');
  return change(act, flag, 'flag.closed', { closer_id: providerId, closed_at: act.now(), note: given.note });
}
