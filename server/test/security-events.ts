/** What the log of security events says, read as the operator would: all of it, past the fence. */
import type { Portal } from './portal.ts';

export interface Written {
  id: number;
  company: number | null;
  at: Date;
  event: string;
  outcome: string;
  factor: string | null;
  person: number | null;
  hash: string | null;
  host: string;
  address: string;
  request: string;
  call: string | null;
}

/** What has come since it was asked the last time, in the order in which it was noted. */
export function watchEvents(portal: Portal): () => Promise<Written[]> {
  let last = 0;
  return async () => {
    await portal.app.security.flush();
    const rows = await portal.rows<Written>(
      `select event_id as id, company_id as company, at, event, outcome, factor, provider_id as person, email_hash as hash, host, address,
         request_id as request, call
       from security_event where event_id > $1 order by event_id`,
      [last],
    );
    last = rows.at(-1)?.id ?? last;
    return rows;
  };
}

/** The same in a few words: `sign_in failed password 7`, with the person, or `-` for nobody's. */
export const inShort = ({ event, outcome, factor, person }: Written): string =>
  [event, outcome, factor ?? '-', person ?? '-'].join(' ');
