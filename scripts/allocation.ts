/**
 * How glibc hands out memory to the server: from few arenas, large pieces on their own, and what is free goes back. Without it a
 * server keeps some 50 MB more after a busy hour. `deploy/` sets the same.
 */
export const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
