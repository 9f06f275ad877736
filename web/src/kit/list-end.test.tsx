import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { ListEnd } from './ListEnd.tsx';

/** A list of 50, of which the server has 60. */
function List({ ask }: { ask: () => void }) {
  const [state, setState] = useState<'first' | 'loading' | 'all'>('first');
  return (
    <>
      <ListEnd
        shown={state === 'all' ? 60 : 50}
        things="requests"
        others="older"
        beyond={{
          more: state !== 'all',
          isLoading: state === 'loading',
          load: async () => {
            ask();
            setState('loading');
          },
        }}
      />
      <button type="button" onClick={() => setState('all')}>
        The server answers
      </button>
    </>
  );
}

test('while older ones are on their way the button keeps the focus and asks for nothing more; with the last of them it goes to their number', async () => {
  const ask = vi.fn<() => void>();
  const { user } = show(<List ask={ask} />);
  const older = screen.getByRole<HTMLButtonElement>('button', { name: 'Show older' });
  await user.click(older);
  expect(older.getAttribute('aria-disabled')).toBe('true');
  expect(older.disabled).toBe(false);
  expect(document.activeElement).toBe(older);
  await user.keyboard('{Enter}');
  expect(ask).toHaveBeenCalledTimes(1);
  act(() => screen.getByRole('button', { name: 'The server answers' }).click());
  expect(document.activeElement?.textContent).toBe('Showing all 60 requests.');
});
