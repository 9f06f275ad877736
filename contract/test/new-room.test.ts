import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newRoom } from '../../scripts/new-room.ts';

const home = path.join(import.meta.dirname, '../..');

test('a new room with a table, a call and a page touches nine files outside of its folders, its call is among all calls and open to administrators of the whole company alone, and servers that are there go on beside it', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'new-room-'));
  try {
    const touched = ['server/migrations', 'server/src/rooms.ts', 'web/src/app/routes.ts', 'docs/glossary.md'];
    for (const one of ['contract/src', ...touched])
      cpSync(path.join(home, one), path.join(copy, one), { recursive: true });
    const newest = readdirSync(path.join(copy, 'server/migrations')).toSorted().at(-1);
    symlinkSync(path.join(home, 'node_modules'), path.join(copy, 'node_modules'));
    const { outside } = newRoom(copy, 'unbuilt-rooms', 'unbuilt_room', new Date('2031-03-05T12:00:00Z'));
    expect(outside).toEqual([
      'contract/src/rooms.ts',
      'docs/fields.md',
      'docs/glossary.md',
      'server/migrations/20310305T1200-unbuilt-rooms.sql',
      'server/src/platform/database/schema.ts',
      'server/src/rooms.ts',
      'server/test/access-table-unbuilt-rooms.ts',
      'web/src/app/routes.ts',
      'web/src/pages/UnbuiltRooms.tsx',
    ]);
    const asking = `
      const { endpoints } = await import('./contract/src/all.ts');
      const { pages } = await import('./contract/src/pages.ts');
      const { recordWords } = await import('./contract/src/audit/words.ts');
      const made = endpoints.find(({ name }) => name === 'unbuiltRooms.listUnbuiltRooms');
      console.log(JSON.stringify(made?.endpoint.access), pages.includes('/unbuilt-rooms'), recordWords.unbuilt_room);`;
    const told = execFileSync(process.execPath, ['--input-type=module', '-e', asking], { cwd: copy, encoding: 'utf8' });
    expect(told).toBe('{"adminRights":true,"reach":"company"} true Unbuilt rooms\n');
    const migration = readFileSync(path.join(copy, 'server/migrations/20310305T1200-unbuilt-rooms.sql'), 'utf8');
    expect(migration.split('\n')[0]).toBe(`-- serves from ${newest}`);
    // The next one of the same release wants no more of a server than the first.
    newRoom(copy, 'later-rooms', 'later_room', new Date('2031-03-06T12:00:00Z'));
    const next = readFileSync(path.join(copy, 'server/migrations/20310306T1200-later-rooms.sql'), 'utf8');
    expect(next.split('\n')[0]).toBe(`-- serves from ${newest}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
