import { databaseIsAway } from '#platform/database/db.ts';
import { StoreAway } from '#platform/files/driver.ts';
import { failureText } from './failure-text.ts';

/** A part of a work, by what the failure says of it. */
interface Part {
  what: string;
  work: () => Promise<unknown>;
}

/**
 * Does one part after the other. One that fails keeps no later one from its turn; all that failed are thrown together at the end. Where the
 * database or the store is away, what is thrown says so, and then what had failed before.
 */
export async function eachAlone(parts: readonly Part[]): Promise<void> {
  const failed: string[] = [];
  for (const { what, work } of parts)
    try {
      await work();
    } catch (error) {
      // It is away for all of them.
      if (databaseIsAway(error) || error instanceof StoreAway) {
        // The same error with more to say: whoever catches it knows by it that something is away.
        if (failed.length > 0 && error instanceof Error) error.message += `; before that ${failed.join('; ')}`;
        throw error;
      }
      failed.push(`${what}: ${failureText(error, null)}`);
    }
  if (failed.length > 0) throw new Error(failed.join('; '));
}
