import { type RefObject, useEffect, useRef } from 'react';

/** Fine enough that of an element much higher than the window half a window is noticed. */
const steps = Array.from({ length: 101 }, (_, at) => at / 100);

/** All of it is within the window and what scrolls in it, or as much as half a window holds. */
const isInSight = ({ isIntersecting, intersectionRect, boundingClientRect }: IntersectionObserverEntry): boolean =>
  isIntersecting && intersectionRect.height >= Math.min(boundingClientRect.height - 1, window.innerHeight / 2);

/** Something lies over its middle, as the buttons at the end of a dialog or another dialog, or the whole page is out of sight. */
function isCovered(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const middle = (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2;
  const upmost = document.elementFromPoint((left + right) / 2, middle);
  return document.hidden || (upmost !== null && !element.contains(upmost));
}

/** Tells of the elements it is given that have been in sight for so long, of those together that came together. */
function watchSight(ms: number, onSeen: (elements: Element[]) => void) {
  /** What is in sight now, by the time it came. */
  const visits = new Map<Element, object>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const wait = (elements: readonly Element[], visit: object) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const here = elements.filter((one) => visits.get(one) === visit && one.isConnected);
      const covered = here.filter(isCovered);
      const seen = here.filter((one) => !covered.includes(one));
      if (covered.length > 0) wait(covered, visit);
      if (seen.length > 0) onSeen(seen);
    }, ms);
    timers.add(timer);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const visit = {};
      const came: Element[] = [];
      for (const entry of entries) {
        if (!isInSight(entry)) visits.delete(entry.target);
        else if (!visits.has(entry.target)) {
          visits.set(entry.target, visit);
          came.push(entry.target);
        }
      }
      if (came.length > 0) wait(came, visit);
    },
    { threshold: steps },
  );
  return {
    observe: (element: Element) => observer.observe(element),
    end: () => {
      observer.disconnect();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Says which of the parts of an element that match have been in sight for so long; what goes out of sight sooner was not seen. */
export function useSeen(
  root: RefObject<HTMLElement | null>,
  parts: string,
  ms: number,
  onSeen: (elements: Element[]) => void,
): void {
  const latest = useRef(onSeen);
  const watch = useRef<ReturnType<typeof watchSight>>(null);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    const begun = watchSight(ms, (elements) => latest.current(elements));
    watch.current = begun;
    return () => begun.end();
  }, [ms]);
  // What is watched already stays so.
  useEffect(() => {
    for (const part of root.current?.querySelectorAll(parts) ?? []) watch.current?.observe(part);
  });
}
