/** SQL of the care groups. What a person may know of starts at `inSight`; other rooms take it from the door. */
import { type Expression, sql, type SqlBool } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** What decides which groups someone may know of. */
export type Sight = Pick<Viewer, 'careGroupIds'>;

/** The same, and whether it is the whole company's beyond their own groups. */
export type Breadth = Sight & Partial<Pick<Viewer, 'seesWholeCompany'>>;
export const seesWhole = ({ careGroupIds, seesWholeCompany }: Breadth): boolean =>
  careGroupIds === null || seesWholeCompany === true;

/** The groups this person belongs to and those below; `seesGroup` in SQL (SEC-23). */
export const inSight = ({ careGroupIds }: Sight, column: string): Expression<SqlBool> =>
  careGroupIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOf(careGroupIds)}`;

/** The same and, for who only has sites, the trials of those: their screens need the trial's settings (OPN-47). */
const trialsAndSitesInSight = (viewer: Sight): Expression<SqlBool> =>
  viewer.careGroupIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(${inSight(viewer, 'g.care_group_id')} or g.care_group_id in
        (select site.parent_id from care_group site where site.kind = 'site' and ${inSight(viewer, 'site.care_group_id')}))`;

/** Groups with everything that their status and their flags are made from, of their sites those in sight. A site has the settings of its trial. */
const groups = (tx: Tx, viewer: Sight) =>
  tx
    .selectFrom('care_group as g')
    .leftJoin('care_group as above', (join) =>
      join.onRef('above.care_group_id', '=', 'g.parent_id').on('g.kind', '=', 'site'),
    )
    .innerJoin('care_group as trial', (join) =>
      join.on('trial.care_group_id', '=', sql<number>`coalesce(above.care_group_id, g.care_group_id)`),
    )
    .leftJoin('sponsor', 'sponsor.sponsor_id', 'trial.sponsor_id')
    .select([
      'g.care_group_id as careGroupId',
      'g.parent_id as parentId',
      'g.kind',
      'g.name',
      'g.display_name as displayName',
      'g.description',
      'g.is_configured as isConfigured',
      'g.primary_contact_id as primaryContactId',
      'g.company_id as companyId',
      'g.brand_id as brandId',
      'g.version',
      'trial.is_configured as trialIsConfigured',
      'trial.sponsor_id as sponsorId',
      'sponsor.name as sponsorName',
      'trial.has_card as hasCard',
      'trial.has_shipping as hasShipping',
      'trial.outreach_preference as outreachPreference',
      'trial.subject_number_mask as subjectNumberMask',
      'trial.order_form_template_id as orderFormTemplateId',
      sql<number>`(select count(*)::int from care_group site where site.parent_id = g.care_group_id and site.kind = 'site' and site.removed_at is null
        and ${inSight(viewer, 'site.care_group_id')})`.as('siteCount'),
      sql<boolean>`exists (select from trial_card where trial_card.care_group_id = trial.care_group_id)`.as(
        'cardIsConfigured',
      ),
      // OPS-26: at least one product, and every product has a supplier type.
      sql<boolean>`(select coalesce(bool_and(product.pharmacy_supplied or product.wholesaler_supplied), false)
        from product where product.trial_id = trial.care_group_id and product.removed_at is null)`.as(
        'shippingIsConfigured',
      ),
    ])
    .where('g.removed_at', 'is', null)
    .orderBy('trial.display_name')
    .orderBy('trial.care_group_id')
    .orderBy(sql`g.kind = 'site'`)
    .orderBy('g.display_name')
    .orderBy('g.care_group_id');
export type GroupRow = Awaited<ReturnType<ReturnType<typeof groups>['execute']>>[number];

/** API-32: every group in sight. */
export const groupsInSight = (tx: Tx, viewer: Sight) => groups(tx, viewer).where(inSight(viewer, 'g.care_group_id'));

