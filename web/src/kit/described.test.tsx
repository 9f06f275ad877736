import * as mantine from '@mantine/core';
import { screen } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { show } from '#test/kit.tsx';
import { alsoDescribedBy, Described } from './Described.tsx';

const { Input, Textarea } = mantine;

test('OPN-44 a field is tied to words elsewhere and to its own description and error, as they come and go', () => {
  const field = (by: string | undefined, error: string | null) => (
    <>
      <p id="said">It was not sent.</p>
      <Textarea label="Message" description="To the clinic" error={error} inputContainer={alsoDescribedBy(by)} />
    </>
  );
  const { rerender } = show(field('said', null));
  const message = screen.getByRole('textbox', { name: 'Message', description: 'To the clinic It was not sent.' });
  rerender(field('said', 'Too long'));
  screen.getByRole('textbox', { name: 'Message', description: 'Too long To the clinic It was not sent.' });
  rerender(field(undefined, null));
  // What was typed and the focus stay: it is the same field.
  expect(screen.getByRole('textbox', { name: 'Message', description: 'To the clinic' })).toBe(message);
});

test('OPN-44 a field without a label of its own is tied to words elsewhere', () => {
  show(
    <>
      <p id="said">It was not sent.</p>
      <Described by="said">
        <Input aria-label="Message" />
      </Described>
    </>,
  );
  expect(screen.getByRole('textbox', { name: 'Message', description: 'It was not sent.' })).toBeDefined();
});

/** What a source text gives an `aria-describedby`: elements, and those that an object with one is spread over. */
function describedIn(source: string): (string | undefined)[] {
  return [...source.matchAll(/aria-describedby(=|'\s*:)/g)].flatMap(({ index, 1: sign }) => {
    const before = source.slice(0, index);
    // An element of several lines begins a line; in one line others may lie in it.
    if (sign === '=')
      return [...before.matchAll(/^\s*<([A-Za-z.]+)|<([A-Za-z.]+)[^<>]*$/gm)].at(-1)?.slice(1).find(Boolean);
    const name = [...before.matchAll(/const (\w+) = \{/g)].at(-1)?.[1];
    const over = [...source.matchAll(new RegExp(`<([A-Za-z.]+)\\s+\\{\\.\\.\\.${name}\\}`, 'g'))].map(([, tag]) => tag);
    return over.length > 0 ? over : undefined;
  });
}
/** Whether it is there in the page: a component of Mantine or of the kit is asked. */
async function keeps(tag: string | undefined, source: string): Promise<boolean> {
  if (tag === undefined || /^[a-z]/.test(tag)) return tag !== undefined;
  const from = new RegExp(`import \\{[^}]*\\b${tag}\\b[^}]*\\} from '([^']+)'`).exec(source)?.[1] ?? '@mantine/core';
  if (from === '@tanstack/react-router') return true;
  const all = from.startsWith('#kit/') ? ((await import(`./${tag}.tsx`)) as object) : mantine;
  const Component = (all as Record<string, ComponentType<object>>)[tag];
  if (!Component) return false;
  const { container, unmount } = show(<Component aria-describedby="said" />);
  const isThere = container.querySelector('[aria-describedby="said"]') !== null;
  unmount();
  return isThere;
}

test('OPN-44 what drops an aria-describedby is given none', async () => {
  const droppedIn = async (source: string) => {
    const tags = describedIn(source);
    const isKept = await Promise.all(tags.map((tag) => keeps(tag, source)));
    return tags.filter((_, i) => !isKept[i]);
  };
  const sources = path.join(import.meta.dirname, '..');
  const read = (file: string) => readFileSync(path.join(sources, file), 'utf8');
  const files = globSync('**/*.tsx', { cwd: sources, exclude: (name) => name.includes('.test.') });
  expect(files.flatMap((file) => describedIn(read(file))).length).toBeGreaterThan(5);
  const dropped = await Promise.all(files.map(async (file) => ({ file, tags: await droppedIn(read(file)) })));
  expect(dropped.filter(({ tags }) => tags.length > 0)).toEqual([]);
  expect(await droppedIn("const field = { 'aria-describedby': id };\n<TextInput {...field} />")).toEqual(['TextInput']);
  expect(await droppedIn('<Input\n  size="lg"\n  aria-describedby={id}\n/>')).toEqual(['Input']);
  expect(await droppedIn("<Textarea {...(unsent && { 'aria-describedby': id })} />")).toEqual([undefined]);
  expect(await droppedIn('<Button aria-describedby={id}>Send</Button>')).toEqual([]);
});
