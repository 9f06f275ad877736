import { Button, Group, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { orderFormLabels } from '@portal/contract/signing/field-names.ts';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './builder.module.css';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { NumberField } from '#kit/NumberField.tsx';
import type { PageShape } from '#shared/pdf-form/places.ts';
import { type BuilderField, fieldWords, longestLabel, type Signer, smallestSide, takesLabel } from './fields.ts';
import { SignerSelect } from './Palette.tsx';

/** All that can be said of the selected field, with its place in numbers. */
export function FieldSettings({
  field,
  signers,
  labels,
  pages,
  onSet,
  onMove,
  onResize,
  onDuplicate,
  onAddOption,
  onRemove,
}: {
  field: BuilderField;
  signers: readonly Signer[];
  labels: 'order-form' | null;
  pages: readonly PageShape[];
  onSet: (change: Partial<Pick<BuilderField, 'label' | 'required' | 'signer'>>) => void;
  onMove: (to: Partial<Pick<BuilderField, 'x' | 'y' | 'page'>>) => void;
  onResize: (to: Partial<Pick<BuilderField, 'width' | 'height'>>) => void;
  onDuplicate: () => void;
  onAddOption: () => void;
  onRemove: () => void;
}) {
  const page = pages[field.page] ?? { width: field.width, height: field.height };
  const isOption = field.groupId !== null;
  return (
    <Stack gap="sm">
      <Title order={3}>{fieldWords[field.name]}</Title>
      <SignerSelect label="Signer" signers={signers} value={field.signer} onChange={(signer) => onSet({ signer })} />
      <Switch
        label="Required"
        classNames={{ label: classes.switch }}
        checked={field.required}
        onChange={(event) => onSet({ required: event.currentTarget.checked })}
      />
      {takesLabel(field) &&
        (labels === 'order-form' && field.name === 'TextInput' ? (
          <Select
            label="Label"
            description="Requests fill it with what they know."
            data={[...new Set([...orderFormLabels, ...(field.label ? [field.label] : [])])]}
            value={field.label || null}
            placeholder="None"
            searchable
            clearable
            onChange={(label) => onSet({ label: label ?? '' })}
          />
        ) : (
          <LimitedTextInput
            label="Label"
            value={field.label}
            most={longestLabel}
            onChange={(event) => onSet({ label: event.currentTarget.value })}
          />
        ))}
      <div className={classes.numbers}>
        <NumberField
          label="From the left"
          value={field.x}
          most={page.width - field.width}
          onChange={(x) => onMove({ x })}
        />
        <NumberField
          label="From the top"
          value={field.y}
          most={page.height - field.height}
          onChange={(y) => onMove({ y })}
        />
        <NumberField
          label="Width"
          value={field.width}
          least={smallestSide}
          most={page.width - field.x}
          onChange={(width) => onResize({ width })}
        />
        <NumberField
          label="Height"
          value={field.height}
          least={smallestSide}
          most={page.height - field.y}
          onChange={(height) => onResize({ height })}
        />
        {pages.length > 1 && (
          <NumberField
            label="On page"
            value={field.page + 1}
            least={1}
            most={pages.length}
            isWhole
            onChange={(number) => onMove({ page: number - 1 })}
          />
        )}
      </div>
      <Text size="xs" c="dimmed">
        Lengths are points, 72 to an inch.
      </Text>
      <Group gap="xs">
        {isOption && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAddOption}>
            Add option
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={onDuplicate}>
          Duplicate
        </Button>
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
