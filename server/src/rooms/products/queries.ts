import type { Tx } from '#platform/db.ts';

/** The products of a trial, without removed ones. Whether the trial is in sight is asked first, with `trialOf`. */
export const productsOf = (tx: Tx, trialId: number) =>
  tx
    .selectFrom('product')
    .selectAll()
    .where('trial_id', '=', trialId)
    .where('removed_at', 'is', null)
    .orderBy('product_id')
    .limit(5_000);
export type ProductRow = Awaited<ReturnType<ReturnType<typeof productsOf>['execute']>>[number];
