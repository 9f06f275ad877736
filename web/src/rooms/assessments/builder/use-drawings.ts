import type { Edge } from '@portal/contract/assessments/flow.ts';
import { type Node as FlowNode, useStore } from '@xyflow/react';
import { useDeferredValue, useMemo } from 'react';
import { pathsOf } from './bends.ts';
import { optionsOf, wordsOf } from './graph-edit.ts';
import { boxOf, type Point } from './shapes.ts';
import { type Place, placesOf, roomsOf } from './words.ts';

/** Smaller, a finger would not meet a card (WCAG 2.5.8, ASB-29). */
export const leastZoom = 0.2;

/** A branch as it is drawn. */
export interface Drawing {
  path: readonly Point[];
  words: Place;
}

/** Where the branches run and their words stand, for the cards as they stand now. */
export function useDrawings(cards: readonly FlowNode[], edges: readonly Edge[]): ReadonlyMap<string, Drawing> {
  // In steps, or every turn of a wheel would put the words elsewhere.
  const step = useStore(({ transform: [, , zoom] }) => Math.floor(Math.min(zoom, 1) * 20) / 20);
  const zoom = useDeferredValue(Math.max(leastZoom, step));
  const boxes = useMemo(() => new Map(cards.map((card) => [card.id, boxOf(card)])), [cards]);
  const paths = useMemo(() => {
    const rooms = allRooms(edges, 1);
    const width = (id: string) => rooms.get(id)?.[0]?.width ?? 0;
    return pathsOf(
      boxes,
      edges.map(({ id, source, target }) => ({ id, source, target, width: width(id) })),
    );
  }, [boxes, edges]);
  return useMemo(() => {
    const rooms = allRooms(edges, zoom);
    const words = [...paths].map(([id, path]) => ({ id, path, rooms: rooms.get(id) ?? [] }));
    const places = placesOf([...boxes.values()], words);
    return new Map([...places].map(([id, place]) => [id, { path: paths.get(id) ?? [], words: place }]));
  }, [boxes, edges, paths, zoom]);
}

const allRooms = (edges: readonly Edge[], zoom: number) =>
  new Map(
    edges.map((edge) => {
      const options = optionsOf(edge);
      const isFlagged = options.some((option) => option.isFlagged);
      return [edge.id, roomsOf(wordsOf(options), isFlagged, zoom)];
    }),
  );
