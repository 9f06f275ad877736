import { useEffect, useState } from 'react';

/** CCN-13: what is wrong with what is typed is said after a pause, not while a number is half there. */
const pauseMs = 300;

/** Whether the text has not changed for a moment. */
export function useSettled(text: string): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  return settled === text;
}
