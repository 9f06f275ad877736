import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SegmentedControl } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { show } from '#test/kit.tsx';

/** What contrast.css says of the few colours of a contrast theme is said for all from now on. */
function inContrastTheme() {
  const css = readFileSync(path.join(import.meta.dirname, 'contrast.css'), 'utf8');
  const rules = /@media \(forced-colors: active\) \{\n([^]*?)\n\}\n/.exec(css)?.[1] ?? '';
  const style = document.createElement('style');
  // The stand-in for a browser does not know the colours of the system.
  style.textContent = rules.replaceAll('Highlight', 'blue');
  document.head.append(style);
  onTestFinished(() => style.remove());
}
const line = (element: Element) => getComputedStyle(element).outline;

test('in a contrast theme a line tells which half of a switch is on', () => {
  inContrastTheme();
  show(<SegmentedControl data={['Active', 'Inactive']} value="Active" />);
  expect(line(screen.getByText('Active').closest('label') as Element)).toBe('blue solid 2px');
  expect(line(screen.getByText('Inactive').closest('label') as Element)).toBe('');
});

test('in a contrast theme what is chosen has a whole line, and the day of today, which is not, a dotted one', () => {
  inContrastTheme();
  show(
    <>
      <button type="button" aria-pressed>
        Chosen
      </button>
      <button type="button" aria-current="date">
        Today
      </button>
      <button type="button" aria-pressed aria-current="date">
        Both
      </button>
      <button type="button" aria-current="page">
        Page
      </button>
      <button type="button">Other</button>
    </>,
  );
  const lines = ['Chosen', 'Today', 'Both', 'Page', 'Other'].map((name) => line(screen.getByText(name)));
  expect(lines).toEqual(['blue solid 2px', 'blue dotted 2px', 'blue solid 2px', 'blue solid 2px', '']);
});
