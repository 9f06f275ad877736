/** Images from people: accepted by their content and made anew, so that nothing but their pixels is kept (SEC-30). */
import { type ImageType, maxImageBytes, maxImageSide } from '@portal/contract/images/rules.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeWorkers, orNotNow } from '#platform/core/workers.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import type { ImagePiece } from './images-worker.ts';

export interface CleanImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
}

/** Pixels take up to 128 MB while they are worked on, so one image at a time. */
const images = makeSemaphore({ most: 1, mostWaiting: 20 });
/** Of the largest, on a machine that does much else. */
const limitMs = 20_000;
const askWorker = makeWorkers(new URL('./images-worker.ts', import.meta.url), { memoryMb: 128, restMs: 5_000 });

const askInTurn = (piece: ImagePiece): Promise<Uint8Array | null> =>
  images.run(() => askWorker<Uint8Array | null>(piece, limitMs).catch(orNotNow));

/** What was sent as base64, as an image that we may keep. */
export const openImage = (data: string): Promise<CleanImage> => opened(data);
/** The same as a JPEG, whatever it was. */
export const openAsJpeg = (data: string): Promise<CleanImage> => opened(data, 'image/jpeg');

async function opened(data: string, as?: ImageType): Promise<CleanImage> {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw failFields({ data: 'must be base64' });
  return cleanImage(Buffer.from(data, 'base64'), as);
}

/**
 * The same picture as a new file of its kind, upright and without metadata; of an animation its first frame. Decoded by a worker, once
 * the header has said that it is small enough.
 */
async function cleanImage(file: Buffer, as?: ImageType): Promise<CleanImage> {
  if (file.length > maxImageBytes) throw fail('image.too_large');
  const header = readImageHeader(file);
  if (header.width > maxImageSide || header.height > maxImageSide) throw fail('image.too_many_pixels');
  const type = as ?? header.type;
  const made = await askInTurn({ file, anew: { type, orientation: header.orientation } });
  if (!made) throw fail('image.damaged');
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.length);
  const { width, height } = readImageHeader(bytes);
  return { type, width, height, bytes };
}

/** An image as a PDF takes it. */
export interface ImageToDraw {
  type: 'image/png' | 'image/jpeg';
  /** The size of the picture as it was kept, whose shape it has. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** A kept image for a place that shows no more than so many pixels of it; null where it is none. */
export async function imageToDraw(file: Buffer, most: { width: number; height: number }): Promise<ImageToDraw | null> {
  const header = headerOf(file);
  if (!header) return null;
  const { type, width, height } = header;
  const scale = Math.min(most.width / width, most.height / height, 1);
  // What draws a JPEG hands its bytes on; a PNG it decodes, pixel by pixel.
  if (type === 'image/jpeg' || (type === 'image/png' && scale === 1)) return { type, width, height, bytes: file };
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  const sides = scale < 1 ? { width: pixels(width), height: pixels(height) } : null;
  const bytes = await askInTurn({ file, sides });
  if (!bytes) throw new Error('a kept image is damaged');
  return { type: 'image/png', width, height, bytes };
}

function headerOf(file: Buffer): ImageHeader | null {
  try {
    return readImageHeader(file);
  } catch (error) {
    if (error instanceof Failed) return null;
    throw error;
  }
}
