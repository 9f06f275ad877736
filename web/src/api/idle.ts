import { tellTabs, whenTold } from './tabs.ts';

const debounceMs = 250;
/** When the person last did something, in any tab of this browser (SEC-04, OPN-18). */
let lastInputAt = Date.now();
let settling: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** How long ago the last real input was: told with every call as `x-idle-ms`. */
export const idleFor = (): number => Math.max(0, Date.now() - lastInputAt);

/**
 * A person did something in this tab. It counts at once, for the call that it may cause;
 * the warning and the other tabs hear of a burst once, when it is over (SES-15).
 */
export function noteInput(): void {
  lastInputAt = Date.now();
  clearTimeout(settling);
  settling = setTimeout(() => {
    tellTabs({ type: 'input' });
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

whenTold('input', () => {
  lastInputAt = Date.now();
  tell();
});

function tell(): void {
  for (const listener of listeners) listener();
}
