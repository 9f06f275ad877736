/** How what is on record is asked for: page by page, and by days. */
import { z } from 'zod';

export const counting = (max: number) =>
  z.codec(
    z.union([z.int(), z.string().regex(/^\d{1,15}$/, 'must be a whole number')], 'must be a whole number'),
    z
      .number()
      .min(1, 'must be 1 or more')
      .max(max, `must be ${max.toLocaleString('en')} or less`),
    { decode: (wire) => Number(wire), encode: (value) => value },
  );

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}
/** UTC days, both included. */
export const isInOrder = ({ from, to }: Period) => from === undefined || to === undefined || from <= to;
export const outOfOrder = { path: ['to'], message: 'must not be before the first day' };
