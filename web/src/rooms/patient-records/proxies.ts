/** Proxy users of the demonstration: in this browser's storage and nowhere else (DMO-02, DMO-03). A number is never used again (OPC-69). */
export interface Proxy {
  proxyId: number;
  fName: string;
  lName: string;
  accessGranted: boolean;
}

const keyOf = (uId: number) => `proxies.${uId}`;

export function readProxies(uId: number): readonly Proxy[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(uId)) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as Proxy[]) : [];
  } catch {
    return [];
  }
}

export function writeProxies(uId: number, proxies: readonly Proxy[]): void {
  try {
    localStorage.setItem(keyOf(uId), JSON.stringify(proxies));
  } catch {
    // A browser that keeps nothing.
  }
}

/** The next number, from 1. */
export function nextProxyId(uId: number): number {
  const given = 1 + Math.max(Number(stored(`${keyOf(uId)}.last`)) || 0, ...readProxies(uId).map((one) => one.proxyId));
  try {
    localStorage.setItem(`${keyOf(uId)}.last`, String(given));
  } catch {
    // A browser that keeps nothing.
  }
  return given;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
