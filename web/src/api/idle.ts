import { isLater, type Moment, momentBefore, since, thisMoment } from './elapsed.ts';
import { tellTabs, whenTold } from './tabs.ts';

const debounceMs = 250;
/** When the person last did something, in any tab of this browser (SEC-04, OPN-18). */
let lastInput: Moment = thisMoment();
/** The last input that the server knows of. */
let knownInput = lastInput;
let settling: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** How long ago the last real input was: told with every call as `x-idle-ms`. */
export const idleFor = (): number => since(lastInput);

/** What a call tells that leaves now. */
export const inputToTell = (): Moment => lastInput;

/** A call that told of this input was answered. Of two that were on their way together the later input counts. */
export function noteKnown(input: Moment): void {
  if (isLater(input, knownInput)) knownInput = input;
}

/** Where something was done since: how long ago the last input was that the server knows of; else 0. */
export const untoldFor = (): number => (isLater(lastInput, knownInput) ? since(knownInput) : 0);

/** The server knows of input that was so long ago, of which this tab may not have heard. */
export function learnInput(idleMs: number): void {
  if (idleMs >= idleFor()) return;
  lastInput = momentBefore(idleMs);
  knownInput = lastInput;
}

/**
 * A person did something in this tab. It counts at once, for the call that it may cause;
 * the warning and the other tabs hear of a burst once, when it is over (SES-15).
 */
export function noteInput(): void {
  lastInput = thisMoment();
  clearTimeout(settling);
  settling = setTimeout(() => {
    tellTabs({ type: 'input', agoMs: since(lastInput) });
    tell();
  }, debounceMs);
}

/** Tells when a person did something here or in another tab. */
export function onInput(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

whenTold('input', ({ agoMs = 0 }) => {
  const input = momentBefore(agoMs);
  if (isLater(input, lastInput)) lastInput = input;
  tell();
});

function tell(): void {
  for (const listener of listeners) listener();
}

/** The page as it is when it was just loaded, for tests. */
export function forgetInput(): void {
  clearTimeout(settling);
  lastInput = thisMoment();
  knownInput = lastInput;
}
