/** The thread that draws one card after the other. */
import { parentPort } from 'node:worker_threads';
import { type CardToDraw, drawCard } from './draw-card.ts';

// What fails here ends the thread, and is heard by who waits for it.
parentPort?.on('message', (card: CardToDraw) => void drawCard(card).then((pdf) => parentPort?.postMessage(pdf)));
