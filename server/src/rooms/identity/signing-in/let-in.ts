import type { Clock } from '#platform/core/clock.ts';
import type { SpentProof } from '#platform/security/proof.ts';
import { noteDevice } from './note-device.ts';
import { noteSignIn } from './note-sign-in.ts';
import { actOfPerson, type Person } from '../people.ts';
import { withdrawRecovery } from '../recovery/recoveries.ts';
import { type OpenedSession, openSession } from '../sessions/sessions.ts';
import type { Entrance } from './entrance.ts';

/** What the browser of somebody who is in holds from now on. */
export interface Opened {
  session: OpenedSession;
  cookie: string;
  device: string;
}

/** Opens a session for someone who has proven who they are, by `personWhoMayEnter`, which holds them. */
export async function letIn(by: SpentProof, clock: Clock, person: Person, from: Entrance): Promise<Opened> {
  const act = actOfPerson(by.tx, clock, person, from);
  const device = await noteDevice(act, person, from);
  await noteSignIn(act, person);
  await withdrawRecovery(act, person.providerId, 'sign-in');
  return { ...(await openSession(by, clock, person, from)), device };
}
