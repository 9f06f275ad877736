import { delegateErrorMs } from '@portal/contract/delegates/rules.ts';
import { useCallback, useEffect, useState } from 'react';

/** A message about a delegate that hides by itself (PHY-18). Said once more, it stays as long again. */
export function useFleeting(): readonly [string | null, (message: string | null) => void] {
  const [said, setSaid] = useState<{ message: string } | null>(null);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), delegateErrorMs);
    return () => clearTimeout(timer);
  }, [said]);
  const say = useCallback((message: string | null) => setSaid(message === null ? null : { message }), []);
  return [said?.message ?? null, say];
}
