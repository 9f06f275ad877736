/** Refused attempts, over HTTP and over a line alike: in the access log (PRV-01), and told as signs of misuse (P11-18). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { failures } from '@portal/contract/errors.ts';
import type { Failure } from '@portal/contract/room.ts';
import type { AccessLog } from '#platform/audit/access-log.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import { Failed } from '#platform/core/fail.ts';
import type { Alarms } from '#platform/security/alarms.ts';
import type { Viewer } from '#platform/security/viewer.ts';

interface Ground {
  accessLog: Pick<AccessLog, 'add'>;
  alarms: Alarms;
  clock: Clock;
}
export interface RefusedCall {
  brand: Brand;
  viewer: Viewer;
  endpoint: Endpoint;
  /** As logs name it. */
  call: string;
  /** What was sent, as it came. */
  asked: readonly unknown[];
}

/** Notes a call that failed, if that was a refusal. */
export const noteRefusals =
  ({ accessLog, alarms, clock }: Ground) =>
  ({ brand, viewer, endpoint, call, asked }: RefusedCall, error: unknown): void => {
    if (!(error instanceof Failed)) return;
    const { status, isNoRefusal }: Failure = failures[error.code];
    const at = clock.now();
    const put = () => accessLog.add({ at, viewer, call, kind: 'call', ids: [], outcome: 'refused' });
    const alarm = { what: 'refused', brand, viewer, endpoint, asked } as const;
    // Something was asked for that is out of the caller's sight or beyond their rights.
    if ((status === 403 || status === 404) && !isNoRefusal) {
      put();
      alarms.tell(alarm);
    }
    // A body may name what is out of sight, too, and is answered that its field is wrong: that alone is a refused attempt.
    if (status === 400) alarms.tell({ ...alarm, whenForeign: put });
  };
