/** One thing that a page asks for over the socket: as an endpoint, but named by an event instead of a path. */
import type { z } from 'zod';
import type { Access } from './access.ts';

export interface SocketCall<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** The event, exactly as the specification spells it. */
  name: string;
  access: Exclude<Access, 'open'>;
  body: Body;
  /** The acknowledgement; a refusal is `{ error }`. */
  reply: Reply;
  /** The event as which a refusal is sent too. */
  refusedAs: string;
}

export const socketCall = <const Body extends z.ZodType, const Reply extends z.ZodType>(
  declared: SocketCall<Body, Reply>,
): SocketCall<Body, Reply> => declared;
