import { room } from '../room.ts';

/** It has nothing of its own: it counts what stands in the lists of others. */
export const needs = room({});
