import type { Brand } from '#api/page.ts';

/** What calls: replaceable, so that a real line can take its place (OPC-83). */
export interface Device {
  /** Connects with the token of the line; `onEnd` is told when the other side hangs up. */
  connect: (voiceToken: string, number: string, onEnd: () => void) => Promise<{ hangUp: () => void }>;
}

/** Simulated: it becomes active at once and calls nobody. */
const testLine: Device = { connect: async () => ({ hangUp: () => undefined }) };

let device: Device | undefined;
/** Null where the line is a provider's and nothing here can call on it: a simulated call would look like a real one. */
export const callingDevice = (line: Brand['callLine']): Device | null => device ?? (line === 'test' ? testLine : null);
/** Another one, for a real line and for tests. */
export const setDevice = (given: Device | undefined): void => {
  device = given;
};
