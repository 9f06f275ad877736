import { onTestFinished, vi } from 'vitest';
import type { Portal } from './portal.ts';

/** The clock of a portal stands at an instant, however slow the machine is: until the test ends, or what is given back lets it run on. */
export function clockStandsAt({ app }: Pick<Portal, 'app'>, instant: string): () => void {
  const standing = vi.spyOn(app.clock, 'now').mockImplementation(() => new Date(instant));
  const runsOn = () => {
    standing.mockRestore();
  };
  onTestFinished(runsOn);
  return runsOn;
}
