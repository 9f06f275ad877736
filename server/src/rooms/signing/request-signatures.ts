/** What `POST /documents/signature-request` may mean: people who sign, for whom a template's fields are, or one's own training. */
import type { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import type { UserType } from '@portal/contract/access.ts';
import { areNumbered, generalSigners, type SigningKind } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { OpenCall } from '#platform/http/calls.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { seesGroup } from '#platform/security/viewer.ts';
import {
  administersLibrary,
  holdVisibleToSettle,
  isFormOfOthers,
  isOfOwnPlace,
  refuseOfOthers,
  refuseStrangersToSign,
  refuseTerms,
} from '#rooms/documents/door.ts';
import { shownTo } from '#rooms/providers/door.ts';
import { askForSignatures } from './ask-for-signatures.ts';
import type { FormFindings } from './forms/validate-form.ts';
import { noLongerSigns, requestOfDocument } from './queries.ts';
import { ownTraining } from './training.ts';

type Asked = OpenCall<typeof requestSignatures>['body'];

/** Whoever has no admin rights asks for the own copy of a training form, and for nothing else. */
export async function requestOf(
  act: Act,
  asked: Asked,
  found: FormFindings,
): Promise<{ srUuid: string | null; documentId: number }> {
  const { viewer } = act;
  const { docId: documentId, requestRequired, signers } = asked;
  if (!areNumbered(signers.map(({ signerNum }) => signerNum))) throw fail('signing.order');
  const isOwn = signers.length === 1 && signers[0]?.cpId === viewer.providerId;
  const training = requestRequired && isOwn ? await ownTraining(act, documentId) : null;
  if (training) return training;
  if (!viewer.adminRights) throw fail('forbidden');
  const document = await holdVisibleToSettle(act.tx, viewer, documentId);
  if (!document) throw fail('not_found');
  // Whoever signs it sees it, and that is all.
  if (!(await isOfOwnPlace(act.tx, viewer, documentId))) throw fail('forbidden');
  if (document.is_library && !administersLibrary(viewer)) throw fail('forbidden');
  await refuseOfOthers(act, documentId, 'ask for signatures');
  if (requestRequired) await refuseTerms(act.tx, documentId);
  // Each of the others would find in the copy what is signed here.
  if (requestRequired && (await isFormOfOthers(act.tx, documentId))) throw fail('signing.is_form');
  // Before its fields, which a signature locks: the sentence about these would send the reader to look for a fault.
  if (requestRequired && (await requestOfDocument(act.tx, documentId))) throw fail('signing.requested');
  const [problem] = found.problems;
  if (problem) throw new Failed('signing.no_fields', { sentence: problem });
  const [without] = found.withoutField;
  if (without) throw new Failed('signing.no_fields', { sentence: `Signer ${without} has no field in the document.` });
  if (!requestRequired) {
    await keepTemplateSigners(act, documentId, asked);
    return { srUuid: null, documentId };
  }
  const [cannotSign] = found.withoutSignature;
  if (cannotSign)
    throw new Failed('signing.no_fields', { sentence: `Signer ${cannotSign} has no signature field in the document.` });
  const people = await peopleToSign(act, signers);
  const kind = await kindOf(act, documentId, people);
  await refuseStrangersToSign(act, { documentId, signers: people.map(({ providerId }) => providerId) });
  const { srUuid } = await askForSignatures(act, { documentId, kind, signers: people });
  return { srUuid, documentId };
}

/** Says who signs copies of a document, which the caller holds; what was said before stays in the audit trail (P11-11). */
async function keepTemplateSigners({ tx, viewer, record }: Act, documentId: number, { signers }: Asked): Promise<void> {
  const before = await tx
    .selectFrom('template_signer')
    .select('user_type as userType')
    .where('document_id', '=', documentId)
    .orderBy('signer_num')
    .execute();
  const inOrder = signers.toSorted((a, b) => a.signerNum - b.signerNum);
  const changes = changesBetween(
    { signers: before.map(({ userType }) => userType) },
    { signers: inOrder.map(({ userType, name }) => userType ?? name) },
  );
  if (changes.length === 0) return;
  await tx.deleteFrom('template_signer').where('document_id', '=', documentId).execute();
  await insertRows(
    tx,
    'template_signer',
    inOrder.map(({ signerNum, userType, name }) => ({
      document_id: documentId,
      signer_num: signerNum,
      company_id: viewer.companyId,
      user_type: userType ?? name,
    })),
  ).execute();
  await record({ action: 'document.signers_set', record: { kind: 'document', id: documentId }, changes });
}

/** UPW-10: people whom the caller sees and who are active, each by their number and their own e-mail; others are unknown (SEC-23). */
async function peopleToSign({ tx, viewer }: Act, signers: Asked['signers']) {
  const inOrder = signers.toSorted((a, b) => a.signerNum - b.signerNum);
  const asked = inOrder.map(({ cpId }) => cpId ?? 0);
  const shown = await shownTo(tx, viewer, asked);
  const rows = await tx
    .selectFrom('provider')
    .select(['provider_id', 'first_name', 'last_name', 'email', 'type', 'sponsor_id'])
    .where('provider_id', '=', anyOf(asked.filter((one) => shown.has(one))))
    .where('is_active', '=', true)
    .$narrowType<{ type: UserType }>()
    .execute();
  return inOrder.map(({ cpId, email, signerNum }) => {
    const row = rows.find(({ provider_id }) => provider_id === cpId);
    const field = `signers.${signerNum - 1}`;
    if (!row) throw failFields({ [`${field}.cpId`]: 'cannot sign' });
    if (!email) throw failFields({ [`${field}.email`]: 'is required' });
    if (email !== row.email) throw failFields({ [`${field}.email`]: 'is not the e-mail of this person' });
    return {
      providerId: row.provider_id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      type: row.type,
      sponsorId: row.sponsor_id,
    };
  });
}

const inEmergencyAlone =
  'You see the group of this report only through emergency access, so you cannot sign it. One of its administrators can make it.';

/** URP-11: a report is signed by whoever asks, and then by somebody of the trial's sponsor. */
async function kindOf(
  { tx, viewer, now }: Act,
  documentId: number,
  people: Awaited<ReturnType<typeof peopleToSign>>,
): Promise<SigningKind> {
  const report = await tx
    .selectFrom('user_report as report')
    .innerJoin('care_group as g', 'g.care_group_id', 'report.care_group_id')
    .leftJoin('care_group as trial', 'trial.care_group_id', 'g.parent_id')
    .where('report.document_id', '=', documentId)
    .select(['report.care_group_id as careGroupId', 'report.sponsor_id as savedId'])
    // As it is now: the trial may have been given to another one since.
    .select((eb) => eb.fn.coalesce('g.sponsor_id', 'trial.sponsor_id').as('sponsorId'))
    .executeTakeFirst();
  if (!report) {
    const at = people.findIndex(({ type }) => !generalSigners.includes(type));
    if (at !== -1) throw failFields({ [`signers.${at}.cpId`]: 'cannot sign this document' });
    return 'general';
  }
  const [first, second, ...others] = people;
  const isOfSponsor =
    second?.type === 'Sponsor' &&
    ((report.sponsorId ?? report.savedId) === null || second.sponsorId === report.sponsorId);
  const isOwn = first?.providerId === viewer.providerId && seesGroup(viewer, report.careGroupId);
  if (!isOwn || !isOfSponsor || others.length > 0)
    throw failFields({ signers: 'must be you, then someone from the sponsor' });
  // Nobody asks for what they may not sign themselves.
  const never = await noLongerSigns(tx, { ...first, signerNum: 1, kind: 'report', documentId }, now());
  if (never && viewer.inEmergency) throw new Failed('forbidden', { sentence: inEmergencyAlone });
  if (never) throw fail(never);
  return 'report';
}
