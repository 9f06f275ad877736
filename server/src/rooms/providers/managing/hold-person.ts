/** Whom a call is about: out of sight is nobody, and nobody decides about who reaches beyond them (SEC-13, SEC-23, P11-20). */
import { mayStep, type UserState, type UserStep } from '@portal/contract/providers/user-rules.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdPeople } from '#rooms/care-groups/door.ts';
import * as queries from './queries.ts';

/** Somebody whom the viewer may read about: who is within their rights and groups, and they themselves. */
export async function readPerson(tx: Tx, viewer: queries.Reader, cpId: number): Promise<queries.PersonRow> {
  const person = await queries.people(tx, viewer, { status: 'all', only: cpId }).executeTakeFirst();
  if (!person) throw fail('not_found');
  if (!person.isWithin && cpId !== viewer.providerId) throw fail('provider.beyond');
  return person;
}

/** Somebody whom the viewer may decide about, which nobody does about themselves. */
export async function seePerson(tx: Tx, viewer: queries.Reader, cpId: number): Promise<queries.PersonRow> {
  const person = await readPerson(tx, viewer, cpId);
  if (cpId === viewer.providerId) throw fail('provider.own');
  return person;
}

/**
 * The same, held until the transaction ends. What is done to the people of a company happens one after the other, so that of two
 * who press at once on each other the later one finds what they are by then.
 */
export async function holdPerson(tx: Tx, viewer: queries.Reader, cpId: number): Promise<queries.PersonRow> {
  await seePerson(tx, viewer, cpId);
  await holdPeople(tx, viewer.companyId);
  // Who is registering at this moment holds their invitation, and is a person once they let go of it.
  await queries.lockInvited(tx, viewer, cpId);
  await queries.lockRegistered(tx, viewer, cpId);
  if (!(await queries.stillDecides(tx, viewer, cpId))) throw fail('forbidden');
  return seePerson(tx, viewer, cpId);
}

const sentences: Record<UserStep, Partial<Record<UserState, string>>> = {
  deactivate: {
    pending: 'This person has not registered yet. Remove them to withdraw the invitation.',
    deactivated: 'This person is already deactivated.',
  },
  remove: { active: 'This person still has access. Revoke it before you remove them.' },
  reactivate: {
    pending: 'This person has not registered yet.',
    active: 'This person already has access.',
  },
  're-invite': {
    active: 'This person has registered already.',
    deactivated: 'This person has registered already, and is deactivated.',
  },
};

export function refuseStep(state: UserState, step: UserStep): void {
  if (mayStep(state, step)) return;
  throw new Failed('provider.wrong_state', { sentence: sentences[step][state] ?? 'This is not possible now.' });
}

/** Rights and groups are those of somebody who has registered; until then the invitation has fixed them (SEC-16). */
export function refusePending(state: UserState): void {
  if (state !== 'pending') return;
  throw new Failed('provider.wrong_state', {
    sentence: 'This person has not registered yet. To change what they get, remove them and invite them again.',
  });
}
