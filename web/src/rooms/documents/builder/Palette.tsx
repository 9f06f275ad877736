import { Select, Text } from '@mantine/core';
import { type FieldType, fieldTypes } from '@portal/contract/signing/field-names.ts';
import { IconCircleDot, IconForms, IconSignature, IconSquareCheck } from '@tabler/icons-react';
import { type PointerEvent as Press, useId, useRef } from 'react';
import classes from './builder.module.css';
import { fieldWords, type Signer, signerWords } from './fields.ts';
import { trembling } from './follow-pointer.ts';
import { Swatch } from './Swatch.tsx';

export const icons = {
  TextInput: IconForms,
  Checkbox: IconSquareCheck,
  RadioButton: IconCircleDot,
  Signature: IconSignature,
} as const;

/** The kinds of fields, to be dragged onto a page or put there by a press, and for whom they are. */
export function Palette({
  signers,
  signer,
  onSigner,
  onDrag,
  onAdd,
}: {
  signers: readonly Signer[];
  signer: Signer;
  onSigner: (signerNum: number) => void;
  onDrag: (type: FieldType, event: Press) => void;
  onAdd: (type: FieldType) => void;
}) {
  const hint = useId();
  const pressedAt = useRef({ clientX: 0, clientY: 0 });
  return (
    <div className={classes.palette} role="group" aria-label="Add a field">
      <SignerSelect label="New fields are for" signers={signers} value={signer.signerNum} onChange={onSigner} />
      <div className={classes.kinds}>
        {fieldTypes.map((type) => {
          const Icon = icons[type];
          return (
            <button
              key={type}
              type="button"
              className={classes.kind}
              aria-describedby={hint}
              onPointerDown={(event) => {
                pressedAt.current = event;
                onDrag(type, event);
              }}
              onClick={({ detail, clientX, clientY }) => {
                const { current: from } = pressedAt;
                // What was dragged about and brought back is not pressed.
                const isPressed =
                  detail === 0 || Math.hypot(clientX - from.clientX, clientY - from.clientY) < trembling;
                if (isPressed) onAdd(type);
              }}
            >
              <Icon size={20} aria-hidden />
              {fieldWords[type]}
            </button>
          );
        })}
      </div>
      <Text size="xs" c="dimmed" id={hint} visibleFrom="sm">
        Drag a field onto the page, or press it to put it in the middle of the page in sight.
      </Text>
    </div>
  );
}

export function SignerSelect({
  label,
  signers,
  value,
  onChange,
}: {
  label: string;
  signers: readonly Signer[];
  value: number;
  onChange: (signerNum: number) => void;
}) {
  const known = signers.find(({ signerNum }) => signerNum === value);
  return (
    <Select
      label={label}
      className={classes.signer}
      data={signers.map((one) => ({ value: String(one.signerNum), label: signerWords(one) }))}
      value={known ? String(value) : null}
      placeholder={`Signer ${value} is not among the signers`}
      allowDeselect={false}
      leftSection={known && <Swatch colour={known.colour} />}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <Swatch colour={signers.find(({ signerNum }) => String(signerNum) === option.value)?.colour ?? ''} />
          {option.label}
        </span>
      )}
      onChange={(chosen) => chosen && onChange(Number(chosen))}
    />
  );
}
