import { actOf } from '#platform/act/act.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { endSessionsOf } from '#rooms/identity/door.ts';
import type { Parts } from './end-access.ts';
import { seePerson } from './hold-person.ts';

/** Ends every session of somebody, who has to sign in anew (SEC-05). */
export async function endSessionsOfPerson(
  { database, clock, sessionEnds }: Pick<Parts, 'database' | 'clock' | 'sessionEnds'>,
  viewer: Viewer,
  { cpId, reason }: { cpId: number; reason: string },
): Promise<void> {
  const ended = await database.asSystem(async (tx) => {
    await seePerson(tx, viewer, cpId);
    const act = actOf(tx, clock, viewer);
    const sessions = await endSessionsOf(act, cpId, 'ended by an administrator');
    // Who is signed in nowhere has nothing that could end.
    if (sessions.length === 0) return sessions;
    await act.record({
      action: 'provider.sessions_ended',
      record: { kind: 'provider', id: cpId },
      changes: [{ field: 'sessions', old: sessions.length, new: 0 }],
      reason,
    });
    return sessions;
  });
  sessionEnds.tell(ended);
}
