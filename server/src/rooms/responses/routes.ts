import type { Room } from '#platform/http/calls.ts';

export const responses: Room = () => undefined;
