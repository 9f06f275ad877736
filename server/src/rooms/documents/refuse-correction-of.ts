import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { hasEnded, holdVisible, isOfOwnPlace } from './queries.ts';

/**
 * P11-08: what was signed by all or rejected stays as it is, and a new document corrects it. Anything else is changed, deleted or
 * withdrawn itself. Who only signs a document corrects it as little as they may delete it.
 */
export async function refuseCorrectionOf(
  { tx, viewer }: Pick<Act<Viewer>, 'tx' | 'viewer'>,
  documentId: number,
): Promise<void> {
  const document = await holdVisible(tx, viewer, documentId);
  if (!document || !(await isOfOwnPlace(tx, viewer, documentId))) throw fail('not_found');
  if (!(await hasEnded(tx, documentId))) throw fail('document.not_ended');
}
