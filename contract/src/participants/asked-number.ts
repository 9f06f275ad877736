import { z } from 'zod';

/** By which number a shipment was asked for somebody, and what may be told of whose that is by now. */
export const askedNumber = {
  participantId: z.number().nullable(),
  /**
   * Whoever it was asked for has another number by now that is not told here: they are at another site, or were asked for by the number
   * alone, which was another one's by mistake or is by now, so that nobody can tell whose it is (OPS-68).
   */
  isUncertain: z.literal(true).optional(),
  subjectNumber: z.string(),
  /** Theirs by now, where it is another one. */
  numberNow: z.string().optional(),
};
