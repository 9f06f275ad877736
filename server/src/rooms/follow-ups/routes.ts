import type { Room } from '#platform/http/calls.ts';

export const followUps: Room = () => undefined;
