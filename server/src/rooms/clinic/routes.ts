import type { Room } from '#platform/http/calls.ts';

export const clinic: Room = () => undefined;
