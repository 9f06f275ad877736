import { Button, Group } from '@mantine/core';
import { imageProblem, imageTypes } from '@portal/contract/images/rules.ts';
import { useRef, useState } from 'react';
import { toBase64 } from '#kit/base64.ts';
import { FilePicker } from '#kit/FilePicker.tsx';
import { asImage } from './logo.ts';
import classes from './cards.module.css';

/** Picks one of the logos; only pictures are taken (CRD-07). */
export function LogoField(props: {
  label: string;
  /** base64, or null for none. */
  value: string | null;
  /** What the server said of it. */
  error?: string | undefined;
  disabled?: boolean;
  onChange: (value: string | null) => void;
}) {
  const { label, value, error, disabled, onChange } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const empty = () => {
    if (field.current) field.current.value = '';
  };
  const pick = async (file: File | undefined) => {
    if (!file) return;
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong) empty();
    else
      await toBase64(file).then(onChange, () => {
        setProblem('The file cannot be read.');
        empty();
      });
  };
  return (
    <div>
      <FilePicker
        ref={field}
        label={label}
        description="PNG, JPEG or WebP, up to 2 MB"
        accept={imageTypes.join(',')}
        error={problem ?? error}
        disabled={disabled}
        onChange={(event) => void pick(event.currentTarget.files?.[0])}
      />
      {value !== null && (
        <Group gap="sm" mt="xs">
          <img className={classes.picked} src={asImage(value)} alt={label} />
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => {
              empty();
              setProblem(null);
              onChange(null);
              field.current?.focus();
            }}
          >
            Remove
          </Button>
        </Group>
      )}
    </div>
  );
}
