import { expect, test } from 'vitest';
import { batchWriter } from './batch-writer.ts';

const never = 1_000_000;
const refused = (code: string) => Object.assign(new Error(code), { code });

/** Somewhere to write to, which can stand still, be away, or refuse an entry for its content. */
function aPlace() {
  const written: string[] = [];
  const told: string[] = [];
  let away = false;
  let held: Promise<void> | null = null;
  let letGo = () => {};
  const write = async (batch: readonly string[]) => {
    await held;
    if (away) throw refused('57P01');
    if (batch.includes('bad')) throw refused('22021');
    written.push(...batch);
    if (batch.includes('last')) away = true;
  };
  const open = (most?: number) =>
    batchWriter(write, (error) => void told.push((error as Error).message), {
      everyMs: never,
      kindOf: (entry) => entry.split(' ')[0] as string,
      ...(most === undefined ? {} : { most }),
    });
  return {
    written,
    told,
    open,
    away: (is: boolean) => void (away = is),
    hold: () => {
      held = new Promise((resolve) => (letGo = resolve));
    },
    goOn: () => {
      letGo();
      held = null;
    },
  };
}

test('PRV-01 SEC-39 what could not be written waits, and is written in its order once the database is back', async () => {
  const place = aPlace();
  const entries = place.open();
  place.away(true);
  for (const one of ['a', 'b']) entries.add(one);
  await entries.flush();
  entries.add('c');
  expect([place.written, place.told]).toEqual([[], ['57P01']]);
  place.away(false);
  await entries.stop();
  expect(place.written).toEqual(['a', 'b', 'c']);
});

test('PRV-01 SEC-39 what comes while a batch is being written is written before the stop has ended', async () => {
  const place = aPlace();
  const entries = place.open();
  entries.add('a');
  place.hold();
  void entries.flush();
  const stopped = entries.stop();
  entries.add('b');
  place.goOn();
  await stopped;
  expect(place.written).toEqual(['a', 'b']);
});

test('PRV-01 SEC-39 one entry that the database refuses for its content is told, and holds up no other', async () => {
  const place = aPlace();
  const entries = place.open();
  for (const one of ['a', 'bad', 'b']) entries.add(one);
  await entries.stop();
  expect([place.written, place.told]).toEqual([['a', 'b'], ['22021']]);
});

test('PRV-01 SEC-39 a database that goes away behind a bad entry costs none of the others', async () => {
  const place = aPlace();
  const entries = place.open();
  for (const one of ['a', 'bad', 'last', 'b']) entries.add(one);
  await entries.flush();
  expect(place.written).toEqual(['a', 'last']);
  place.away(false);
  await entries.stop();
  expect(place.written).toEqual(['a', 'last', 'b']);
});

test('SEC-39 of more than may wait the rest is let go, and how many of each kind is told when the database is back', async () => {
  const place = aPlace();
  const entries = place.open(2);
  place.away(true);
  for (const one of ['a', 'b', 'sign-in 1', 'lock 1', 'sign-in 2']) entries.add(one);
  place.away(false);
  await entries.stop();
  expect([place.written, place.told]).toEqual([['a', 'b'], ['Dropped while the database was away: 2 sign-in, 1 lock']]);
});
