import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** As a browser tells it, until the test is over. */
export function network() {
  const isThere = vi.spyOn(navigator, 'onLine', 'get');
  const become = (next: boolean) => {
    isThere.mockReturnValue(next);
    act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')));
  };
  onTestFinished(() => {
    become(true);
    isThere.mockRestore();
  });
  return { goes: () => become(false), comes: () => become(true) };
}
