import { VisuallyHidden } from '@mantine/core';

/** Tells who hears the page why fields that look as before take nothing (`heldWhile`). It is there before it says so. */
export const BeingSent = ({ held }: { held: boolean }) => (
  <VisuallyHidden aria-live="polite">{held && 'Being sent…'}</VisuallyHidden>
);
