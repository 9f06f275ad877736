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
  /** The person's own copy, once they asked for it; one that was deleted before they signed is asked for anew. */
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
    ${isAdministrator ? sql`where document.can_be_signed is not false` : sql``}
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
