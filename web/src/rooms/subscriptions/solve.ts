import type { Puzzle } from '@portal/contract/subscriptions/endpoints.ts';

const givenUpAfterMs = 60_000;

/** Solves the puzzle beside the page, which goes on, and gives the token that the server asks for (NTP-05). */
export async function solve(challenge: Puzzle): Promise<string> {
  const worker = new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ error?: unknown } | null>) => {
        // It says null when the time is up.
        if (data && !data.error) resolve(data);
        else reject(new Error('the puzzle was not solved'));
      });
      worker.addEventListener('error', () => reject(new Error('the puzzle cannot be solved')));
      worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: givenUpAfterMs });
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
