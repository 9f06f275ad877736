/** What a new request has to know of the site, its trial, its partners and its other requests. SQL, nothing else. */
import { partnerKinds } from '@portal/contract/partners/kinds.ts';
import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { anyOf, anyText, type Schema, type Tx } from '#platform/database/db.ts';
import { seesGroup } from '#platform/security/viewer.ts';
import { prescribesAt } from '#rooms/care-groups/door.ts';
import { suppliedColumn } from '#rooms/products/door.ts';
import { canBeOrderedFor, type Person, subjectsNow } from '../queries.ts';

/** A site in sight with what its trial says of it, held so that two requests at once see each other. */
export const holdSite = async (tx: Tx, person: Person, siteId: number) =>
  seesGroup(person, siteId)
    ? await tx
        .selectFrom('care_group as site')
        .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
        .where('site.care_group_id', '=', siteId)
        .where('site.kind', '=', 'site')
        .where('site.removed_at', 'is', null)
        .select(['site.care_group_id as siteId', 'trial.care_group_id as trialId', 'trial.has_shipping as hasShipping'])
        .select(['trial.subject_number_mask as mask', 'trial.order_form_template_id as templateId'])
        .select((eb) =>
          eb
            .and(['site.is_configured', 'trial.is_configured'].map((claim) => eb.ref(claim as 'site.is_configured')))
            .as('isConfigured'),
        )
        .forNoKeyUpdate('site')
        // OPS-33: the trial cannot stop shipping until this is done.
        .forShare('trial')
        .executeTakeFirst()
    : undefined;
export type HeldSite = NonNullable<Awaited<ReturnType<typeof holdSite>>>;

/**
 * The trial's products among these, each with the partner that supplies it at the site: a pharmacy first when both kinds
 * can, then the one known longest (OPS-70). No partner when nobody supplies it (OPS-74). They are held, so that none is
 * removed before it is on the request (OPS-44), nor changed, which leaves what it was called with the requests that it finds.
 */
export const productsAtSite = (tx: Tx, site: HeldSite, productIds: readonly number[]) =>
  tx
    .selectFrom('product')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('product_supply as supply')
          .innerJoin('site_partner', (join) =>
            join
              .onRef('site_partner.partner_id', '=', 'supply.partner_id')
              .onRef('site_partner.site_id', '=', 'supply.site_id')
              .on('site_partner.removed_at', 'is', null),
          )
          .innerJoin('partner', 'partner.partner_id', 'supply.partner_id')
          .where('supply.site_id', '=', site.siteId)
          .where('supply.removed_at', 'is', null)
          .whereRef('supply.product_id', '=', 'product.product_id')
          .where((or) =>
            or.or(
              partnerKinds.map((kind) =>
                or.and([or('partner.kind', '=', kind), or.ref(`product.${suppliedColumn(kind)}`)]),
              ),
            ),
          )
          .orderBy('partner.kind')
          .orderBy('partner.partner_id')
          .limit(1)
          .select(['partner.partner_id', 'partner.kind'])
          .as('supplier'),
      (join) => join.onTrue(),
    )
    .where('product.trial_id', '=', site.trialId)
    .where('product.removed_at', 'is', null)
    .where('product.product_id', '=', anyOf(productIds))
    .select([
      'product.product_id as productId',
      'product.max_shipment_quantity as maxShipmentQuantity',
      'product.drug_name as drugName',
      'product.dosage_form as dosageForm',
      'product.quantity_unit as quantityUnit',
      'product.pharmacy_supplied as pharmacySupplied',
    ])
    .select(['supplier.partner_id as partnerId', 'supplier.kind as partnerKind'])
    .forShare('product')
    .execute();

/**
 * The site's participants with one of these records or subject numbers; held, so that none moves to another site, and orders
 * there, before this request can be seen (OPS-73).
 */
