/** The addresses of the pages (RTE-01 to RTE-28), as their rooms name them; the web shows them, the server knows by them what is none. */
import { rooms } from './rooms.ts';

type PagesOf<R> = R extends { pages: readonly (infer P)[] } ? P : never;
export type PagePath = PagesOf<(typeof rooms)[number]> | '/not-found';
export const pages: readonly PagePath[] = [...rooms.flatMap((one) => ('pages' in one ? one.pages : [])), '/not-found'];
