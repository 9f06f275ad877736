import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, isEndpoint, rooms as calls } from '../src/all.ts';
import { rooms } from '../src/rooms.ts';

const source = path.join(import.meta.dirname, '../src');
/** No part of the product: what tests and a trial installation ask is served in those modes alone. */
const outside = ['dev'];
/** Every file of calls, whatever it is called. */
const files = globSync('*/*.ts', { cwd: source })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !outside.includes(path.dirname(file)));
const importOf = (file: string): Promise<Record<string, unknown>> => import(path.join(source, file));
const nameOf = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The calls among exported values, also those that stand together in an object. */
const callsIn = (exported: object) =>
  Object.values(exported).flatMap((value: unknown) => {
    if (isEndpoint(value)) return [value];
    return typeof value === 'object' && value !== null && !('_zod' in value)
      ? Object.values(value).filter(isEndpoint)
      : [];
  });

test('every call that a room declares is among all calls', async () => {
  const known = new Set(endpoints.map(({ endpoint }) => endpoint));
  let found = 0;
  for (const file of files)
    for (const call of callsIn(await importOf(file))) {
      found += 1;
      expect(known.has(call), `${file}: ${call.method} ${call.path}`).toBe(true);
    }
  expect(found).toBe(known.size);
});

test('every folder with calls is a room that tells the rest of the house of itself, under the name of the folder', async () => {
  const withCalls: string[] = [];
  for (const file of files) if (callsIn(await importOf(file)).length > 0) withCalls.push(path.dirname(file));
  const folders = [...new Set(withCalls)].sort();
  expect(folders.map(nameOf)).toEqual(Object.keys(calls).sort());
  for (const folder of folders) {
    expect(existsSync(path.join(source, folder, 'room.ts')), folder).toBe(true);
    const { [nameOf(folder)]: declared } = await importOf(`${folder}/room.ts`);
    expect(rooms, folder).toContain(declared);
  }
  expect(files.filter((file) => path.basename(file) === 'room.ts')).toHaveLength(rooms.length);
});
