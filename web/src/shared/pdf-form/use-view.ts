/** What of the pages is in sight, how large, and what lies under a pointer. */
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageShape } from './places.ts';
import { margin, sheetAt, sheetsOf } from './sheets.ts';

/** Pixels of a point. */
export const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** A page is this high unless there is not that much room beside it (BLD-09). */
const usualHeight = 720;
/** Where nothing is laid out. */
const noRoom = 720;

export interface Place {
  page: number;
  x: number;
  y: number;
}
export type View = ReturnType<typeof useView>;

/** Pages are as wide as there is room, and no larger than `most`, until somebody chooses another size. */
export function useView(
  pages: readonly PageShape[],
  { most = usualHeight / (pages[0]?.height ?? 792) }: { most?: number } = {},
) {
  const element = useRef<HTMLDivElement>(null);
  const { ref: measured, width: room } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(measured, element);
  const [chosen, setChosen] = useState<number | null>(null);
  const [sight, setSight] = useState({ first: 0, last: 0, at: 0 });
  const fitting = (page: number) => {
    const wide = (room || noRoom) - 2 * margin;
    return Math.max(0.1, Math.floor((wide / (pages[page]?.width ?? 612)) * 100) / 100);
  };
  const zoom = chosen ?? Math.min(fitting(0), most);
  const layout = useMemo(() => sheetsOf(pages, zoom, room), [pages, zoom, room]);
  /** The point that stays in the middle when the size changes, in parts of its page. */
  const kept = useRef<{ page: number; x: number; y: number } | null>(null);

  /** The page that was asked for, as long as nobody scrolls on: a short one at the end never comes to the top. */
  const asked = useRef<{ page: number; scrollTop: number } | null>(null);

  const look = useCallback(() => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight } = element.current ?? {};
    const height = clientHeight || noRoom;
    const first = sheetAt(layout.sheets, scrollTop - height / 2);
    const last = sheetAt(layout.sheets, scrollTop + 1.5 * height);
    // From the upper edge at the beginning to the lower edge at the end.
    const edge = scrollHeight > height ? scrollTop / (scrollHeight - height) : 0;
    if (asked.current && Math.abs(asked.current.scrollTop - scrollTop) > 1) asked.current = null;
    const at = asked.current?.page ?? sheetAt(layout.sheets, scrollTop + margin + edge * (height - 2 * margin));
    setSight((was) => (was.first === first && was.last === last && was.at === at ? was : { first, last, at }));
  }, [layout]);

  useLayoutEffect(() => {
    const { current: box } = element;
    const sheet = kept.current && layout.sheets[kept.current.page];
    if (box && kept.current && sheet) {
      box.scrollTop = sheet.top + kept.current.y * sheet.height - box.clientHeight / 2;
      box.scrollLeft = sheet.left + kept.current.x * sheet.width - box.clientWidth / 2;
    } else if (box) box.scrollLeft = (layout.sheets[0]?.left ?? 0) - margin;
    kept.current = null;
    look();
  }, [layout, look]);

  const setZoom = (to: number) => {
    const { current: box } = element;
    const sheet = layout.sheets[sight.at];
    if (box && sheet)
      kept.current = {
        page: sight.at,
        x: (box.scrollLeft + box.clientWidth / 2 - sheet.left) / sheet.width,
        y: (box.scrollTop + box.clientHeight / 2 - sheet.top) / sheet.height,
      };
    setChosen(to);
  };

  const sheetOf = (page: number) => layout.sheets[page] ?? { left: 0, top: 0, width: 0, height: 0 };
  /** The point of a page under the pointer; off the pages the nearest one. */
  const placeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const { left = 0, top = 0 } = element.current?.getBoundingClientRect() ?? {};
    const { scrollLeft = 0, scrollTop = 0, clientLeft = 0, clientTop = 0 } = element.current ?? {};
    const [x, y] = [clientX - left - clientLeft + scrollLeft, clientY - top - clientTop + scrollTop];
    const page = sheetAt(layout.sheets, y);
    const sheet = sheetOf(page);
    return { page, x: (x - sheet.left) / zoom, y: (y - sheet.top) / zoom };
  };

  const pushOf = ({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] => {
    const box = element.current?.getBoundingClientRect();
    const push = (at: number, low = at, high = at) => (at < low + 24 ? -12 : at > high - 24 ? 12 : 0);
    return [push(clientX, box?.left, box?.right), push(clientY, box?.top, box?.bottom)];
  };

  return {
    ref,
    element,
    zoom,
    setZoom,
    fitToWidth: () => setZoom(fitting(sight.at)),
    fits: zoom === fitting(sight.at),
    layout,
    sight,
    look,
    sheetOf,
    placeAt,
    isOver: ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const box = element.current?.getBoundingClientRect();
      return !!box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    },
    /** The middle of what can be seen of the page in sight. */
    middle: (): Place => {
      const { at: page } = sight;
      const sheet = sheetOf(page);
      const { scrollLeft = 0, scrollTop = 0, clientWidth = 0, clientHeight = 0 } = element.current ?? {};
      const middleOf = (start: number, size: number, from: number, room: number) => {
        const [low, high] =
          room === 0 ? [start, start + size] : [Math.max(start, from), Math.min(start + size, from + room)];
        return ((low + high) / 2 - start) / zoom;
      };
      return {
        page,
        x: middleOf(sheet.left, sheet.width, scrollLeft, clientWidth),
        y: middleOf(sheet.top, sheet.height, scrollTop, clientHeight),
      };
    },
    goTo: (page: number) => {
      const { current: box } = element;
      if (!box) return;
      const { left, top, width } = sheetOf(page);
      box.scrollTo(left + (width - box.clientWidth) / 2, top - margin);
      asked.current = { page, scrollTop: box.scrollTop };
      look();
    },
    isAtEdge: (pointer: { clientX: number; clientY: number }) => pushOf(pointer).some((push) => push !== 0),
    /** Goes on to what lies beyond the edge that the pointer is at; tells whether it could. */
    goOn: (pointer: { clientX: number; clientY: number }): boolean => {
      const { current: box } = element;
      if (!box) return false;
      const was = [box.scrollLeft, box.scrollTop];
      box.scrollBy(...pushOf(pointer));
      return was[0] !== box.scrollLeft || was[1] !== box.scrollTop;
    },
  };
}
