import { participantProblems, participantsPage } from '@portal/contract/participants/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { addressOf, storeAddress } from '#rooms/addresses/door.ts';
import { givenInEmergency, seenInEmergencyAlone, type Sight } from '#rooms/care-groups/door.ts';
import { fail, failFields, refuseProblems, failStale } from '#platform/core/fail.ts';
import { changesBetween, withPage } from '#platform/audit/record.ts';
import { withdrawMessages } from '#platform/jobs/outbox.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { GivenParticipant } from './add-participant.ts';
import { holdNumbers, tellOfNumber } from './given-numbers.ts';
import { presentCurrent } from './present.ts';
import * as queries from './queries.ts';
import { tellOfHome, tellOfOrders, tellOfParticipant } from './tell.ts';

export interface ParticipantChange extends GivenParticipant {
  participantId: number;
  addressChanged: boolean;
  /** The address that is replaced. */
  addressId?: number | null | undefined;
  version?: number | undefined;
}

/** Changes an active participant and gives its new version (PAR-04, PAR-23). What was there before stays in the audit trail. */
export async function changeParticipant(act: Act<Actor & Sight>, given: ParticipantChange): Promise<number> {
  const { tx, viewer, now, today, record } = act;
  // Whoever adds, moves or removes holds the site first; what was asked is answered in the order of the record.
  const site = await queries.holdSite(tx, viewer, given.siteId);
  if (site) holdNumbers(tx, site.trialId, [given.subjectNumber]);
  const before = await queries.lockVisible(tx, viewer, given.participantId);
  if (!before) throw fail('not_found');
  await refuseStale(act, before, given.version);
  if (!before.is_active) throw fail('participant.not_active');
  if (given.addressId && given.addressId !== before.address_id) throw fail('not_found');
  if (!site) throw fail('not_found');
  if (given.siteId !== before.site_id) {
    checkMove(site, before.trial_id);
    await refuseToKeep(act, { from: before.site_id, to: given.siteId });
  }
  refuseProblems(participantProblems(given, site.mask, today()));

  const email = given.email === undefined ? before.email : given.email || null;
  const phone = given.phone === undefined ? before.phone : given.phone || null;
  const fields = {
    site_id: given.siteId,
    first_name: given.firstName,
    last_name: given.lastName,
    born_on: given.bornOn,
    gender: given.gender,
    email,
    phone,
    subject_number: given.subjectNumber,
    preferred_contact: given.preferredContact ?? stillPreferred(before.preferred_contact, { email, phone }),
  };
  const oldAddress = before.address_id === null ? null : await addressOf(tx, before.address_id);
  const newAddress = given.addressChanged && given.address !== undefined ? given.address : oldAddress;
  const addressChanges = changesBetween({ address: oldAddress }, { address: newAddress });
  const changes = [...changesBetween(before, fields), ...addressChanges];
  if (changes.length === 0) return before.version;

  const version = before.version + 1;
  const addressId =
    addressChanges.length === 0 ? before.address_id : newAddress && (await storeAddress(tx, viewer, newAddress));
  await tx
    .updateTable('participant')
    .set({ ...fields, address_id: addressId, version })
    .where('participant_id', '=', given.participantId)
    .execute();
  const left = new Set<'email' | 'sms'>();
  // Whoever reads there now may not be the participant any more.
  if (before.email !== email) left.add('email');
  if (before.phone !== phone) left.add('sms');
  // PRV-08: nor does what waits go by the way that the participant has given up.
  if (wayOf(before) !== wayOf(fields)) left.add(wayOf(before));
  for (const channel of left) await withdrawMessages(tx, { now }, { participantId: given.participantId, channel });
  await record({
    action: 'participant.changed',
    record: { kind: 'participant', id: given.participantId },
    changes: withPage(changes, participantsPage),
  });
  await tellOfParticipant(act, given.participantId, {
    siteIds: [before.site_id, given.siteId],
    subjectNumbers: [before.subject_number, given.subjectNumber],
  });
  // At another site it is another number to be asked for by (OPS-68).
  if (before.subject_number !== given.subjectNumber || before.site_id !== given.siteId) {
    const { participantId, subjectNumber, siteId } = given;
    const subjectNumbers = [before.subject_number, subjectNumber];
    await tellOfOrders(act, { participantId, siteId, trialId: before.trial_id, subjectNumbers });
    await tellOfNumber(act, { participantId, subjectNumber, siteId });
  } else if (addressChanges.length > 0) await tellOfHome(act, given.participantId);
  return version;
}

/** PAR-12. */
const wayOf = (row: { preferred_contact: number }) => (row.preferred_contact === 0 ? 'email' : 'sms');

/** What a participant prefers, as long as they can be reached by it; else the other way, where they can be reached by that (OPS-64). */
function stillPreferred(preferred: number, { email, phone }: { email: string | null; phone: string | null }): number {
  if (preferred === 0) return email ? 0 : 1;
  return email && !phone ? 0 : preferred;
}

/** Deactivates a participant or takes them back (PAR-09). Asking for the state that is there already is harmless. */
export async function setParticipantStatus(
  act: Act<Actor & Sight>,
  given: { participantId: number; isActive: boolean; version?: number | undefined },
): Promise<void> {
  const { tx, viewer, now, record } = act;
  const before = await queries.lockVisible(tx, viewer, given.participantId);
  if (!before) throw fail('not_found');
  await refuseStale(act, before, given.version);
  if (before.is_active === given.isActive) return;
  await tx
    .updateTable('participant')
    .set({ is_active: given.isActive, version: before.version + 1 })
    .where('participant_id', '=', given.participantId)
    .execute();
  if (!given.isActive) await withdrawMessages(tx, { now }, { participantId: given.participantId });
  await record({
    action: given.isActive ? 'participant.reactivated' : 'participant.deactivated',
    record: { kind: 'participant', id: given.participantId },
    changes: changesBetween(before, { is_active: given.isActive }),
    // P11-15: the screen offers no reasons, so the action is the reason.
    reason: given.isActive ? null : 'Deactivate Participant',
  });
  const [siteId, subjectNumbers] = [before.site_id, [before.subject_number]];
  await tellOfParticipant(act, given.participantId, { siteIds: [siteId], subjectNumbers });
  await tellOfOrders(act, { participantId: given.participantId, siteId, trialId: before.trial_id, subjectNumbers });
}

/** REL-07: an older version is refused, with the state that is current; the refusal shows it, so that is read (PRV-01). */
export async function refuseStale(
  { tx, viewer, logRead }: Act<Actor & Sight>,
  row: { participant_id: number; version: number },
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return;
  const current = await queries.one(tx, viewer, row.participant_id).executeTakeFirstOrThrow();
  logRead('participant', [row.participant_id]);
  throw failStale(presentCurrent(current));
}

/** PRV-11: nobody brings a participant to where they see them for good because an emergency let them in for some hours. */
async function refuseToKeep({ tx, viewer }: Act<Actor & Sight>, { from, to }: { from: number; to: number }) {
  const inEmergency = await seenInEmergencyAlone(tx, viewer, [from, to]);
  if (inEmergency.has(from) && !inEmergency.has(to)) throw givenInEmergency('this participant');
}

/** A participant stays in their trial; within it they may go to another site. */
function checkMove(site: { trialId: number; isReady: boolean }, trialId: number): void {
  if (site.trialId !== trialId) throw failFields({ g_id: 'must be a site of the same trial' });
  if (!site.isReady) throw fail('participant.site_not_ready');
}
