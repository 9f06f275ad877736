import { useEffect, useRef, useState } from 'react';

/** PCG-06. */
const pauseMs = 400;

/** What stands in the search field: it is asked for once nobody types for a while. */
export function usePaused(sought: string, seek: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(sought);
  const sent = useRef(sought);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(seek);
  useEffect(() => {
    latest.current = seek;
  });
  useEffect(() => {
    // The person went back or followed a link: what they typed here before is no longer asked for.
    if (sought === sent.current) return;
    sent.current = sought;
    clearTimeout(timer.current);
    setTyped(sought);
  }, [sought]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim() === sent.current) return;
      sent.current = text.trim();
      latest.current(sent.current);
    }, pauseMs);
  };
  return [typed, type];
}
