/** Signs of misuse reach the administrators of the company within the minute (P11-18). Locks of accounts are told by identity. */
import { actOf, momentOf } from '#platform/act/act.ts';
import type { Room } from '#platform/http/calls.ts';
import { isForeign, namedIn } from './foreign-ids.ts';
import { clearAwayNotices, tellOfDamage, tellOfForeignCalls, tellOfTrail } from './tell.ts';

/** What comes while so many wait is let go: whoever makes so many at once has been told of by then. */
const mostWaiting = 500;

export const securityAlerts: Room = ({ alarms, brands, clearsAway, database, clock, env, http, log }) => {
  // One after the other, and after the answer: a refused call takes no longer, and many at once hold up nobody.
  let done: Promise<void> = Promise.resolve();
  let waiting = 0;
  const later = (work: () => Promise<void>) => {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    done = done
      .then(work)
      .catch((error: unknown) =>
        log.warn('security alerts', { error: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => {
        waiting -= 1;
      });
  };
  alarms.listen((alarm) => {
    if (alarm.what === 'audit trail cut' || alarm.what === 'audit trail forged')
      return later(() =>
        database.asSystem((tx) => tellOfTrail(momentOf(tx, clock), alarm.what, brands, env.operatorEmail)),
      );
    const { viewer, brand } = alarm;
    if (alarm.what === 'damaged')
      return later(() => database.asSystem((tx) => tellOfDamage(actOf(tx, clock, viewer), brand, alarm.documentId)));
    // Only the numbers are kept while it waits, not the body of the call.
    const named = namedIn(alarm.endpoint, alarm.asked);
    if (named.size === 0) return undefined;
    return later(() =>
      database.asSystem(async (tx) => {
        if (await isForeign(tx, viewer, named)) await tellOfForeignCalls(actOf(tx, clock, viewer), brand);
      }),
    );
  });
  clearsAway(clearAwayNotices);
  http.addHook('onClose', () => done);
};
