/** Decodes one image after the other, and encodes its pixels anew. */
import type { Transformer } from '@napi-rs/image';
import type { Work } from '#platform/core/workers.ts';
import type { ImageHeader } from './image-header.ts';

/** `file` as a new one of a kind, upright; or as a PNG of other sides. */
export type ImagePiece = { file: Uint8Array } & (
  | { anew: Pick<ImageHeader, 'type' | 'orientation'> }
  | { sides: { width: number; height: number } | null }
);

/** Null where the image is damaged. */
export const work: Work<ImagePiece, Uint8Array | null> = async ({ file, ...how }) => {
  const { FastResizeFilter, ResizeFit, Transformer } = await import('@napi-rs/image');
  return async () => {
    const picture = new Transformer(file);
    if ('anew' in how) {
      const { type, orientation } = how.anew;
      // Only where it is needed: asked for its orientation, the library complains of damaged notes on standard error.
      if (orientation !== 1) picture.rotate(orientation);
      return encoded(picture, type, Buffer.from(file).includes('VP8L')).catch(() => null);
    }
    if (how.sides) picture.fastResize({ ...how.sides, filter: FastResizeFilter.Lanczos3, fit: ResizeFit.Fill });
    return picture.png();
  };
};

function encoded(picture: Transformer, type: ImageHeader['type'], isLossless: boolean): Promise<Buffer> {
  if (type === 'image/png') return picture.png();
  if (type === 'image/jpeg') return picture.jpeg(90);
  return isLossless ? picture.webpLossless() : picture.webp(90);
}
