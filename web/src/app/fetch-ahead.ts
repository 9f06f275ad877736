/** What a person may press next is fetched while nothing else is under way, so that it is there when the network is not. */
import { sessionState, type Viewer, watchSession } from '#api/session.ts';
import { knownDialogs } from '#kit/lazy-part.tsx';
import { menuOf } from './menu.ts';
import { routeOf } from './routes.ts';

type Load = () => Promise<unknown>;

/** Long after the first page is shown: nothing of this may stand in its way. */
const afterMs = 5_000;

/** Begins once somebody is signed in, and goes on when the network is back; gives back how to stop it. */
export function fetchAhead(): () => void {
  const fetched = new Set<Load>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    const { viewer } = sessionState();
    clearTimeout(timer);
    if (viewer && isWelcome()) timer = setTimeout(() => void fetchAll(viewer, fetched), afterMs);
  };
  begin();
  const quiet = watchSession(begin);
  window.addEventListener('online', begin);
  return () => {
    clearTimeout(timer);
    quiet();
    window.removeEventListener('online', begin);
  };
}

/** Not where each byte counts. */
function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

const menuOfRow: Load = () => import('#kit/RowMenuList.tsx');

/** One after the other, and each may bring dialogs that were not known before; ends with the first that does not come. */
async function fetchAll(viewer: Viewer, fetched: Set<Load>): Promise<void> {
  const paths = [...menuOf(viewer).flatMap(({ entries }) => entries.map(({ path }) => path)), '/account', '/sign-in'];
  const pages = paths.flatMap((path) => routeOf(path)?.page ?? []);
  const next = () => [...knownDialogs(), menuOfRow, ...pages].find((load) => !fetched.has(load));
  for (let load = next(); load; load = next()) {
    await untilIdle();
    if ((await load().catch(() => false)) === false) return;
    fetched.add(load);
  }
}

/** Some browsers do not tell. */
const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });
