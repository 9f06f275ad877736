import type { Room } from '#platform/http/calls.ts';

export const assessments: Room = () => undefined;
