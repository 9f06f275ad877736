import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { useHoldBack } from './StrictField.tsx';
import { tooLong } from './too-long.ts';

type Props = TextInputProps & { most: number; value?: string; ref?: Ref<HTMLInputElement> };

/** `LimitedTextarea` for a text of one line: what is too long stays, is told of, and holds its form back. */
export function LimitedTextInput({ most, error, ref, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const problem = tooLong(rest.value ?? '', most);
  useHoldBack(field, problem !== undefined);
  return <TextInput {...rest} ref={useMergedRef(field, ref)} error={problem ?? error} />;
}
