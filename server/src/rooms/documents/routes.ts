import { addTerms } from '@portal/contract/companies/brand-endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import { fail } from '#platform/core/fail.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { groupIsInSight, whenGroupIsRemoved, whenGroupsAreAdded } from '#rooms/care-groups/door.ts';
import { detachFromGroup } from './groups/detach-from-group.ts';
import { giveToNewGroups } from './groups/give-to-new-groups.ts';
import { documentsInGroups } from './groups/in-groups.ts';
import { leaveRemovedGroup } from './groups/leave-removed-group.ts';
import { keepDocument } from './keep-document.ts';
import { openPdf } from './pdf/open-pdf.ts';
import { orAlarm, wholeFile } from './kept-content.ts';
import { logParticipants, presentListed, presentSignature } from './present.ts';
import {
  correctedWith,
  correctionFor,
  correctionsOf,
  findOpenTo,
  isOfWholesaler,
  markCorrected,
  ofGroup,
  ofLibrary,
  signaturesOf,
  wasInGroup,
  wasInLibrary,
} from './queries.ts';
import { refuseCorrectionOf } from './refuse-correction-of.ts';
import { removeDocument } from './remove-document.ts';
import { withoutFile } from './without-file.ts';

export const documents: Room = ({ lies, route, preparedRoute, alarms }) => {
  lies({ document: documentsInGroups });
  whenGroupsAreAdded(giveToNewGroups);
  whenGroupIsRemoved(leaveRemovedGroup);

  route(api.fetchDocument, async ({ viewer, query, tx, files, logRead, http: { request, reply } }) => {
    const row = await findOpenTo(tx, viewer, query.docId);
    if (!row) throw fail('not_found');
    const found = { brand: request.brand, viewer, documentId: row.document_id };
    const [file, signatures, corrects, correctedBy] = await Promise.all([
      wholeFile(files, row).catch(orAlarm(alarms, found)),
      signaturesOf(tx, row.document_id),
      correctedWith(tx, viewer, row.document_id),
      correctionsOf(tx, viewer, row.document_id).execute(),
    ]);
    logRead('participant', row.participant_ids);
    if (row.patient_ids.length > 0) logRead('patient', row.patient_ids);
    logRead('document', [row.document_id]);
    fillFromFile(reply, { field: 'data', ...file });
    return {
      docId: row.document_id,
      friendlyName: row.friendly_name,
      filename: row.filename,
      contentType: row.content_type,
      data: '',
      signatures: signatures.map(presentSignature),
      corrects: corrects ?? null,
      correctedBy,
      g_id: row.careGroupId,
      mayVerify: row.mayVerify,
      mayCorrect: row.mayCorrect,
      u_ids: row.mayCorrect ? row.recordsOf : undefined,
    };
  });

  preparedRoute(
    api.saveDocument,
    ({ data }) => openPdf(data),
    async ({ act, viewer, body }, pdf) => {
      refuseOtherCompany(viewer, body.company_id);
      const { filename, friendlyName, isTemplate, uploaderOwned, fileDescription: description, corrects } = body;
      if (corrects) await refuseCorrectionOf(act, corrects);
      const isReadByWholesaler = corrects && (await isOfWholesaler(act.tx, corrects));
      const names = isReadByWholesaler ? withoutFile(friendlyName) : { filename, friendlyName };
      const given = { ...names, isTemplate, uploaderOwned, description, correctsId: corrects };
      const { id } = await keepDocument(act, { ...given, pdf, careGroupId: null, partnerId: null });
      return { message: 'Document saved.', documentId: id };
    },
  );

  // CAG-32: the companies are a floor below, where no PDF is opened yet.
  preparedRoute(
    addTerms,
    ({ data }) => openPdf(data),
    async ({ act, viewer, body: { company_id, filename } }, pdf) => {
      refuseOtherCompany(viewer, company_id);
      const given = { filename, friendlyName: filename, careGroupId: null, partnerId: null };
      const { id } = await keepDocument(act, { ...given, pdf });
      return { message: 'Terms uploaded.', documentId: id };
    },
  );

  route(api.deleteDocument, async ({ act, query }) => {
    await removeDocument(act, { documentId: query.docId, reason: query.reason });
    return { message: 'Document deleted.' };
  });

  route(api.listGroupDocuments, async ({ viewer, query, tx, list, logRead }) => {
    const { g_id: careGroupId, after } = query;
    if (!(await groupIsInSight(tx, viewer, careGroupId))) throw fail('not_found');
    if (after !== undefined && !(await wasInGroup(tx, viewer, careGroupId, after))) throw fail('not_found');
    const found = await list(ofGroup(tx, viewer, careGroupId, after), (last) => last.documentId);
    const rows = await markCorrected(tx, found, correctionFor(viewer));
    logParticipants(logRead, rows);
    return { documents: rows.map((row) => presentListed(row, viewer)) };
  });

  route(api.detachFromGroup, async ({ act, query }) => {
    await detachFromGroup(act, { documentId: query.docId, careGroupId: query.g_id });
    return { message: 'Document removed.' };
  });

  route(api.listLibrary, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const { after } = query;
    if (after !== undefined && !(await wasInLibrary(tx, after))) throw fail('not_found');
    const found = await list(ofLibrary(tx, viewer, after), (last) => last.documentId);
    const rows = await markCorrected(tx, found, correctionFor(viewer));
    return { documents: rows.map((row) => presentListed(row, viewer)) };
  });

  preparedRoute(
    api.addToLibrary,
    ({ data }) => openPdf(data),
    async ({ act, viewer, body }, pdf) => {
      refuseOtherCompany(viewer, body.company_id);
      const { filename, friendlyName, isTemplate, uploaderOwned, fileDescription: description } = body;
      const given = { filename, friendlyName, isTemplate, uploaderOwned, description, isLibrary: true };
      const { id } = await keepDocument(act, { ...given, pdf, careGroupId: null, partnerId: null });
      await act.announce({ type: 'library.changed', id });
      return { message: 'Document saved.', documentId: id };
    },
  );

  route(api.removeFromLibrary, async ({ act, viewer, query }) => {
    refuseOtherCompany(viewer, query.companyId);
    await removeDocument(act, { documentId: query.docId, library: true });
    return { message: 'Document deleted.' };
  });
};
