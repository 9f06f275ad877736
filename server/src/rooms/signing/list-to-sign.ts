import type * as api from '@portal/contract/signing/endpoints.ts';
import { mostToSign, mostWaitingToSign } from '@portal/contract/signing/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Call } from '#platform/http/calls.ts';
import { toSign, waitsBefore, wasToSign } from './queries.ts';

/**
 * What a person was asked to sign, newest first. What is their turn is never left out for its age: of a long list only the others are
 * (ODF-05, OPS-23). A portion after one of them has what there is in whatever state, so that none is missed that was signed between two
 * portions.
 */
export async function listToSign({
  tx,
  viewer,
  query: { after },
  list,
}: Pick<Call<typeof api.listToSign>, 'tx' | 'viewer' | 'query' | 'list'>) {
  if (after !== undefined && !(await wasToSign(tx, viewer, after))) throw fail('not_found');
  const newest = await list(toSign(tx, viewer, after), (last) => last.documentId);
  const last = newest.at(-1);
  if (after !== undefined || !last || newest.length < mostToSign) return newest;
  return [...newest, ...(await waitsBefore(tx, viewer, last.documentId, mostWaitingToSign))];
}
