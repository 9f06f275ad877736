/** What rooms give the platform to do besides answering calls. */
import type { Clear } from '#platform/jobs/housekeeping.ts';
import type { Encrypted } from '#platform/security/secrets.ts';

/** All that was given so far. */
export interface Duties {
  clears: Clear[];
  encrypted: Encrypted[];
}

/** How a room gives it. */
export interface GivesDuties {
  duties: Duties;
  /** What of the room's rows no longer counts: cleared away once an hour. */
  clearsAway: (clear: Clear) => void;
  /** What the room keeps encrypted under the installation's secret. */
  encrypted: (kept: Encrypted) => void;
}

export function gatherDuties(): GivesDuties {
  const duties: Duties = { clears: [], encrypted: [] };
  return {
    duties,
    clearsAway: (clear) => void duties.clears.push(clear),
    encrypted: (kept) => void duties.encrypted.push(kept),
  };
}
