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
