/** Draws one packing slip after the other. */
export { drawSlip as work } from './draw-slip.ts';
