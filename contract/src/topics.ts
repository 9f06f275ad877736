/** The choices by which mails can be refused, as their rooms declare them. */
import type { rooms } from './rooms.ts';

type TopicsOf<R> = R extends { topics: readonly (infer T)[] } ? T : never;
export type Topic = TopicsOf<(typeof rooms)[number]>;
