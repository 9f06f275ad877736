import { createHash } from 'node:crypto';

/** OPS-58: lower-case hex of the SHA-384 over the bytes of the PNG. */
export const drawingHash = (png: Uint8Array): string => createHash('sha384').update(png).digest('hex');
