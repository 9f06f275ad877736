import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { closeToasts, toastFailure, toastSuccess } from './toast.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  closeToasts();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a success is told for 5 s and read out when there is time, a failure at once', () => {
  show(<Toasts />);
  act(() => toastSuccess('Participant 101-001 was added.'));
  act(() => toastFailure('Unable to make request'));
  expect(screen.getByRole('status').textContent).toBe('Participant 101-001 was added.');
  expect(screen.getByRole('alert').textContent).toBe('Unable to make request');
  pass(4999);
  expect(screen.getByRole('status')).toBeDefined();
  pass(2);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a message stays while it has the focus, goes 5 s after that, and can be closed', () => {
  show(<Toasts />);
  act(() => toastSuccess('Saved.'));
  const close = () => screen.getByRole('button', { name: 'Close message' });
  act(() => close().focus());
  pass(60_000);
  expect(screen.getByText('Saved.')).toBeDefined();
  act(() => close().blur());
  pass(5001);
  expect(screen.queryByText('Saved.')).toBeNull();
  act(() => toastSuccess('Again.'));
  act(() => close().click());
  expect(screen.queryByText('Again.')).toBeNull();
});

test('a message may offer what to do next, and goes away when it is taken', () => {
  show(<Toasts />);
  const view = vi.fn<() => void>();
  act(() => toastSuccess('Request 71 is now processing.', { label: 'View', onPress: view }));
  act(() => screen.getByRole('button', { name: 'View' }).click());
  expect(view).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('status')).toBeNull();
});

test('REL-17 that there was no network goes with it, also under the pointer; other failures stay', () => {
  const isThere = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isThere.mockRestore());
  show(<Toasts />);
  act(() => toastFailure('You are offline. Nothing is sent until you press again.'));
  act(() => toastFailure('Unable to make request'));
  act(() => screen.getAllByRole('button', { name: 'Close message' })[0]?.focus());
  pass(60_000);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  isThere.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert').textContent).toBe('Unable to make request');
  // What is said once there is one is read before it goes.
  act(() => toastFailure('You are offline. Nothing is sent until you press again.'));
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});
