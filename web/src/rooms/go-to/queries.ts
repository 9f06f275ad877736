import { meets } from '@portal/contract/access.ts';
import { findByNumber } from '@portal/contract/go-to/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { isNumber } from './places.ts';

/** What has such a number; nothing is asked for words. */
export function useFound(text: string) {
  const enabled = meets(findByNumber.access, useViewer()) && isNumber(text);
  const { data, isFetching } = useQuery({ ...read(findByNumber, { query: { number: text } }), enabled });
  return { found: enabled ? data : undefined, isLooking: enabled && isFetching };
}
