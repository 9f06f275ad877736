/** Which page of a PDF is shown, and how large. */
import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { NumberField } from './NumberField.tsx';

export function PageChoice({ at, count, onChange }: { at: number; count: number; onChange: (page: number) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Pages" data-looking>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Previous page"
        disabled={at <= 1}
        onClick={() => onChange(at - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" aria-hidden>
        Page
      </Text>
      <NumberField
        aria-label="Page"
        value={at}
        least={1}
        most={count}
        isWhole
        hideControls
        w={64}
        onChange={onChange}
      />
      <Text size="sm">of {count}</Text>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Next page"
        disabled={at >= count}
        onClick={() => onChange(at + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <VisuallyHidden component="output">{`Page ${at} of ${count}`}</VisuallyHidden>
    </Group>
  );
}

export function ZoomChoice({
  zoom,
  steps,
  onChange,
  fits,
  onFit,
}: {
  zoom: number;
  /** From small to large. */
  steps: readonly number[];
  onChange: (zoom: number) => void;
  /** Whether the page is as wide as there is room. */
  fits: boolean;
  onFit: () => void;
}) {
  const smaller = steps.findLast((step) => step < zoom);
  const larger = steps.find((step) => step > zoom);
  return (
    <Group gap="xs" role="group" aria-label="Size" data-looking>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Zoom out"
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onChange(smaller)}
      >
        <IconZoomOut size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" component="output" miw={48} ta="center">{`${Math.round(zoom * 100)} %`}</Text>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Zoom in"
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onChange(larger)}
      >
        <IconZoomIn size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" disabled={fits} onClick={onFit}>
        Fit to width
      </Button>
    </Group>
  );
}
