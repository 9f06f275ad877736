import * as api from '@portal/contract/signing/endpoints.ts';
import * as trainingApi from '@portal/contract/signing/training-endpoints.ts';
import { openLinkDays } from '@portal/contract/signing/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { groupIsInSight } from '#rooms/care-groups/door.ts';
import { findVisible, presentListed, wholeFile } from '#rooms/documents/door.ts';
import { forms } from './forms/forms.ts';
import { makeProveSigner } from './prove-signer.ts';
import {
  contentOf,
  findLink,
  listedOfLink,
  type SignatureRow,
  signaturesOf,
  toSign,
  trainingFormsOfGroup,
  turnOf,
  wasToSign,
} from './queries.ts';
import { requestOf } from './request-signatures.ts';
import { sealDocument, sealOnce } from './seal-document.ts';
import { sealerOf } from './sealing-identity.ts';
import { prepareSignature, signDocument } from './sign-document.ts';
import { acknowledgeTraining } from './training.ts';
import { verifyDocument } from './verify-document.ts';

const mustBeSelf = (viewer: Viewer, providerId: number) => {
  if (providerId !== viewer.providerId) throw fail('forbidden');
};

export const signing: Room = (house) => {
  const { database, files, clock, alarms, route, preparedRoute, openRoute, work } = house;
  const sealer = sealerOf(house, forms);

  const contentOfKey = async (key: string) => {
    const bytes = await files.read(key);
    if (!bytes) throw new Error(`the file ${key} of a document is gone`);
    return bytes;
  };

  preparedRoute(
    api.requestSignatures,
    async ({ docId, signers }, { viewer }) => {
      const seen = await database.readInCompany(viewer.companyId, (tx) => findVisible(tx, viewer, docId));
      // A training form is asked for by people who do not see it otherwise.
      return seen ? forms.validate(await contentOfKey(seen.key), signers.length) : { problems: [], withoutField: [] };
    },
    async ({ act, body }, found) => {
      const { srUuid, documentId } = await requestOf(act, body, found);
      return { message: 'Signatures requested.', srUuid, docId: documentId };
    },
  );

  route(api.listToSign, async ({ viewer, query, tx, list }) => {
    mustBeSelf(viewer, query.cp_id);
    const { after } = query;
    if (after !== undefined && !(await wasToSign(tx, viewer, after))) throw fail('not_found');
    const rows = await list(toSign(tx, viewer, after), (last) => last.documentId);
    return { documents: rows.map((row) => presentListed(row, viewer)) };
  });

  openRoute(api.readToSign, async ({ query, viewer, http: { reply } }) => {
    const reader = await viewer();
    const since = new Date(clock.now().getTime() - openLinkDays * 86_400_000);
    const found = await database.asSystem(async (tx) => {
      const link = await findLink(tx, query);
      // Wrong and expired look the same (SEC-34); the signer who is signed in keeps access.
      const isOpen = link?.state === 'open' && link.createdAt > since;
      if (!link || link.state === 'withdrawn' || !(isOpen || link.providerId === reader?.providerId))
        throw fail('not_found');
      const row = await listedOfLink(tx, link).executeTakeFirst();
      if (!row) throw fail('not_found');
      return {
        link,
        row,
        content: await contentOf(tx, link.documentId),
        signatures: await signaturesOf(tx, link.requestId),
      };
    });
    const { link, row, content, signatures } = found;
    fillFromFile(reply, { field: 'data', ...(await wholeFile(files, content.key)) });
    return {
      ...presentListed(row, link),
      data: '',
      kind: link.kind,
      signatures: signatures.map(presentSignature),
    };
  });

  const prove = makeProveSigner(house, async (viewer, srUuid) => {
    const turn = await database.readInCompany(viewer.companyId, (tx) => turnOf(tx, viewer, srUuid));
    if (typeof turn === 'string') return [];
    const { key } = await database.readInCompany(viewer.companyId, (tx) => contentOf(tx, turn.documentId));
    const fields = await forms.read(await contentOfKey(key));
    return fields
      .filter(({ signer, type }) => signer === turn.signer.signerNum && type === 'Signature')
      .map(({ name }) => name);
  });
  openRoute(api.stepUp, async (call) => {
    const viewer = await call.viewer();
    if (!viewer) throw fail('unauthenticated');
    return prove(call, viewer);
  });

  preparedRoute(
    api.sign,
    (body, { viewer }) => prepareSignature(house, forms, viewer, body),
    async ({ act, body, http }, prepared) => {
      const client = String(http.request.headers['user-agent'] ?? '').slice(0, 300);
      const { documentId, isComplete } = await signDocument(act, body, prepared, client);
      return { message: 'Signed.', docId: documentId, isCompletelySigned: isComplete };
    },
  );
  work(sealDocument, ({ requestId }, { act }) => act((one) => sealOnce(one, requestId, sealer)));

  route(api.verifyDocument, async ({ viewer, query, tx, files: kept, http: { request } }) => {
    if (!(await findVisible(tx, viewer, query.docId))) throw fail('not_found');
    const verified = await verifyDocument({ tx, files: kept }, forms, query.docId);
    if (!verified)
      return {
        valid: true,
        problems: [],
        checked: ['Nobody was asked to sign this document.'],
        sealedAt: null,
        signatures: [],
      };
    if (verified.problems.length > 0)
      alarms.tell({ what: 'altered', brand: request.brand, viewer, documentId: query.docId });
    return {
      valid: verified.problems.length === 0,
      problems: [...verified.problems],
      checked: [...verified.checked],
      sealedAt: verified.sealedAt,
      signatures: verified.signatures.map(presentSignature),
    };
  });

  route(trainingApi.listTrainingForms, async ({ viewer, query, tx, list }) => {
    if (!(await groupIsInSight(tx, viewer, query.g_id))) throw fail('not_found');
    const rows = await list(trainingFormsOfGroup(tx, query.g_id));
    return {
      acknowledgementTemplates: rows.map(({ userTypes, people, signed, ...row }) => ({
        ...row,
        userTypes: (userTypes ?? []).join(','),
        people: people ?? 0,
        signed: signed ?? 0,
      })),
    };
  });
  route(trainingApi.acknowledgeTraining, async ({ act, viewer, body }) => {
    mustBeSelf(viewer, body.cp_id);
    await acknowledgeTraining(act, body.trainingDocId);
    return { message: 'Acknowledged.' };
  });
};

/** PDO-06. */
const presentSignature = ({ fieldName, hash, reason, date, firstName, lastName, cpId }: SignatureRow) => ({
  fieldName,
  hash,
  reason,
  date,
  name: `${firstName} ${lastName}`.trim(),
  cpId,
});
