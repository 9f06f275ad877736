import { attachToGroups as attach } from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import * as trainingApi from '@portal/contract/signing/training-endpoints.ts';
import { openLinkDays } from '@portal/contract/signing/rules.ts';
import { sql } from 'kysely';
import { Failed, fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { Room } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { encryptedColumns } from '#platform/security/encrypted-columns.ts';
import { groupIsInSight } from '#rooms/care-groups/door.ts';
import {
  attachmentOf,
  attachToGroups,
  correctionFor,
  correctionForSigner,
  documentsInGroups,
  findVisible,
  orAlarm,
  logParticipants,
  markCorrected,
  presentListed,
  presentSignature,
  signaturesOf,
  wholeBytes,
  wholeFile,
} from '#rooms/documents/door.ts';
import { canBeSigned, checkTrainingForms, checkTrainingFormsDue } from './can-be-signed.ts';
import { forms } from './forms/forms.ts';
import { listToSign } from './list-to-sign.ts';
import { placesToSign } from './places-to-sign.ts';
import { makeProveSigner } from './prove-signer.ts';
import {
  contentOf,
  findLink,
  isOwnTraining,
  listedOfLink,
  noLongerSigns,
  trainingFormsOfGroup,
  turnOf,
} from './queries.ts';
import { requestOf } from './request-signatures.ts';
import { queueWaiting, sealDocument, sealOnce, sealWaiting } from './seal-document.ts';
import { knownSeals, sealerOf, sealingKeys } from './sealing-identity.ts';
import { prepareSignature, signDocument } from './sign-document.ts';
import { acknowledgeTraining } from './training.ts';
import { missingSeal, signingOf, verifyDocument, wasToBeSigned } from './verify-document.ts';

const mustBeSelf = (viewer: Viewer, providerId: number) => {
  if (providerId !== viewer.providerId) throw fail('forbidden');
};

export const signing: Room = (house) => {
  house.lies({
    signing_request: (viewer) =>
      sql`select signing_request_id from signing_request where document_id in (${documentsInGroups(viewer)})`,
  });
  house.encrypted(encryptedColumns(house, sealingKeys));
  const { database, files, clock, alarms, route, preparedRoute, openRoute, work, clearsAway } = house;
  const sealer = sealerOf(house, forms);

  preparedRoute(
    api.requestSignatures,
    async ({ docId, signers }, { viewer, http: { request } }) => {
      const seen = await database.readInCompany(viewer.companyId, (tx) => findVisible(tx, viewer, docId));
      const found = { brand: request.brand, viewer, documentId: docId };
      // A training form is asked for by people who do not see it otherwise.
      if (!seen) return { problems: [], withoutField: [], withoutSignature: [] };
      return forms.validate(() => wholeBytes(files, seen).catch(orAlarm(alarms, found)), signers.length);
    },
    async ({ act, body }, found) => {
      const { srUuid, documentId } = await requestOf(act, body, found);
      return { message: 'Signatures requested.', srUuid, docId: documentId };
    },
  );

  // UPW-19: the documents are a floor below, where no form is read yet, and a training form is signed by others.
  preparedRoute(
    attach,
    async ({ docId, isTrainingDoc, isOrderForm }, { viewer, http: { request } }) => {
      if (!isTrainingDoc && !isOrderForm) return undefined;
      const seen = await database.readInCompany(viewer.companyId, (tx) => findVisible(tx, viewer, docId));
      const found = { brand: request.brand, viewer, documentId: docId };
      if (!seen) return undefined;
      const file = () => wholeBytes(files, seen).catch(orAlarm(alarms, found));
      const [unlike] = await forms.findUnlike(file);
      if (unlike) throw new Failed('document.cannot_be_signed', { sentence: unlike });
      return isTrainingDoc ? canBeSigned(file) : undefined;
    },
    async ({ act, body }, can) => {
      await attachToGroups(act, { ...attachmentOf(body), canBeSigned: can });
      return { message: 'Document added.' };
    },
  );
  work(checkTrainingForms, () => checkTrainingFormsDue(house));

  route(api.listToSign, async ({ viewer, query, tx, list, logRead }) => {
    mustBeSelf(viewer, query.cp_id);
    const rows = await markCorrected(tx, await listToSign({ tx, viewer, query, list }), correctionFor(viewer));
    logParticipants(logRead, rows);
    return { documents: rows.map((row) => presentListed(row, viewer)) };
  });

  openRoute(api.readToSign, async ({ query, viewer, brand, host, address, requestId, logRead, http: { reply } }) => {
    const reader = await viewer();
    const since = new Date(clock.now().getTime() - openLinkDays * 86_400_000);
    const found = await database.asSystem(async (tx) => {
      const link = await findLink(tx, query);
      // Wrong and expired look the same (SEC-34), and so do those of whoever was revoked (SEC-05); the signer who is signed in keeps access.
      const isOpen = link?.state === 'open' && link.isActive && link.createdAt > since;
      const isSigner = link !== undefined && link.providerId === reader?.providerId;
      if (!link || link.state === 'withdrawn' || !(isOpen || isSigner)) throw fail('not_found');
      // What they signed themselves they are shown for good.
      const isToSign = link.state === 'open' && !link.hasSigned;
      const noLonger = isToSign ? await noLongerSigns(tx, link, clock.now()) : null;
      if (noLonger) throw fail(isSigner ? noLonger : 'not_found');
      // A training form that was taken off meanwhile.
      if (isSigner && link.state === 'open' && link.kind === 'training')
        if (!(await isOwnTraining(tx, reader, link.documentId))) throw fail('not_found');
      const isCorrection = isSigner ? correctionFor(reader) : correctionForSigner(link);
      const [row] = await markCorrected(tx, await listedOfLink(tx, link).execute(), isCorrection);
      if (!row) throw fail('not_found');
      return {
        link,
        row,
        content: await contentOf(tx, link.documentId),
        signatures: await signaturesOf(tx, link.documentId),
      };
    });
    const { link, row, content, signatures } = found;
    // Who has both halves of the secret is the signer, without a session or with one of another company.
    const by = reader?.companyId === link.companyId ? reader : { ...link, host, address, requestId };
    const file = await wholeFile(files, content).catch(
      orAlarm(alarms, { brand: brand.for(link.companyId), viewer: by, documentId: link.documentId }),
    );
    logRead(by, 'document', [link.documentId]);
    if (content.participantIds.length > 0) logRead(by, 'participant', content.participantIds);
    fillFromFile(reply, { field: 'data', ...file });
    return {
      ...presentListed(row, link),
      data: '',
      kind: link.kind,
      signatures: signatures.map(presentSignature),
    };
  });

  const prove = makeProveSigner(house, async ({ viewer, brand, srUuid }) => {
    const turn = await database.readInCompany(viewer.companyId, (tx) =>
      turnOf(tx, viewer, srUuid, { now: clock.now() }),
    );
    if (typeof turn === 'string') return [];
    const { documentId } = turn;
    const content = await database.readInCompany(viewer.companyId, (tx) => contentOf(tx, documentId));
    const told = orAlarm(alarms, { brand, viewer, documentId });
    const fields = await forms.read(() => wholeBytes(files, content).catch(told));
    return placesToSign(fields, turn.signer.signerNum, content.friendlyName).map(({ name }) => name);
  });
  openRoute(api.stepUp, async (call) => {
    const viewer = await call.viewer();
    if (!viewer) throw fail('unauthenticated');
    return prove(call, viewer);
  });

  preparedRoute(
    api.sign,
    // What is refused is said within the act, where a lost answer is repeated: by then it is not one's turn any more.
    (body, { viewer, http: { request } }) =>
      prepareSignature(house, forms, { viewer, brand: request.brand }, body).catch((error: unknown) => {
        if (error instanceof Failed) return error;
        throw error;
      }),
    async ({ act, body, http }, prepared) => {
      if (prepared instanceof Failed) throw prepared;
      const client = String(http.request.headers['user-agent'] ?? '').slice(0, 300);
      const { documentId, isComplete } = await signDocument(act, body, prepared, client);
      return { message: 'Signed.', docId: documentId, isCompletelySigned: isComplete };
    },
  );
  clearsAway({ table: 'signing_proof', due: (before) => sql`expires_at < ${before(1)}` });
  work(sealWaiting, () => queueWaiting(house, sealer));
  work(sealDocument, ({ requestId }, { act }) => act((one) => sealOnce(one, requestId, sealer)));

  preparedRoute(
    api.verifyDocument,
    async (_, { viewer, query: { docId }, http: { request } }) => {
      const found = await database.readInCompany(viewer.companyId, async (tx) => {
        await inOneSnapshot(tx);
        if (!(await findVisible(tx, viewer, docId))) throw fail('not_found');
        return signingOf(tx, docId);
      });
      const known = await database.asSystem(knownSeals);
      const verified = await verifyDocument(files, forms, found, known);
      if (verified.problems.length > 0) {
        const what = wasToBeSigned(found) ? 'altered' : 'damaged';
        alarms.tell({ what, brand: request.brand, viewer, documentId: docId });
      }
      return { ...verified, missingSeal: missingSeal(verified, clock.now()) };
    },
    (_, { problems, checked, sealedAt, missingSeal, signatures }) => ({
      valid: problems.length === 0,
      problems: [...problems],
      checked: missingSeal ? [...checked, missingSeal.text] : [...checked],
      sealedAt,
      missingSeal: missingSeal?.isLate ? missingSeal.text : undefined,
      signatures: signatures.map(presentSignature),
    }),
  );

  route(trainingApi.listTrainingForms, async ({ viewer, query, tx, list }) => {
    if (!(await groupIsInSight(tx, viewer, query.g_id))) throw fail('not_found');
    const rows = await list(trainingFormsOfGroup(tx, query.g_id));
    return {
      acknowledgementTemplates: rows.map((row) => ({ ...row, userTypes: (row.userTypes ?? []).join(',') })),
    };
  });
  route(trainingApi.acknowledgeTraining, async ({ act, viewer, body }) => {
    mustBeSelf(viewer, body.cp_id);
    await acknowledgeTraining(act, body.trainingDocId);
    return { message: 'Acknowledged.' };
  });
};
