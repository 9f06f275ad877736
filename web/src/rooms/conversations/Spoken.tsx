import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface Line {
  msgId: number;
  isOwn: boolean;
  words: string;
}

/** Of more than so many at once, which a line that was cut brings, their number and the newest one are read out. */
const most = 5;

/**
 * What is read out of a conversation: what others write while it is open, and that what one wrote is through. Whatever else of it changes,
 * such as who has read what, is not. `lines` are null until the first ones are there.
 */
export function Spoken({ lines }: { lines: readonly Line[] | null }) {
  const [said, say] = useState({ turn: 0, words: '' });
  const known = useRef<ReadonlySet<number> | null>(null);
  const ids = lines?.map(({ msgId }) => msgId).join(' ');
  useEffect(() => {
    if (!lines) return;
    const before = known.current;
    known.current = new Set(lines.map(({ msgId }) => msgId));
    if (!before) return;
    const oldest = Math.min(...before);
    const came = lines.filter(({ msgId }) => !before.has(msgId) && msgId > (before.size > 0 ? oldest : 0));
    if (came.length === 0) return;
    const others = came.filter(({ isOwn }) => !isOwn).map((one) => one.words);
    const words = others.length > most ? [`${others.length} new messages`, ...others.slice(-1)] : others;
    if (came.some(({ isOwn }) => isOwn)) words.unshift('Sent');
    say(({ turn }) => ({ turn: turn + 1, words: words.join('. ') }));
    // oxlint-disable-next-line react/exhaustive-deps -- `ids` says whether there are others
  }, [ids]);
  return (
    <VisuallyHidden role="status">
      {/* The same words once more are another message. */}
      <span key={said.turn}>{said.words}</span>
    </VisuallyHidden>
  );
}
