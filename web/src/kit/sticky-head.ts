/**
 * Where a table is scrolled sideways, its head cannot stick to the page by style: it is moved along. How far from the top it
 * stays is the `scroll-margin-top` of what scrolls. One that is wider than its room is scrolled too, whatever the screen.
 */
export function keepHeadInSight(scroller: HTMLElement): () => void {
  let down = 0;
  const move = () => {
    const last = down;
    down = downOf(scroller);
    // Whatever is written makes the next table that is asked for its place have the page laid out anew.
    if (down !== last) scroller.style.setProperty('--down', `${down}px`);
  };
  const stopped = new AbortController();
  for (const name of ['scroll', 'resize'])
    window.addEventListener(name, move, { passive: true, signal: stopped.signal });
  // It tells the first height too, once the page has been laid out: asking before would lay it out twice.
  const watcher = new ResizeObserver(() => {
    scroller.toggleAttribute('data-wider', scroller.scrollWidth > scroller.clientWidth);
    move();
  });
  for (const one of [scroller, ...scroller.children]) watcher.observe(one);
  return () => {
    stopped.abort();
    watcher.disconnect();
  };
}

function downOf(scroller: HTMLElement): number {
  const { overflowX, scrollMarginTop } = getComputedStyle(scroller);
  if (overflowX === 'visible') return 0;
  const { top, height } = scroller.getBoundingClientRect();
  const head = scroller.querySelector('thead')?.offsetHeight ?? 0;
  return Math.max(0, Math.min(Number.parseFloat(scrollMarginTop) - top, height - head));
}
