import type { Address } from '@portal/contract/addresses/rules.ts';
import { participantProblems } from '@portal/contract/participants/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { storeAddress } from '#rooms/addresses/door.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdNumbers, tellOfNumber } from './given-numbers.ts';
import * as queries from './queries.ts';
import { tellOfOrders } from './tell.ts';

/** A participant as handed in. Where something may be left out, null takes it away and undefined says nothing of it. */
export interface GivenParticipant {
  siteId: number;
  firstName: string;
  lastName: string;
  bornOn: string;
  gender: 0 | 1;
  subjectNumber: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  address?: Address | null | undefined;
  /** 0 is e-mail, any other value phone (PAR-12). */
  preferredContact?: number | null | undefined;
}

/**
 * Adds a participant to a configured site (OPS-65). The number is unique in the trial: of two at once the unique
 * constraint lets one in (OPS-63, REL-08). The ctrxId comes from a sequence (OPS-38).
 */
export async function addParticipant(act: Act<Actor & Sight>, given: GivenParticipant): Promise<number> {
  const { tx, viewer, now, today, record, announce } = act;
  const site = await queries.holdSite(tx, viewer, given.siteId);
  if (!site) throw fail('not_found');
  if (!site.isReady) throw fail('participant.site_not_ready');
  refuseProblems(participantProblems(given, site.mask, today()));
  const fields = {
    trial_id: site.trialId,
    site_id: site.siteId,
    first_name: given.firstName,
    last_name: given.lastName,
    born_on: given.bornOn,
    gender: given.gender,
    email: given.email || null,
    phone: given.phone || null,
    subject_number: given.subjectNumber,
    // OPS-64
    preferred_contact: given.preferredContact ?? (given.email ? 0 : 1),
  };
  holdNumbers(tx, site.trialId, [given.subjectNumber]);
  const addressId = given.address ? await storeAddress(tx, viewer, given.address) : null;
  const { id, ctrxId } = await tx
    .insertInto('participant')
    .values({
      ...fields,
      enrolled_site_id: site.siteId,
      company_id: viewer.companyId,
      address_id: addressId,
      created_at: now(),
    })
    .returning(['participant_id as id', 'ctrx_id as ctrxId'])
    .executeTakeFirstOrThrow();
  await record({
    action: 'participant.added',
    record: { kind: 'participant', id },
    changes: created({ ...fields, address: given.address, ctrx_id: ctrxId, is_active: true }),
  });
  await announce({ type: 'participant.changed', id, careGroupId: site.siteId });
  const { siteId, trialId } = site;
  await tellOfOrders(act, { participantId: id, siteId, trialId, subjectNumbers: [given.subjectNumber] });
  await tellOfNumber(act, { participantId: id, subjectNumber: given.subjectNumber, siteId });
  return id;
}
