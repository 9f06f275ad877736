import '#kit/later-styles.ts';
import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { imageProblem, imageTypes } from '@portal/contract/images/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { FilePicker } from '#kit/FilePicker.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { draw, fileOf, moved, mostZoom, type Size, wholeView } from './crop.ts';
import { useUploadImage } from './queries.ts';
import classes from './companies.module.css';

/** An image of a brand: picked as a file, cut to what shall be seen, and uploaded. */
export function ImageField(props: {
  label: string;
  /** Pixels of what is kept. */
  frame: Size;
  /** Where it is served; null for none. */
  value: string | null;
  error?: string | undefined;
  onChange: (address: string | null) => void;
  /** Whether an image is picked that is neither used nor cancelled yet. */
  onPicking?: (isPicking: boolean) => void;
}) {
  const { label, frame, value, error, onChange, onPicking } = props;
  const upload = useUploadImage();
  const field = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<{ picture: ImageBitmap; name: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const take = (next: typeof picked) => {
    setPicked(next);
    onPicking?.(next !== null);
  };
  const empty = () => {
    take(null);
    if (!field.current) return;
    field.current.value = '';
    // What had the focus goes.
    field.current.focus();
  };
  const pick = async (file: File | undefined) => {
    if (!file) return;
    take(null);
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong) return;
    await createImageBitmap(file).then(
      (picture) => take({ picture, name: file.name }),
      () => setProblem('The image cannot be read.'),
    );
  };
  const use = async (cut: Blob) => {
    setBusy(true);
    setProblem(null);
    try {
      onChange(await upload(cut, picked?.name ?? 'image.png'));
      empty();
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="sm">
      <FilePicker
        ref={field}
        label={label}
        description="PNG, JPEG or WebP, up to 2 MB"
        accept={imageTypes.join(',')}
        error={problem ?? error}
        onChange={(event) => void pick(event.currentTarget.files?.[0])}
      />
      {picked && <Crop label={label} {...picked} frame={frame} busy={busy} onUse={use} onCancel={empty} />}
      {value !== null && !picked && (
        <Group gap="sm">
          <img className={classes.picked} src={value} alt={label} />
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => {
              onChange(null);
              field.current?.focus();
            }}
          >
            Remove
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Crop(props: {
  label: string;
  picture: ImageBitmap;
  frame: Size;
  busy: boolean;
  onUse: (cut: Blob) => Promise<void>;
  onCancel: () => void;
}) {
  const { label, picture, frame, busy, onUse, onCancel } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState(wholeView);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, view);
  }, [picture, view]);
  const sliders = [
    { name: 'Size', min: 1, max: mostZoom, value: view.zoom, set: (zoom: number) => ({ ...view, zoom }) },
    { name: 'Left to right', min: 0, max: 1, value: view.x, set: (x: number) => ({ ...view, x }) },
    { name: 'Top to bottom', min: 0, max: 1, value: view.y, set: (y: number) => ({ ...view, y }) },
  ];
  return (
    <Stack gap="xs" role="group" aria-label={`Cut ${label.toLowerCase()}`}>
      <canvas
        ref={canvas}
        width={frame.width}
        height={frame.height}
        className={classes.crop}
        // The keyboard has the sliders.
        aria-hidden
        onPointerMove={(event) => {
          if (event.buttons !== 1) return;
          const { width, height } = event.currentTarget.getBoundingClientRect();
          const by = { x: -event.movementX / width, y: -event.movementY / height };
          setView((before) => moved(before, by));
        }}
      />
      {sliders.map(({ name, min, max, value, set }) => (
        <div key={name}>
          <Text size="sm">{name}</Text>
          <Slider
            thumbLabel={name}
            min={min}
            max={max}
            step={0.05}
            label={null}
            value={value}
            onChange={(next) => setView(set(next))}
          />
        </div>
      ))}
      <Group gap="sm">
        <SubmitButton
          busy={busy}
          onPress={() => {
            if (canvas.current) void fileOf(canvas.current).then(onUse);
          }}
        >
          Use Image
        </SubmitButton>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel Image
        </Button>
      </Group>
    </Stack>
  );
}