export const participantsAtSite = (tx: Tx, site: HeldSite, ids: readonly number[], subjectNumbers: readonly string[]) =>
  tx
    .selectFrom('participant')
    .where('site_id', '=', site.siteId)
    .where((eb) =>
      eb.or([eb('participant_id', '=', anyOf(ids)), eb('subject_number', '=', anyText([...subjectNumbers]))]),
    )
    .select([
      'participant_id as participantId',
      'subject_number as subjectNumber',
      'first_name as firstName',
      'last_name as lastName',
      'is_active as isActive',
    ])
    .orderBy('participant_id')
    .forNoKeyUpdate()
    .execute();

/** Those of these subject numbers that participants at other sites of the trial have (OPS-63). */
export const numbersElsewhere = async (tx: Tx, site: HeldSite, subjectNumbers: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('participant')
      .where('trial_id', '=', site.trialId)
      .where('site_id', '<>', site.siteId)
      .where('subject_number', '=', anyText([...subjectNumbers]))
      .select('subject_number')
      .execute()
  ).map(({ subject_number }) => subject_number);

/** Where the site has its shipments sent. */
export const addressOfSite = (tx: Tx, site: HeldSite) =>
  tx
    .selectFrom('care_group as site')
    .innerJoin('address', 'address.address_id', 'site.address_id')
    .where('site.care_group_id', '=', site.siteId)
    .select(['street', 'street2', 'city', 'state', 'zip', 'country'])
    .executeTakeFirst();

/** Where a participant lives, as far as that is on record; who asks holds the participant. */
export const addressOfParticipant = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('participant')
    .innerJoin('address', 'address.address_id', 'participant.address_id')
    .where('participant.participant_id', '=', participantId)
    .select(['street', 'street2', 'city', 'state', 'zip', 'country'])
    .executeTakeFirst();

/** SHC-04: whether this is one of the prescribers that the site's forms offer. */
export const prescribesAtSite = async (tx: Tx, site: HeldSite, providerId: number): Promise<boolean> =>
  (await tx
    .selectFrom('provider')
    .where('provider.provider_id', '=', providerId)
    .where(prescribesAt('provider', site))
    .select('provider.provider_id')
    .executeTakeFirst()) !== undefined;

/** Written out in the statement, or an index over active requests alone would be of no use. */
const isActive = (eb: ExpressionBuilder<Schema & { active: Schema['shipment_request'] }, 'active'>) =>
  eb(
    'active.status',
    'in',
    activeStatuses.map((status) => sql.lit(status)),
  );

const activeAt = (tx: Tx, site: HeldSite) =>
  tx.selectFrom('shipment_request as active').where('active.site_id', '=', site.siteId).where(isActive);

/** OPS-75: a request without participants that is still on its way. */
export const activeWithoutParticipants = (tx: Tx, site: HeldSite) =>
  activeAt(tx, site)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shipment_participant as subject')
            .whereRef('subject.request_id', '=', 'active.request_id')
            .select('subject.position'),
        ),
      ),
    )
    .select('active.request_id')
    .limit(1);

interface SubjectAsked {
  participantId: number | null;
  subjectNumber: string;
}

/**
 * OPS-73: the requests that have one of these products under way to one of these subjects: as it was asked for, or what was shipped
 * instead. A participant stays the same under another number or at another site of the trial. What was asked for by a number alone counts
 * for that number at its site as well, whoever was given it since: it may have been somebody else's. In the same way a number that is asked
 * for alone counts for what was asked for by it there, whoever had it then. Each of them has an index to go by, which a condition over all
 * would not find.
 */
export const underWayFor = (
  tx: Tx,
  site: Pick<HeldSite, 'siteId' | 'trialId'>,
  productIds: readonly number[],
  subjects: readonly SubjectAsked[],
) => {
  const atSite = linesUnderWay(tx, productIds).where('active.site_id', '=', site.siteId);
  const alone = subjects.flatMap(({ participantId, subjectNumber }) => (participantId === null ? subjectNumber : []));
  return linesUnderWay(tx, productIds)
    .where('subject.participant_id', '=', anyOf(subjects.flatMap(({ participantId }) => participantId ?? [])))
    .where('active.trial_id', '=', site.trialId)
    .union(
      atSite
        .where('subject.is_by_number', '=', true)
        .where('subject.subject_number', '=', anyText(subjects.map(({ subjectNumber }) => subjectNumber))),
    )
    .$if(alone.length > 0, (query) => query.union(atSite.where('subject.subject_number', '=', anyText(alone))));
};

