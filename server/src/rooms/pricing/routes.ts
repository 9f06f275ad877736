import type { Room } from '#platform/calls.ts';

/** The room has no call of its own: later rooms enter by its door, for which it needs its place among them. */
export const pricing: Room = () => {};
