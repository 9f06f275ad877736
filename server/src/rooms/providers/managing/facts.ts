import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import { sql } from 'kysely';
import { anyText, type Tx } from '#platform/database/db.ts';
import { openInvitationsBy, type Reader } from './queries.ts';

/**
 * Of `p`: how many requests wait for their partner, where nobody else there has access. Of deliveries these are the ones that the partner
 * confirms, as `canMove` says (SST-10).
 */
const requestsLeft = sql<number>`(select count(*)::int from shipment_request request
  where p.is_active and request.partner_id = p.partner_id and request.status = ${anyText([...activeStatuses])}
    and (request.status <> 'shipped' or request.to_participant)
    and not exists (select from provider other
      where other.partner_id = p.partner_id and other.provider_id <> p.provider_id and other.is_active))`;

/** What a person's page tells besides the list, and what an end of their access would leave undone. */
export const factsOf = (tx: Tx, reader: Reader, cpId: number, now: Date) =>
  tx
    .selectFrom('company as c')
    .leftJoin('provider as p', (join) => join.on('p.provider_id', '=', cpId).onRef('p.company_id', '=', 'c.company_id'))
    // That which they came in by, or the one that is open.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('invitation as i')
          .selectAll('i')
          .whereRef('i.company_id', '=', 'c.company_id')
          .where((or) =>
            or.or([
              or('i.provider_id', '=', cpId),
              or.and([or('i.person_id', '=', cpId), or('i.used_at', 'is', null), or('i.cancelled_at', 'is', null)]),
            ]),
          )
          .orderBy('i.invitation_id', 'desc')
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .leftJoin('provider as inviter', 'inviter.provider_id', 'i.inviter_id')
    .leftJoin('partner', (join) =>
      join.on('partner.partner_id', '=', sql<number>`coalesce(p.partner_id, i.partner_id)`),
    )
    .leftJoin('sponsor', (join) =>
      join.on('sponsor.sponsor_id', '=', sql<number>`coalesce(p.sponsor_id, i.sponsor_id)`),
    )
    .where('c.company_id', '=', reader.companyId)
    .select([
      'p.phone',
      sql<Date>`coalesce(p.created_at, i.created_at)`.as('createdAt'),
      sql<string | null>`btrim(inviter.first_name || ' ' || inviter.last_name)`.as('invitedBy'),
      'partner.name as partner',
      'sponsor.name as sponsor',
      'c.requires_mfa as companyRequiresMfa',
      sql<boolean>`coalesce(p.must_set_up_factor, false)`.as('mustSetUpFactor'),
      sql<number>`(select count(distinct request.document_id)::int from signer join signing_request request using (signing_request_id)
        where signer.provider_id = ${cpId} and signer.company_id = ${reader.companyId} and signer.signed_at is null and request.state = 'open'
          and (request.kind <> 'training' or exists (select from document own join document_link form on form.document_id = own.template_id
            join document template on template.document_id = form.document_id
            where own.document_id = request.document_id and form.removed_at is null and template.removed_at is null
              and form.user_types is not null)))`.as('waitingSignatures'),
      sql<boolean>`invitation_does_not_arrive(i.invitation_id, ${now})`.as('isInvitationUndelivered'),
      openInvitationsBy(reader, cpId, now).as('openInvitations'),
      requestsLeft.as('requestsLeft'),
    ])
    .executeTakeFirstOrThrow();
