import type { writeLog } from '@portal/contract/companies/endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import { exchange } from './exchange.ts';
import { pageData } from './page.ts';
import { sessionState } from './session.ts';

type Entry = Wire<typeof writeLog.body>;
/** Whose doing is logged. */
interface Doer {
  accessToken: string | null;
  cpId?: number | undefined;
}
const whoIsHere = (): Doer => {
  const { accessToken, viewer } = sessionState();
  return { accessToken, cpId: viewer?.cpId };
};

/** Adds to the log stream (LOG-01 to LOG-07); never in test mode, and never heard of when it fails (LOG-08). */
export function writeLogEntry(
  event: Entry['event'],
  level: Entry['level'] = 'info',
  message?: string,
  { accessToken, cpId } = whoIsHere(),
): void {
  if (pageData().mode === 'test') return;
  const body: Entry = {
    level,
    event,
    message,
    timestamp: new Date().toISOString(),
    cpId,
    sourceIdentifier: 'portal-web',
    logStream: 'web',
  };
  const headers: Record<string, string> = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  void exchange({ method: 'POST', path: '/web/logging', body, headers, keepalive: true }).catch(() => undefined);
}
