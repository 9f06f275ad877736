/**
 * For what stays in sight at the top or at the bottom of a page, as its `ref`: how high it is. What gets the focus is scrolled to between
 * them (WCAG 2.4.11, Shell.module.css), and the heads of tables stay below the header.
 */
const tellsHeightAs =
  (name: '--standing' | '--page-header' | '--page-footer' | '--call-panel' | '--toasts') =>
  (edge: HTMLElement | null) => {
    if (!edge) return;
    const root = document.documentElement;
    const tell = () => root.style.setProperty(name, `${edge.offsetHeight}px`);
    const watcher = new ResizeObserver(tell);
    watcher.observe(edge);
    tell();
    return () => {
      watcher.disconnect();
      root.style.removeProperty(name);
    };
  };
/** They stand right below the top bar, above what stays at the top of a page. */
export const standingNotices = tellsHeightAs('--standing');
export const pageHeader = tellsHeightAs('--page-header');
export const pageFooter = tellsHeightAs('--page-footer');
/** It lies over the bottom of the page (calls.module.css). */
export const callPanel = tellsHeightAs('--call-panel');
/** They lie over the bottom of the page (Toasts.module.css). */
export const messagesAtBottom = tellsHeightAs('--toasts');
