/** What is known of the call that something is done for: whose it is, and until when. Background work has none. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A person of a company; or, of whom nobody is known yet, the network address the call came from. */
export type Caller = { companyId: number; providerId: number } | { address: string };

export interface Context {
  caller: Caller;
  /** On the clock of `performance`. */
  endsAt: number;
  /** How many connections to the database its work holds. */
  connections: number;
  /** Hands its place among the calls to somebody else, or throws where they have as many as they may. */
  passTo: (caller: Caller) => void;
}

const contexts = new AsyncLocalStorage<Context>();
export const contextNow = (): Context | undefined => contexts.getStore();
export const inContext = <T>(context: Context, work: () => T): T => contexts.run(context, work);

/** The call turns out to be this person's: from here on it counts as theirs. */
export function callerIs({ companyId, providerId }: { companyId: number; providerId: number }): void {
  const context = contextNow();
  if (!context || ('providerId' in context.caller && context.caller.providerId === providerId)) return;
  context.passTo({ companyId, providerId });
  context.caller = { companyId, providerId };
}

/** Does work that a call has left behind: neither its time nor its share of what is scarce is that of the call. */
export const outsideOfCalls = AsyncLocalStorage.snapshot();
