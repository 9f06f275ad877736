import type { Call } from './portal.tsx';

/** A server that has done the first try, whose answer is lost on its way: it answers to the same key again, and refuses every other. */
export function losesFirstAnswer(reply: unknown, refusal: unknown) {
  let first: string | null = null;
  return ({ headers }: Call): unknown => {
    const key = headers.get('idempotency-key');
    if (first === null) {
      first = key;
      throw new TypeError('the line is dead');
    }
    return key === first ? reply : refusal;
  };
}

/** Of all tries whether they were the same: one key, and one body. */
export const areSame = (tries: readonly Call[]): boolean =>
  new Set(tries.map(({ headers, sent }) => `${headers.get('idempotency-key')} ${JSON.stringify(sent)}`)).size === 1;
