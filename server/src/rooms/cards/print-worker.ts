/** Draws one card after the other. */
import type { Work } from '#platform/core/workers.ts';
import { loadTools } from '#platform/files/paper.ts';
import { type CardToDraw, drawCard } from './draw-card.ts';

export const work: Work<CardToDraw, Uint8Array> = async (card) => {
  await loadTools();
  return () => drawCard(card);
};
