import { room } from '../room.ts';

/** It has nothing of its own: it finds what others have. */
export const goTo = room({});
