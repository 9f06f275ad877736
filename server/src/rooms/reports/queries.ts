/** SQL of the trial dashboard. It reads across rooms; everything is held to the groups in sight (SEC-23). */
import { partnerTypes } from '@portal/contract/access.ts';
import type { ReportedStatus } from '@portal/contract/reports/endpoints.ts';
import { sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { isShared, trainedAt } from '#rooms/identity/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { seesGroup } from '#platform/security/viewer.ts';

/** What is asked about: a trial that is in sight, or one of its sites. */
export interface Part {
  trialId: number;
  siteId: number | null;
}

/** More than a person would read; a longer report is refused instead of cut short. */
export const mostRows = 20_000;

/** The participants of the part that this viewer may know of. Counts read them from one index, never from the table. */
const participantsOf = (tx: Tx, viewer: Sight, { trialId, siteId }: Part) =>
  tx
    .selectFrom('participant')
    .where('participant.trial_id', '=', trialId)
    .$if(siteId !== null, (query) => query.where('participant.site_id', '=', siteId ?? 0))
    .where(inSight(viewer, 'participant.site_id'));

export const participantCounts = (tx: Tx, viewer: Sight, part: Part) =>
  participantsOf(tx, viewer, part).select([
    sql<number>`count(*) filter (where participant.is_active)::int`.as('active'),
    // PRV-03: whoever was removed is in no list of the deactivated any more.
    sql<number>`count(*) filter (where not participant.is_active and participant.removed_at is null)::int`.as(
      'deactivated',
    ),
  ]);

const utcMonth = sql`date_trunc('month', participant.created_at at time zone 'UTC')`;

/**
 * The newest month first, of those who were enrolled in the part, wherever they are by now. Whoever has the trial has also what was
 * enrolled at a site that was removed since.
 */
export const enrollmentCounts = (tx: Tx, viewer: Sight, { trialId, siteId }: Part) =>
  tx
    .selectFrom('participant')
    .where('participant.trial_id', '=', trialId)
    .$if(siteId !== null, (query) => query.where('participant.enrolled_site_id', '=', siteId ?? 0))
    .$if(!seesGroup(viewer, trialId), (query) => query.where(inSight(viewer, 'participant.enrolled_site_id')))
    .select([
      sql<number>`extract(year from ${utcMonth})::int`.as('year'),
      sql<number>`extract(month from ${utcMonth})::int`.as('month'),
      sql<number>`count(*)::int`.as('enrolled'),
    ])
    .groupBy(utcMonth)
    .orderBy(utcMonth, 'desc');

/** The cards sent from one moment until before another, and not taken back. The trial's own sends of that time are all that is looked at. */
export const cardsSent = (tx: Tx, viewer: Sight, { trialId, siteId }: Part, from: Date, until: Date) =>
  tx
    .selectFrom('card_outreach as sent')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('participant as recipient')
          .select('recipient.site_id')
          .whereRef('recipient.participant_id', '=', 'sent.participant_id')
          // Kept apart, so that each is looked up: where pages are thought dear, all participants would be read instead.
          .offset(0)
          .as('participant'),
      (join) => join.onTrue(),
    )
    .where('sent.trial_id', '=', trialId)
    .where('sent.sent_at', '>=', from)
    .where('sent.sent_at', '<', until)
    .where('sent.withdrawn_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('participant.site_id', '=', siteId ?? 0))
    .where(inSight(viewer, 'participant.site_id'))
    .select(sql<number>`count(*)::int`.as('cards'));

/** The groups of the part: the trial with its sites, or the one site. */
const groupsOf = (tx: Tx, viewer: Sight, { trialId, siteId }: Part) =>
  tx
    .selectFrom('care_group as g')
    .where((eb) =>
      siteId === null
        ? eb.or([eb('g.care_group_id', '=', trialId), eb('g.parent_id', '=', trialId)])
        : eb('g.care_group_id', '=', siteId),
    )
    .where('g.removed_at', 'is', null)
    .where(inSight(viewer, 'g.care_group_id'));

/** DSH-07. */
export const configuredSites = (tx: Tx, viewer: Sight, part: Part) =>
  groupsOf(tx, viewer, part)
    .where('g.kind', '=', 'site')
    .where('g.is_configured', '=', true)
    .select(sql<number>`count(*)::int`.as('sites'));

/**
 * Who works in the part, once for each group of it that they belong to; the trial before its sites. Sponsors and partners see what is
 * theirs whatever groups they are in, and stay in these when it is theirs no more.
 */
export const usersOf = (tx: Tx, viewer: Sight, part: Part) =>
  groupsOf(tx, viewer, part)
    .innerJoin('care_group_member as member', 'member.care_group_id', 'g.care_group_id')
    .innerJoin('provider', 'provider.provider_id', 'member.provider_id')
    .where('provider.is_active', '=', true)
    .where('provider.type', 'not in', ['Sponsor', ...partnerTypes])
    .select([
      'provider.email',
      'provider.first_name as firstName',
      'provider.last_name as lastName',
      'provider.type',
      'g.display_name as groupName',
      trainedAt('provider', sql`${part.trialId}`).as('acknowledgedAt'),
    ])
    .orderBy(sql`g.kind = 'site'`)
    .orderBy('g.display_name')
    .orderBy('provider.last_name')
    .orderBy('provider.first_name')
    .orderBy('provider.provider_id')
    .orderBy('g.care_group_id')
    .limit(mostRows + 1);

/**
 * The latest invitation of each e-mail to each group of the part; an earlier one was replaced by it. Of sponsors' people those who
 * share the group: a former sponsor's are told to nobody.
 */
export const invitationsTo = (tx: Tx, viewer: Sight, part: Part) =>
  tx
    .selectFrom(
      groupsOf(tx, viewer, part)
        .innerJoin('invitation_care_group as to', 'to.care_group_id', 'g.care_group_id')
        .innerJoin('invitation', 'invitation.invitation_id', 'to.invitation_id')
        .distinctOn(['g.care_group_id', 'invitation.email'])
        .select(['g.care_group_id', 'g.kind', 'g.display_name'])
        .selectAll('invitation')
        .orderBy('g.care_group_id')
        .orderBy('invitation.email')
        .orderBy('invitation.invitation_id', 'desc')
        .as('latest'),
    )
    .innerJoin('care_group as trial', (join) => join.on('trial.care_group_id', '=', part.trialId))
    .leftJoin('provider', 'provider.provider_id', 'latest.provider_id')
    .where(sql<boolean>`${isShared('latest', 'latest')}`)
    .select([
      'trial.display_name as trialName',
      sql<string>`case latest.kind when 'site' then latest.display_name else '' end`.as('siteName'),
      'provider.first_name as firstName',
      'provider.last_name as lastName',
      'latest.email',
      'latest.created_at as sentAt',
      'latest.expires_at as expiresAt',
      'latest.cancelled_at as cancelledAt',
      'latest.used_at as usedAt',
    ])
    .orderBy('siteName')
    .orderBy('latest.email')
    .orderBy('latest.invitation_id')
    .limit(mostRows + 1);

/** The participants of the part, site by site. */
export const participantsReported = (tx: Tx, viewer: Sight, part: Part) =>
  participantsOf(tx, viewer, part)
    .innerJoin('care_group as trial', 'trial.care_group_id', 'participant.trial_id')
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('card_outreach')
          .whereRef('card_outreach.participant_id', '=', 'participant.participant_id')
          .where('card_outreach.withdrawn_at', 'is', null)
          .select([sql<number>`count(*)::int`.as('cardsSent'), sql<Date | null>`max(sent_at)`.as('lastCardSent')])
          .as('cards'),
      (join) => join.onTrue(),
    )
    .select([
      'participant.participant_id as participantId',
      'trial.display_name as trialName',
      'site.display_name as siteName',
      'participant.subject_number as subjectNumber',
      'participant.ctrx_id as ctrxId',
      sql<ReportedStatus>`case when participant.removed_at is not null then 'Removed'
        when participant.is_active then 'Active' else 'Deactivated' end`.as('status'),
      'participant.created_at as enrolledAt',
      'cards.cardsSent',
      'cards.lastCardSent',
    ])
    .orderBy('site.display_name')
    .orderBy('participant.subject_number')
    .orderBy('participant.participant_id')
    .limit(mostRows + 1);
