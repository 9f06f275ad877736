/**
 * Places for what is scarce, shared so that nobody can take what others need: a person, a company and a network address
 * each may hold so many times what is still free. Somebody who holds nothing is therefore let in as long as one place is
 * left, whatever the others do; and whoever is alone is held up by nobody.
 */
import { type Caller, contextNow } from './context.ts';
import { Failed } from './fail.ts';

/** At most a half of all for one person, three quarters for a company, four fifths for an address, behind which many may sit. */
const usualShares = { person: 1, company: 3, address: 4, portal: Number.POSITIVE_INFINITY };

export interface Place {
  /** Gives it back; more than once is once. */
  release: () => void;
  /** From now on it is somebody else's, unless they have their share already. */
  passTo: (caller: Caller) => void;
}

export interface Semaphore {
  /** Takes a place, waiting for it in turn; for whoever calls, or with `null` for the portal itself. */
  take: (weight?: number, caller?: Caller | null) => Promise<Place>;
  /** Does the work in a place. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Options {
  most: number;
  /** How many times what is still free a company may hold; where places are few, three times may be all of them. */
  companyShare?: number;
  /** One more is refused. */
  mostWaiting?: number;
  /** A call waits no longer than it has time left in any case. */
  longestWaitMs?: number;
  /** What is thrown instead of a place. */
  refusal?: () => Error;
}

/** What one of them has of the places. */
interface Holder {
  name: string;
  share: number;
  held: number;
  waiting: number;
  /** When it was last given a place, counted in places. */
  turn: number;
}

interface Waiting {
  holders: readonly Holder[];
  weight: number;
  begin: () => void;
}

export function makeSemaphore({
  most,
  companyShare = usualShares.company,
  mostWaiting = 0,
  longestWaitMs = Number.POSITIVE_INFINITY,
  refusal = () => new Failed('unavailable', { retryAfter: 10 }),
}: Options): Semaphore {
  let free = most;
  let turn = 0;
  const shares = { ...usualShares, company: companyShare };
  const known = new Map<string, Holder>();
  const queue: Waiting[] = [];

  const holder = (kind: keyof typeof shares, id: number | string): Holder => {
    const name = `${kind} ${id}`;
    let one = known.get(name);
    if (!one) known.set(name, (one = { name, share: shares[kind], held: 0, waiting: 0, turn }));
    return one;
  };
  const holdersOf = (caller: Caller | null): readonly Holder[] => {
    if (caller === null) return [holder('portal', '')];
    // A viewer has an address as well.
    if ('providerId' in caller) return [holder('company', caller.companyId), holder('person', caller.providerId)];
    return [holder('address', caller.address)];
  };
  const forget = (holders: readonly Holder[]) => {
    for (const { name, held, waiting } of holders) if (held === 0 && waiting === 0) known.delete(name);
  };

  const mayHold = ({ holders, weight }: Pick<Waiting, 'holders' | 'weight'>) =>
    holders.every(({ held, share }) => held === 0 || held + weight <= share * free);
  const mayWait = (holders: readonly Holder[]) => {
    const left = mostWaiting - queue.length;
    return left > 0 && holders.every(({ waiting, share }) => waiting === 0 || waiting + 1 <= share * left);
  };
  const enter = (holders: readonly Holder[], weight: number) => {
    free -= weight;
    turn += 1;
    for (const one of holders) {
      one.held += weight;
      one.turn = turn;
    }
  };
  const leave = (holders: readonly Holder[], weight: number) => {
    free += weight;
    for (const one of holders) one.held -= weight;
  };

  /** Whose turn it is: the company that was given a place the longest ago, of it the person, of that the first that came. */
  const next = (): Waiting | undefined => {
    if (free <= 0) return undefined;
    let first: Waiting | undefined;
    for (const one of queue) if (mayHold(one) && (!first || isBefore(one, first))) first = one;
    // What is large is not passed by for ever by what is small.
    return first && first.weight <= free ? first : undefined;
  };
  const unqueue = (one: Waiting) => {
    queue.splice(queue.indexOf(one), 1);
    for (const who of one.holders) who.waiting -= 1;
  };
  const serve = () => {
    for (let one = next(); one; one = next()) {
      unqueue(one);
      enter(one.holders, one.weight);
      one.begin();
    }
  };

  const wait = (holders: readonly Holder[], weight: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const context = contextNow();
      const ms = Math.min(longestWaitMs, context ? context.endsAt - performance.now() : longestWaitMs);
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const one = { holders, weight, begin };
      for (const who of holders) who.waiting += 1;
      queue.push(one);
      if (Number.isFinite(ms))
        timer = setTimeout(
          () => {
            unqueue(one);
            forget(holders);
            serve();
            reject(refusal());
          },
          Math.max(0, ms),
        );
      serve();
    });

  const take: Semaphore['take'] = async (weight = 1, caller = contextNow()?.caller ?? null) => {
    let holders = holdersOf(caller);
    if (queue.length === 0 && weight <= free && mayHold({ holders, weight })) enter(holders, weight);
    else if (mayWait(holders)) await wait(holders, weight);
    else {
      forget(holders);
      throw refusal();
    }
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        leave(holders, weight);
        forget(holders);
        serve();
      },
      passTo: (to) => {
        if (!isHeld) return;
        const [before, after] = [holders, holdersOf(to)];
        leave(before, weight);
        const fits = mayHold({ holders: after, weight });
        holders = fits ? after : before;
        enter(holders, weight);
        forget([...before, ...after]);
        serve();
        if (!fits) throw refusal();
      },
    };
  };

  return {
    take,
    run: async (work) => {
      const place = await take();
      try {
        return await work();
      } finally {
        place.release();
      }
    },
  };
}

function isBefore(one: Waiting, other: Waiting): boolean {
  for (const [level, { turn }] of one.holders.entries()) {
    const theirs = other.holders[level]?.turn ?? turn;
    if (turn !== theirs) return turn < theirs;
  }
  return false;
}
