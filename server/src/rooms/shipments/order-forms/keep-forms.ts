import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { type Pdf, withdrawRequest } from '#rooms/documents/door.ts';
import { keepOrderForm, type OpenOrderForm } from '#rooms/signing/door.ts';
import type { Order } from '../request/order.ts';
import type { Person } from '../queries.ts';
import type { FilledForms } from './fill-forms.ts';

/** Keeps the forms with the requests that they are of, and asks for their signatures. */
export async function keepForms(
  act: Act<Person>,
  { plan, pdfs }: FilledForms,
  requests: readonly { request_id: number; partner_id: number }[],
  { siteId, prescriberId }: Order,
): Promise<OpenOrderForm[]> {
  const { tx, viewer, record } = act;
  const kept: OpenOrderForm[] = [];
  const { templateId } = plan;
  for (const { request_id: requestId, partner_id: partnerId } of requests) {
    const own = plan.forms.flatMap((form, i) => (form.partnerId === partnerId ? [pdfs[i] as Pdf] : []));
    for (const [i, pdf] of own.entries()) {
      const form = await keepOrderForm(act, {
        templateId,
        pdf,
        filename: `order-form-${requestId}${own.length > 1 ? `-${i + 1}` : ''}.pdf`,
        friendlyName: `Order form of request ${requestId}${own.length > 1 ? `, ${i + 1} of ${own.length}` : ''}`,
        careGroupId: siteId,
        partnerId,
        prescriberId: prescriberId as number,
      });
      await tx
        .insertInto('shipment_document')
        .values({ document_id: form.docId, company_id: viewer.companyId, request_id: requestId, category: null })
        .execute();
      await record({
        action: 'shipment.order_form_made',
        record: { kind: 'shipment_request', id: requestId },
        changes: created({ documentId: form.docId, templateId, prescriberId }),
      });
      kept.push(form);
    }
  }
  return kept;
}

/** Nobody signs what is not wanted any more; reviewers still find it with the request. */
export async function withdrawForms(act: Act<Person>, requestId: number, reason: string): Promise<void> {
  const forms = await act.tx
    .selectFrom('shipment_document')
    .select('document_id as id')
    .where('request_id', '=', requestId)
    .where('category', 'is', null)
    .orderBy('document_id')
    .execute();
  for (const { id } of forms) await withdrawRequest(act, id, reason);
}
