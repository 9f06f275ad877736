/** What training somebody has to acknowledge before they work in their trials (OPN-61 to OPN-64). SQL, nothing else. */
import { type RecipientType, recipientTypes } from '@portal/contract/documents/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { partnerIdOf, type Viewer } from '#platform/security/viewer.ts';

export type Trained = Pick<Viewer, 'providerId' | 'type' | 'adminRights' | 'careGroupIds' | 'partner'>;

/** Trials and sites of the company that this person works in. */
function ownPlaces(person: Trained) {
  const { careGroupIds } = person;
  const partnerId = partnerIdOf(person);
  if (partnerId !== null)
    return sql`g.care_group_id in (select site_id from site_partner
      where partner_id = ${partnerId} and removed_at is null)`;
  return careGroupIds === null ? sql`true` : sql`g.care_group_id = ${anyOf(careGroupIds)}`;
}

export interface TrainingForm {
  templateId: number;
  friendlyName: string;
  /** The person's own copy, once they asked for it; one that was deleted before it was recorded is asked for anew. */
  documentId: number | null;
  srUuid: string | null;
  acknowledgedAt: Date | null;
}

/** The forms that apply to somebody, or of these the ones they asked for, those of the oldest trial first; null for a type that has none. */
function formsOf(person: Trained, { asked = false } = {}): RawBuilder<TrainingForm> | null {
  const recipient = (Object.keys(recipientTypes) as RecipientType[]).find((one) => recipientTypes[one] === person.type);
  if (!recipient) return null;
  // Of others an administrator takes off what cannot be signed; who would do that for administrators (OPN-61)?
  const isAdministrator = person.type === 'Admin' || person.adminRights;
  return sql<TrainingForm>`
    with place as (
      select g.care_group_id, coalesce(g.parent_id, g.care_group_id) as trial_id from care_group g
      where g.removed_at is null and g.kind in ('trial', 'site') and ${ownPlaces(person)}),
    form as (
      select link.document_id, min(place.trial_id) as trial_id from place
      join document_link link on link.care_group_id in (place.care_group_id, place.trial_id)
      where link.removed_at is null and ${recipient} = any(link.user_types)
        ${asked ? sql`and link.document_id in (select template_id from training_acknowledgement where provider_id = ${person.providerId})` : sql``}
      group by link.document_id)
    select form.document_id as "templateId", document.friendly_name as "friendlyName", request.document_id as "documentId",
      request.sr_uuid as "srUuid", own.acknowledged_at as "acknowledgedAt"
    from form join document using (document_id)
    left join training_acknowledgement own on own.template_id = form.document_id and own.provider_id = ${person.providerId}
    left join signing_request request on request.document_id = own.document_id and request.state <> 'withdrawn'
      and (own.acknowledged_at is not null
        or exists (select from document copy where copy.document_id = own.document_id and copy.removed_at is null))
    where document.removed_at is null ${isAdministrator ? sql`and document.can_be_signed is not false` : sql``}
    order by form.trial_id, form.document_id`;
}

export async function trainingFormsOf(tx: Tx, person: Trained): Promise<TrainingForm[]> {
  const { rows } = (await formsOf(person)?.execute(tx)) ?? { rows: [] };
  return rows;
}

/** The numbers of somebody's own copies of these forms: what they asked for and no longer applies to them is not theirs to sign. */
export const ownTrainingCopies = (person: Trained): RawBuilder<unknown> => {
  const forms = formsOf(person, { asked: true });
  return forms ? sql`select form."documentId" from (${forms}) as form` : sql`select null::int where false`;
};

const recipientOfType = sql.join(
  (Object.keys(recipientTypes) as RecipientType[]).map(
    (recipient) => sql`when ${sql.lit(recipientTypes[recipient])} then ${sql.lit(recipient)}`,
  ),
  sql` `,
);

/**
 * When a person of a list had acknowledged the last of the forms that apply to them in these trials; null where one is left, or none
 * applies. Those of a site apply to whoever works there, or in all of its trial; where somebody works is asked once for each person.
 */
export function trainedAt(person: 'provider' | 'p', trialIds: RawBuilder<unknown>) {
  const p = sql.table(person);
  return sql<Date | null>`(
    select case when count(own.acknowledged_at) = count(*) then max(own.acknowledged_at) end
    from (
      select distinct link.document_id
      from (select array(
        select m.care_group_id from care_group_member m where m.provider_id = ${p}.provider_id and ${p}.type <> 'Sponsor'
        union all
        select used.site_id from site_partner used where used.partner_id = ${p}.partner_id and used.removed_at is null
        union all
        -- As \`viewer_at\` has it: below another sponsor's, a group is that one's.
        select g.care_group_id from care_group g left join care_group above on above.care_group_id = g.parent_id
        where ${p}.type = 'Sponsor' and g.sponsor_id = ${p}.sponsor_id and coalesce(above.sponsor_id, g.sponsor_id) = g.sponsor_id) as ids offset 0) works
      cross join document_link link join care_group place using (care_group_id) join document using (document_id)
      where link.care_group_id = any (array(
          select g.care_group_id from care_group g where g.care_group_id in (${trialIds}) or g.parent_id in (${trialIds})))
        and link.removed_at is null and document.removed_at is null and place.removed_at is null and place.kind in ('trial', 'site')
        and case ${p}.type ${recipientOfType} end = any(link.user_types)
        -- OPN-61: administrators are asked for none that cannot be signed.
        and (document.can_be_signed is not false or ${p}.type <> 'Admin' and not ${p}.admin_rights)
        and (${p}.type = 'Admin' or array[place.care_group_id, place.parent_id] && works.ids
          or place.kind = 'trial' and exists (select from care_group site
            where site.parent_id = place.care_group_id and site.removed_at is null and site.care_group_id = any (works.ids)))) form
    left join training_acknowledgement own on own.template_id = form.document_id and own.provider_id = ${p}.provider_id)`;
}

/** Where somebody stands (DAT-04): null where nothing applies to them, so that nobody is trapped (OPN-61). */
export async function trainingOf(tx: Tx, person: Trained) {
  const forms = await trainingFormsOf(tx, person);
  const pending = forms.find(({ acknowledgedAt }) => acknowledgedAt === null);
  if (pending)
    return {
      trainingComplete: 0 as const,
      trainingDocId: null,
      templateId: pending.templateId,
      srUuid: pending.srUuid,
      document_ID: pending.documentId,
    };
  const last = await tx
    .selectFrom('training_acknowledgement as own')
    .leftJoin('signing_request as request', 'request.document_id', 'own.document_id')
    .where('own.provider_id', '=', person.providerId)
    .where('own.acknowledged_at', 'is not', null)
    .orderBy('own.acknowledged_at', 'desc')
    .select(['own.document_id as documentId', 'own.template_id as templateId', 'request.sr_uuid as srUuid'])
    .limit(1)
    .executeTakeFirst();
  return {
    trainingComplete: last ? (1 as const) : null,
    trainingDocId: last?.documentId ?? null,
    templateId: last?.templateId ?? null,
    srUuid: last?.srUuid ?? null,
    document_ID: last?.documentId ?? null,
  };
}
