/** What an image may be, for the form that picks it and the server that keeps it (SEC-30). */

/** Bytes of an image, net (SEC-27). */
export const maxImageBytes = 2 * 1_048_576;
/** A body that holds such an image in base64, with the names beside it. */
export const maxImageBody = 3 * 1_048_576;
/** Pixels of either side. */
export const maxImageSide = 4_096;
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Where a stored image is served, to everybody. Its id cannot be guessed. */
export const imagePath = (imageId: string): string => `/images/${imageId}`;
/** The id in such an address; null where it is none. */
export const imageIdIn = (path: string): string | null => /^\/images\/([0-9a-f]{32})$/.exec(path)?.[1] ?? null;

const imageMessages = {
  tooLarge: 'The image is larger than 2 MB.',
  tooManyPixels: 'The image is larger than 4096 by 4096 pixels.',
  notAccepted: 'Only PNG, JPEG and WebP images can be uploaded.',
} as const;

/** What is wrong with a file before it is even read; null where nothing is. The server looks at the content. */
export function imageProblem(file: { type: string; size: number }): string | null {
  if (!(imageTypes as readonly string[]).includes(file.type)) return imageMessages.notAccepted;
  return file.size > maxImageBytes ? imageMessages.tooLarge : null;
}
