import type { Act } from '#platform/act/act.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { lockGroup, setOrderForm } from '#rooms/care-groups/door.ts';
import { hold, holdVisible, isOfOwnPlace, linksOf, workflowsWith } from './queries.ts';
import { refuseOfOthers } from './refuse-of-others.ts';
import { refuseTerms } from './refuse-terms.ts';
import { administersLibrary } from './sight.ts';
import { changesOfEnded } from './ended-links.ts';
import { tellOfPatients } from './tell-of-patients.ts';
import { tellOfRequests } from './tell-of-requests.ts';
import { tellSignersOfForms } from './tell-of-signing.ts';
import { withdrawRequest } from './withdraw-request.ts';

/** Hides a document for good: bytes, earlier contents, signatures and audit stay, and nobody signs it any more (P11-08). */
export async function removeDocument(
  act: Act,
  { documentId, reason, library }: { documentId: number; reason?: string | undefined; library?: true },
): Promise<void> {
  const { tx, viewer } = act;
  await holdTrialsOf(act, [documentId]);
  const document = await holdVisible(tx, viewer, documentId, true);
  if (!document || (library && !document.is_library)) throw fail('not_found');
  if (document.is_library && !administersLibrary(viewer)) throw fail('forbidden');
  // Whoever signs it sees it, and that is all; nor is what others have as well one's own to take from them.
  if (!(await isOfOwnPlace(tx, viewer, documentId))) throw fail('forbidden');
  await refuseOfOthers(act, documentId, 'delete it');
  const users = (await workflowsWith(tx, documentId)).map(({ name }) => name);
  if (users.length > 0)
    throw new Failed('document.in_use', {
      sentence: `The document is used by the workflow of ${listOf(users)}. Please remove it there first.`,
    });
  await refuseTerms(tx, documentId);
  await hide(act, document, reason || 'Deleted a document');
}

/** The same with what names a person who is removed (PRV-03): whoever may remove them need not see each place where a paper of theirs lies. */
export async function forgetDocument(act: Act, documentId: number, reason: string): Promise<void> {
  await holdTrialsOf(act, [documentId]);
  const document = await hold(act.tx, documentId);
  if (document) await hide(act, document, reason);
}

/**
 * Holds documents that name a person who is removed. Which of them are to be forgotten is asked after this: who was at one of them has signed
 * it by then, or given it to somebody else.
 */
export async function holdToForget(act: Act, documentIds: readonly number[]): Promise<void> {
  await holdTrialsOf(act, documentIds);
  for (const documentId of [...new Set(documentIds)].sort((a, b) => a - b)) await hold(act.tx, documentId);
}

/** The trials whose order form one of them is are held before the document, as whoever adds a site to one of them has it. */
async function holdTrialsOf({ tx, viewer }: Act, documentIds: readonly number[]): Promise<void> {
  const trials = new Set<number>();
  for (const documentId of documentIds)
    for (const { careGroupId, isOrderForm, kind } of await linksOf(tx, documentId))
      if (isOrderForm && kind === 'trial') trials.add(careGroupId);
  for (const careGroupId of [...trials].sort((a, b) => a - b)) await lockGroup(tx, viewer, careGroupId);
}

async function hide(act: Act, document: NonNullable<Awaited<ReturnType<typeof hold>>>, why: string): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  const { document_id: documentId } = document;
  const links = await linksOf(tx, documentId);
  await withdrawRequest(act, documentId, why);
  for (const { careGroupId, isOrderForm, kind } of links) {
    if (!isOrderForm || kind !== 'trial') continue;
    const trial = await lockGroup(tx, viewer, careGroupId);
    if (trial?.order_form_template_id === documentId) await setOrderForm(act, trial, null);
  }
  await tx
    .updateTable('document_link')
    .set((eb) => ({ removed_at: now(), version: eb('version', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .execute();
  await tx
    .updateTable('document')
    .set({ removed_at: now(), version: document.version + 1 })
    .where('document_id', '=', documentId)
    .execute();
  const kept = { record: { kind: 'document' as const, id: documentId }, reason: why };
  const alike = [
    ...Map.groupBy(links, ({ cascades, isOrderForm, userTypes }) =>
      JSON.stringify([cascades, isOrderForm, userTypes]),
    ).values(),
  ];
  // What hung on all its groups in one way is said with the document; an entry has each field once.
  const [all] = alike.length === 1 ? alike : [];
  const apart = all ? [] : alike;
  await record(
    ...apart.map((some) => ({ action: 'document.detached' as const, ...kept, changes: changesOfEnded(some) })),
    {
      action: 'document.removed',
      ...kept,
      changes: [{ field: 'friendlyName', old: document.friendly_name }, ...(all ? changesOfEnded(all) : [])],
    },
  );
  const careGroups = links.map(({ careGroupId }) => careGroupId);
  const heard = careGroups.length > 0 || document.is_library ? careGroups : [document.care_group_id];
  await announce(...heard.map((careGroupId) => ({ type: 'document.changed' as const, id: documentId, careGroupId })));
  if (document.is_library) await announce({ type: 'library.changed', id: documentId });
  await tellOfRequests(act, documentId);
  await tellOfPatients(act, documentId);
  await tellSignersOfForms(act, [documentId]);
}

/** SEC-36: a sentence names a few. */
function listOf(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, 5), names.length - 5];
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length === 1 ? (shown[0] as string) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
