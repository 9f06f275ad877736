import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lazyPart } from '#kit/lazy-part.tsx';
import { newUser } from '#test/user.ts';
import { useChangeSearch } from './page-search.ts';

/** A list that can be searched, and a page after it that comes when it is told to. */
async function openList(at: string) {
  let arrive = () => {};
  const came = new Promise<void>((resolve) => (arrive = resolve));
  function List() {
    const change = useChangeSearch();
    return (
      <>
        <button onClick={() => change({ q: 'boston', late: undefined }, { state: true })}>Search</button>
        <button onClick={() => change({ tab: 'all' }, { whole: true, replace: true })}>All</button>
        <Link to="/next">Next</Link>
      </>
    );
  }
  const Next = () => <h1>The next page</h1>;
  const root = createRootRoute();
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/list', component: List }),
    createRoute({
      getParentRoute: () => root,
      path: '/next',
      component: lazyPart(() => came.then(() => ({ Next })), 'Next'),
    }),
  ];
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  render(<RouterProvider router={router} />);
  const user = newUser();
  const press = async (name: string) => user.click(await screen.findByText(name));
  await screen.findByText('Search');
  return { press, arrive: () => arrive(), history };
}

test('what a page still says of its search while the next one is loaded is not said of that one', async () => {
  const { press, arrive, history } = await openList('/list?site=2');
  await press('Next');
  expect(history.location.href).toBe('/next');
  await press('Search');
  await press('All');
  arrive();
  await screen.findByRole('heading', { name: 'The next page' });
  expect(history.location.href).toBe('/next');
  history.back();
  await screen.findByText('Search');
  expect(history.location.href).toBe('/list?site=2');
});

test('a page changes some of its search, or all of it, however its path is written', async () => {
  const { press, history } = await openList('/List/?site=2&late=yes');
  history.replace('/List/?site=2&late=yes', { from: 'elsewhere' } as never);
  await press('Search');
  await waitFor(() => expect(history.location.search).toBe('?site=2&q=boston'));
  expect([history.length, history.location.state]).toMatchObject([2, { from: 'elsewhere' }]);
  await press('All');
  await waitFor(() => expect(history.location.search).toBe('?tab=all'));
  expect(history.length).toBe(2);
  expect(history.location.state).not.toHaveProperty('from');
});

test('one place alone leads to the address that one is at', () => {
  const sources = path.join(import.meta.dirname, '..');
  const leading = globSync('**/*.{ts,tsx}', { cwd: sources })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /navigate\(\s*\{[^}]*\bto: '\.'/.test(readFileSync(path.join(sources, file), 'utf8')));
  expect(leading).toEqual(['shared/page-search.ts']);
});
