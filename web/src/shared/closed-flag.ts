import type { Wire } from '@portal/contract/endpoint.ts';
import type { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import type { CallFailure } from '#api/failure.ts';
import { doneBy } from './done-by.ts';

/** A flagged answer as a refusal tells it, with times as the wire has them. */
type Current = Wire<typeof listFlaggedAnswers.reply>['flaggedAnswers'][number];

/** Who closed a flagged answer in the meantime, when and with which note; null where that is not why something was refused. */
export function closedInTheMeantime({ detail }: CallFailure): string | null {
  const { current } = detail as { current?: Current };
  if (!current?.closedAt) return null;
  const said = doneBy(current.closedBy, 'closed', new Date(current.closedAt));
  return current.closingNote ? `${said} Note: ${current.closingNote}` : said;
}
