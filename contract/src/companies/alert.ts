import { z } from 'zod';
import { severity } from './brand-rules.ts';

/** An alert as it is shown. */
export const alert = z.object({ alertId: z.number(), message: z.string(), severity });
