import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyText, type Tx } from '#platform/database/db.ts';
import { Failed, fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { current } from './present.ts';
import { refuseInEmergency } from './for-good.ts';
import { type Breadth, lockGroup, sponsorInSight } from './queries.ts';
import { tellOfTrial } from './tell.ts';

export interface TrialConfiguration {
  sponsorId: number | null;
  subjectNumberMask: string | null;
  outreachPreference: boolean;
  hasCard: boolean;
  hasShipping: boolean;
  pdmiGroupNumber?: string | null | undefined;
  version?: number | undefined;
}

/** Stores the configuration of a trial, the first one as well as every later one; gives the trial's new version. */
export async function configureTrial(
  act: Act<Actor & Breadth>,
  trialId: number,
  given: TrialConfiguration,
): Promise<number> {
  const { tx, viewer, record } = act;
  const trial = await lockGroup(tx, viewer, trialId, 'trial');
  if (!trial) throw fail('not_found');
  if (given.version !== undefined && given.version !== trial.version)
    throw failStale(await current.trial(tx, viewer, trialId));
  if (given.sponsorId !== null) await holdSponsor(tx, viewer, given.sponsorId);
  // The sponsor's people see the trial from then on.
  if (given.sponsorId !== null && given.sponsorId !== trial.sponsor_id) await refuseInEmergency(tx, viewer, [trialId]);
  // Whoever orders from a site of this trial holds its row too: of two at once the later one sees the earlier.
  if (trial.has_shipping && !given.hasShipping && (await hasActiveRequests(tx, trialId))) throw fail('trial.ships');
  if (trial.has_card && !given.hasCard && (await hasParticipants(tx, trialId))) throw fail('trial.card_issued');
  if (await strandsNumbers(tx, trialId, trial.subject_number_mask, given.subjectNumberMask))
    throw fail('trial.mask_in_use');
  const fields = {
    is_configured: true,
    sponsor_id: given.sponsorId,
    subject_number_mask: given.subjectNumberMask,
    outreach_preference: given.outreachPreference,
    has_card: given.hasCard,
    has_shipping: given.hasShipping,
    pdmi_group_number: given.pdmiGroupNumber ?? null,
  };
  const changes = changesBetween(trial, fields);
  if (changes.length === 0) return trial.version;
  const version = trial.version + 1;
  await tx
    .updateTable('care_group')
    .set({ ...fields, version })
    .where('care_group_id', '=', trialId)
    .execute();
  await record({
    action: 'trial.configured',
    record: { kind: 'care_group', id: trialId },
    changes,
  });
  await tellOfTrial(act, trialId);
  return version;
}

/** Asked inside the fence, since a foreign key alone would let another company's pass; it may not go away in the meantime. */
async function holdSponsor(tx: Tx, viewer: Breadth, sponsorId: number): Promise<void> {
  const sponsor = await tx
    .selectFrom('sponsor')
    .select('sponsor_id')
    .where('sponsor_id', '=', sponsorId)
    .where('removed_at', 'is', null)
    .where(sponsorInSight(viewer))
    .forShare()
    .executeTakeFirst();
  if (!sponsor) throw new Failed('not_found', { sentence: noSponsor, fields: { sponsorId: noSponsor } });
}

const noSponsor = 'This sponsor was deleted, or is not known. Please choose another one.';

/** OPS-33. */
const hasActiveRequests = async (tx: Tx, trialId: number): Promise<boolean> =>
  (await tx
    .selectFrom('shipment_request')
    .select('request_id')
    .where('trial_id', '=', trialId)
    .where('status', '=', anyText([...activeStatuses]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * SHC-17, OPS-62: whether a number that can be ordered for now could not be any more. Deactivated participants count, they
 * may be taken back; a number that never fitted is no reason. One that was ordered for alone and is nobody's (OPS-68) counts while its
 * request is under way or is reminded of: typed anew, it would neither meet what is under way (OPS-73) nor end the reminder (OPS-89).
 */
async function strandsNumbers(tx: Tx, trialId: number, now: string | null, next: string | null): Promise<boolean> {
  if (next === null || next === now) return false;
  const fits = (mask: string) => sql<boolean>`subject_number ~ ${`^${mask.replaceAll('X', '[0-9]')}$`}`;
  const isStranded = sql<boolean>`(${now === null ? sql`true` : fits(now)} and not ${fits(next)})`;
  const ofParticipants = tx
    .selectFrom('participant')
    .where('trial_id', '=', trialId)
    .where('removed_at', 'is', null)
    .where(isStranded)
    .select('subject_number');
  const ofRequests = tx
    .selectFrom('shipment_request as request')
    .innerJoin('shipment_participant as named', 'named.request_id', 'request.request_id')
    .where('request.trial_id', '=', trialId)
    .where('named.participant_id', 'is', null)
    .where((eb) =>
      eb.or([eb('request.status', '=', anyText([...activeStatuses])), eb('request.reminder_on', 'is not', null)]),
    )
    .where(isStranded)
    .select('named.subject_number');
  return (await ofParticipants.unionAll(ofRequests).limit(1).executeTakeFirst()) !== undefined;
}

/** OPS-34: each of them was given a card. */
const hasParticipants = async (tx: Tx, trialId: number): Promise<boolean> =>
  (await tx
    .selectFrom('participant')
    .select('participant_id')
    .where('trial_id', '=', trialId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
