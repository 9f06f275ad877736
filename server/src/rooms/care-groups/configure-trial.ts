import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { changesBetween, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import { lockGroup, type Sight } from './queries.ts';

export interface TrialConfiguration {
  sponsorId: number | null;
  subjectNumberMask: string | null;
  outreachPreference: boolean;
  hasCard: boolean;
  hasShipping: boolean;
  pdmiGroupNumber?: string | null;
  version?: number;
}

/** Stores the configuration of a trial, the first one as well as every later one. */
export async function configureTrial(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  trialId: number,
  given: TrialConfiguration,
): Promise<void> {
  const trial = await lockGroup(tx, viewer, trialId, 'trial');
  if (!trial) throw fail('not_found');
  if (given.version !== undefined && given.version !== trial.version) throw fail('stale');
  // The keys of other tables are asked inside the fence; a foreign key alone would let another company's pass.
  if (
    given.sponsorId !== null &&
    !(await tx.selectFrom('sponsor').select('sponsor_id').where('sponsor_id', '=', given.sponsorId).executeTakeFirst())
  ) {
    throw fail('not_found');
  }
  const fields = {
    is_configured: true,
    sponsor_id: given.sponsorId,
    subject_number_mask: given.subjectNumberMask,
    outreach_preference: given.outreachPreference,
    has_card: given.hasCard,
    has_shipping: given.hasShipping,
    pdmi_group_number: given.pdmiGroupNumber ?? null,
  };
  await tx
    .updateTable('care_group')
    .set({ ...fields, version: trial.version + 1 })
    .where('care_group_id', '=', trialId)
    .execute();
  await record(tx, clock, viewer, {
    action: 'trial.configured',
    record: { kind: 'care_group', id: trialId },
    changes: changesBetween(trial, fields),
  });
  await announce(tx, clock, viewer.companyId, { type: 'care_group.changed', id: trialId, careGroupId: trialId });
}
