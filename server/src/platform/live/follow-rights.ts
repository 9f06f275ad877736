/**
 * Rights that change act on open sockets at once, whichever process changed them: the database tells of every change of what
 * `viewer_at` reads (see the migration of rights that are told), and the sockets of that company are looked at then (SEC-06).
 */
import type { Events } from '#platform/events/events.ts';

export function followRights(
  events: Pick<Events, 'listenToRights'>,
  check: (companyId: number) => Promise<void>,
  warn: (error: unknown) => void,
): void {
  const due = new Set<number>();
  let looking = false;
  const look = async () => {
    looking = true;
    try {
      for (const companyId of due) {
        due.delete(companyId);
        await check(companyId);
      }
    } catch (error) {
      // The check of every two seconds does it.
      warn(error);
    } finally {
      looking = false;
    }
  };
  events.listenToRights((companyId) => {
    due.add(companyId);
    if (!looking) void look();
  });
}
