import type { Act } from '#platform/act/act.ts';
import { forGood, givenInEmergency } from '#rooms/care-groups/door.ts';
import { isStrangeToAny, sightOf } from './queries.ts';

type Doer = Pick<Act, 'tx' | 'viewer'>;

/**
 * Does something with documents that may bring them elsewhere. What somebody sees by emergency access alone they bring nowhere where they
 * see it for good, nor make it one of where they belong for good (PRV-11): the refusal undoes what was done.
 */
export async function withoutLasting<Done>(
  { tx, viewer }: Doer,
  documentIds: readonly number[],
  deed: () => Promise<Done>,
  what = 'this document',
): Promise<Done> {
  if (!viewer.inEmergency) return deed();
  const lasting = await forGood(tx, viewer);
  const before = await sightOf(tx, lasting, documentIds);
  const done = await deed();
  for (const { id, isSeen, isOwn } of await sightOf(tx, lasting, documentIds)) {
    const earlier = before.find((one) => one.id === id);
    if ((isSeen && !earlier?.isSeen) || (isOwn && !earlier?.isOwn)) throw givenInEmergency(what);
  }
  return done;
}

/** Nor do they make it a form: whoever signs a copy keeps that (PRV-11). */
export async function refuseFormInEmergency(doer: Doer, documentId: number): Promise<void> {
  if (await isSeenInEmergencyAlone(doer, documentId)) throw givenInEmergency('this document');
}

/** Nor do they have it signed by anybody who does not see it for good, themselves included: whoever signs it keeps it (PRV-11). */
export async function refuseStrangersToSign(
  doer: Doer,
  { documentId, signers }: { documentId: number; signers: readonly number[] },
): Promise<void> {
  if (!(await isSeenInEmergencyAlone(doer, documentId))) return;
  if (await isStrangeToAny(doer.tx, documentId, signers)) throw givenInEmergency('this document');
}

async function isSeenInEmergencyAlone({ tx, viewer }: Doer, documentId: number): Promise<boolean> {
  if (!viewer.inEmergency) return false;
  const [seen] = await sightOf(tx, await forGood(tx, viewer), [documentId]);
  return seen !== undefined && !seen.isOwn;
}
