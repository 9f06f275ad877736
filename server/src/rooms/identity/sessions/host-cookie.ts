/** Cookies of this host alone: without Domain they stay on it, and no other host sets one in their place. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';

type Edge = Pick<Env, 'tlsAtEdge'>;

/**
 * Browsers take the prefix only from a secure page, without Domain and for every path, so that neither a plain page nor a sibling host
 * can set such a cookie. Where a browser sends several of the name one of them is not ours, and nobody can tell which: there is none.
 */
export function hostCookie(name: string, path: string) {
  const nameAt = ({ tlsAtEdge }: Edge): string => (tlsAtEdge ? `__Host-${name}` : name);
  return {
    read: ({ headers }: Pick<FastifyRequest, 'headers'>, edge: Edge): string | null => {
      const start = `${nameAt(edge)}=`;
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
      const [own, ...others] = pairs.filter((pair) => pair.startsWith(start));
      return others.length > 0 ? null : own?.slice(start.length) || null;
    },
    /** Without `maxAge`, in seconds, it goes with the browser. */
    set: (reply: FastifyReply, edge: Edge, value: string, maxAge?: number): FastifyReply =>
      reply.header(
        'set-cookie',
        [
          `${nameAt(edge)}=${value}`,
          ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
          `Path=${edge.tlsAtEdge ? '/' : path}`,
          'HttpOnly',
          'SameSite=Strict',
          ...(edge.tlsAtEdge ? ['Secure'] : []),
        ].join('; '),
      ),
  };
}
