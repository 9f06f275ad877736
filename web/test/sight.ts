/** What is in sight of the parts that wait for it, as a test says: happy-dom draws nothing. */
import { afterEach, beforeEach, vi } from 'vitest';

type Tell = (entries: IntersectionObserverEntry[]) => void;

/** All of them are in sight at first; `shows` says which are from now on. */
export function hasScreen(): { shows: (isInSight: (part: Element) => boolean) => void } {
  const observers = new Map<Tell, Set<Element>>();
  let isInSight: (part: Element) => boolean = () => true;
  const tell = (to: Tell, parts: Iterable<Element>) =>
    to(
      [...parts].map((target) => {
        const height = isInSight(target) ? 100 : 0;
        const rects = { boundingClientRect: { height: 100 }, intersectionRect: { height } };
        return { target, isIntersecting: height > 0, ...rects } as unknown as IntersectionObserverEntry;
      }),
    );
  class Observer {
    #tell: Tell;
    /** As browsers do, those that are watched from the same moment are told of together. */
    #fresh: Element[] = [];
    constructor(to: Tell) {
      this.#tell = to;
      observers.set(to, new Set());
    }
    observe(part: Element) {
      const watched = observers.get(this.#tell);
      if (!watched || watched.has(part)) return;
      watched.add(part);
      if (this.#fresh.push(part) === 1) queueMicrotask(() => tell(this.#tell, this.#fresh.splice(0)));
    }
    disconnect() {
      observers.delete(this.#tell);
    }
  }
  beforeEach(() => {
    isInSight = () => true;
    vi.stubGlobal('IntersectionObserver', Observer);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    observers.clear();
  });
  return {
    shows: (which) => {
      isInSight = which;
      for (const [to, watched] of observers) tell(to, watched);
    },
  };
}
