import { randomUUID } from 'node:crypto';
import type { Act } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail } from '#platform/core/fail.ts';
import { created, type Recorded } from '#platform/audit/record.ts';
import type { OpenOrderForm } from '#rooms/signing/door.ts';
import { checkOrder, goesToRecord, type Subject, type Supplier } from './check-order.ts';
import { dropReminder } from './dismiss-reminder.ts';
import { lineRowOf, type Order, rowOf } from './order.ts';
import { holdSite, someAreLeft } from './ordering.ts';
import { type FilledForms, stillTrue } from '../order-forms/fill-forms.ts';
import { keepForms } from '../order-forms/keep-forms.ts';
import { lockVisible, type Person } from '../queries.ts';

/**
 * Asks for a shipment: one request for each partner that supplies one of the products, with their order forms, all of them or none
 * (OPS-70, REL-02). The site is held, so that two submits at once cannot both pass the checks on what is already on its way.
 */
export async function createRequest(
  act: Act<Person>,
  order: Order,
  filled: FilledForms | null = null,
): Promise<{ ids: number[]; orderForms: OpenOrderForm[] }> {
  const { tx, viewer, now, today, record, announce } = act;
  const site = await holdSite(tx, viewer, order.siteId);
  if (!site) throw fail('not_found');
  const earlier = order.reorderOf ? await lockVisible(tx, viewer, order.reorderOf, site.siteId) : undefined;
  if (order.reorderOf && !earlier) throw fail('not_found');
  if (!site.isConfigured) throw fail('shipment.site_not_ready');
  if (!site.hasShipping) throw fail('shipment.shipping_off');
  const checked = await checkOrder(tx, today(), site, order);
  const { subjects, suppliers, products } = checked;
  const forms = await stillTrue(tx, viewer, site, order, checked, filled);

  const company_id = viewer.companyId;
  const provider_id = viewer.providerId;
  const { address_id } = await tx
    .insertInto('address')
    .values({ company_id, ...order.address })
    .returning('address_id')
    .executeTakeFirstOrThrow();
  const partners = [
    ...new Map([...suppliers.values()].map((supplier) => [supplier.partnerId, supplier])).values(),
  ].sort(pharmacyFirst);
  const submission = randomUUID();
  const address_on_record = await goesToRecord(tx, order, subjects);
  const requests = partners.map(({ partnerId, kind }) => ({
    company_id,
    trial_id: site.trialId,
    site_id: site.siteId,
    partner_id: partnerId,
    shipment_type: kind,
    status: 'preprocessing',
    ...rowOf(order),
    address_id,
    address_on_record,
    requester_id: provider_id,
    status_changed_on: today(),
    submission,
    created_at: now(),
  }));
  const rows = await insertRows(tx, 'shipment_request', requests).returning(['request_id', 'partner_id']).execute();

  const linesFor = (partnerId: number) =>
    order.products.filter(({ productId }) => suppliers.get(productId)?.partnerId === partnerId);
  const lines = rows.flatMap(({ request_id, partner_id }) =>
    linesFor(partner_id).map((line) => ({ company_id, request_id, ...lineRowOf(line) })),
  );
  const participants = rows.flatMap(({ request_id }) =>
    subjects.map((subject, position) => ({ company_id, request_id, position, ...subjectRow(subject) })),
  );
  const steps = rows.map(({ request_id }) => ({
    company_id,
    request_id,
    status: 'preprocessing',
    changed_on: today(),
    changed_at: now(),
    provider_id,
  }));
  // None waits for another: the transaction sends them together.
  await Promise.all([
    insertRows(tx, 'shipment_line', lines).execute(),
    participants.length > 0 && insertRows(tx, 'shipment_participant', participants).execute(),
    insertRows(tx, 'shipment_status_change', steps).execute(),
    record(
      ...rows.map(
        ({ request_id, partner_id }): Recorded => ({
          action: 'shipment.created',
          record: { kind: 'shipment_request', id: request_id },
          changes: created({
            status: 'preprocessing',
            partnerId: partner_id,
            ...order,
            products: linesFor(partner_id).map((line) => ({
              ...lineRowOf(line),
              // What it is called may change, and an entry stays.
              drug_name: products.get(line.productId)?.drugName,
              dosage_form: products.get(line.productId)?.dosageForm,
              quantity_unit: products.get(line.productId)?.quantityUnit,
            })),
            participants: subjects,
            submission,
          }),
        }),
      ),
    ),
    announce(
      ...rows.map(({ request_id, partner_id }) => ({
        type: 'shipment.changed' as const,
        id: request_id,
        careGroupId: site.siteId,
        partnerId: partner_id,
        mail: { step: 'preprocessing', by: provider_id, host: viewer.host },
      })),
    ),
  ]);
  // Those who are not ordered for now are still to be reminded of (OPS-89).
  if (earlier && !(await someAreLeft(tx, earlier.request_id))) await dropReminder(act, earlier, 'Reorder');
  const orderForms = forms ? await keepForms(act, forms, rows, order) : [];
  return { ids: rows.map(({ request_id }) => request_id), orderForms };
}

const pharmacyFirst = (one: Supplier, other: Supplier): number =>
  one.kind.localeCompare(other.kind) || one.partnerId - other.partnerId;

const subjectRow = (subject: Subject) => ({
  participant_id: subject.participantId,
  is_by_number: subject.participantId === null,
  subject_number: subject.subjectNumber,
  first_name: subject.firstName,
  last_name: subject.lastName,
});
