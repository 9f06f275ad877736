import { join } from 'node:path';

/**
 * What Node has made of the sources stays beside them, so that a later start takes half a second less. For development and tests only:
 * what a server in production runs comes from its release, which it cannot write to.
 */
export const codeCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/code') };
