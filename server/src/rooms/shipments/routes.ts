import type { UserType } from '@portal/contract/access.ts';
import { isOffered, reportTypes } from '@portal/contract/reports/rules.ts';
import * as documents from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import * as slips from '@portal/contract/shipments/packing-slip-endpoints.ts';
import * as invoices from '@portal/contract/shipments/invoice-endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { inGroup } from '#platform/audit/places.ts';
import { trialOrSite } from '#rooms/care-groups/door.ts';
import { openPdf } from '#rooms/documents/door.ts';
import { lotOnRecord } from '#rooms/lots/door.ts';
import { forgetsParticipants, whenNumberIsGiven } from '#rooms/participants/door.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { partnerOfKind } from '#platform/security/viewer.ts';
import { addComment } from './comments/add-comment.ts';
import { listComments } from './comments/comments.ts';
import { createRequest } from './request/create-request.ts';
import { dismissReminder } from './request/dismiss-reminder.ts';
import { orderOf } from './request/order.ts';
import { listDocuments, participantsOf } from './papers/documents.ts';
import { readInvoice } from './papers/invoice.ts';
import { findPackable, lotsShippedBy } from './packing/known-lots.ts';
import { moveRequest } from './move-request.ts';
import { fillForms } from './order-forms/fill-forms.ts';
import { forgetForms } from './order-forms/forget-forms.ts';
import { printSlip } from './packing-slip/print-slip.ts';
import { slipOf } from './packing-slip/slip-of-request.ts';
import {
  commentOf,
  documentOf,
  participantIdsOf,
  productOf,
  requestOf,
  siteRequestOf,
  subjectsOf,
  summaryOf,
} from './present.ts';
import { listRequests } from './list-requests.ts';
import { findVisible, listReminders, readRequest, siteIsInSight } from './queries.ts';
import { readComments } from './comments/read-comments.ts';
import { moveBySite, openFiles } from './receiving/move-by-site.ts';
import { setReminder } from './request/set-reminder.ts';
import { tieRequests } from './request/tie-requests.ts';
import { shipRequest } from './packing/ship-request.ts';
import { listStandIns, readCardOfRequest, readTrialOfRequest } from './packing/stand-ins.ts';
import { clearAwayMails, tellOfSteps, tellOfStepsDue } from './tell-of-steps.ts';
import { uploadDocument } from './papers/upload-document.ts';

/** A row, or 404 when there is none in sight. */
const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw fail('not_found');
  return row;
};
const movedTo = ({ id, status, version }: { id: number; status: ShipmentStatus; version: number }) => ({
  message: 'Shipment request updated.',
  srId: id,
  status,
  version,
});

