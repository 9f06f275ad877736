/** What waits for a person, in one statement. Each part counts the rows of a list, which is the room's whose list it is. */
import { type NeedKind, needKinds } from '@portal/contract/needs/kinds.ts';
import { type Work, workOf } from '@portal/contract/needs/rules.ts';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { inSight } from '#rooms/care-groups/door.ts';
import { unreadConversations } from '#rooms/conversations/door.ts';
import { overdueFollowUps } from '#rooms/follow-ups/door.ts';
import { expiringLots } from '#rooms/lots/door.ts';
import { pendingInvitations } from '#rooms/partners/door.ts';
import { missingPrices, unsuppliedSites } from '#rooms/pricing/door.ts';
import { activeRequests, isToConfirm, lateRequests, remindedRequests, unreadRequests } from '#rooms/shipments/door.ts';
import { openFlagged } from '#rooms/responses/door.ts';
import { waitsToSign } from '#rooms/signing/door.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** The day where the person sits, which their lists go by, and the portal's own day and time, by which prices begin, lots expire, and flagged answers and follow-ups are overdue. */
export interface Days {
  today: string;
  portalToday: string;
  now: Date;
}
type Part = RawBuilder<unknown>;

const n = sql<number>`count(*)`;
const countIf = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`;
/** How many rows a list has. */
const listed = (kind: NeedKind, rows: Expression<unknown>): Part =>
  sql`select ${sql.lit(kind)}, null::int, ${n}, 0 from ${rows} as listed`;

const ofSite = (tx: Tx, viewer: Viewer, { today }: Days): Part[] => [
  sql`select 'confirm', part.site_id, part.count, 0 from ${activeRequests(tx, viewer)
    .where(isToConfirm('site'))
    .select(['shipment_request.site_id', n.as('count')])
    .groupBy('shipment_request.site_id')} as part`,
  sql`select 'comments', part.care_group_id, part.count, 0 from ${tx
    .selectFrom('care_group as site')
    .where('site.kind', '=', 'site')
    .where(inSight(viewer, 'site.care_group_id'))
    .innerJoinLateral(unreadRequests(tx, viewer, sql.ref('site.care_group_id')).as('request'), (join) => join.onTrue())
    .select(['site.care_group_id', n.as('count')])
    .groupBy('site.care_group_id')} as part`,
  sql`select 'order', part.site_id, part.count, 0 from ${remindedRequests(tx, viewer)
    .where('shipment_request.reminder_on', '<=', today)
    .select(['shipment_request.site_id', n.as('count')])
    .groupBy('shipment_request.site_id')} as part`,
];

const ofPartner = (tx: Tx, viewer: Viewer, { today }: Days): Part[] => [
  sql`select need.kind, null::int, need.count, need.apart from ${activeRequests(tx, viewer).select([
    countIf(sql`status = 'preprocessing'`).as('process'),
    countIf(sql`status = 'processing'`).as('ship'),
    countIf(sql`required_on = ${today} and status <> 'shipped'`).as('due'),
    countIf(sql`required_on < ${today}`).as('late'),
    countIf(isToConfirm('partner')).as('deliver'),
    // Those that a site is to confirm.
    countIf(sql`required_on < ${today} and ${isToConfirm('site')}`).as('late_elsewhere'),
  ])} as part
    cross join lateral (values ('process', part.process, 0), ('ship', part.ship, 0), ('due', part.due, 0),
      ('late', part.late, part.late_elsewhere), ('deliver', part.deliver, 0)) as need (kind, count, apart)`,
  listed('comments', unreadRequests(tx, viewer)),
];

const ofSponsor = (tx: Tx, viewer: Viewer, { today }: Days): Part[] => [
  sql`select 'late', part.site_id, part.count, 0 from ${lateRequests(tx, viewer, today)
    .select(['shipment_request.site_id', n.as('count')])
    .groupBy('shipment_request.site_id')} as part`,
];

const ofTrials = (tx: Tx, viewer: Viewer, { portalToday }: Days): Part[] => [
  listed('supply', unsuppliedSites(tx, viewer, portalToday)),
  listed('price', missingPrices(tx, viewer, portalToday)),
  listed('lot', expiringLots(tx, viewer, portalToday).select('lot.lot_id')),
  listed('invitation', pendingInvitations(tx, viewer)),
];

const ofClinic = (tx: Tx, viewer: Viewer, { now }: Days): Part[] => [
  sql`select need.kind, null::int, need.count, 0 from ${openFlagged(tx, viewer, now)} as part
    cross join lateral (values ('overdue', part.overdue), ('flags', part.open)) as need (kind, count)`,
];
const ofFollowUps = (tx: Tx, viewer: Viewer, { now }: Days): Part[] => [
  listed('followUps', overdueFollowUps(tx, viewer, now)),
];

const ofSignatures = (tx: Tx, viewer: Viewer): Part[] => [listed('sign', waitsToSign(tx, viewer))];

const ofConversations = (_: Tx, viewer: Viewer, { now }: Days): Part[] => [
  listed('conversations', unreadConversations(viewer, now)),
];

const partsOf: Record<Work, (tx: Tx, viewer: Viewer, days: Days) => Part[]> = {
  site: ofSite,
  partner: ofPartner,
  sponsor: ofSponsor,
  trials: ofTrials,
  clinic: ofClinic,
  followUps: ofFollowUps,
  signatures: ofSignatures,
  conversations: ofConversations,
};

/** Of a site only what its screen offers: that of one that is ready. Null for who is told of nothing. */
export function needsOf(tx: Tx, viewer: Viewer, days: Days) {
  const parts = workOf(viewer).flatMap((work) => partsOf[work](tx, viewer, days));
  if (parts.length === 0) return null;
  const all = sql<{
    kind: NeedKind;
    site_id: number | null;
    count: number;
    apart: number;
  }>`(${sql.join(parts, sql` union all `)})`;
  return tx
    .selectFrom(all.as<'found'>(sql`found (kind, site_id, count, apart)`))
    .leftJoin('care_group as site', 'site.care_group_id', 'found.site_id')
    .leftJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .where('found.count', '>', 0)
    .where(
      sql<boolean>`(found.site_id is null or (site.removed_at is null and site.is_configured and trial.is_configured))`,
    )
    .select([
      'found.kind',
      'found.site_id as gId',
      'site.display_name as siteName',
      'trial.display_name as trialName',
      sql<number>`found.count::int`.as('count'),
      sql<number>`found.apart::int`.as('apart'),
    ])
    .orderBy(sql`array_position(${sql.val([...needKinds])}::text[], found.kind)`)
    .orderBy('site.display_name')
    .orderBy('found.site_id');
}

/** What of the shipments to a trial or to one of its sites is late, the latest first. */
export const lateShipments = (
  tx: Tx,
  viewer: Viewer,
  today: string,
  part: { trialId: number; siteId: number | null },
) =>
  lateRequests(tx, viewer, today)
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .innerJoin('partner', 'partner.partner_id', 'shipment_request.partner_id')
    .where('shipment_request.trial_id', '=', part.trialId)
    .$if(part.siteId !== null, (query) => query.where('shipment_request.site_id', '=', part.siteId ?? 0))
    .select([
      'shipment_request.request_id as srId',
      'shipment_request.site_id as gId',
      'site.display_name as siteName',
      'partner.name as partnerName',
      'shipment_request.shipment_type as shipmentType',
      'shipment_request.status',
      'shipment_request.required_on as dateRequired',
      'shipment_request.shipped_on as dateShipped',
    ])
    .orderBy('shipment_request.required_on')
    .orderBy('shipment_request.request_id');
