/** What a step leads to, and what it costs. */
export interface Step {
  to: number;
  cost: number;
}

/** The cheapest way from one place to another over the steps there are (A*); the rest of a way costs `atLeast`. Empty where there is none. */
export function cheapestWay(of: {
  /** How many places there are, numbered from 0. */
  places: number;
  start: number;
  end: number;
  steps: (place: number) => readonly Step[];
  atLeast: (place: number) => number;
}): number[] {
  const { places, start, end, steps, atLeast } = of;
  const costs = new Float64Array(places).fill(Infinity);
  const before = new Int32Array(places).fill(-1);
  const isDone = new Uint8Array(places);
  const open = queue();
  costs[start] = 0;
  open.put(start, atLeast(start));
  for (let place = open.take(); place !== undefined; place = open.take()) {
    if (isDone[place] === 1) continue;
    isDone[place] = 1;
    if (place === end) return wayTo(end, before);
    const spent = costs[place] ?? 0;
    for (const { to, cost } of steps(place)) {
      const total = spent + cost;
      if (total >= (costs[to] ?? 0)) continue;
      costs[to] = total;
      before[to] = place;
      open.put(to, total + atLeast(to));
    }
  }
  return [];
}

function wayTo(end: number, before: Int32Array): number[] {
  const way: number[] = [];
  for (let place = end; place >= 0; place = before[place] ?? -1) way.push(place);
  return way.toReversed();
}

/** A binary heap: what costs least comes out first. */
function queue() {
  const heap: { place: number; cost: number }[] = [];
  const costAt = (i: number) => heap[i]?.cost ?? Infinity;
  const swap = (i: number, k: number) => {
    const [one, other] = [heap[i], heap[k]];
    if (one && other) [heap[i], heap[k]] = [other, one];
  };
  return {
    put: (place: number, cost: number) => {
      heap.push({ place, cost });
      for (let i = heap.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1;
        if (costAt(parent) <= costAt(i)) break;
        swap(i, parent);
        i = parent;
      }
    },
    take: (): number | undefined => {
      swap(0, heap.length - 1);
      const least = heap.pop();
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2];
        const child = costAt(right) < costAt(left) ? right : left;
        if (costAt(child) >= costAt(i)) break;
        swap(i, child);
        i = child;
      }
      return least?.place;
    },
  };
}
