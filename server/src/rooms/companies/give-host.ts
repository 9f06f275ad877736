/** A host shows the brand of a company from now on, or no longer. Acts of the operator, as the system. */
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import { codeDays } from '@portal/contract/responses/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Brands } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { hostsOf } from './hosts-of-brands.ts';

const dayMs = 86_400_000;

/** A brand for an operator, who names it alone: whose it is, and what it does not have. */
export async function brandToGive(tx: Tx, brandId: number): Promise<{ companyId: number; lacks: string[] } | null> {
  const brand = await tx
    .selectFrom('company_brand')
    .select(['company_id', 'logo_image_id', 'favicon_image_id', 'sign_in_image_id', 'primary_colour'])
    .where('brand_id', '=', brandId)
    .executeTakeFirst();
  if (!brand) return null;
  const parts = [
    ['logo', brand.logo_image_id],
    ['icon', brand.favicon_image_id],
    ['sign-in image', brand.sign_in_image_id],
    ['colour', brand.primary_colour],
  ] as const;
  return { companyId: brand.company_id, lacks: parts.flatMap(([part, value]) => (value === null ? [part] : [])) };
}

/** Who has a host. */
export const brandOn = (tx: Tx, host: string) =>
  tx
    .selectFrom('host_brand as given')
    .innerJoin('company_brand as brand', 'brand.brand_id', 'given.brand_id')
    .select(['given.brand_id as brandId', 'given.company_id as companyId', 'brand.company_name as name'])
    .where('given.host', '=', host)
    .executeTakeFirst();

/** The other companies that had a host so lately that their patients may hold links to it. */
export const companiesThatHad = (tx: Tx, { host, companyId, now }: { host: string; companyId: number; now: Date }) =>
  tx
    .selectFrom('company')
    .select('company_id as id')
    .where('company_id', '<>', companyId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit_entry as taken')
          .whereRef('taken.company_id', '=', 'company.company_id')
          .where('taken.action', '=', 'brand.host_taken')
          .where('taken.at', '>', new Date(now.getTime() - codeDays * dayMs))
          .where(sql<boolean>`taken.changes @> ${JSON.stringify([{ field: 'host', old: host }])}::jsonb`),
      ),
    )
    .orderBy('company_id')
    .execute();

const firstHostOf = (tx: Tx, brands: Pick<Brands, 'all'>, of: { companyId: number; brandId: number }) =>
  hostsOf(tx, brands, of).limit(1).executeTakeFirst();

/** Gives the host that links of the brand lead to; null where the host has a brand already. */
export async function giveHost(
  { tx, viewer, now, record, announce }: Act<Actor>,
  brands: Pick<Brands, 'all'>,
  { host, brandId }: { host: string; brandId: number },
): Promise<{ linksLeadTo: string } | null> {
  const given = await tx
    .insertInto('host_brand')
    .values({ host, company_id: viewer.companyId, brand_id: brandId, given_at: now() })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .returning('host')
    .executeTakeFirst();
  if (!given) return null;
  await record({
    action: 'brand.host_given',
    record: { kind: 'company_brand', id: brandId },
    changes: [{ field: 'host', new: host }],
  });
  await announce({ type: 'brand.changed', id: brandId });
  return { linksLeadTo: (await firstHostOf(tx, brands, { companyId: viewer.companyId, brandId }))?.host ?? host };
}

/** How many links that are still good name the portal of the brand, or may name the host. */
export interface LeftLinks {
  openInvitations: number;
  assessments: number;
  conversations: number;
}

/** What is left that leads there; null where somebody else has taken the host meanwhile. */
export async function takeHost(
  { tx, viewer, now, record, announce }: Act<Actor>,
  brands: Pick<Brands, 'all'>,
  { host, brandId }: { host: string; brandId: number },
): Promise<LeftLinks | null> {
  const first = await firstHostOf(tx, brands, { companyId: viewer.companyId, brandId });
  const taken = await tx
    .deleteFrom('host_brand')
    .where('host', '=', host)
    .where('brand_id', '=', brandId)
    .returning(['host', 'given_at as givenAt'])
    .executeTakeFirst();
  if (!taken) return null;
  await record({
    action: 'brand.host_taken',
    record: { kind: 'company_brand', id: brandId },
    changes: [{ field: 'host', old: host }],
  });
  await announce({ type: 'brand.changed', id: brandId });
  const { open } = await tx
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('brand_key', '=', hostBrandKey(brandId))
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow();
  const oldestLink = new Date(now().getTime() - codeDays * dayMs);
  // Of another host than the first no link is made; but it may have been the first, taken and given again, while links were made.
  const mayNameHost = first?.host === host || taken.givenAt > oldestLink;
  return {
    openInvitations: Number(open),
    ...(mayNameHost ? await linksOfPatients(tx, viewer, now()) : { assessments: 0, conversations: 0 }),
  };
}

/** The links that patients of a company hold and can still open. Which brand they were sent under is not kept. */
async function linksOfPatients(tx: Tx, { companyId }: Pick<Actor, 'companyId'>, at: Date) {
  const openIn = (table: 'respond_code' | 'conversation_code') =>
    tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('company_id', '=', companyId)
      .where('expires_at', '>', at)
      .where('tries_left', '>', 0)
      .executeTakeFirstOrThrow();
  return {
    assessments: Number((await openIn('respond_code')).open),
    conversations: Number((await openIn('conversation_code')).open),
  };
}
