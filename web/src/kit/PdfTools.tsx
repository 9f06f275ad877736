/** Which page of a PDF is shown, and how large. */
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { NumberField } from './NumberField.tsx';
import { Tool } from './Tool.tsx';

export function PageChoice({ at, count, onChange }: { at: number; count: number; onChange: (page: number) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Pages" data-looking>
      <Tool label="Previous page" isReady={at > 1} onPress={() => onChange(at - 1)} Icon={IconChevronLeft} />
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
      <Tool label="Next page" isReady={at < count} onPress={() => onChange(at + 1)} Icon={IconChevronRight} />
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
      <Tool
        label="Zoom out"
        isReady={smaller !== undefined}
        onPress={() => smaller !== undefined && onChange(smaller)}
        Icon={IconZoomOut}
      />
      <Text size="sm" component="output" miw={48} ta="center">{`${Math.round(zoom * 100)} %`}</Text>
      <Tool
        label="Zoom in"
        isReady={larger !== undefined}
        onPress={() => larger !== undefined && onChange(larger)}
        Icon={IconZoomIn}
      />
      <Button variant="default" aria-disabled={fits} data-disabled={fits || undefined} onClick={() => !fits && onFit()}>
        Fit to width
      </Button>
    </Group>
  );
}
