/** As many as one call takes. */
export function inPortions<T>(all: readonly T[], size = 100): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
