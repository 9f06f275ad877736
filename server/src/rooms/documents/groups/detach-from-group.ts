import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { lockGroup, setOrderForm } from '#rooms/care-groups/door.ts';
import { changesOfEnded, countNoMoreByRemovedGroups, endedLink } from '../ended-links.ts';
import { endOrderForm } from '../take-place-of-order-form.ts';
import { tellOfRequests } from '../tell-of-requests.ts';
import { tellSignersOfForms } from '../tell-of-signing.ts';
import { withoutLasting } from '../without-lasting.ts';

interface Place {
  documentId: number;
  careGroupId: number;
}

/** Takes a document out of one group; in those below it stays, unless it was what the requests of the trial are signed on. */
export function detachFromGroup(act: Act, place: Place): Promise<void> {
  // Taken out of its last group it hangs on nothing: then who uploaded it sees it, and who sees the whole company.
  return withoutLasting(act, [place.documentId], () => detach(act, place));
}

async function detach(act: Act, { documentId, careGroupId }: Place): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  const group = await lockGroup(tx, viewer, careGroupId);
  if (!group) throw fail('not_found');
  const ended = await tx
    .updateTable('document_link')
    .set((eb) => ({ removed_at: now(), version: eb('version', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('care_group_id', '=', careGroupId)
    .where('removed_at', 'is', null)
    .returning(endedLink)
    .executeTakeFirst();
  if (!ended) throw fail('not_found');
  await countNoMoreByRemovedGroups(tx, [documentId]);
  const isOrderForm = group.order_form_template_id === documentId;
  const below = isOrderForm ? await endOrderForm(act, group) : [];
  if (isOrderForm) await setOrderForm(act, group, null);
  await record({
    action: 'document.detached',
    record: { kind: 'document', id: documentId },
    changes: changesOfEnded([ended, ...below]),
  });
  await announce({ type: 'document.changed', id: documentId, careGroupId });
  await tellOfRequests(act, documentId);
  if (ended.userTypes) await tellSignersOfForms(act, [documentId]);
}
