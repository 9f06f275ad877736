import { fail } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** Who says to be somebody else is refused. */
export function refuseOthers(viewer: Pick<Viewer, 'providerId'>, providerId: number): void {
  if (providerId !== viewer.providerId) throw fail('forbidden');
}
