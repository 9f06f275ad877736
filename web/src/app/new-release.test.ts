import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForNewRelease } from './new-release.ts';

const page = (script: string) => `<html><head><script type="module" src="${script}"></script></head></html>`;
const reload = vi.fn<() => void>();
const asked = vi.fn<() => Promise<Response>>();
let stop: () => void;

beforeEach(() => {
  // Not executed: only its name counts.
  document.head.append(
    ...new DOMParser().parseFromString(page('/assets/index-old.js'), 'text/html').querySelectorAll('script'),
  );
  globalThis.fetch = asked;
  stop = watchForNewRelease(reload);
});
afterEach(() => {
  stop();
  document.head.innerHTML = '';
  vi.resetAllMocks();
});

/** A part of the page cannot be loaded; comes back once the server's answer has been read. */
async function fail(answer: () => Promise<Response>) {
  asked.mockImplementation(answer);
  const before = asked.mock.calls.length;
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(asked.mock.calls.length).toBe(before + 1), 15_000);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise((done) => setTimeout(done));
}

test('REL-17 a page that was opened before a new release is loaded anew, once', async () => {
  await fail(async () => new Response(page('/assets/index-new.js')));
  expect(reload).toHaveBeenCalledTimes(1);
  await fail(async () => new Response(page('/assets/index-new.js')));
  expect(reload).toHaveBeenCalledTimes(1);
  await fail(async () => new Response(page('/assets/index-newer.js')));
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['the release is the same', async () => new Response(page('/assets/index-old.js'))],
  ['there is no network', () => Promise.reject(new TypeError('offline'))],
  ['the server fails', async () => new Response(page('/assets/index-new.js'), { status: 503 })],
])('REL-17 a page stays as it is when %s', async (_why, answer) => {
  await fail(answer);
  expect(reload).not.toHaveBeenCalled();
});
