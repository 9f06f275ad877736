/** Draws one card after the other. */
export { drawCard as work } from './draw-card.ts';
