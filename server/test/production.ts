import path from 'node:path';

/** Brands as production takes them: each with hosts, and links that lead to one of them; "localhost" is of the first. */
export const productionBrands = path.join(import.meta.dirname, 'production-brands.json');
