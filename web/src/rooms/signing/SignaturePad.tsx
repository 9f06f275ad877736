import '#kit/later-styles.ts';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { messages } from '@portal/contract/signing/rules.ts';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { type PointerEvent as Press, useEffect, useRef, useState } from 'react';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { drawLines, drawName, type Line, pictureOf, pictureOfName, type Point, usualWidth } from './ink.ts';
import { PrintedName, useOwnName } from './PrintedName.tsx';
import classes from './signing.module.css';

type Way = 'draw' | 'name';

/**
 * Takes a signature: drawn by mouse, finger or pen, or the account's own name, drawn for who cannot draw (SGN-16). Nobody types
 * another's; whatever the drawing shows, the account's name is printed with it (P11-03).
 */
export function SignaturePad(props: {
  /** What is signed with it. */
  meaning: string;
  onPicture: (png: Uint8Array<ArrayBuffer>) => void;
  onClose: () => void;
}) {
  const { meaning, onPicture, onClose } = props;
  const [way, setWay] = useState<Way>('draw');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const name = useOwnName();
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isEmpty = way === 'draw' ? lines.length === 0 : name === '';
  const change = (act: () => void) => {
    act();
    setRefused(null);
  };

  const confirm = async () => {
    if (isEmpty) return setRefused(messages.emptyPad);
    setBusy(true);
    try {
      onPicture(await (way === 'draw' ? pictureOf(lines) : pictureOfName(name, widestName)));
    } catch {
      setRefused('The signature could not be drawn. Please try again.');
      setBusy(false);
    }
  };

  return (
    <Dialog opened title="Signature" size="lg" dirty={lines.length > 0} onClose={onClose}>
      <Stack gap="sm">
        <Text>You sign: {meaning}</Text>
        <PrintedName />
        <SegmentedControl
          fullWidth
          aria-label="How to sign"
          data={[
            { value: 'draw', label: 'Draw' },
            { value: 'name', label: 'Use my name' },
          ]}
          value={way}
          onChange={(to) => change(() => setWay(to))}
        />
        {way === 'draw' ? (
          <Pad lines={lines} onLine={(line) => change(() => setLines((before) => [...before, line]))} />
        ) : (
          <OwnName name={name} />
        )}
        {way === 'draw' && (
          <Group gap="sm">
            <Tool
              isReady={lines.length > 0}
              Icon={IconArrowBackUp}
              onPress={() => change(() => setLines(lines.slice(0, -1)))}
            >
              Undo
            </Tool>
            <Tool isReady={lines.length > 0} Icon={IconEraser} onPress={() => change(() => setLines([]))}>
              Clear
            </Tool>
          </Group>
        )}
        <DialogFooter refused={refused !== null && { text: refused }}>
          <DialogCancel />
          <SubmitButton busy={isBusy} onPress={() => void confirm()}>
            Confirm
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** It keeps the focus when there is nothing left to take away. */
const Tool = (props: { isReady: boolean; Icon: typeof IconEraser; onPress: () => void; children: string }) => (
  <Button
    variant="default"
    size="sm"
    leftSection={<props.Icon size={16} aria-hidden />}
    aria-disabled={!props.isReady || undefined}
    data-disabled={!props.isReady || undefined}
    onClick={() => props.isReady && props.onPress()}
  >
    {props.children}
  </Button>
);

/** Pixels of the longest name that is drawn. */
const widestName = 520;

/** Follows one pointer at a time; what it draws is a line once it is lifted. */
function Pad({ lines, onLine }: { lines: readonly Line[]; onLine: (line: Line) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const under = useRef<{ pointer: number; line: Point[] } | null>(null);
  const paint = usePaint(canvas, (context) =>
    drawLines(context, under.current ? [...lines, under.current.line] : lines),
  );

  const pointOf = ({ clientX, clientY, pointerType, pressure }: PointerEvent): Point => {
    const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    const width = pointerType === 'pen' && pressure > 0 ? usualWidth * (0.5 + pressure) : usualWidth;
    return { x: clientX - left, y: clientY - top, width };
  };
  const begin = (event: Press) => {
    if (under.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    under.current = { pointer: event.pointerId, line: [pointOf(event.nativeEvent)] };
    paint();
  };
  const goOn = ({ pointerId, nativeEvent }: Press) => {
    if (under.current?.pointer !== pointerId) return;
    // What the pointer did between two pictures of the screen; Safari has only lately been able to tell.
    const moves = nativeEvent.getCoalescedEvents?.() ?? [];
    under.current.line.push(...(moves.length > 0 ? moves : [nativeEvent]).map((move) => pointOf(move)));
    paint();
  };
  const end = ({ pointerId }: Press) => {
    if (under.current?.pointer !== pointerId) return;
    const { line } = under.current;
    under.current = null;
    onLine(line);
  };
  return (
    <div className={classes.pad}>
      <canvas
        ref={canvas}
        className={classes.canvas}
        role="img"
        aria-label={`Pad to draw on with a mouse, a finger or a pen, ${lines.length === 0 ? 'empty' : 'drawn on'}`}
        onPointerDown={begin}
        onPointerMove={goOn}
        onPointerUp={end}
        onPointerCancel={end}
      />
    </div>
  );
}

function OwnName({ name }: { name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  usePaint(canvas, (context, { width, height }) => {
    context.translate(width * 0.08, height * 0.36);
    if (name) drawName(context, name, width * 0.84);
  });
  return (
    <div className={classes.pad}>
      <canvas
        ref={canvas}
        className={classes.canvas}
        role="img"
        aria-label={name ? `${name} as a signature` : 'No name yet'}
      />
    </div>
  );
}

/** Paints now and whenever the canvas gets another size, as sharp as the screen is. */
function usePaint(
  canvas: { current: HTMLCanvasElement | null },
  draw: (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void,
): () => void {
  const paint = () => {
    const { current: element } = canvas;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const [width, height] = [element.clientWidth, element.clientHeight];
    const sharp = window.devicePixelRatio || 1;
    const [pixels, lines] = [Math.round(width * sharp), Math.round(height * sharp)];
    if (element.width !== pixels || element.height !== lines) Object.assign(element, { width: pixels, height: lines });
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, { width, height });
  };
  const latest = useRef(paint);
  useEffect(() => {
    latest.current = paint;
    paint();
  });
  useEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);
  return paint;
}
