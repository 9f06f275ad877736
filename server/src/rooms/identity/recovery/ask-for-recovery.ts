import type { Entrance } from '../signing-in/entrance.ts';
import { recoveryAsked, recoveryAskedByYou } from '../letters.ts';
import { asSystem } from '../as-system.ts';
import { actOfPerson, findPersonWhoMayEnter } from '../people.ts';
import { administratorsToTell, writeTo } from '../tell-administrators.ts';
import { announceRecovery, openRecovery } from './recoveries.ts';
import { boundingGuesses, type Parts } from '../signing-in/sign-in.ts';

/**
 * Someone whose password was right asks for their lost factor to be taken off; the administrators who may decide about them and they
 * themselves are told, once a request. Where nobody may decide, the answer is the same, and their mail says whom to contact. Asked again,
 * all of them are told anew where that has changed, since nobody may be left to decide. Who may not come in at all is answered alike.
 */
export async function askForRecovery(
  parts: Pick<Parts, 'identity' | 'database' | 'clock' | 'failures'>,
  from: Entrance,
  challenge: string,
): Promise<void> {
  const { identity } = parts;
  const proof = await boundingGuesses(parts, from, () => identity.whoIsHeld({ challenge, host: from.host }));
  await asSystem(parts, async (moment) => {
    const { tx } = moment;
    const { email } = await identity.spend(tx, proof);
    const person = await findPersonWhoMayEnter(tx, email);
    if (!person) return;
    const { companyId, providerId } = person;
    // First, so that nobody is counted on who by then decides no more.
    const administrators = await administratorsToTell(tx, { companyId, over: providerId });
    const deciders = administrators.filter((one) => one.providerId !== providerId);
    const hasDeciders = deciders.length > 0;
    const opened = await openRecovery(moment, person, from, hasDeciders);
    if (!opened) return;
    const act = actOfPerson(tx, moment, person, from);
    const { now, record, sendMail } = act;
    if (opened.isNew)
      await record({
        action: 'recovery.asked',
        record: { kind: 'recovery', id: opened.recoveryId },
        changes: [
          { field: 'provider', new: providerId },
          { field: 'decision', new: 'open' },
        ],
      });
    await announceRecovery(act, opened.recoveryId, administrators);
    const at = now();
    const brand = from.brand.for(companyId);
    await sendMail(recoveryAskedByYou(brand, person, at, hasDeciders));
    await writeTo(act, deciders, (to) => recoveryAsked(brand, to, person, at));
  });
}
