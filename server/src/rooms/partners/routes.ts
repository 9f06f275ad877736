import type { Room } from '#platform/http.ts';

export const partners: Room = () => {};
