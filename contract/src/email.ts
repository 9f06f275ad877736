/** Addresses that are kept because somebody is to be reached there: one rule wherever a person types one. */
import { z } from 'zod';
import { email } from './wire.ts';

/** Nothing that is sent to such an address arrives, whatever stands before its host: it stands where somebody has none (OPC-51). */
const reachesNobody = (email: string): boolean => /@no-email\.invalid\s*$/i.test(email);

export const isEmail = (value: string): boolean => z.email().safeParse(value).success && !reachesNobody(value);

/** As `email`, which also names accounts that are there. */
export const reachableEmail = (max: number) =>
  email(max).refine((value) => !reachesNobody(value), 'is not a valid email');