/** API-31: trials and sites in sight; with `ready` those the pickers offer (OPS-27). */
export const trialsInSight = (tx: Tx, viewer: Sight, ready: boolean) =>
  groups(tx, viewer)
    .where('g.kind', 'in', ['trial', 'site'])
    .where(trialsAndSitesInSight(viewer))
    .$if(ready, (query) => query.where('g.is_configured', '=', true).where('trial.is_configured', '=', true));

/** A trial in sight, with its configuration. */
export const trialInSight = (tx: Tx, viewer: Sight, trialId: number) =>
  tx
    .selectFrom('care_group as g')
    .leftJoin('sponsor', 'sponsor.sponsor_id', 'g.sponsor_id')
    .select([
      'g.subject_number_mask as subjectNumberMask',
      'g.outreach_preference as outreachPreference',
      'g.has_card as hasCard',
      'g.has_shipping as hasShipping',
      'g.sponsor_id as sponsorId',
      'sponsor.name as sponsorName',
      'g.pdmi_group_number as pdmiGroupNumber',
      'g.version',
    ])
    .where('g.care_group_id', '=', trialId)
    .where('g.kind', '=', 'trial')
    .where('g.removed_at', 'is', null)
    .where(trialsAndSitesInSight(viewer));

/** A site in sight, with its configuration and the pharmacies connected to it. */
export const siteInSight = (tx: Tx, viewer: Sight, siteId: number) =>
  tx
    .selectFrom('care_group as site')
    .leftJoin('address', 'address.address_id', 'site.address_id')
    .select([
      'site.is_configured as isConfigured',
      'site.phone',
      'site.extension',
      'site.study_contact as studyContact',
      'site.study_contact_email as studyContactEmail',
      'site.notes',
      'site.version',
      'address.street',
      'address.street2',
      'address.city',
      'address.state',
      'address.zip',
      'address.country',
      sql<
        number[]
      >`array(select partner.partner_id from site_partner join partner on partner.partner_id = site_partner.partner_id
        where site_partner.site_id = site.care_group_id and site_partner.removed_at is null and partner.kind = 'pharmacy' order by partner.name, partner.partner_id)`.as(
        'pharmacies',
      ),
    ])
    .where('site.care_group_id', '=', siteId)
    .where('site.kind', '=', 'site')
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'));

/**
 * The people of a site: who belongs to it or to its trial and works there. One row without a person for a site that has
 * none, so that it is told from a site out of sight. SHC-04: a prescriber without a first name is not offered.
 */
export const peopleOfSite = (tx: Tx, viewer: Sight, siteId: number, prescribersOnly: boolean) =>
  tx
    .selectFrom('care_group as site')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('provider')
          .selectAll()
          .where('provider.is_active', '=', true)
          .where('provider.type', 'not in', ['Sponsor', 'Pharmacy User', 'Wholesaler User', 'System'])
          .where(
            sql<boolean>`provider.provider_id in (select m.provider_id from care_group_member m where m.care_group_id in (site.care_group_id, site.parent_id))`,
          )
          .$if(prescribersOnly, (query) =>
            query.where('provider.is_prescriber', '=', true).where(sql<boolean>`btrim(provider.first_name) <> ''`),
          )
          .as('person'),
      (join) => join.onTrue(),
    )
    .select([
      'person.provider_id as providerId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.email',
      'person.is_prescriber as isPrescriber',
    ])
    .where('site.care_group_id', '=', siteId)
    .where('site.kind', '=', 'site')
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'))
    .orderBy('person.last_name')
    .orderBy('person.first_name')
    .orderBy('person.provider_id');

/** The trial that a group in sight stands for: itself, or the trial of a site (OPS-45). */
export const trialOf = async (tx: Tx, viewer: Sight, careGroupId: number): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('care_group as g')
      .select(sql<number>`case g.kind when 'trial' then g.care_group_id else g.parent_id end`.as('trialId'))
      .where('g.care_group_id', '=', careGroupId)
      .where('g.kind', 'in', ['trial', 'site'])
      .where('g.removed_at', 'is', null)
      .where(trialsAndSitesInSight(viewer))
      .executeTakeFirst()
  )?.trialId;

