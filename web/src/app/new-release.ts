/** REL-17: a page that was opened before a new release asks for files that are no longer there. */
const mark = 'portal.reloaded';

/** The script the page began with; its name changes with every build that differs. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Loads the page anew when a part of it cannot be loaded, but only when the server has another release, and once for each. */
export function watchForNewRelease(reload = () => location.reload()): () => void {
  const failed = () => void reloadIfNew(reload).catch(() => undefined);
  window.addEventListener('vite:preloadError', failed);
  return () => window.removeEventListener('vite:preloadError', failed);
}

/** The script that the server's page begins with, where it is another one than this page's. */
export async function newEntry(): Promise<string | null> {
  // Without a network nothing is known, and a reload would lose the page that is still there.
  const answer = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
  if (!answer.ok) return null;
  const theirs = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return theirs === entryOf(document) ? null : theirs;
}

async function reloadIfNew(reload: () => void): Promise<void> {
  const theirs = await newEntry();
  if (theirs === null || sessionStorage.getItem(mark) === theirs) return;
  sessionStorage.setItem(mark, theirs);
  reload();
}
