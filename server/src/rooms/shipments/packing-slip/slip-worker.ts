/** Draws one packing slip after the other. */
import type { Work } from '#platform/core/workers.ts';
import { loadTools } from '#platform/files/paper.ts';
import { drawSlip, type SlipToDraw } from './draw-slip.ts';

export const work: Work<SlipToDraw, Uint8Array> = async (slip) => {
  await loadTools();
  return () => drawSlip(slip);
};
