import { onTestFinished } from 'vitest';

/** What is read out by itself from now on: each text that comes into a live region. */
export function readAloud(): string[] {
  const heard: string[] = [];
  const watcher = new MutationObserver((changes) => {
    const regions = changes.map(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest(
        '[role="status"], [role="alert"], [role="log"], [aria-live]',
      ),
    );
    for (const region of new Set(regions))
      if (region?.textContent && region.getAttribute('aria-live') !== 'off') heard.push(region.textContent);
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => watcher.disconnect());
  return heard;
}
