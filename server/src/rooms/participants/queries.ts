/** SQL of the participants. Every statement is held to the sites in sight (SEC-23). */
import { sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';

/** The rows this viewer may know of; every query of the room starts here. */
const visibleTo = (viewer: Sight) =>
  sql<boolean>`(${inSight(viewer, 'participant.site_id')} and participant.removed_at is null)`;

const columns = [
  'participant.participant_id as participantId',
  'participant.first_name as firstName',
  'participant.last_name as lastName',
  'participant.born_on as bornOn',
  'participant.gender',
  'participant.email',
  'participant.phone',
  'participant.address_id as addressId',
  'participant.subject_number as subjectNumber',
  'participant.ctrx_id as ctrxId',
  'participant.preferred_contact as preferredContact',
  'participant.is_active as isActive',
  'participant.version',
  'address.street',
  'address.street2',
  'address.city',
  'address.state',
  'address.zip',
  'address.country',
  'trial.display_name as trial',
  'trial.has_card as hasCard',
] as const;
const cardIsConfigured =
  sql<boolean>`exists (select from trial_card where trial_card.care_group_id = trial.care_group_id)`.as(
    'cardIsConfigured',
  );

/** One participant in sight, as the wire wants it. */
export const one = (tx: Tx, viewer: Sight, participantId: number) =>
  tx
    .selectFrom('participant')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'participant.trial_id')
    .leftJoin('address', 'address.address_id', 'participant.address_id')
    .select(columns)
    .select(cardIsConfigured)
    .where('participant.participant_id', '=', participantId)
    .where(visibleTo(viewer));
export type ParticipantRow = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>;

/** The participants of a site in sight by name, all of them or those after one. */
export const ofSite = (tx: Tx, viewer: Sight, siteId: number, after?: number) =>
  tx
    .selectFrom('participant')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'participant.trial_id')
    .leftJoin('address', 'address.address_id', 'participant.address_id')
    .select(columns)
    .select(cardIsConfigured)
    .where('participant.site_id', '=', siteId)
    .where(visibleTo(viewer))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(participant.last_name, participant.first_name, participant.participant_id) >
          (select last_name, first_name, participant_id from participant as place where place.participant_id = ${after})`,
      ),
    )
    .orderBy('participant.last_name')
    .orderBy('participant.first_name')
    .orderBy('participant.participant_id');

/** A site in sight with its trial, and whether both are configured (OPS-27). */
export const siteInSight = (tx: Tx, viewer: Sight, siteId: number) => sites(tx, viewer, siteId).executeTakeFirst();

/** The same, and it cannot be removed until the transaction ends (OPS-28). */
export const holdSite = (tx: Tx, viewer: Sight, siteId: number) =>
  sites(tx, viewer, siteId).forShare('site').executeTakeFirst();

const sites = (tx: Tx, viewer: Sight, siteId: number) =>
  tx
    .selectFrom('care_group as site')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .select([
      'site.care_group_id as siteId',
      'trial.care_group_id as trialId',
      'trial.subject_number_mask as mask',
      sql<boolean>`site.is_configured and trial.is_configured`.as('isReady'),
    ])
    .where('site.care_group_id', '=', siteId)
    .where('site.kind', '=', 'site')
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'));

/** One participant in sight, held until the transaction ends. */
export const lockVisible = (tx: Tx, viewer: Sight, participantId: number) =>
  tx
    .selectFrom('participant')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where(visibleTo(viewer))
    .forUpdate()
    .executeTakeFirst();

/** Whether a request that is for this participant, or may be, has not ended yet. */
export const awaitsShipment = (tx: Tx, participantId: number) =>
  tx
    .selectFrom(sql<{ request_id: number }>`requests_perhaps_of_participant(${participantId})`.as('own'))
    .innerJoin('shipment_request as request', 'request.request_id', 'own.request_id')
    .where('request.status', 'in', ['preprocessing', 'processing', 'shipped'])
    .select('request.request_id')
    .limit(1)
    .executeTakeFirst();
