import { randomBytes } from 'node:crypto';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { brandFields, type GivenBrand } from './brand-fields.ts';
import { setAlerts } from './set-alerts.ts';

export type NewBrand = GivenBrand & {
  companyName: string;
  /** Where its users find the portal: never what a client says (BRN-13). */
  portalUrl: string;
};

/** Adds a brand to the company (API-08). */
export async function addBrand(act: Act<Actor>, given: NewBrand): Promise<number> {
  const { tx, viewer, now, record, announce } = act;
  const { fields, changes } = await brandFields(tx, viewer, given);
  const own = {
    company_name: given.companyName,
    brand_key: given.brandKey || keyFrom(given.shortName || given.companyName),
    portal_url: given.portalUrl,
  };
  const { id } = await tx
    .insertInto('company_brand')
    .values({ ...fields, ...own, company_id: viewer.companyId, created_at: now() })
    .returning('brand_id as id')
    .executeTakeFirstOrThrow();
  const alerts = given.alerts ? await setAlerts(act, id, given.alerts) : [];
  await record({
    action: 'brand.added',
    record: { kind: 'company_brand', id },
    changes: created(
      Object.fromEntries(
        [...changes, ...alerts].map((change) => [change.field, change.new]).concat(Object.entries(own)),
      ),
    ),
  });
  await announce({ type: 'brand.changed', id });
  return id;
}

/** A key for a brand that was given none: its name in plain letters, and something of its own. */
function keyFrom(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 40);
  return `${plain || 'brand'}-${randomBytes(4).toString('hex')}`;
}
