import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { forgetPortal, problems } from './portal.tsx';

// What Mantine asks of a browser and happy-dom does not have.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => undefined });

// Pages are loaded when they are first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

beforeEach(() => {
  forgetPortal();
});

afterEach(() => {
  cleanup();
  // A sample that does not fit the contract must not pass as "the request failed".
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
