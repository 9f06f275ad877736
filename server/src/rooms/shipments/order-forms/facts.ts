/** What records know of an order, for its order forms. SQL, nothing else. */
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { contentOf, type KeptContent } from '#rooms/documents/door.ts';
import type { HeldSite } from '../request/ordering.ts';

/** Whether requests of the site are signed on a form, if it is a site. */
export const usesOrderForms = async (tx: Tx, siteId: number): Promise<boolean> =>
  (await tx
    .selectFrom('care_group as site')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .where('site.care_group_id', '=', siteId)
    .where('trial.order_form_template_id', 'is not', null)
    .select('trial.care_group_id')
    .executeTakeFirst()) !== undefined;

/** Where the bytes of a template are; null where it was deleted. */
export async function orderFormTemplate(tx: Tx, templateId: number): Promise<KeptContent | null> {
  const content = await contentOf(tx, templateId);
  return content && !content.removedAt ? content : null;
}

export const factsOfSite = async (tx: Tx, { siteId }: HeldSite) => {
  const { extension, phone, ...row } = await tx
    .selectFrom('care_group as site')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .leftJoin('sponsor', 'sponsor.sponsor_id', 'trial.sponsor_id')
    .where('site.care_group_id', '=', siteId)
    .select(['trial.name as protocolNumber', 'sponsor.name as sponsor', 'site.display_name as name'])
    .select(['site.phone', 'site.extension'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('address')
          .whereRef('address.address_id', '=', 'site.address_id')
          .select(['street', 'street2', 'city', 'state', 'zip', 'country']),
      ).as('address'),
    )
    .executeTakeFirstOrThrow();
  return { ...row, phone: phone && extension ? `${phone}, extension ${extension}` : phone };
};

export const factsOfProducts = async (tx: Tx, lines: readonly { productId: number }[]) =>
  new Map(
    (
      await tx
        .selectFrom('product')
        .where('product_id', '=', anyOf(lines.map(({ productId }) => productId)))
        .select(['product_id', 'drug_name as drugName', 'dosage_form as dosageForm', 'quantity_unit as quantityUnit'])
        .execute()
    ).map(({ product_id, ...product }) => [product_id, product]),
  );

export const patientOf = async (tx: Tx, participantId: number) =>
  tx
    .selectFrom('participant')
    .where('participant_id', '=', participantId)
    .select(['first_name as firstName', 'last_name as lastName', 'born_on as bornOn', 'phone'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('address')
          .whereRef('address.address_id', '=', 'participant.address_id')
          .select(['street', 'street2', 'city', 'state', 'zip', 'country']),
      ).as('address'),
    )
    .executeTakeFirstOrThrow();
