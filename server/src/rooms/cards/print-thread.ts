/** The thread that draws one card after the other. */
import { parentPort } from 'node:worker_threads';
import { type CardToDraw, drawCard } from './draw-card.ts';

parentPort?.on('message', async (card: CardToDraw) => {
  parentPort?.postMessage(await drawCard(card));
});
