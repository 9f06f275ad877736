import { Autocomplete, InputBase, MultiSelect, NumberInput, Select, TextInput, Textarea } from '@mantine/core';
import { screen } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';

const src = path.join(import.meta.dirname, '..');
/** Of what is pressed, chosen or hidden browsers keep no words. */
const isNoText = /type=(?:"(?:checkbox|radio|file|range|color|hidden)"|\{[^}]*'checkbox')/;

test('PRV-09 no browser keeps what is typed into a field, or offers it to the next person, unless the field names what it is', async () => {
  renderPage(
    <>
      <TextInput label="Name" />
      <Textarea label="Notes" />
      <NumberInput label="Count" />
      <InputBase label="Anything" />
      <Select label="One" data={['a']} searchable />
      <MultiSelect label="Several" data={['a']} searchable />
      <Autocomplete label="Street" data={['a']} />
      <TextInput label="Email" autoComplete="username" />
    </>,
    { viewer: null },
  );
  await screen.findByLabelText('Name');
  const kept = [...document.querySelectorAll('input:not([type="hidden"]), textarea')].map((one) =>
    one.getAttribute('autocomplete'),
  );
  expect(kept).toEqual([...Array.from({ length: 7 }, () => 'off'), 'username']);
});

test('PRV-09 a field that is not one of the house says itself that the browser keeps nothing of it', () => {
  const silent = globSync('**/*.tsx', { cwd: src, exclude: (name) => name.includes('.test.') }).flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/<(?:input|textarea)\b(?:[^>]|=>)*?\/>/g)]
      .map(([field]) => field)
      .filter((field) => !isNoText.test(field) && !/autoComplete=/.test(field))
      .map((field) => `${file}: ${field}`),
  );
  expect(silent).toEqual([]);
});
