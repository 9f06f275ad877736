import { InputWrapperContext } from '@mantine/core';
import { type ReactNode, use } from 'react';

/**
 * Ties an input of Mantine to words elsewhere on the page (OPN-44). Mantine ties it to its own description and error alone, and
 * drops an `aria-describedby` that it is given.
 */
export function Described({ by, children }: { by: string | undefined; children: ReactNode }) {
  const wrapper = use(InputWrapperContext);
  const describedBy = [wrapper.describedBy, by].filter(Boolean).join(' ') || undefined;
  return <InputWrapperContext value={{ ...wrapper, describedBy }}>{children}</InputWrapperContext>;
}

/** The same as the `inputContainer` of an input with a label, a description or an error of its own. */
export const alsoDescribedBy = (ids: string | undefined) => (input: ReactNode) => (
  <Described by={ids}>{input}</Described>
);
