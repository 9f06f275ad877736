import { useState } from 'react';
import { useBehind } from './behind.ts';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { Notice } from './Notice.tsx';
import { type Away, useStay } from './stay.ts';

/** Asks before what was typed in a form of the page is left behind. A dialog asks itself. */
export function StayQuestion({ dirty, away, onDiscard }: { dirty: boolean; away: Away; onDiscard?: () => void }) {
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  useStay(dirty, (goOn) => setLeaving(() => goOn), away);
  const gone = useBehind(dirty, 'page');
  return (
    <>
      {gone && <Notice tone="warning">{gone}</Notice>}
      <DiscardQuestion
        opened={leaving !== null}
        onDiscard={() => {
          setLeaving(null);
          onDiscard?.();
          leaving?.();
        }}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
