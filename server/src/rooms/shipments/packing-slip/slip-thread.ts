/** The thread that draws one packing slip after the other. */
import { parentPort } from 'node:worker_threads';
import { drawSlip, type SlipToDraw } from './draw-slip.ts';

// What fails here ends the thread, and is heard by who waits for it.
parentPort?.on('message', (slip: SlipToDraw) => void drawSlip(slip).then((pdf) => parentPort?.postMessage(pdf)));
