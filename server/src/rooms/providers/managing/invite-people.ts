import type { InvitationRow } from '@portal/contract/providers/user-endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { holdInvitationsOf, invite } from '../inviting/invite.ts';
import { holdGroupsToName } from '../inviting/queries.ts';
import { readRows, type RowProblem } from './read-rows.ts';

interface Given {
  rows: readonly InvitationRow[];
  isDryRun: boolean;
  brand: Brand;
}

/**
 * Invites everybody of a file, or nobody: not while there is a problem, nor on a dry run, which writes nothing. `taken` are the e-mails
 * of which it was told that they are used.
 */
export async function invitePeople(
  act: Act,
  { rows, isDryRun, brand }: Given,
): Promise<{ invited: number; problems: RowProblem[]; taken: ReadonlySet<string> }> {
  const { tx, viewer, announce } = act;
  const { people, problems, taken } = await readRows(tx, viewer, { rows, isDryRun });
  if (isDryRun || problems.length > 0) return { invited: 0, problems, taken };
  // In one order, so that of two files at once neither waits for the other for ever.
  const inOrder = people.toSorted((one, other) => (one.email < other.email ? -1 : 1));
  for (const { email } of inOrder) await holdInvitationsOf(tx, viewer.companyId, email);
  // Those of all at once, as whoever holds several groups has the order of their numbers.
  await holdGroupsToName(
    tx,
    inOrder.flatMap(({ careGroupIds }) => careGroupIds),
  );
  for (const person of inOrder) {
    const { personId } = await invite(act, { ...person, brand }, { onlyNew: true });
    await announce({ type: 'provider.changed', id: personId, careGroupIds: [...person.careGroupIds] });
  }
  return { invited: inOrder.length, problems, taken };
}
