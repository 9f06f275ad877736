/** What a trusted proxy says of a call: its number, and the trace that it is part of. From anybody else it is not believed (SEC-18). */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** A place in a trace, as `traceparent` of W3C has it. */
export interface TracePlace {
  traceId: string;
  spanId: string;
  flags: number;
}

export interface SaidByProxy {
  /** Its number, or one of ours: it stands in the log and in the audit trail. */
  requestId: (request: IncomingMessage) => string;
  traceOf: (request: IncomingMessage) => TracePlace | null;
}

export function believing(trusted: readonly string[]): SaidByProxy {
  const isTrusted = trusted.length > 0 ? proxyAddr.compile([...trusted]) : () => false;
  const said = ({ socket, headers }: IncomingMessage, name: string): string => {
    const value = headers[name];
    return typeof value === 'string' && isTrusted(socket.remoteAddress ?? '', 0) ? value : '';
  };
  return {
    requestId: (request) => {
      const given = said(request, 'x-request-id');
      return /^[\w.:-]{1,64}$/.test(given) ? given : randomBytes(9).toString('base64url');
    },
    traceOf: (request) => {
      const [, traceId, spanId, flags] =
        /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/.exec(said(request, 'traceparent')) ?? [];
      return traceId && spanId && flags ? { traceId, spanId, flags: Number.parseInt(flags, 16) } : null;
    },
  };
}

export const traceparentOf = ({ traceId, spanId, flags }: TracePlace): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
