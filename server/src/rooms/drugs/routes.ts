import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { mostResults, ndcTerm, shortestTerm, tooShort } from '@portal/contract/drugs/rules.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { isTrial } from '#src/env.ts';
import { bundledDirectory, noDirectory } from './directory.ts';
import { publicDirectory } from './public-directory.ts';

export const drugs: Room = ({ preparedRoute, env: { mode, drugDirectory }, log }) => {
  const ofOwn = () => (isTrial(mode) ? bundledDirectory() : noDirectory);
  const directory = drugDirectory ? publicDirectory({ ...drugDirectory, log }) : ofOwn();

  preparedRoute(
    searchDrugs,
    // Before the transaction begins: another one's slowness holds no connection.
    async (_, { query }) => {
      const { field, term, limit = mostResults } = query;
      // DRG-04: what is no NDC is told before how long it is.
      const ndc = field === 'ndc' ? ndcTerm(term) : { digits: term };
      if ('problem' in ndc) throw fail(ndc.problem);
      if (ndc.digits.length < shortestTerm)
        throw new Failed('invalid', { fields: { term: tooShort }, sentence: tooShort });
      return directory.search({ field, term: ndc.digits, limit });
    },
    ({ isCutOff }, results) => {
      isCutOff(null);
      return { results };
    },
  );
};
