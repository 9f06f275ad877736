import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

type Company = Pick<Actor, 'companyId'>;

/** The brands of the company in the order they were made; with an id that one, if there is one. */
export const brandsOf = (tx: Tx, { companyId }: Company, brandId?: number) =>
  tx
    .selectFrom('company_brand as brand')
    .leftJoin('address', 'address.address_id', 'brand.address_id')
    .selectAll('brand')
    .select(['address.street', 'address.street2', 'address.city', 'address.state', 'address.zip', 'address.country'])
    .where('brand.company_id', '=', companyId)
    .$if(brandId !== undefined, (select) => select.where('brand.brand_id', '=', brandId as number))
    .orderBy('brand.brand_id');
export type BrandRow = Awaited<ReturnType<ReturnType<typeof brandsOf>['executeTakeFirstOrThrow']>>;

/** One brand, held until the transaction ends; without an id the first one of the company. */
export const lockBrand = (tx: Tx, { companyId }: Company, brandId?: number) =>
  tx
    .selectFrom('company_brand')
    .selectAll()
    .where('company_id', '=', companyId)
    .$if(brandId !== undefined, (select) => select.where('brand_id', '=', brandId as number))
    .orderBy('brand_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
export type HeldBrand = NonNullable<Awaited<ReturnType<typeof lockBrand>>>;

/** What the brands of the company want their users to know at present. */
export const alertsOf = (tx: Tx, { companyId }: Company, brandId?: number) =>
  tx
    .selectFrom('brand_alert')
    .select(['alert_id', 'brand_id', 'message', 'severity', 'types', 'from_day', 'until_day'])
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .$if(brandId !== undefined, (select) => select.where('brand_id', '=', brandId as number))
    .orderBy('alert_id')
    .execute();
export type AlertRow = Awaited<ReturnType<typeof alertsOf>>[number];

export const emailsOf = (tx: Tx, { companyId }: Company) =>
  tx
    .selectFrom('company_email')
    .select(['email_id', 'email', 'verified'])
    .where('company_id', '=', companyId)
    .orderBy('email_id');

export const phonesOf = (tx: Tx, { companyId }: Company) =>
  tx.selectFrom('company_phone').select(['phone_id', 'phone']).where('company_id', '=', companyId).orderBy('phone_id');
