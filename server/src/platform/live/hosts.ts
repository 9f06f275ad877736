/** Which host a handshake came to, and from which page. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Env } from '#src/env.ts';

/** Which host a handshake came to. A trusted proxy says it in a header, anybody else's is not believed: as for calls (SEC-18). */
export function hostsBehind(trusted: readonly string[]): (request: IncomingMessage) => string {
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return ({ headers, socket }) => {
    const from = socket.remoteAddress ?? '';
    const said = proxies.check(from, familyOf(from)) ? headers['x-forwarded-host'] : undefined;
    return (
      String(said ?? '')
        .split(',')
        .at(-1)
        ?.trim() ||
      headers.host ||
      ''
    ).toLowerCase();
  };
}

/** A host without its port, as brands and sessions know it. */
export const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** SEC-35: pages of other sites are refused; a program that is no browser sends no origin. */
export function isOwnPage({ headers: { origin } }: IncomingMessage, host: string, { tlsAtEdge }: Env): boolean {
  const own = tlsAtEdge ? [`https://${host}`] : [`http://${host}`, `https://${host}`];
  return origin === undefined || own.includes(origin.toLowerCase());
}