const linesUnderWay = (tx: Tx, productIds: readonly number[]) =>
  tx
    .selectFrom('shipment_participant as subject')
    .innerJoin('shipment_request as active', 'active.request_id', 'subject.request_id')
    .innerJoin('shipment_line as line', 'line.request_id', 'active.request_id')
    .where(isActive)
    .where('line.product_id', '=', anyOf(productIds))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shipment_line as stand_in')
            .whereRef('stand_in.replaces_line_id', '=', 'line.line_id')
            .select('stand_in.line_id'),
        ),
      ),
    )
    .select(['active.request_id as requestId', 'active.partner_id as partnerId', 'active.site_id as siteId'])
    .select('line.product_id as productId')
    .select([
      'subject.participant_id as participantId',
      'subject.subject_number as subjectNumber',
      'subject.is_by_number as isByNumber',
    ]);
export type UnderWay = Awaited<ReturnType<ReturnType<typeof underWayFor>['execute']>>[number];

/** Whether a line that is under way goes to this subject of a site. */
export const goesTo = (
  line: UnderWay,
  { siteId }: Pick<HeldSite, 'siteId'>,
  { participantId, subjectNumber }: SubjectAsked,
): boolean =>
  (participantId !== null && line.participantId === participantId) ||
  (line.siteId === siteId && line.subjectNumber === subjectNumber && (line.isByNumber || participantId === null));

/** Whether a request orders an earlier one again since its reminder was set. */
const isOrderAgain = sql`again.reorder_of = earlier.request_id and again.status <> 'cancelled'
  and again.created_at >= coalesce(earlier.reminder_since, earlier.created_at)`;

const isForThem = sql`(named.position is null or named.participant_id in (asked.participant_id, whose.participant_id)
  or asked.is_by_number and named.subject_number = asked.subject_number)`;

/** Whether anything at all of a request has been ordered again since its reminder was set. */
export const isOrderedAgain = async (tx: Tx, requestId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from shipment_request as earlier join shipment_request as again on ${isOrderAgain}
    where earlier.request_id = ${requestId} limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * OPS-89: whether a request was for somebody who can be ordered for at its site and has not been ordered for again since its reminder
 * was set. What was asked for by a number alone has been where that number was, or whoever was given it, or has it now. An order that
 * names nobody may be for everybody.
 */
export const someAreLeft = async (tx: Tx, requestId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from shipment_request as earlier cross join ${subjectsNow('earlier')}
    where earlier.request_id = ${requestId} and asked.request_id = earlier.request_id and ${canBeOrderedFor('earlier')}
      and not exists (select from shipment_request as again left join shipment_participant as named using (request_id)
        where ${isOrderAgain} and ${isForThem})
    limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * The same, product by product, of what an order again had that is cancelled by now, also where it named nobody: an order that went to
 * two partners is two requests, and the one that is left has none of the products of the other. What only the order again had was never
 * to be reminded of.
 */
export const someProductIsLeft = async (tx: Tx, requestId: number, cancelledId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from shipment_request as earlier
      join shipment_line as lost on lost.request_id = ${cancelledId} and exists (select from shipment_request as of_order
        join shipment_line as line using (request_id) where of_order.submission = earlier.submission and line.product_id = lost.product_id)
      left join (${subjectsNow('earlier')}) on asked.request_id = earlier.request_id
    where earlier.request_id = ${requestId} and (asked.position is null or ${canBeOrderedFor('earlier')})
      and not exists (select from shipment_request as again left join shipment_participant as named using (request_id)
        where ${isOrderAgain} and (asked.position is null or ${isForThem})
          and exists (select from shipment_line as line where line.request_id = again.request_id and line.product_id = lost.product_id))
    limit 1`.execute(tx);
  return rows.length > 0;
};
