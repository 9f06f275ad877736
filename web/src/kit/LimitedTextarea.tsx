import { Textarea, type TextareaProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { useHoldBack } from './StrictField.tsx';
import { tooLong } from './too-long.ts';

type Props = TextareaProps & { most: number; value?: string; ref?: Ref<HTMLTextAreaElement> };

/**
 * A text that can have so many characters. A longer one is not cut: a pasted report that ends in the middle reads like a whole one. The
 * field says by how much it is too long, and as long as it is, the form around it is not sent.
 */
export function LimitedTextarea({ most, error, ref, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = tooLong(rest.value ?? '', most);
  useHoldBack(field, problem !== undefined);
  return <Textarea {...rest} ref={useMergedRef(field, ref)} error={problem ?? error} />;
}
