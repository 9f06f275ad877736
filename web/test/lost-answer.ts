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

/** How a server that has done the first try refuses another one that takes its place. */
export const firstTryDone = {
  status: 409,
  body: {
    code: 'first_try_done',
    message:
      'Your first try went through after all, with what you had entered then. Please check it first: if you press again, this is done as well.',
  },
};

/** The same server, told which try another one takes the place of; what is said to take the place of none is done as well. */
export function doesFirst(reply: unknown) {
  let first: string | null = null;
  return ({ headers }: Call): unknown => {
    const key = headers.get('idempotency-key');
    if (first === null) {
      first = key;
      throw new TypeError('the line is dead');
    }
    return headers.get('idempotency-instead-of')?.split(',').includes(first)
      ? { ...firstTryDone, body: { ...firstTryDone.body, detail: { done: [first] } } }
      : reply;
  };
}

/** Of all tries whether they were the same: one key, and one body. */
export const areSame = (tries: readonly Call[]): boolean =>
  new Set(tries.map(({ headers, sent }) => `${headers.get('idempotency-key')} ${JSON.stringify(sent)}`)).size === 1;
