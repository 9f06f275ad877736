/** Security alerts reach the administrators of the company within the minute (P11-18). Locks of accounts are told by identity. */
import { type Act, actOf, momentOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Room } from '#platform/http/calls.ts';
import { type AlarmOfCall, type Caught, isOfTrail } from '#platform/security/alarms.ts';
import { alarmQueue } from './alarm-queue.ts';
import { isForeign, namedIn } from './foreign-ids.ts';
import {
  clearAwayNotices,
  type MoreAlarms,
  tellOfAlteration,
  tellOfDamage,
  tellOfForeignCalls,
  tellOfGuesses,
  tellOfMore,
  tellOfTrail,
  tellOfUnknownFiles,
} from './tell.ts';

/** What alarms have in common that wait together. */
interface Kind {
  companyId: number;
  brand: Brand;
  cause: MoreAlarms | typeof wrongCalls;
}
/** Nearly all of them are mistakes: that there were many is told to nobody. */
const wrongCalls = 'more calls that were answered 400';

export const securityAlerts: Room = ({ alarms, brands, clearsAway, database, clock, env, http, log }) => {
  // After the answer: a refused call takes no longer, and many at once hold up nobody.
  const queue = alarmQueue<Kind | null>({
    tellMore: ({ companyId, brand, cause }, more) => {
      log.warn('security alerts', { cause, companyId, more });
      if (cause === wrongCalls) return Promise.resolve(true);
      return database.asSystem((tx) => tellOfMore(momentOf(tx, clock), brand, { companyId, cause, more }));
    },
    onError: (error) => log.warn('security alerts', { error: error instanceof Error ? error.message : String(error) }),
  });
  const add = (
    cause: Kind['cause'],
    { viewer, brand }: Pick<AlarmOfCall, 'viewer' | 'brand'>,
    write: (act: Act<Caught>) => Promise<void>,
    dropped?: () => void,
  ) => {
    const { companyId } = viewer;
    queue.add({
      heap: `${cause} of company ${companyId}`,
      about: { companyId, brand, cause },
      write: () => database.asSystem((tx) => write(actOf(tx, clock, viewer))),
      ...(dropped && { dropped }),
    });
  };
  alarms.listen((alarm) => {
    if (isOfTrail(alarm)) {
      const write = () =>
        database.asSystem((tx) => tellOfTrail(momentOf(tx, clock), alarm.what, { brands, env }, env.operatorEmail));
      return queue.add({ heap: alarm.what, about: null, write });
    }
    if (alarm.what === 'files unknown') {
      const write = () =>
        database.asSystem((tx) => tellOfUnknownFiles(momentOf(tx, clock), alarm, brands, env.operatorEmail));
      return queue.add({ heap: alarm.what, about: null, write });
    }
    const { viewer, brand } = alarm;
    if (alarm.what === 'damaged') return add('more damage', alarm, (act) => tellOfDamage(act, brand, alarm.documentId));
    if (alarm.what === 'altered')
      return add('more damage', alarm, (act) => tellOfAlteration(act, brand, alarm.documentId));
    if (alarm.what === 'guesses at signing')
      return add('more refused calls', alarm, (act) => tellOfGuesses(act, brand));
    // Only the numbers are kept while it waits, not the body of the call.
    const named = namedIn(alarm.endpoint, alarm.asked);
    if (named.numbers.size + named.uuids.size === 0) return undefined;
    const { whenForeign } = alarm;
    const write = async (act: Act<Caught>) => {
      if (!(await isForeign(act.tx, viewer, named))) return;
      await tellOfForeignCalls(act, brand);
      whenForeign?.();
    };
    // What is not looked at is on record as if it had been one (PRV-01).
    return add(whenForeign ? wrongCalls : 'more refused calls', { viewer, brand }, write, whenForeign);
  });
  clearsAway(...clearAwayNotices);
  http.addHook('onClose', () => queue.stop());
};
