import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** Addresses of pages and mail in a text, without the sign that ends the sentence. */
const address = /\b(?:https?:\/\/|mailto:)[^\s<>"']+[^\s<>"'.,;:!?)\]]/gi;

/** A text as it was written; what is an address of a page or a mail leads there, nothing else does (SEC-26). */
export function linked(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(address)) {
    const [href] = found;
    parts.push(text.slice(end, found.index));
    parts.push(
      isSafe(href) ? (
        <Anchor key={found.index} href={href} target="_blank" rel="noopener noreferrer" underline="always" fz="inherit">
          {href}
        </Anchor>
      ) : (
        href
      ),
    );
    end = found.index + href.length;
  }
  return [...parts, text.slice(end)];
}

const isSafe = (href: string): boolean => {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
};
