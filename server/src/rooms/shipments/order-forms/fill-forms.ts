/** Order forms are filled before the transaction of their request; within it, it is seen whether they still hold. */
import { isDeepStrictEqual } from 'node:util';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { type KeptContent, orAlarm, type Pdf, wholeBytes } from '#rooms/documents/door.ts';
import { fillOrderForms } from '#rooms/signing/door.ts';
import { checkOrder } from '../request/check-order.ts';
import type { Order } from '../request/order.ts';
import { type HeldSite, holdSite } from '../request/ordering.ts';
import type { Person } from '../queries.ts';
import { usesOrderForms } from './facts.ts';
import { type Checked, type Plan, planForms } from './plan-forms.ts';

export interface FilledForms {
  plan: Plan;
  pdfs: readonly Pdf[];
}

type Ground = Pick<House, 'database' | 'files' | 'clock' | 'alarms'>;

/** For a call, before its act. */
export async function fillForms(
  { database, files, clock, alarms }: Ground,
  { viewer, brand }: { viewer: Viewer; brand: Brand },
  order: Order,
): Promise<FilledForms | null> {
  const { companyId } = viewer;
  if (order.isBatch) return null;
  if (!(await database.readInCompany(companyId, (tx) => usesOrderForms(tx, order.siteId)))) return null;
  const plan = await database.inCompany(companyId, (tx) => planNow(tx, viewer, order, clock.today()));
  if (!plan) return null;
  const told = orAlarm(alarms, { brand, viewer, documentId: plan.templateId });
  return fillPlan((template) => wholeBytes(files, template).catch(told), plan);
}

/** The forms of an order, as far as it can be placed now: whatever is wrong with it, the act says. */
export async function planNow(tx: Tx, viewer: Person, order: Order, today: string): Promise<Plan | null> {
  const site = await holdSite(tx, viewer, order.siteId);
  if (!site) return null;
  const checked = await checkOrder(tx, today, site, order).catch((error: unknown) => {
    // A press that is repeated is refused here, and gets its first answer there.
    if (error instanceof Failed) return null;
    throw error;
  });
  return checked && planForms(tx, viewer, site, order, checked);
}

export async function fillPlan(read: (template: KeptContent) => Promise<Buffer>, plan: Plan): Promise<FilledForms> {
  if (!plan.template) throw unusable('It was deleted.');
  const template = await read(plan.template);
  const made = await fillOrderForms(
    template,
    plan.forms.map(({ values }) => values),
  );
  if ('problem' in made) throw unusable(made.problem);
  return { plan, pdfs: made.filled };
}

const unusable = (problem: string): Failed =>
  new Failed('shipment.order_form_unusable', {
    sentence: `The order form of this trial cannot be used: ${problem} Please ask an administrator to replace it.`,
  });

/** What was filled, once more: where records or the template have changed meanwhile, nothing is made of it. */
export async function stillTrue(
  tx: Tx,
  viewer: Person,
  site: HeldSite,
  order: Order,
  checked: Checked,
  filled: FilledForms | null,
): Promise<FilledForms | null> {
  const plan = await planForms(tx, viewer, site, order, checked);
  if (!isDeepStrictEqual(plan, filled?.plan ?? null)) throw fail('shipment.order_form_changed');
  return filled;
}
