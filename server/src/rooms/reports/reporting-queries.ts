/** SQL of the reporting page. One statement for each number, over the rows in sight alone (SEC-23). */
import { nextMonth, type OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { type ShipmentStatus, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { requestsInSight, toldInFiles } from '#rooms/shipments/door.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** From the beginning of one month to the end of another one (UTC). */
export interface Period {
  first: string;
  last: string;
}
const within = (column: RawBuilder<unknown>, { first, last }: Period) =>
  sql<boolean>`${column} >= ${`${first}-01 00:00Z`}::timestamptz and ${column} < ${`${nextMonth(last)}-01 00:00Z`}::timestamptz`;
const monthOf = (column: RawBuilder<unknown>) => sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM')`;

const requestedAt = sql`shipment_request.created_at`;
const requestedOn = sql<string>`(shipment_request.created_at at time zone 'UTC')::date`;
/** From the request to the receipt. */
const days = sql<
  number | null
>`case when shipment_request.status = 'received' and shipment_request.received_on is not null
  then greatest(0, shipment_request.received_on - ${requestedOn}) end`;
const percentile = (part: number) =>
  sql<number | null>`round((percentile_cont(${part}) within group (order by ${days}))::numeric, 1)::float8`;
const countOf = (status: ShipmentStatus) =>
  sql<number>`(count(*) filter (where shipment_request.status = ${status}))::int`.as(status);

export const shipmentsByMonth = (tx: Tx, viewer: Viewer, period: Period) =>
  requestsInSight(tx, viewer)
    .where(within(requestedAt, period))
    .groupBy(monthOf(requestedAt))
    .select([
      monthOf(requestedAt).as('month'),
      ...shipmentStatus.options.map(countOf),
      percentile(0.5).as('medianDays'),
      percentile(0.9).as('ninetiethDays'),
    ])
    .orderBy('month');

export const shipmentRows = (tx: Tx, viewer: Viewer, month: string, status: ShipmentStatus | undefined) =>
  toldInFiles(requestsInSight(tx, viewer))
    .where(within(requestedAt, { first: month, last: month }))
    .$if(status !== undefined, (query) => query.where('shipment_request.status', '=', status as string))
    .select(['shipment_request.site_id as gId', days.as('daysToReceipt')])
    .orderBy('shipment_request.created_at', 'desc')
    .orderBy('shipment_request.request_id', 'desc');

/** Whoever has some sites is asked of the trials of those alone, by their index. */
const trialsOf = ({ careGroupIds }: Sight) =>
  sql<boolean>`sent.trial_id = any(array(
    select distinct coalesce(g.parent_id, g.care_group_id) from care_group g where g.care_group_id = ${anyOf(careGroupIds ?? [])}))`;

/** Those that were not taken back. Each leads to its participant; kept apart, so that they are looked up one by one. */
const sends = (tx: Tx, viewer: Sight, period: Period) =>
  tx
    .selectFrom('card_outreach as sent')
    .where(within(sql`sent.sent_at`, period))
    .where('sent.withdrawn_at', 'is', null)
    .$if(viewer.careGroupIds !== null, (query) =>
      query.where(trialsOf(viewer)).where(
        sql<boolean>`exists (select from participant where participant.participant_id = sent.participant_id
          and ${inSight(viewer, 'participant.site_id')} offset 0)`,
      ),
    );

export const outreachByMonth = (tx: Tx, viewer: Sight, period: Period) =>
  sends(tx, viewer, period)
    .groupBy(monthOf(sql`sent.sent_at`))
    .select([
      monthOf(sql`sent.sent_at`).as('month'),
      sql<number>`(count(*) filter (where sent.channel = 'email'))::int`.as('email'),
      sql<number>`(count(*) filter (where sent.channel = 'sms'))::int`.as('sms'),
    ])
    .orderBy('month');

export const outreachRows = (tx: Tx, viewer: Sight, month: string, channel: OutreachChannel | undefined) =>
  sends(tx, viewer, { first: month, last: month })
    .innerJoin('participant', 'participant.participant_id', 'sent.participant_id')
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'sent.trial_id')
    .innerJoin('provider as sender', 'sender.provider_id', 'sent.sender_id')
    .$if(channel !== undefined, (query) => query.where('sent.channel', '=', channel as string))
    .select([
      'sent.outreach_id as outreachId',
      'sent.participant_id as participantId',
      'sent.sent_at as sentAt',
      'sent.channel',
      'trial.display_name as trialName',
      'site.display_name as siteName',
      'participant.site_id as gId',
      'participant.subject_number as subjectNumber',
      sql<string>`btrim(sender.first_name || ' ' || sender.last_name)`.as('sentBy'),
    ])
    .$narrowType<{ channel: OutreachChannel }>()
    .orderBy('sent.sent_at', 'desc')
    .orderBy('sent.outreach_id', 'desc');

/** The sites that are in use, with the day of their last user management report that people were asked to sign and did not reject. */
export const sitesByReport = (tx: Tx, viewer: Sight, today: string) =>
  tx
    .selectFrom('care_group as site')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .leftJoinLateral(
      sql<{ lastReportOn: string | null }>`(
        select to_char(report.created_at at time zone 'UTC', 'YYYY-MM-DD') as "lastReportOn"
        from user_report report join document using (document_id)
          join signing_request request using (document_id)
        where report.care_group_id = site.care_group_id and document.removed_at is null
          and request.state in ('open', 'completed')
        order by report.created_at desc, report.document_id desc limit 1)`.as('last'),
      (join) => join.onTrue(),
    )
    .where('site.kind', '=', 'site')
    .where('site.is_configured', '=', true)
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'))
    .select([
      'site.care_group_id as gId',
      'trial.display_name as trialName',
      'site.display_name as siteName',
      'last.lastReportOn',
      sql<
        number | null
      >`case when "last"."lastReportOn" is not null then greatest(0, ${today}::date - "last"."lastReportOn"::date) end`.as(
        'daysSince',
      ),
    ])
    .orderBy(sql`"last"."lastReportOn"`, (order) => order.asc().nullsFirst())
    .orderBy('trial.display_name')
    .orderBy('site.display_name');
