import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { readGroupNow } from './queries.ts';

/** What the form of a configuration is given by its dialog. */
export interface FormProps {
  group: CareGroup;
  onClose: () => void;
  onDirty: (dirty: boolean) => void;
  onBusy: (busy: boolean) => void;
}

/** REL-07: the version that is configured next, and what to say when somebody else has saved in between. */
export function useVersion(group: CareGroup) {
  const [base, setBase] = useState(group);
  const renew = async (failure: unknown): Promise<string | null> => {
    if (!(failure instanceof CallFailure) || failure.code !== 'stale') return null;
    const current = await readGroupNow(group.gId).catch(() => undefined);
    if (!current) return null;
    setBase(current);
    return 'Someone else has changed this care group in the meantime. What you typed is still here; configuring again replaces theirs.';
  };
  return { base, renew };
}