export const shipments: Room = (house) => {
  const { route, preparedRoute } = house;
  house.lies({ shipment_request: inGroup('shipment_request', 'request_id', 'site_id') });
  forgetsParticipants(house, forgetForms);
  whenNumberIsGiven(tieRequests);
  route(api.listForSite, async (call) => {
    const { viewer, query, tx, logRead } = call;
    const rows = await listRequests(call, query.gId);
    if (rows.length === 0 && !(await siteIsInSight(tx, viewer, query.gId))) throw fail('not_found');
    logRead('participant', participantIdsOf(rows));
    return { requests: rows.map(summaryOf) };
  });
  route(api.readForSite, async ({ viewer, query, tx, logRead }) => {
    const row = found(await readRequest(tx, viewer, query.srId, query.gId));
    logRead('participant', participantIdsOf([row]));
    return { request: siteRequestOf(row) };
  });
  preparedRoute(
    api.createRequest,
    (body, { viewer, http: { request } }) => fillForms(house, { viewer, brand: request.brand }, orderOf(body)),
    async ({ act, body }, filled) => {
      const { ids, orderForms } = await createRequest(act, orderOf(body), filled);
      return { message: 'Shipment request created.', srIds: ids, orderForms };
    },
  );
  route(api.moveBySite, async ({ act, body }) =>
    movedTo(
      await moveBySite(act, body.srId, {
        to: body.status,
        on: body.dateOfStatusChange,
        version: body.version,
        siteId: body.gId,
        items: body.items,
      }),
    ),
  );

  preparedRoute(
    api.receiveBySite,
    ({ files }) => openFiles(files),
    async ({ act, body }, files) => {
      const { status: to, dateOfStatusChange: on, version, gId: siteId, items, note } = body;
      return movedTo(await moveBySite(act, body.srId, { to, on, version, siteId, items, note, files }));
    },
  );

  route(api.listForPharmacy, async (call) => {
    if (call.query.ppId !== partnerOfKind(call.viewer, 'pharmacy')) throw fail('forbidden');
    const rows = await listRequests(call);
    call.logRead('participant', participantIdsOf(rows));
    return { requests: rows.map(summaryOf) };
  });
  route(api.listForWholesaler, async (call) => {
    if (call.query.wpId !== partnerOfKind(call.viewer, 'wholesaler')) throw fail('forbidden');
    return { requests: (await listRequests(call)).map(summaryOf) };
  });
  route(api.readForPharmacy, async ({ viewer, query, tx, logRead }) => {
    const row = found(await readRequest(tx, viewer, query.srId));
    logRead('participant', participantIdsOf([row]));
    return { request: requestOf(row) };
  });
  route(api.readForWholesaler, async ({ viewer, query, tx, logRead }) => {
    const row = found(await readRequest(tx, viewer, query.srId));
    // Whom it is for a wholesaler does not see, but where that person lives.
    if (row.toParticipant) logRead('participant', await participantsOf(tx, query.srId));
    return { request: requestOf(row) };
  });
  for (const call of [api.moveByPharmacy, api.moveByWholesaler]) {
    route(call, async ({ act, body }) =>
      movedTo(
        await moveRequest(act, body.srId, {
          to: body.status,
          on: body.dateOfStatusChange,
          version: body.version,
        }),
      ),
    );
  }
  for (const call of [api.shipByPharmacy, api.shipByWholesaler]) {
    route(call, async ({ act, body }) => movedTo(await shipRequest(act, body.srId, body)));
  }
  for (const call of [api.productsForPharmacy, api.productsForWholesaler]) {
    route(call, async ({ viewer, query, tx, list }) => ({
      products: (await list(listStandIns(tx, found(await findVisible(tx, viewer, query.srId))))).map(productOf),
    }));
  }
  for (const call of [api.lotsForPharmacy, api.lotsForWholesaler]) {
    route(call, async ({ act, viewer, query, tx, list }) => {
      const request = found(await findVisible(tx, viewer, query.srId));
      const { productId, lotNumber = '' } = query;
      const product = found(await findPackable(tx, request, productId));
      const known = lotsShippedBy(tx, request.partner_id, { ...product, begins: lotNumber, after: act.today() });
      return { lots: await list(known), onRecord: (await lotOnRecord(tx, productId, lotNumber)) ?? null };
    });
  }
  for (const call of [api.trialForPharmacy, api.trialForWholesaler]) {
    route(call, async ({ viewer, query, tx }) => ({
      request: found(await readTrialOfRequest(tx, viewer, query.srId)),
    }));
  }
  route(api.cardForPharmacy, async ({ viewer, query, tx, logRead }) => {
    found(await findVisible(tx, viewer, query.srId));
    const card = await readCardOfRequest(tx, viewer, query.srId);
    if (card) logRead('participant', [card.participantId]);
    return { trialCard: card ?? null };
  });

  route(api.listReminders, async ({ viewer, query, tx, logRead, list }) => {
    const rows = await list(listReminders(tx, viewer, query.gId));
    if (rows.length === 0 && !(await siteIsInSight(tx, viewer, query.gId))) throw fail('not_found');
    logRead('participant', participantIdsOf(rows));
    return { orderReminders: rows.map((row) => ({ ...row, participants: subjectsOf(row.participants) })) };
  });
  route(api.setReminder, async ({ act, body }) => {
    await setReminder(act, body.srId, body.nextOrderDate, body.nextOrderDateBefore);
    return { message: 'Reminder set.' };
  });
  route(api.dismissReminder, async ({ act, query }) => {
    await dismissReminder(act, query.srId, query.nextOrderDateBefore);
    return { message: 'Reminder dismissed.' };
  });

  for (const call of [api.siteComments, api.pharmacyComments, api.wholesalerComments]) {
    route(call.list, async ({ viewer, query, tx, list }) => {
      found(await findVisible(tx, viewer, query.srId));
      const rows = await list(listComments(tx, viewer, query.srId));
      return { comments: rows.reverse().map((row) => commentOf(row, viewer)) };
    });
    route(call.add, async ({ act, body }) => {
      const { id } = await addComment(act, body.srId, body.text);
      return { message: 'Comment added.', commentId: id };
    });
    route(call.markRead, async ({ act, body }) => {
      await readComments(act, body.srId, body.commentIds);
      return { message: 'Comments marked as read.' };
    });
  }

  for (const call of [documents.siteDocuments, documents.pharmacyDocuments, documents.wholesalerDocuments]) {
    route(call.list, async ({ viewer, query, tx, logRead, list }) => {
      found(await findVisible(tx, viewer, query.srId));
      logRead('participant', await participantsOf(tx, query.srId));
      return { documents: (await list(listDocuments(tx, viewer, query.srId))).reverse().map(documentOf) };
    });
    preparedRoute(
      call.upload,
      ({ data }) => openPdf(data),
      async ({ act, body }, pdf) => {
        const { srId: requestId, category, filename, friendlyName } = body;
        const given = { requestId, category, filename, friendlyName, pdf };
        const { id } = await uploadDocument(act, given);
        return { message: 'Document uploaded.', docId: id };
      },
    );
  }

  for (const call of [slips.slipForSite, slips.slipForPharmacy, slips.slipForWholesaler]) {
    route(call, async ({ viewer, query, tx, logRead, http }) => {
      const row = found(await readRequest(tx, viewer, query.srId));
      // Whom it is for a wholesaler does not see, but where that person lives.
      const isHidden = row.participants === undefined && row.toParticipant;
      logRead('participant', isHidden ? await participantsOf(tx, query.srId) : participantIdsOf([row]));
      const pdf = await printSlip(slipOf(row, http.request.brand.name));
      return {
        filename: `packing-slip-${row.srId}.pdf`,
        contentType: 'application/pdf' as const,
        data: Buffer.from(pdf).toString('base64'),
      };
    });
  }

  route(invoices.invoiceForSite, async ({ viewer, query, tx, logRead }) => {
    const group = found(await trialOrSite(tx, viewer, query.gId));
    // To whom reports are offered it is one of them (TRP-05); others may have it of every group in their sight.
    const isReport = (reportTypes.shipments as readonly UserType[]).includes(viewer.type);
    if (isReport && !isOffered('shipments', viewer.type, group)) throw fail('forbidden');
    const part = group.type === 'trialSite' ? { siteId: group.gId } : { trialId: group.gId };
    const invoice = await readInvoice(tx, viewer, query, part);
    const named = participantIdsOf(invoice);
    if (named.length > 0) logRead('participant', named);
    return { invoice };
  });
  route(invoices.invoiceForPharmacy, async ({ viewer, query, tx, logRead }) => {
    if (query.ppId !== partnerOfKind(viewer, 'pharmacy')) throw fail('forbidden');
    const invoice = await readInvoice(tx, viewer, query);
    logRead('participant', participantIdsOf(invoice));
    return { invoice };
  });
  route(invoices.invoiceForWholesaler, async ({ viewer, query, tx }) => {
    if (query.wpId !== partnerOfKind(viewer, 'wholesaler')) throw fail('forbidden');
    return { invoice: await readInvoice(tx, viewer, query) };
  });

  house.work(tellOfSteps, () => tellOfStepsDue(house));
  house.clearsAway(clearAwayMails);
};
