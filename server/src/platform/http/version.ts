import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Of this release. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../../package.json'), 'utf8')));
