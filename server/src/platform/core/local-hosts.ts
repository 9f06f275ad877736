/** Names and addresses under which a machine asks itself, and that nobody else can have. */
import { isIP } from 'node:net';

/** An address to listen on that others do not reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** A host, with or without a port. Besides loopback, names that no public name server knows: `.localhost` and `.test` (RFC 6761). */
export function isLocalHost(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/:\d*$/, (port) => (isIP(host) === 6 ? port : ''))
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return isLoopback(bare) || bare.endsWith('.localhost') || bare.endsWith('.test');
}
