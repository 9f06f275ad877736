import { TextInput, type TextInputProps } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import classes from './file-input.module.css';

/**
 * The browser's own picker. Browsers say nothing when what is chosen lies where the one before it lay, so that a corrected file would
 * go unseen: it is let go before another one is chosen, and is back when none is.
 */
export function FilePicker(props: Omit<TextInputProps, 'type' | 'classNames' | 'onClick' | 'onDrop'>) {
  return <TextInput {...props} type="file" classNames={{ input: classes.file }} onClick={letGo} onDrop={letGo} />;
}

function letGo({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  const kept = [...(input.files ?? [])];
  input.value = '';
  input.oncancel = () => {
    const back = new DataTransfer();
    for (const file of kept) back.items.add(file);
    input.files = back.files;
  };
}
