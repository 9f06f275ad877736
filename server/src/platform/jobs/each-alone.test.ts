import { expect, test } from 'vitest';
import { StoreAway } from '#platform/files/driver.ts';
import { eachAlone } from './each-alone.ts';

const failing = (error: Error) => () => Promise.reject(error);

test('REL-04 where the store or the database goes away in the middle of a work, what failed before is told as well, and no later part is tried', async () => {
  for (const away of [new StoreAway('no store'), new Error('Connection terminated unexpectedly')]) {
    const { name, message } = away;
    let isTried = false;
    const parts = [
      { what: 'the first', work: failing(new Error('stumbled over a stone')) },
      { what: 'the second', work: failing(away) },
      { what: 'the third', work: async () => void (isTried = true) },
    ];
    const thrown = await eachAlone(parts).catch((error: unknown) => error);
    expect(thrown).toBe(away);
    expect([name, (thrown as Error).message, isTried]).toEqual([
      name,
      `${message}; before that the first: Error: stumbled over a stone`,
      false,
    ]);
  }
});
