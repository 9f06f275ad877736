/** Prints cards beside the event loop: two at a time, with logos that have no more pixels than paper can show. */
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeWorkers, orNotNow } from '#platform/core/workers.ts';
import { imageToDraw } from '#platform/files/images.ts';
import { type CardToDraw, logoBox } from './draw-card.ts';

const limitMs = 6_000;
const dotsPerPoint = 600 / 72;
const mostPixels = {
  width: Math.ceil(logoBox.width * dotsPerPoint),
  height: Math.ceil(logoBox.height * dotsPerPoint),
};

// One company has one of the two.
const prints = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
const askWorker = makeWorkers(new URL('./print-worker.ts', import.meta.url), {
  memoryMb: 256,
  // It has fonts to read before its first card.
  restMs: 10 * 60_000,
});

type Card = Omit<CardToDraw, 'logos'> & { mainLogo: string | null; optionalLogo: string | null };

export const printCard = ({ mainLogo, optionalLogo, ...card }: Card): Promise<Uint8Array> =>
  prints.run(async () => {
    const toDraw = async (logo: string | null) => (logo ? imageToDraw(Buffer.from(logo, 'base64'), mostPixels) : null);
    const logos = { left: await toDraw(mainLogo), right: await toDraw(optionalLogo) };
    return askWorker<Uint8Array>({ ...card, logos } satisfies CardToDraw, limitMs).catch(orNotNow);
  });
