import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newRoom } from '../../scripts/new-room.ts';

const home = path.join(import.meta.dirname, '../..');

test('a new room with a table, a call and a page touches nine files outside of its folders, and its call is among all calls', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'new-room-'));
  try {
    for (const one of ['contract/src', 'server/src/rooms.ts', 'web/src/app/routes.ts', 'docs/glossary.md'])
      cpSync(path.join(home, one), path.join(copy, one), { recursive: true });
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
      console.log(endpoints.some(({ name }) => name === 'unbuiltRooms.listUnbuiltRooms'), pages.includes('/unbuilt-rooms'), recordWords.unbuilt_room);`;
    const told = execFileSync(process.execPath, ['--input-type=module', '-e', asking], { cwd: copy, encoding: 'utf8' });
    expect(told).toBe('true true Unbuilt rooms\n');
  } finally {
    rmSync(copy, { recursive: true });
  }
});
