/** What administrators may have to know of (P11-18): what calls come upon, and what becomes of the audit trail (P11-10). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Viewer } from './viewer.ts';

export type Alarm = AlarmOfCall | { what: TrailAlarm } | { what: 'files unknown'; strays: number; known: number };

/** Its end was cut off; it has entries that the portal did not write, or a link; entries wait for their link for a minute. */
export const trailAlarms = [
  'audit trail cut',
  'audit trail forged',
  'audit trail link forged',
  'audit trail held up',
] as const;
export type TrailAlarm = (typeof trailAlarms)[number];
export const isOfTrail = (alarm: Alarm): alarm is { what: TrailAlarm } =>
  (trailAlarms as readonly string[]).includes(alarm.what);

/** Whose call it was, and from where. */
export type Caught = Pick<
  Viewer,
  'providerId' | 'companyId' | 'email' | 'firstName' | 'lastName' | 'type' | 'host' | 'address' | 'requestId'
>;

export type AlarmOfCall = {
  brand: Brand;
  viewer: Caught;
} & (
  | {
      what: 'refused';
      viewer: Viewer;
      endpoint: Endpoint;
      /** Query and body as they came. */
      asked: readonly unknown[];
      /** Called where a record of another company was named, for a call that is not in the access log yet. */
      whenForeign?: () => void;
    }
  | { what: 'damaged'; documentId: number }
  /** A signed document is not what was signed (P11-04). */
  | { what: 'altered'; documentId: number }
  /** Five wrong passwords in a row at signing (P11-02). */
  | { what: 'guesses at signing' }
);

export interface Alarms {
  tell: (alarm: Alarm) => void;
  listen: (listener: (alarm: Alarm) => void) => void;
}

export function makeAlarms(): Alarms {
  const listeners: ((alarm: Alarm) => void)[] = [];
  return {
    tell: (alarm) => {
      for (const listener of listeners) listener(alarm);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
