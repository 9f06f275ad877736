/** What each thread begins with: it tells when its code is there, for how long that takes says nothing of the work. */
import { parentPort, workerData } from 'node:worker_threads';

await import(workerData as string);
parentPort?.postMessage('ready');
