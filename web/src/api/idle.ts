import { tellTabs, whenTold } from './tabs.ts';

/** When the person last did something, in any tab of this browser (SEC-04, OPN-18). */
let lastInputAt = Date.now();
const listeners = new Set<() => void>();

/** How long ago the last real input was: told with every call as `x-idle-ms`. */
export const idleFor = (): number => Math.max(0, Date.now() - lastInputAt);

/** A person did something in this tab; all tabs of the session stay in. */
export function noteInput(): void {
  note();
  tellTabs({ type: 'input' });
}

/** Tells whenever a person did something here or in another tab. */
export function onInput(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

whenTold('input', note);

function note(): void {
  lastInputAt = Date.now();
  for (const listener of listeners) listener();
}
