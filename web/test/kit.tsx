/** Shows a piece of the kit alone, as a person meets it. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { forgetAll } from '#kit/remember.ts';
import { newUser } from './user.ts';

afterEach(() => {
  cleanup();
  forgetAll();
  vi.clearAllMocks();
});

/** Renders the piece and gives the hands to use it. */
export function show(piece: ReactNode) {
  const Frame = ({ children }: { children: ReactNode }) => <MantineProvider env="test">{children}</MantineProvider>;
  return { user: newUser(), ...render(piece, { wrapper: Frame }) };
}
