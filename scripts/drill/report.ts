/** Prints each step of a drill with its time, and adds up the time. */
export type Report = ReturnType<typeof startReport>;

/** A database of 10 GB is back within this time (REL-13). */
const allowedMinutes = 30;

export function startReport(interrupted: Promise<never>, print: (line: string) => void = console.log) {
  const began = performance.now();
  return {
    /** `work` gives what is worth telling; what it throws ends the drill. */
    step: async (what: string, work: () => Promise<string | void>): Promise<void> => {
      const start = performance.now();
      try {
        // Between two steps as well as in one.
        await Promise.race([interrupted, Promise.resolve()]);
        const told = await Promise.race([interrupted, work()]);
        print(`${secondsSince(start)}  ${what}${told ? `: ${told}` : ''}`);
      } catch (error) {
        print(`${secondsSince(start)}  WRONG: ${what}`);
        throw error;
      }
    },
    /** Whether it was soon enough. */
    end: (): boolean => {
      const isSoon = performance.now() - began <= allowedMinutes * 60_000;
      print(
        `${secondsSince(began)}  in all, ${isSoon ? 'and everything held' : 'which is too long'}: REL-13 allows ${allowedMinutes} minutes.`,
      );
      return isSoon;
    },
  };
}

const secondsSince = (start: number): string => `${((performance.now() - start) / 1_000).toFixed(1).padStart(7)} s`;

export function sizeOf(bytes: number): string {
  const [size, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : bytes < 1e9 ? [bytes / 1_000_000, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}
