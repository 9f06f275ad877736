/** What the tabs of one browser tell each other. Nothing in it is secret, and none of it names a person. */
export type Told =
  /** Told once a burst is over, or only when a computer wakes that slept meanwhile. */
  | { type: 'input'; agoMs?: number }
  | { type: 'signed-out'; hasExpired: boolean; hasFailed: boolean }
  | { type: 'signed-in'; cpId: number }
  /** Asks for what a sign-out would lose; the tabs that hold such a thing say so. */
  | { type: 'holds?' }
  | { type: 'holds' };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal');

/** Tells the other tabs of this browser. */
export function tellTabs(told: Told): void {
  channel?.postMessage(told);
}

/** Hears what another tab tells; gives back how to stop it. */
export function whenTold<T extends Told['type']>(
  type: T,
  listener: (told: Extract<Told, { type: T }>) => void,
): () => void {
  const hear = (event: MessageEvent<Told>) => {
    if (event.data.type === type) listener(event.data as Extract<Told, { type: T }>);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
