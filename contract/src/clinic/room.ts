import { room } from '../room.ts';

/** It reads what the other rooms keep, and keeps nothing itself. */
export const clinic = room({});
