import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { useLive } from './live.ts';

function Counter() {
  const [seen, setSeen] = useState<number[]>([]);
  useLive(['shipment.changed', 'comment.added'], ({ id }) => setSeen([...seen, id]));
  return <p>seen {seen.join(' ')}</p>;
}

test('a screen hears of the changes it asked for, and of no others', async () => {
  const { live, unmount } = renderPage(<Counter />);
  await screen.findByText('seen');
  await live.tell({ type: 'shipment.changed', id: 7 });
  await live.tell({ type: 'participant.changed', id: 8 });
  await live.tell({ type: 'comment.added', id: 9 });
  expect(screen.getByText('seen 7 9')).toBeDefined();
  unmount();
});
