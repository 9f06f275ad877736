/** What the build puts before every `import()` of a part of the portal (`web/part-files.ts`). */

/** As long as a call may take (REL-17). */
const mostMs = 15_000;

/** By address, what is here or on its way. What fails is forgotten. */
const files = new Map<string, Promise<void>>();

/**
 * Brings the files of a part before it is imported. A browser keeps a failed import for as long as the page lives and never
 * tries it again; what `fetch` could not bring can be asked for anew, and an import after it finds the file in the cache.
 */
export async function loadPart<Part>(importPart: () => Promise<Part>, needed: readonly string[] = []): Promise<Part> {
  try {
    await Promise.all(needed.map((file) => bring(`/${file}`)));
    return await importPart();
  } catch (error) {
    // By this name `new-release.ts` hears of it, as it would from Vite.
    window.dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}

function bring(url: string): Promise<void> {
  let coming = files.get(url);
  if (!coming) {
    coming = isOfThePage(url) ? Promise.resolve() : url.endsWith('.css') ? addStyles(url) : fetchWhole(url);
    files.set(url, coming);
    coming.catch(() => files.delete(url));
  }
  return coming;
}

/** What the page itself names was there before any part. */
const isOfThePage = (url: string): boolean => document.querySelector(`[href="${url}"],[src="${url}"]`) !== null;

async function fetchWhole(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(mostMs) });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

function addStyles(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // As long as it stands there it counts as there.
      link.remove();
      reject(new Error(`${url} did not come`));
    });
    document.head.append(link);
  });
}
