import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { headFileIn, writeHead } from './head-file.ts';
import { giveNote, shareNote, takeSharedNote } from './shared-note.ts';

function aMachine() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-note-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const keeping = { dataDir, secret: Buffer.from('a secret'), earlierSecrets: [], maySecretsBeMissing: false };
  const note = (position: number) => writeHead(keeping, { position, hash: 'ab'.repeat(32), settled: 0 });
  return { keeping, note, file: headFileIn(dataDir) };
}
function aStore() {
  const puts: number[] = [];
  let [kept, isAway] = [null as string | null, false];
  return {
    puts,
    away: (is: boolean) => void (isAway = is),
    trailNote: async () => kept,
    keepTrailNote: async (note: string) => {
      if (isAway) throw new Error('the store is away');
      puts.push((JSON.parse(note) as { position: number }).position);
      kept = note;
    },
  };
}

test('P11-10 the note of the trail is shared now and then while it changes and once more at the stop, also after the store was away; one that was altered here never takes its place', async () => {
  const { keeping, note, file } = aMachine();
  const store = aStore();
  const warned: string[] = [];
  const shared = shareNote(keeping, store, { warn: (event) => void warned.push(event) }, 1_000_000);
  await shared.atLast();
  expect(store.puts).toEqual([]);
  store.away(true);
  await note(1);
  await shared.atLast();
  expect([store.puts, warned]).toEqual([[], ['audit head not shared']]);
  store.away(false);
  for (const position of [2, 3]) {
    await note(position);
    shared.soon();
  }
  await shared.atLast();
  await shared.atLast();
  expect(store.puts).toEqual([3]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"position":3', '"position":2'));
  await shared.atLast();
  expect(store.puts).toEqual([3]);
});

test('P11-10 REL-13 a machine without a note takes the shared one as it is, and one that has its own keeps it; what is given takes the place of whatever is there', async () => {
  const [first, second] = [aMachine(), aMachine()];
  const store = aStore();
  await takeSharedNote(second.keeping, store);
  await first.note(7);
  await giveNote(first.keeping, store);
  await takeSharedNote(second.keeping, store);
  expect(readFileSync(second.file, 'utf8')).toBe(readFileSync(first.file, 'utf8'));
  await first.note(8);
  await giveNote(first.keeping, store);
  await takeSharedNote(second.keeping, store);
  expect(JSON.parse(readFileSync(second.file, 'utf8'))).toMatchObject({ position: 7 });
  expect(store.puts).toEqual([7, 8]);
});
