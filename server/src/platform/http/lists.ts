/** Lists that are bounded: an endpoint says how many rows it has at most, and its answer whether that left some out (OPS-23). */
import { type Endpoint, moreHeader } from '@portal/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';

/** A query that has no limit yet. */
interface Unbounded<Row> {
  limit: (most: number) => { execute: () => Promise<Row[]> };
}

export interface Lists {
  /** As many rows as the endpoint has at most. `placeOf` names the last of them, where the next ones can be asked for. */
  list: <Row>(query: Unbounded<Row>, placeOf?: (last: Row) => number) => Promise<Row[]>;
  /** For a list that is put together otherwise: says where it was cut off, or that it was not. */
  isCutOff: (after: number | null) => void;
}

export function listsOf({ atMost, path }: Endpoint, reply: FastifyReply): Lists & { refuseUnbounded: () => void } {
  let isBounded = false;
  const declared = (): number => {
    if (atMost === undefined) throw new Error(`${path} does not declare how many rows it has at most`);
    isBounded = true;
    return atMost;
  };
  const say = (after: number | true | null) => {
    declared();
    if (after !== null) void reply.header(moreHeader, String(after));
  };
  return {
    list: async (query, placeOf) => {
      const most = declared();
      const rows = await query.limit(most + 1).execute();
      if (rows.length <= most) say(null);
      else say(placeOf?.(rows[most - 1]!) ?? true);
      return rows.slice(0, most);
    },
    isCutOff: say,
    refuseUnbounded: () => {
      if (atMost !== undefined && !isBounded) throw new Error(`${path} declares a bound that its list does not have`);
    },
  };
}
