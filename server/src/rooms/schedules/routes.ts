import type { Room } from '#platform/http/calls.ts';

export const schedules: Room = () => undefined;
