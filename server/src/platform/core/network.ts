/** Whom a network address counts as, where calls are limited (SEC-10, SEC-36). Logs and records keep the address itself. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 as it is, also where it is written as IPv6; of IPv6 the first half, since one household or machine is given all
 * addresses below it. A port that a proxy adds says nothing about who it is.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address.trim().toLowerCase());
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  const [before = ''] = address.split(':');
  return isIPv4(before) ? before : address;
}

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  const written = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = written.split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
