/** Shows a piece of the kit alone, as a person meets it. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { forgetAll } from '#kit/remember.ts';

afterEach(() => {
  cleanup();
  forgetAll();
  vi.clearAllMocks();
});

/** Renders the piece and gives the hands to use it. */
export function show(piece: ReactNode) {
  const Frame = ({ children }: { children: ReactNode }) => <MantineProvider env="test">{children}</MantineProvider>;
  return { user: userEvent.setup(), ...render(piece, { wrapper: Frame }) };
}
