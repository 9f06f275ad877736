import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { changesOfEnded, endedLink } from '../ended-links.ts';
import { tellSignersOfForms } from '../tell-of-signing.ts';
import { withoutLasting } from '../without-lasting.ts';

/**
 * Takes everything out of a group that the act removes: what is in no other hangs on nothing then, so that who uploaded it opens it, and
 * administrators who see the whole company, though no list shows it. Nobody has taken it out, so what it corrects stays corrected.
 */
export async function leaveRemovedGroup(act: Act, careGroupId: number): Promise<void> {
  const documentIds = await holdLinks(act.tx, careGroupId);
  if (documentIds.length > 0)
    await withoutLasting(act, documentIds, () => leave(act, careGroupId), 'a document in this care group');
}

async function leave(act: Act, careGroupId: number): Promise<void> {
  const { tx, now, record, announce } = act;
  const ended = await tx
    .updateTable('document_link')
    .set((eb) => ({ removed_at: now(), ended_with_group: true, version: eb('version', '+', 1) }))
    .where('care_group_id', '=', careGroupId)
    .where('removed_at', 'is', null)
    .returning(['document_id as id', ...endedLink])
    .execute();
  await record(
    ...ended.map(({ id, ...link }) => ({
      action: 'document.detached' as const,
      record: { kind: 'document' as const, id },
      changes: changesOfEnded([link]),
    })),
  );
  await announce(...ended.map(({ id }) => ({ type: 'document.changed' as const, id, careGroupId })));
  await tellSignersOfForms(
    act,
    ended.filter(({ userTypes }) => userTypes).map(({ id }) => id),
  );
}

/** In one order: somebody may be deleting several of these documents, which ends their links one by one. */
const holdLinks = async (tx: Tx, careGroupId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('document_link')
      .select('document_id as id')
      .where('care_group_id', '=', careGroupId)
      .where('removed_at', 'is', null)
      .orderBy('document_id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id);
