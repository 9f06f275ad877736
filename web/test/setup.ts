import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach } from 'vitest';
import { setServerNow } from '#kit/clock.ts';
import { forgetPortal, problems } from './portal.tsx';

// What Mantine asks of a browser and happy-dom does not have.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => undefined });

// React's development build takes a stack trace of every element it makes, only to print it with a warning: a quarter of the
// time of these tests. It stops at 10,000 a second; here it does not begin.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty((React as unknown as Record<string, object>)[internals] ?? {}, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => {},
});

// Pages are loaded when they are first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

beforeEach(() => {
  forgetPortal();
  // To the millisecond: what is a day overdue is 23 hours overdue for a server whose clock is one behind.
  setServerNow(0, 0);
});

afterEach(() => {
  cleanup();
  // A page that is still being printed would show the next test more than a screen does.
  window.dispatchEvent(new Event('afterprint'));
  // A sample that does not fit the contract must not pass as "the request failed".
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
