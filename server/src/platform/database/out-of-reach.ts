/** What the network says of a host that cannot be reached, or no longer. It may come back, and a name may be found again. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

export const isOutOfReach = (code: string): boolean => codes.has(code);
