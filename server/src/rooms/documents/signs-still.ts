/** What naming a signer asked of their rights, asked again: they end for good whatever was sent round before (SEC-06, SEC-23, SEC-24). */
import { generalSigners } from '@portal/contract/signing/rules.ts';
import { type Expression, sql, type SqlBool } from 'kysely';
import { anyText } from '#platform/database/db.ts';
import { prescribesAt, seesGroup, seesGroupForGood } from '#rooms/care-groups/door.ts';

/** A signer of a request, by columns of the statement around or by values. */
export type NamedSigner = Record<'providerId' | 'signerNum' | 'kind' | 'documentId', Expression<unknown>>;

/**
 * Whether a signer may sign, were it their turn. An order form: whoever placed it sees its site, and the other one prescribes there (ROL-35).
 * A report: whoever asked administers its group, and the other one is of the sponsor that its trial has now. Whether a training applies is
 * asked of its copy instead. An order form is placed and signed by emergency access too, as it stands at `moment`, or else as it stands on
 * record. Of any other document whoever was asked is told by their name alone.
 */
export const signsStill = (named: NamedSigner, moment?: Date): Expression<SqlBool> =>
  // Each select has one row, looked up by itself: an `exists` may be worked out for all people and papers that there are.
  sql<SqlBool>`coalesce((select person.is_active and case ${named.kind}
      when 'order_form' then (select case ${named.signerNum}
          when 1 then ${seesGroup('person', 'shipment.site_id', moment)}
          else ${prescribesAt('person', { siteId: sql.ref('shipment.site_id'), trialId: sql.ref('shipment.trial_id') })} end
        from shipment_document paper join shipment_request shipment using (request_id)
        where paper.document_id = ${named.documentId})
      when 'report' then (select case ${named.signerNum}
          when 1 then person.admin_rights and ${seesGroupForGood('person', 'place.care_group_id')}
          else person.type = 'Sponsor' and ${isOfSponsor} end
        from user_report paper join care_group place using (care_group_id)
          left join care_group above on above.care_group_id = place.parent_id
        where paper.document_id = ${named.documentId})
      when 'general' then person.type = ${anyText(generalSigners)}
      else true end
    from provider person where person.provider_id = ${named.providerId}), false)`;

/** A trial that never had one since the report was saved has it signed by somebody of any. */
const isOfSponsor = sql<SqlBool>`(person.sponsor_id = coalesce(place.sponsor_id, above.sponsor_id)
  or coalesce(place.sponsor_id, above.sponsor_id, paper.sponsor_id) is null)`;
