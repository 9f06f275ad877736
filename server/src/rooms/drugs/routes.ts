import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { mostResults, ndcTerm, shortestTerm, tooShort } from '@portal/contract/drugs/rules.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { bundledDirectory } from './directory.ts';

export const drugs: Room = ({ route }) => {
  route(searchDrugs, async ({ query, isCutOff }) => {
    const { field, term, limit = mostResults } = query;
    // DRG-04: what is no NDC is told before how long it is.
    const ndc = field === 'ndc' ? ndcTerm(term) : { digits: term };
    if ('problem' in ndc) throw fail(ndc.problem);
    if (ndc.digits.length < shortestTerm)
      throw new Failed('invalid', { fields: { term: tooShort }, sentence: tooShort });
    const results = await bundledDirectory().search({ field, term: ndc.digits, limit });
    isCutOff(null);
    return { results };
  });
};
