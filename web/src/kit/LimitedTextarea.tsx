import { Textarea, type TextareaProps } from '@mantine/core';
import { useRef } from 'react';
import { useHoldBack } from './StrictField.tsx';
import { tooLong } from './too-long.ts';

/**
 * A text that can have so many characters. A longer one is not cut: a pasted report that ends in the middle reads like a whole one. The
 * field says by how much it is too long, and as long as it is, the form around it is not sent.
 */
export function LimitedTextarea({ most, error, ...rest }: TextareaProps & { most: number; value?: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = tooLong(rest.value ?? '', most);
  useHoldBack(field, problem !== undefined);
  return <Textarea {...rest} ref={field} error={problem ?? error} />;
}
