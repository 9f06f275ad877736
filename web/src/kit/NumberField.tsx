import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Pick<NumberInputProps, 'label' | 'aria-label' | 'hideControls' | 'w'> & {
  value: number;
  least?: number;
  most: number;
  isWhole?: boolean;
  onChange: (value: number) => void;
};

/** A number that takes effect as soon as it is one that can be; what cannot be goes when the field is left. */
export function NumberField({ value, least = 0, most, isWhole = false, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<{ text: number | string; of: number } | null>(null);
  return (
    <NumberInput
      {...rest}
      value={typed?.of === value ? typed.text : value}
      min={least}
      max={most}
      clampBehavior="none"
      // Also in a whole number: 1.5 stays as it was typed, and never becomes 15.
      allowDecimal
      decimalScale={2}
      onChange={(text) => {
        // DOC-24: less than nothing is nothing.
        const wanted = typeof text === 'number' ? Math.max(0, text) : Number.NaN;
        const fits = wanted >= least && wanted <= most && (!isWhole || Number.isInteger(wanted));
        setTyped({ text, of: fits ? wanted : value });
        if (fits && wanted !== value) onChange(wanted);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
