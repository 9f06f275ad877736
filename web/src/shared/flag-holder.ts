import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';

type Taken = Pick<FlaggedAnswer, 'takenBy'>;

/** Whose a flagged answer is; nobody's once they have no access to the patient any more. */
export const holderOf = ({ takenBy }: Taken) => (takenBy?.isLeft ? null : takenBy);

/** Why it is nobody's again. */
export const leftBy = ({ takenBy }: Taken): string | null =>
  takenBy?.isLeft ? `${takenBy.name} has no access to this patient any more.` : null;
