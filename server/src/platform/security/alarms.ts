/** What administrators may have to know of (P11-18): what calls come upon, and what becomes of the audit trail (P11-10). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Viewer } from './viewer.ts';

export type Alarm = AlarmOfCall | { what: 'audit trail cut' } | { what: 'audit trail forged' };

export type AlarmOfCall = {
  brand: Brand;
  /** Whose call it was, and from where. */
  viewer: Viewer;
} & (
  | {
      what: 'refused';
      endpoint: Endpoint;
      /** Query and body as they came. */
      asked: readonly unknown[];
    }
  | { what: 'damaged'; documentId: number }
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