export const groupIsInSight = async (tx: Tx, viewer: Sight, careGroupId: number): Promise<boolean> =>
  (await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', careGroupId)
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .executeTakeFirst()) !== undefined;

/** Whether a group in sight is one whose people see the whole company, as `member_at_top` has it. */
export const isGroupAtTop = async (tx: Tx, viewer: Sight, careGroupId: number): Promise<boolean> =>
  (await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', careGroupId)
    .where('kind', '=', 'group')
    .where('parent_id', 'is', null)
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .executeTakeFirst()) !== undefined;

/** A group in sight, held until the transaction ends. Whoever adds something below it holds its row too, and waits. */
export const lockGroup = (tx: Tx, viewer: Sight, careGroupId: number, kind?: 'trial' | 'site') =>
  tx
    .selectFrom('care_group as g')
    .selectAll('g')
    .where('g.care_group_id', '=', careGroupId)
    .$if(kind !== undefined, (query) => query.where('g.kind', '=', kind ?? ''))
    .where('g.removed_at', 'is', null)
    .where(inSight(viewer, 'g.care_group_id'))
    .forUpdate()
    .executeTakeFirst();
/** The same, while others may still refer to the group: whoever brings somebody in holds it `for share`, and waits. */
export const holdAgainstJoining = (tx: Tx, viewer: Sight, careGroupId: number) =>
  tx
    .selectFrom('care_group as g')
    .select('g.care_group_id')
    .where('g.care_group_id', '=', careGroupId)
    .where('g.removed_at', 'is', null)
    .where(inSight(viewer, 'g.care_group_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
export type HeldGroup = NonNullable<Awaited<ReturnType<typeof lockGroup>>>;

/** A group in sight and all that stand below it, the nearer first, as far as they are copied; at most so many. */
export const groupsFrom = async (tx: Tx, ...of: Parameters<typeof treeFrom>): Promise<CopiedGroup[]> =>
  (await treeFrom(...of).execute(tx)).rows;
export const treeFrom = (viewer: Sight, careGroupId: number, atMost: number) => sql<CopiedGroup>`
  with recursive tree as (
    select g.care_group_id, 0 as level from care_group g
    where g.care_group_id = ${careGroupId} and g.removed_at is null and ${inSight(viewer, 'g.care_group_id')}
    union all
    select g.care_group_id, tree.level + 1 from care_group g join tree on g.parent_id = tree.care_group_id
    where g.removed_at is null)
  select g.care_group_id as "careGroupId", tree.level, g.parent_id as "parentId", g.kind, g.name,
    g.display_name as "displayName", g.description, g.brand_id as "brandId"
  from tree join care_group g using (care_group_id)
  order by tree.level, g.care_group_id limit ${atMost}`;
interface CopiedGroup {
  careGroupId: number;
  /** How many levels below the group that was asked for. */
  level: number;
  parentId: number | null;
  kind: 'trial' | 'site' | 'group';
  name: string;
  displayName: string;
  description: string;
  brandId: number | null;
}

/** How many documents and assessments are attached to these groups, one of two groups counted twice. */
export const countParts = async (tx: Tx, careGroupIds: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ parts: number }>`
    select count(*)::int as parts from (
      select care_group_id from document_link where removed_at is null and not is_order_form
      union all select care_group_id from workflow_document where removed_at is null
      union all select care_group_id from workflow_survey where removed_at is null) part
    where care_group_id = ${anyOf(careGroupIds)}`.execute(tx);
  return rows[0]?.parts ?? 0;
};

/** How deep a group stands; at the top it is 1. */
export const levelOf = async (tx: Tx, careGroupId: number): Promise<number> => {
  const { rows } = await sql<{ level: number }>`
    with recursive above as (
      select parent_id from care_group where care_group_id = ${careGroupId}
      union all
      select g.parent_id from care_group g join above on g.care_group_id = above.parent_id)
    select count(*)::int as level from above`.execute(tx);
  return rows[0]?.level ?? 0;
};

/** How many groups the company has that are not removed. */
export const countGroups = async (tx: Tx, { companyId }: { companyId: number }): Promise<number> =>
  (
    await tx
      .selectFrom('care_group')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).n;

/** What leaves a group with its removal: its patients, those of them who are in no other, what waits of these, and its documents. */
export const countLeaving = async (tx: Tx, careGroupId: number): Promise<Leaving> => {
  const { rows } = await sql<Leaving>`
    with leaving as (
      select own.patient_id, not exists (select from patient_care_group other
        where other.patient_id = own.patient_id and other.care_group_id <> own.care_group_id) as is_alone
      from patient_care_group own join patient using (patient_id)
      where own.care_group_id = ${careGroupId} and patient.removed_at is null),
    paper as (
      select exists (select from signing_request asked where asked.document_id = link.document_id and asked.state = 'open') as waits
      from document_link link where link.care_group_id = ${careGroupId} and link.removed_at is null)
    select (select count(*)::int from leaving) as patients,
      (select count(*)::int from leaving where is_alone) as "patientsWithoutOther",
      (select count(*)::int from leaving join flagged_answer flag using (patient_id) where is_alone and flag.closed_at is null)
        as "openFlags",
      (select count(*)::int from leaving join follow_up planned using (patient_id)
        where is_alone and planned.completed_at is null) as "plannedFollowUps",
      (select count(*)::int from paper) as documents, (select count(*)::int from paper where waits) as "documentsToSign"`.execute(
    tx,
  );
  return rows[0] as Leaving;
};
type Leaving = Record<
  'patients' | 'patientsWithoutOther' | 'openFlags' | 'plannedFollowUps' | 'documents' | 'documentsToSign',
  number
>;

/** A site in sight, held against whoever changes it or orders for it, though not against what is added below it. */
export const lockSite = (tx: Tx, viewer: Sight, siteId: number) =>
  tx
    .selectFrom('care_group as g')
    .selectAll('g')
    .where('g.care_group_id', '=', siteId)
    .where('g.kind', '=', 'site')
    .where('g.removed_at', 'is', null)
    .where(inSight(viewer, 'g.care_group_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * REL-07: the pharmacies of a site are part of its configuration, so whoever has read that before they changed is told.
 * The site is held.
 */
export const countChange = async (tx: Tx, siteId: number): Promise<void> => {
  await tx
    .updateTable('care_group')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('care_group_id', '=', siteId)
    .execute();
};

/** The sponsors that a trial may be given: for who sees the whole company all of it, else those of the trials in sight (SEC-23). */
export const sponsorInSight = (viewer: Breadth): Expression<SqlBool> =>
  seesWhole(viewer) ? sql<boolean>`true` : ofTrialsInSight(viewer);

const ofTrialsInSight = (viewer: Sight): Expression<SqlBool> =>
  sql<boolean>`sponsor_id in (select g.sponsor_id from care_group g
    where g.sponsor_id is not null and g.removed_at is null and ${trialsAndSitesInSight(viewer)})`;

/** Those for who chooses among them; for anybody else the sponsors of the trials in sight (SPO-05, OPS-15). */
export const sponsorsOf = (tx: Tx, viewer: Breadth & Pick<Viewer, 'adminRights'>) =>
  tx
    .selectFrom('sponsor')
    .select(['sponsor_id as spId', 'name as sponsorName', 'version'])
    .where('removed_at', 'is', null)
    .where(viewer.adminRights ? sponsorInSight(viewer) : ofTrialsInSight(viewer))
    .orderBy('name')
    .orderBy('sponsor_id');
