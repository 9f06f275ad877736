import { createHash } from 'node:crypto';

/** What the trail keeps of the text of a message: it proves what was written. Equal texts have different ones (P11-09). */
export const hashOfText = (messageId: number, text: string): string =>
  createHash('sha256').update(`${messageId}:${text}`).digest('hex');
