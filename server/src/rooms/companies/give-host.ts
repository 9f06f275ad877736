/** A host shows the brand of a company from now on, or no longer. Acts of the operator, as the system. */
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

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

/** False where the host has a brand already. */
export async function giveHost(
  { tx, viewer, now, record, announce }: Act<Actor>,
  { host, brandId }: { host: string; brandId: number },
): Promise<boolean> {
  const given = await tx
    .insertInto('host_brand')
    .values({ host, company_id: viewer.companyId, brand_id: brandId, given_at: now() })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .returning('host')
    .executeTakeFirst();
  if (!given) return false;
  await record({
    action: 'brand.host_given',
    record: { kind: 'company_brand', id: brandId },
    changes: [{ field: 'host', new: host }],
  });
  await announce({ type: 'brand.changed', id: brandId });
  return true;
}

/** How many open invitations name the portal of the brand; null where somebody else has taken the host meanwhile. */
export async function takeHost(
  { tx, now, record, announce }: Act<Actor>,
  { host, brandId }: { host: string; brandId: number },
): Promise<{ openInvitations: number } | null> {
  const taken = await tx
    .deleteFrom('host_brand')
    .where('host', '=', host)
    .where('brand_id', '=', brandId)
    .returning('host')
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
  return { openInvitations: Number(open) };
}
