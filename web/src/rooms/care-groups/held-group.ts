import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';

/**
 * A group, or what it was last, as long as somebody is at something of it: a list that is read anew takes no form away with what is
 * typed in it (REL-17). What is sent then is refused, and that says why.
 */
export function useHeldGroup(
  groups: readonly CareGroup[] | undefined,
  wanted: number | null,
  isAt: boolean,
): CareGroup | undefined {
  const now = groups?.find(({ gId }) => gId === wanted);
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return now ?? (isAt && last?.gId === wanted ? last : undefined);
}
