import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { peopleOfTrial } from '#rooms/care-groups/door.ts';
import type { Parties } from './queries.ts';

/**
 * Tells of prices between the same parties the people of the trial and of all its sites: who may read them depends on the partners of
 * every site of theirs, also of other trials. A partner hears of its own prices, and not of which trial; what a sponsor pays it is set
 * between others, and is known at the trial while that is this sponsor's.
 */
export async function tellOfPrices(
  act: Pick<Act<Actor>, 'tx' | 'now' | 'announce'>,
  ids: readonly number[],
  { productId, partnerId, sponsorId }: Parties,
): Promise<void> {
  const trial = await act.tx
    .selectFrom('product')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'product.trial_id')
    .where('product.product_id', '=', productId)
    .select(['product.trial_id as trialId', 'trial.sponsor_id as sponsorId'])
    .executeTakeFirstOrThrow();
  const isKnownThere = sponsorId === null || sponsorId === trial.sponsorId;
  const atTrial = isKnownThere ? { careGroupId: trial.trialId, people: await peopleOfTrial(act, trial.trialId) } : {};
  await act.announce(
    ...ids.flatMap((id) => {
      const price = { type: 'price.changed', id } as const;
      return [{ ...price, ...atTrial }, ...(sponsorId === null ? [{ ...price, partnerId }] : [])];
    }),
  );
}
