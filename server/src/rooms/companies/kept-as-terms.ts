/** Which documents can be the terms of a brand: for the brand that names one, and for everybody who then opens it (CAG-32). */
import { sql, type SqlBool } from 'kysely';

/** No group, partner or report has it; it may be in the record of a patient. */
export const hangsInNoGroup = sql<SqlBool>`(document.care_group_id is null and document.partner_id is null
  and not exists (select from document_link link where link.document_id = document.document_id and link.removed_at is null)
  and not exists (select from user_report report where report.document_id = document.document_id))`;

export const hangsOnNothing = sql<SqlBool>`(${hangsInNoGroup}
  and not exists (select from patient_document kept where kept.document_id = document.document_id))`;

/** What is also anything else is no terms. */
export const isKeptAsTerms = sql<SqlBool>`(document.template_id is null and document.corrects_id is null and not document.is_library
  and ${hangsOnNothing}
  and not exists (select from signing_request asked where asked.document_id = document.document_id))`;
