import { expect, test } from 'vitest';
import { openPortal } from './portal.ts';

/**
 * Foreign keys that no row is found by, and why none is: what they name is never deleted. Of a table's company it is the same
 * everywhere: the fence compares it in rows that were found by something narrower.
 */
const reasons: Record<string, readonly string[]> = {
  'the row says who did it, and is not looked for by them': [
    'patient_call.provider_id',
    'conversation.created_by',
    'conversation_message.provider_id',
    'message_reading.provider_id',
    'card_outreach.sender_id',
    'follow_up.completer_id',
    'follow_up.scheduler_id',
    'flagged_answer.closer_id',
    'flagged_answer.taker_id',
    'reminder.provider_id',
    'survey_draft.provider_id',
    'survey_response.provider_id',
    'survey_response.reviewer_id',
    'delegate.inviter_id',
    'document.uploader_id',
    'invitation.inviter_id',
    'lot_correction.corrector_id',
    'lot_recall.recaller_id',
    'mfa_recovery.decider_id',
    'patient_recovery.asker_id',
    'patient_recovery.decider_id',
    'patient_step.provider_id',
    'product_price.creator_id',
    'product_price.invalidator_id',
    'public_image.uploader_id',
    'shipment_comment.author_id',
    'shipment_request.prescriber_id',
    'shipment_request.requester_id',
    'shipment_status_change.provider_id',
    'signature.provider_id',
    'signing_proof.provider_id',
    'signing_request.requester_id',
  ],
  'the row is read together with what it names, never from there': [
    'conversation_reading.provider_id',
    // It has one, of those that somebody looks after.
    'conversation.assigned_to',
    'patient_goal.patient_medication_id',
    'schedule_item.survey_id',
    'survey_event.survey_definition_id',
    'survey_event.survey_id',
    'survey_response.survey_id',
    'patient_step.care_group_id',
    'patient_tally.care_group_id',
    'care_group.address_id',
    'care_group.brand_id',
    'care_group.primary_contact_id',
    'company_brand.address_id',
    'company_brand.contact_email_id',
    'company_brand.favicon_image_id',
    'company_brand.header_image_id',
    'company_brand.logo_image_id',
    'company_brand.sender_email_id',
    'company_brand.sender_phone_id',
    'company_brand.sign_in_image_id',
    'company_brand.terms_document_id',
    'delegate.invitation_id',
    'shipment_mail_step.request_id',
    'invitation.provider_id',
    'invitation.sponsor_id',
    'package_item.line_id',
    'partner.address_id',
    'product_price.sponsor_id',
    'shipment_comment_read.provider_id',
    'signing_proof.signing_request_id',
    'shipment_request.reorder_of',
    'shipment_request.sponsor_id',
  ],
};

/** An index that begins with the columns of the key; one that leaves out ended rows or rows without the key serves as well. */
const withoutIndex = `
  select c.conrelid::regclass || '.' || string_agg(a.attname, '+' order by k.n) as key
  from pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality k (attnum, n)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and c.confrelid <> 'company'::regclass and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      and coalesce(pg_get_expr(i.indpred, i.indrelid), '') ~ '^$|^\\(\\w+_at IS NULL\\)$|^\\(\\w+_id IS NOT NULL\\)$')
  group by c.oid order by 1`;

test('REL-05 every foreign key has an index, or its reason to have none', async () => {
  const portal = await openPortal();
  const found = (await portal.rows<{ key: string }>(withoutIndex)).map(({ key }) => key);
  expect(found).toEqual(Object.values(reasons).flat().sort());
});
