/**
 * Where a table is scrolled sideways, its head cannot stick to the page by style: it is moved along. How far from the top it
 * stays is the `scroll-margin-top` of what scrolls.
 */
export function keepHeadInSight(scroller: HTMLElement): () => void {
  const move = () => {
    const { overflowX, scrollMarginTop } = getComputedStyle(scroller);
    const { top, height } = scroller.getBoundingClientRect();
    const head = scroller.querySelector('thead')?.offsetHeight ?? 0;
    const wish = overflowX === 'visible' ? 0 : Number.parseFloat(scrollMarginTop) - top;
    scroller.style.setProperty('--down', `${Math.max(0, Math.min(wish, height - head))}px`);
  };
  const stopped = new AbortController();
  for (const name of ['scroll', 'resize'])
    window.addEventListener(name, move, { passive: true, signal: stopped.signal });
  move();
  return () => stopped.abort();
}
