/** SQL of managing partners: the company's list, and who works for them. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { sql } from 'kysely';
import type { Breadth, Sight } from '#rooms/care-groups/door.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { knownTo, partners } from './queries.ts';

/** The partners of the company that this person may know of. */
export const partnersOf = (tx: Tx, viewer: Sight, kind: PartnerKind) =>
  partners(tx)
    .where('partner.kind', '=', kind)
    .where(knownTo(viewer, 'partner.partner_id'))
    .orderBy('partner.name')
    .orderBy('partner.partner_id');

/** One of them, held until the transaction ends. It is read once it is held: who changed it meanwhile has given it another address. */
export async function lockPartner(tx: Tx, viewer: Sight, partnerId: number, kind: PartnerKind) {
  const named = partners(tx)
    .where('partner.partner_id', '=', partnerId)
    .where('partner.kind', '=', kind)
    .where(knownTo(viewer, 'partner.partner_id'));
  return (await named.forUpdate('partner').executeTakeFirst()) && named.executeTakeFirst();
}

/** Those of these partners to whom no mail has arrived for an hour at the address they have now. */
export async function undelivered(tx: Tx, partnerIds: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from partners_without_mail(${partnerIds}::int[], ${now}) id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Who works for a partner, and who was invited to and has not come yet. Who was deactivated has no access and is left out. */
export const usersOf = (tx: Tx, partnerId: number) =>
  tx
    .selectFrom('provider')
    .select(['first_name as firstName', 'last_name as lastName', 'email', sql<boolean>`true`.as('hasAccess')])
    .where('partner_id', '=', partnerId)
    .where('is_active', '=', true)
    .unionAll(
      tx
        .selectFrom('invitation')
        .select([
          sql<string>`''`.as('firstName'),
          sql<string>`''`.as('lastName'),
          'email',
          sql<boolean>`false`.as('hasAccess'),
        ])
        .where('partner_id', '=', partnerId)
        .where('used_at', 'is', null)
        .where('cancelled_at', 'is', null),
    )
    .orderBy('email');

/**
 * Who was invited and has not come yet, however long ago that was: everybody for who sees the whole company, else those of the
 * partners that this person may know of.
 */
export const pendingInvitations = (tx: Tx, viewer: Breadth) =>
  tx
    .selectFrom('invitation')
    .leftJoin('partner', 'partner.partner_id', 'invitation.partner_id')
    .where('invitation.used_at', 'is', null)
    .where('invitation.cancelled_at', 'is', null)
    .where(knownTo(viewer, 'invitation.partner_id'))
    .select([
      'invitation.invitation_id as invitationId',
      'invitation.email',
      'invitation.type',
      'partner.name as partnerName',
      'invitation.created_at as invitedAt',
      'invitation.expires_at as expiresAt',
    ]);

/** Connections, held with their site so that neither a new request nor another change of its partners comes in between. */
export async function holdConnections(tx: Tx, siteId: number, partnerIds: readonly number[]) {
  await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', siteId)
    .forNoKeyUpdate()
    .execute();
  return (
    tx
      .selectFrom('site_partner')
      .select('connection_id as connectionId')
      .where('site_id', '=', siteId)
      .where('partner_id', '=', anyOf(partnerIds))
      .where('removed_at', 'is', null)
      .orderBy('connection_id')
      // Who is just being made a supplier by one of them waits too.
      .forUpdate()
      .execute()
  );
}

/** Holds the products that the partners supply at the site, so that no price of them is set meanwhile (OPS-40). */
export const holdSupplied = (tx: Tx, siteId: number, partnerIds: readonly number[]) =>
  tx
    .selectFrom('product')
    .select('product_id')
    .where('removed_at', 'is', null)
    .where('product_id', 'in', (eb) =>
      eb
        .selectFrom('product_supply as supply')
        .where('supply.site_id', '=', siteId)
        .where('supply.partner_id', '=', anyOf(partnerIds))
        .where('supply.removed_at', 'is', null)
        .select('supply.product_id'),
    )
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
