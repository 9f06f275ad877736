import path from 'node:path';

/** What a portal that is opened in production is told at least. */
export const inProduction = {
  PORTAL_MODE: 'production',
  DATABASE_URL: 'postgres://db/x?sslmode=verify-full',
  TLS_AT_EDGE: 'yes',
};

/** Brands as production takes them: each with hosts, and links that lead to one of them; "localhost" is of the first. */
export const productionBrands = path.join(import.meta.dirname, 'production-brands.json');
