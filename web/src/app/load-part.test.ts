import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadPart } from './load-part.ts';

const asked = vi.fn<(url: string) => Promise<Response>>();
const isGone = vi.fn<() => void>();
const importPart = vi.fn(async () => 'the part');

beforeEach(() => {
  globalThis.fetch = asked as unknown as typeof fetch;
  window.addEventListener('vite:preloadError', isGone);
});
afterEach(() => {
  window.removeEventListener('vite:preloadError', isGone);
  document.head.innerHTML = '';
  vi.clearAllMocks();
});

test('REL-17 a part whose file did not come is not imported, so that it can be asked for again', async () => {
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(loadPart(importPart, ['assets/again.js'])).rejects.toThrow('Failed to fetch');
  expect(importPart).not.toHaveBeenCalled();
  expect(isGone).toHaveBeenCalledTimes(1);
  asked.mockResolvedValueOnce(new Response('', { status: 404 }));
  await expect(loadPart(importPart, ['assets/again.js'])).rejects.toThrow('404');
  expect(isGone).toHaveBeenCalledTimes(2);
  asked.mockResolvedValue(new Response(''));
  expect(await loadPart(importPart, ['assets/again.js'])).toBe('the part');
  // What is here is not asked for by the next part.
  await loadPart(importPart, ['assets/again.js']);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('REL-17 styles that did not come are asked for again, and those of the page are never', async () => {
  document.head.innerHTML = '<script src="/assets/page.js"></script>';
  const links: HTMLLinkElement[] = [];
  // Not put into the page, which would load nothing and say at once that it failed.
  const add = vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement));
  onTestFinished(() => add.mockRestore());
  const files = ['assets/page.js', 'assets/part.css'];
  const loading = loadPart(importPart, files);
  const takenOut = vi.spyOn(links[0] as HTMLLinkElement, 'remove');
  links[0]?.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('/assets/part.css');
  expect(takenOut).toHaveBeenCalledTimes(1);
  const again = loadPart(importPart, files);
  links[1]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('the part');
  await loadPart(importPart, files);
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/assets/part.css', '/assets/part.css']);
  expect(asked).not.toHaveBeenCalled();
});
