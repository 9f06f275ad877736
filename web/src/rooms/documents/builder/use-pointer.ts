/** What a pointer does with fields: it brings new ones, moves them and makes them larger and smaller. */
import { type FieldType, fieldSizes } from '@portal/contract/signing/field-names.ts';
import { type PointerEvent as Press, useState } from 'react';
import type { Held } from './Canvas.tsx';
import type { Box } from '#shared/pdf-form/places.ts';
import { type BuilderField, type BuilderState, moveField, resized, resizeField } from './fields.ts';
import { followPointer } from './follow-pointer.ts';
import type { Corner } from './PlacedField.tsx';
import { type Carried, snap, wholeField } from './snapping.ts';
import type { Place, View } from '#shared/pdf-form/use-view.ts';

/** Pixels within which a field finds the lines of others. */
const reach = 6;

/** What there is to align with. */
export const othersOn = (state: BuilderState, { page, id }: Held): Box[] => [
  ...state.fields.filter((one) => one.page === page && one.id !== id),
  ...state.foreign.filter((one) => one.page === page),
];

export function usePointer({
  state,
  view,
  selected,
  onSelect,
  onChange,
  onAdd,
}: {
  state: BuilderState;
  view: Omit<View, 'ref' | 'element'>;
  selected: string | null;
  onSelect: (id: string) => void;
  onChange: (state: BuilderState) => void;
  onAdd: (type: FieldType, at: Place) => void;
}) {
  /** What it holds, where it is now. */
  const [held, setHeld] = useState<Held | null>(null);
  /** To whole points, or to the lines of others where these are near. */
  const settled = (box: Held, isFree: boolean, carried: Carried = wholeField): { dx: number; dy: number } => {
    const near = isFree ? { dx: 0, dy: 0 } : snap(box, othersOn(state, box), reach / view.zoom, carried);
    const whole = (start: number, size: number, sides: readonly string[]) => {
      const edge = sides.includes('start') ? start : start + size;
      return Math.round(edge) - edge;
    };
    return {
      dx: near.dx || whole(box.x, box.width, carried.x),
      dy: near.dy || whole(box.y, box.height, carried.y),
    };
  };
  const withinPage = (box: Held): Held => {
    const page = state.pages[box.page] ?? { width: 612, height: 792 };
    const keep = (at: number, size: number, room: number) => Math.max(0, Math.min(at, room - size));
    return { ...box, x: keep(box.x, box.width, page.width), y: keep(box.y, box.height, page.height) };
  };

  /** Follows a pointer that carries a field of this size by the point `grip`; a new one has no id and is let go beside the pages. */
  const carry = (
    event: Press,
    field: { id: string | null; width: number; height: number },
    grip: { x: number; y: number },
    dropped: (box: Held) => void,
  ) => {
    const { id, width, height } = field;
    let box: Held | null = null;
    // What comes in over an edge does not push the pages on.
    let isIn = id !== null;
    const isPossible = (pointer: { clientX: number; clientY: number }) => id !== null || view.isOver(pointer);
    followPointer(event, {
      moved: (pointer) => {
        isIn ||= !view.isAtEdge(pointer);
        const place = view.placeAt(pointer);
        const raw = withinPage({ id, width, height, page: place.page, x: place.x - grip.x, y: place.y - grip.y });
        const { dx, dy } = settled(raw, pointer.altKey);
        box = isPossible(pointer) ? withinPage({ ...raw, x: raw.x + dx, y: raw.y + dy }) : null;
        setHeld(box);
      },
      dropped: () => box && dropped(box),
      ended: () => setHeld(null),
      goOn: (pointer) => isIn && isPossible(pointer) && view.goOn(pointer),
    });
  };
  const press = (one: BuilderField, event: Press) => {
    if (event.button !== 0) return;
    // A finger selects first, so that a page full of fields can be scrolled.
    const isFirstTouch = event.pointerType === 'touch' && one.id !== selected;
    onSelect(one.id);
    if (isFirstTouch) return;
    const from = view.placeAt(event);
    carry(event, one, { x: from.x - one.x, y: from.y - one.y }, ({ x, y, page }) =>
      onChange(moveField(state, one.id, { x, y, page })),
    );
  };
  const dragNew = (type: FieldType, event: Press) => {
    if (event.button !== 0) return;
    const { width, height } = fieldSizes[type];
    const grip = { x: width / 2, y: height / 2 };
    carry(event, { id: null, width, height }, grip, ({ page, x, y }) =>
      onAdd(type, { page, x: x + grip.x, y: y + grip.y }),
    );
  };
  const resize = (one: BuilderField, corner: Corner, event: Press) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = view.placeAt(event);
    const page = state.pages[one.page] ?? { width: 612, height: 792 };
    const carried: Carried = {
      x: [corner.endsWith('w') ? 'start' : 'end'],
      y: [corner.startsWith('n') ? 'start' : 'end'],
    };
    const grown = (dx: number, dy: number): Box => ({
      ...(corner.endsWith('w') ? { x: one.x + dx, width: one.width - dx } : { x: one.x, width: one.width + dx }),
      ...(corner.startsWith('n') ? { y: one.y + dy, height: one.height - dy } : { y: one.y, height: one.height + dy }),
    });
    let box: Box = one;
    followPointer(event, {
      moved: (pointer) => {
        const { left, top } = view.sheetOf(one.page);
        const place = view.placeAt(pointer);
        const sheet = view.sheetOf(place.page);
        // As if the page of the field went on.
        const far = [place.x + (sheet.left - left) / view.zoom, place.y + (sheet.top - top) / view.zoom] as const;
        const raw = grown(far[0] - from.x, far[1] - from.y);
        const { dx, dy } = settled({ ...raw, id: one.id, page: one.page }, pointer.altKey, carried);
        box = resized(one, grown(far[0] - from.x + dx, far[1] - from.y + dy), page);
        setHeld({ ...box, id: one.id, page: one.page });
      },
      dropped: () => onChange(resizeField(state, one.id, box)),
      ended: () => setHeld(null),
      goOn: () => false,
    });
  };

  return { held, press, dragNew, resize };
}
