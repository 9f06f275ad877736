import { type Expression, sql, type SqlBool } from 'kysely';

/** SHC-04: whether a row of `provider` prescribes at a site, as its forms offer it: by the site itself or by its trial. */
export const prescribesAt = (
  person: string,
  { siteId, trialId }: Record<'siteId' | 'trialId', Expression<unknown> | number>,
): Expression<SqlBool> => {
  const of = (column: string) => sql.ref(`${person}.${column}`);
  return sql<SqlBool>`(${of('is_active')} and ${of('is_prescriber')} and btrim(${of('first_name')}) <> ''
    and ${of('type')} not in ('Sponsor', 'Pharmacy User', 'Wholesaler User', 'System')
    and exists (select from care_group_member place where place.provider_id = ${of('provider_id')}
      and place.care_group_id = any (array[${siteId}, ${trialId}]::int[])))`;
};
