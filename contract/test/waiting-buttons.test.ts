import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tagsOf } from './tags-of.ts';

const home = path.join(import.meta.dirname, '../..');

const waiting = (source: string): string[] =>
  tagsOf(source, 'Button|ActionIcon').filter((tag) => /\sloading[=\s>]/.test(tag));

// Such a button becomes disabled, by which Chrome takes the focus away from it, and nothing gives it back.
test('what takes a while is pressed on a `SubmitButton`: no button of Mantine’s own is `loading`', () => {
  const files = globSync('web/src/**/*.tsx', { cwd: home }).map((file) => file.replaceAll('\\', '/'));
  const sources = files.map((file) => [file, readFileSync(path.join(home, file), 'utf8')] as const);
  expect(sources.flatMap(([, source]) => tagsOf(source, 'SubmitButton')).length).toBeGreaterThan(80);
  expect(sources.flatMap(([file, source]) => waiting(source).map((tag) => `${file}: ${tag}`))).toEqual([]);
});

const usedUp = (source: string): string[] =>
  tagsOf(source, 'ActionIcon').filter((tag) => /\sdisabled(?!=\{disabled\})/.test(tag));

// The last press of "Next page" or "Zoom in" would take the focus away from them in the same way.
test('a button with a picture that has nothing left to do keeps the focus: it is a `Tool`, and pages are turned by `PageButtons`', () => {
  const files = globSync('web/src/**/*.tsx', { cwd: home }).map((file) => file.replaceAll('\\', '/'));
  const sources = files.map((file) => [file, readFileSync(path.join(home, file), 'utf8')] as const);
  expect(sources.flatMap(([, source]) => tagsOf(source, 'ActionIcon')).length).toBeGreaterThan(10);
  expect(sources.flatMap(([file, source]) => usedUp(source).map((tag) => `${file}: ${tag}`))).toEqual([]);
  const turning = sources.filter(([, source]) => tagsOf(source, 'Pagination').length > 0);
  expect(turning.map(([file]) => file)).toEqual(['web/src/kit/PageButtons.tsx']);
});

test.each([
  ['<ActionIcon aria-label="Next page" disabled={at >= count}>', 1],
  ['<ActionIcon disabled onClick={go}>', 1],
  // That of a whole field is not its own press’s doing.
  ['<ActionIcon disabled={disabled} onClick={go}>', 0],
  ['<ActionIcon aria-disabled={at >= count} data-disabled={at >= count || undefined}>', 0],
])('%s becomes disabled under the finger %i times', (source, found) => {
  expect(usedUp(source)).toHaveLength(found);
});

test.each([
  ['<Button loading={busy} onClick={go}>', 1],
  ['<Button\n  leftSection={<Icon size={18} />}\n  onClick={() => go()}\n  loading\n>', 1],
  ['<ActionIcon aria-label="Go" loading={busy}>', 1],
  ['<Button onClick={go}>Go</Button><AppTable loading={isLoading} />', 0],
  ['<SubmitButton busy={busy}>', 0],
  ['<Button disabled={list.loading}>', 0],
])('%s holds %i such buttons', (source, found) => {
  expect(waiting(source)).toHaveLength(found);
});
