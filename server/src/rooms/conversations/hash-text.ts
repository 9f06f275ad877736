import { createHash } from 'node:crypto';

/** What the trail keeps of a text: it proves what was written, and says nothing of it (P11-09). */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');
