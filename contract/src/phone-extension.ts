/** What is dialled after a phone number, asked on both sides. Apart from the numbers themselves, whose library is large. */
import { z } from 'zod';

const longestExtension = 10;

/** Digits alone; empty means none. */
export const phoneExtension = z
  .string()
  .overwrite((value) => value.trim())
  .refine((value) => /^\d*$/.test(value) && value.length <= longestExtension, {
    message: `must be at most ${longestExtension} digits`,
  });
