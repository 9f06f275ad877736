import type { Act } from '#platform/act/act.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { isOfOthersGroups, isOfOthersPatients, isTrainingOfBeyond } from './queries.ts';

/** Nobody decides about a document for others who have it too: groups, signers of trainings and patients beyond their own (SEC-23). */
export async function refuseOfOthers(
  { tx, viewer }: Pick<Act, 'tx' | 'viewer'>,
  documentId: number,
  deed: 'delete it' | 'ask for signatures',
): Promise<void> {
  if (await isOfOthersGroups(tx, viewer, documentId))
    throw new Failed('forbidden', {
      sentence: `The document is also in care groups that you do not see. An administrator who sees all of them can ${deed}.`,
    });
  if (await isTrainingOfBeyond(tx, viewer, documentId))
    throw new Failed('forbidden', {
      sentence: `The people who sign this form have rights or care groups beyond yours. An administrator who sees the whole company can ${deed}.`,
    });
  if (await isOfOthersPatients(tx, viewer, documentId)) throw fail('forbidden');
}
