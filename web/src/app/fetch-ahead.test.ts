import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#test/portal.tsx';
import { fetchAhead } from './fetch-ahead.ts';

/** Of a dialog; it stays under way, so that nothing comes after it. */
const load = vi.fn<() => Promise<boolean>>();
const dialogs = () => [load];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReturnValue(new Promise(() => {}));
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'connection');
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('dialogs are fetched ahead, long after the first page, once somebody is signed in', async () => {
  stop = fetchAhead(dialogs);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
  signIn({ modules: [] });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('where each byte counts nothing is fetched ahead', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  stop = fetchAhead(dialogs);
  signIn({ modules: [] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
});
