import { tidyName } from '@portal/contract/wire.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';

/** Every company in a few lines: its number, name, modules, and how many people and open invitations it has. */
export async function companiesInWords({ tx, now }: Moment): Promise<string> {
  const companies = await tx
    .selectFrom('company as c')
    .select([
      'c.company_id as id',
      'c.name',
      'c.requires_mfa as requiresMfa',
      sql<
        string[]
      >`array(select m.name from company_module m where m.company_id = c.company_id order by m.module_id)`.as(
        'modules',
      ),
      sql<number>`(select count(*)::int from provider p where p.company_id = c.company_id and p.is_active)`.as(
        'people',
      ),
      sql<number>`(select count(*)::int from invitation i where i.company_id = c.company_id and i.used_at is null
        and i.cancelled_at is null and i.expires_at > ${now()})`.as('invitations'),
    ])
    .orderBy('c.company_id')
    .execute();
  const brands = await tx
    .selectFrom('company_brand')
    .select([
      'company_id as companyId',
      'brand_id as id',
      'company_name as name',
      sql<
        string[]
      >`array(select h.host from host_brand h where h.brand_id = company_brand.brand_id order by h.given_at, h.host)`.as(
        'hosts',
      ),
    ])
    .orderBy('brand_id')
    .execute();
  if (companies.length === 0) return 'There is no company yet.';
  return companies
    .map(({ id, name, requiresMfa, modules, people, invitations }) =>
      [
        `${id}  ${name}`,
        `   modules: ${modules.join(', ') || 'none'}`,
        `   active people: ${people}, open invitations: ${invitations}, second factor: ${requiresMfa ? 'required of everybody' : 'as the type asks'}`,
        ...brands
          .filter(({ companyId }) => companyId === id)
          .map(
            (brand) => `   brand ${brand.id}: ${[tidyName(brand.name), ...brand.hosts.map(withItsLinks)].join(', ')}`,
          ),
      ].join('\n'),
    )
    .join('\n');
}

const withItsLinks = (host: string, at: number, { length }: readonly string[]) =>
  length > 1 && at === 0 ? `${host} (links lead there)` : host;
