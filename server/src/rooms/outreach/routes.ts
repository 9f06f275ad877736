import type { Room } from '#platform/http/calls.ts';

export const outreach: Room = () => undefined;
